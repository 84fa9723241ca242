// Time of a seek by its distance, from a drive file's [seek].
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/drive_config.h"

namespace headstack {

// The points of the curve: those measured, without those dropped.
std::vector<SeekPoint> used_points(const SeekConfig& seek);

// Integer arithmetic, the square root too: the same on any machine.
class SeekCurve {
 public:
  // `seek` must outlive the curve.
  explicit SeekCurve(const SeekConfig& seek) : seek_(seek), points_(used_points(seek)) {}

  // Time to move over `cylinders` cylinders, to the nearest picosecond (0 for 0 cylinders).
  Picoseconds time(std::uint32_t cylinders) const;

  // By how much a seek towards higher cylinders takes longer at the start of a command, and one
  // towards lower ones less.
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
