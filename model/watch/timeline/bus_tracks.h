// Tracks of the bus and of the target port: the connections to the drive, and the phases of each
// connection.
#pragma once

#include <cstdint>
#include <deque>

#include "model/watch/timeline/timeline_file.h"

namespace headstack {

class BusTracks {
 public:
  // `file` must outlive the tracks.
  BusTracks(TimelineFile& file, TimelineFile::Track parent);

  // The phase from `time` (ps) on. `name` must outlive the file; "free" ends a connection.
  void phase(const char* name, std::int64_t time);
  // The flow ends with the present status phase.
  void status_of(TimelineFile::Flow flow) { flow_ = flow; }
  // Writes the phases that end before `now` (ps).
  void settle(std::int64_t now);

 private:
  struct Phase {
    const char* name;
    std::int64_t start;
  };
  void end_phase(const Phase& phase, std::int64_t end);
  void connect(const Phase& next);

  TimelineFile& file_;
  TimelineFile::Track bus_;
  TimelineFile::Track port_;
  std::deque<Phase> phases_;     // by start; the first phase is the present phase
  std::int64_t connected_ = -1;  // start of the connection, ps; -1: no connection
  TimelineFile::Flow flow_ = TimelineFile::Flow::none;
};

}  // namespace headstack
