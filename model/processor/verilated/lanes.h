// The byte lanes of a bus of 32 bits.
#pragma once

#include <cstdint>

namespace headstack {

constexpr unsigned kAllLanes = 0xf;

// Size and first byte of an access, derived from its byte lanes. An access that is not aligned has
// size 0.
struct Lanes {
  std::uint8_t bytes = 0;
  std::uint32_t first = 0;

  // Returns the part of a word in these lanes. Precondition: the access is aligned.
  std::uint32_t of(std::uint32_t word) const {
    return word >> (8 * first) & 0xffffffffU >> (32 - 8 * bytes);
  }
};

inline Lanes lanes_of(unsigned enabled) {
  switch (enabled) {
    case 0x1:
      return {1, 0};
    case 0x2:
      return {1, 1};
    case 0x4:
      return {1, 2};
    case 0x8:
      return {1, 3};
    case 0x3:
      return {2, 0};
    case 0xc:
      return {2, 2};
    case 0xf:
      return {4, 0};
    default:
      return {0, 0};
  }
}

}  // namespace headstack
