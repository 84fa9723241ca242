// Tracks for slices that may overlap: overlapping slices are on different tracks of one name.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "model/watch/timeline/timeline_file.h"

namespace headstack {

class SliceLanes {
 public:
  // `file` must outlive the lanes.
  SliceLanes(TimelineFile& file, std::string name, TimelineFile::Track parent)
      : file_(file), name_(std::move(name)), parent_(parent) {}

  // Returns a track that is free from `start` to `end` (ps). Calls must be in the order of the
  // ends. There are as many tracks as slices that overlap.
  TimelineFile::Track place(std::int64_t start, std::int64_t end);

 private:
  TimelineFile& file_;
  std::string name_;
  TimelineFile::Track parent_;
  std::multimap<std::int64_t, TimelineFile::Track> ends_;  // of the last slice on each track
};

}  // namespace headstack
