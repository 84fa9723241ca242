// How large a disk may be.
#pragma once

#include <cstdint>

namespace headstack {

// What a channel extent holds (HS_RUN in registers.h).
constexpr std::uint32_t kMostCylinders = 1U << 20;
constexpr std::uint32_t kMostSurfaces = 256;
constexpr std::uint32_t kMostSectors = 65'535;  // on a track, and in a buffer

}  // namespace headstack
