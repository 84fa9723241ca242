// Tracks of the buffer's segments: when a segment fills, when it is full, and its blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "model/watch/firmware_state.h"
#include "model/watch/timeline/timeline_file.h"

namespace headstack {

class SegmentTracks {
 public:
  // `file` must outlive the tracks.
  SegmentTracks(TimelineFile& file, TimelineFile::Track parent, std::uint32_t segments);

  // The segments from `now` (ps) on.
  void state(const FirmwareState& state, std::int64_t now);
  // Ends all slices at `now`.
  void finish(std::int64_t now);

 private:
  struct Segment {
    TimelineFile::Track track;
    const char* name = nullptr;  // null: empty
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::int64_t since = 0;
  };
  void change(Segment& segment, const char* name, const FirmwareState::Segment& blocks,
              std::int64_t now);

  TimelineFile& file_;
  std::vector<Segment> segments_;
};

}  // namespace headstack
