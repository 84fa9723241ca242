// Track of the firmware's functions: each call is a slice inside the slice of its caller.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/watch/timeline/timeline_file.h"

namespace headstack {

class CallTrack {
 public:
  // `file` must outlive the track.
  CallTrack(TimelineFile& file, TimelineFile::Track parent)
      : file_(file), track_(file.track("firmware", parent)) {}

  // A call at `time` (ps), which must not be before the last call or return. `name` must outlive
  // the file.
  void called(const char* name, std::int64_t time) {
    const bool shown = file_.window().touches(time, time);
    last_ = time;
    shown_.push_back(shown);
    if (shown) {
      file_.begin(track_, name, time);
    }
  }
  // A return from the last call that has not returned.
  void returned(std::int64_t time) {
    if (shown_.back()) {
      file_.end(track_, time);
    }
    shown_.pop_back();
    last_ = time;
  }
  // Returns from all calls, at `now` (ps) or after the last call.
  void finish(std::int64_t now) {
    while (!shown_.empty()) {
      returned(std::max(now, last_));
    }
  }

 private:
  TimelineFile& file_;
  TimelineFile::Track track_;
  std::vector<bool> shown_;  // of the calls that have not returned
  std::int64_t last_ = 0;    // time of the last call or return, ps
};

}  // namespace headstack
