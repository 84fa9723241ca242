// 128-bit integers for exact conversions of units and of time, and for exact sums.
#pragma once

namespace headstack {

__extension__ typedef unsigned __int128 Uint128;
__extension__ typedef __int128 Int128;

// numerator / denominator to the nearest integer; a half goes up. Preconditions: denominator > 0,
// numerator + denominator < 2^128.
constexpr Uint128 divide_to_nearest(Uint128 numerator, Uint128 denominator) {
  return (numerator + denominator / 2) / denominator;
}

}  // namespace headstack
