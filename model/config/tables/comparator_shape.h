// How large the SPTF comparator is that a drive file asks for, and whether the drive fits it.
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

// The shape that a drive file asks for, or leaves to be the usual one.
ComparatorShape comparator_shape(const ComparatorConfig& config);

// Throws ConfigError, naming the key, if the drive's tables do not fit its comparator.
void check_fits_comparator(const DriveConfig& drive);

}  // namespace headstack
