// Tracks of the actuator, of the head and of the transfer. The model computes extents in advance.
// An extent is written when nothing can cut it off.
#pragma once

#include <cstdint>
#include <deque>

#include "model/medium/media_program.h"
#include "model/watch/timeline/timeline_file.h"

namespace headstack {

class MediaTracks {
 public:
  // Times of an extent in ps: the arm starts, the head is on the track, the first and the last of
  // the sectors have passed.
  struct Times {
    std::int64_t seek_start;
    std::int64_t arrive;
    std::int64_t first;
    std::int64_t end;
  };

  // `file` must outlive the tracks.
  MediaTracks(TimelineFile& file, TimelineFile::Track parent);

  void extent(const MediaExtent& extent, const Times& times);
  // Nothing moves or passes after `time` (ps).
  void stop(std::int64_t time);
  // The extents of a served request, whose task began at `start` (ps).
  void served(TimelineFile::Flow flow, std::int64_t start);
  // Writes the extents that ended before `now` (ps). With `busy`, the extents of the present task
  // wait for served().
  void settle(std::int64_t now, bool busy);

 private:
  struct Extent {
    Times times;
    hs_track track;
    std::uint32_t sector;
    std::uint32_t blocks;
    const char* name;
    bool ahead;
    TimelineFile::Flow flow;
  };
  void write(const Extent& extent);

  TimelineFile& file_;
  TimelineFile::Track actuator_;
  TimelineFile::Track head_;
  TimelineFile::Track transfer_;
  std::deque<Extent> extents_;
};

}  // namespace headstack
