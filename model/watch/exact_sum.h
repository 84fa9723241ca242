// Sums of whole numbers without rounding, in any order.
#pragma once

#include <cstdint>

#include "model/base/uint128.h"

namespace headstack {

// The sum of up to 2^64 numbers.
class ExactSum {
 public:
  void add(std::int64_t value) { sum_ += value; }
  Int128 value() const { return sum_; }

 private:
  Int128 sum_ = 0;
};

// The sum of the squares is `high` times 2^128 + `low`.
class ExactSquares {
 public:
  void add(std::int64_t value) {
    const Uint128 size = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
    const Uint128 square = size * size;
    low_ += square;
    high_ += low_ < square ? 1 : 0;
  }
  std::uint64_t high() const { return high_; }
  Uint128 low() const { return low_; }

 private:
  Uint128 low_ = 0;
  std::uint64_t high_ = 0;
};

}  // namespace headstack
