// The size of the SPTF comparator in a drive file, and the check that the drive fits this size.
#pragma once

#include <cstdint>

#include "model/config/drive_config.h"

namespace headstack {

struct ComparatorShape {
  std::uint32_t entries;
  std::uint32_t lanes;      // a power of 2 that divides the entries
  std::uint32_t distances;  // in the seek table
};

inline bool operator==(const ComparatorShape& a, const ComparatorShape& b) {
  return a.entries == b.entries && a.lanes == b.lanes && a.distances == b.distances;
}

// Returns the clock cycles of a scan in the RTL. The scan loads the prospects of the situation, and
// reads a row of entries each cycle. More cycles are for the pipeline, the tree, the choice among
// rows, and the number of the winner's task.
inline std::uint64_t scan_clocks(const ComparatorShape& shape) {
  std::uint64_t levels = 0;
  while ((std::uint64_t{1} << levels) < shape.lanes) {
    ++levels;
  }
  return shape.entries / shape.lanes + 2 * levels + 49;
}

// Returns the shape in a drive file. Missing keys have their defaults.
ComparatorShape comparator_shape(const ComparatorConfig& config);

// Throws ConfigError, which names the key, if the drive's tables do not fit its comparator.
void check_fits_comparator(const DriveConfig& drive);

}  // namespace headstack
