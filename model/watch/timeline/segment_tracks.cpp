#include "model/watch/timeline/segment_tracks.h"

#include <fmt/format.h>

namespace headstack {

SegmentTracks::SegmentTracks(TimelineFile& file, TimelineFile::Track parent, std::uint32_t segments)
    : file_(file) {
  const TimelineFile::Track buffer = file.track("buffer", parent);
  for (std::uint32_t i = 0; i < segments; ++i) {
    segments_.push_back({file.track(fmt::format("segment {}", i), buffer)});
  }
}

void SegmentTracks::state(const FirmwareState& state, std::int64_t now) {
  for (std::uint32_t i = 0; i < segments_.size(); ++i) {
    const FirmwareState::Segment& blocks = state.segments.at(i);
    const bool used = i < state.segment_count && blocks.first != blocks.end;
    change(segments_[i], !used ? nullptr : i == state.filling ? "filling" : "full", blocks, now);
  }
}

// A segment with other blocks, or in another state, starts a new slice. A segment that fills keeps
// its slice while its end moves.
void SegmentTracks::change(Segment& segment, const char* name, const FirmwareState::Segment& blocks,
                           std::int64_t now) {
  if (segment.name == name && (name == nullptr || segment.first == blocks.first)) {
    segment.end = blocks.end;
    return;
  }
  if (segment.name != nullptr && now > segment.since) {
    file_.slice(segment.track, segment.name, segment.since, now,
                {{"first block", segment.first}, {"blocks", segment.end - segment.first}});
  }
  segment = {segment.track, name, blocks.first, blocks.end, now};
}

void SegmentTracks::finish(std::int64_t now) {
  for (Segment& segment : segments_) {
    change(segment, nullptr, {}, now);
  }
}

}  // namespace headstack
