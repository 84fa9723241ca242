// Seek time by distance, as given by [seek] of a drive file.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/drive_config.h"

namespace headstack {

// The points of the curve: `points` without `dropped_points`.
std::vector<SeekPoint> used_points(const SeekConfig& seek);

// The curve of a drive. All arithmetic is in integers, also the square root. The result is
// therefore equal on any machine.
class SeekCurve {
 public:
  // `seek` must outlive the curve.
  explicit SeekCurve(const SeekConfig& seek) : seek_(seek), points_(used_points(seek)) {}

  // Time to move over `cylinders` cylinders, to the nearest picosecond (0 for 0 cylinders).
  Picoseconds time(std::uint32_t cylinders) const;

  // Time added to a seek towards higher cylinders, and subtracted from a seek towards lower
  // cylinders, at the start of a command.
  Picoseconds direction(std::uint32_t cylinders) const;

 private:
  Picoseconds by_points(std::uint32_t cylinders) const;

  const SeekConfig& seek_;
  std::vector<SeekPoint> points_;
};

// The same for a single distance.
inline Picoseconds seek_time(const SeekConfig& seek, std::uint32_t cylinders) {
  return SeekCurve(seek).time(cylinders);
}

}  // namespace headstack
