// The largest disk allowed.
#pragma once

#include <cstdint>

namespace headstack {

// Limit of a channel extent (HS_RUN in registers.h).
constexpr std::uint32_t kMostCylinders = 1U << 20;
constexpr std::uint32_t kMostSurfaces = 256;
constexpr std::uint32_t kMostSectors = 65'535;  // sectors of a track, and blocks of a buffer

}  // namespace headstack
