#include "model/watch/timeline/slice_lanes.h"

#include <iterator>

namespace headstack {

// Takes the track with the latest end that does not come after `start`. Earlier ends stay for
// slices that start earlier.
TimelineFile::Track SliceLanes::place(std::int64_t start, std::int64_t end) {
  const auto later = ends_.upper_bound(start);
  if (later == ends_.begin()) {
    const TimelineFile::Track track = file_.track(name_, parent_);
    ends_.emplace(end, track);
    return track;
  }
  auto lane = ends_.extract(std::prev(later));
  lane.key() = end;
  return ends_.insert(std::move(lane))->second;
}

}  // namespace headstack
