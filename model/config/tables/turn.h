// Angles that are summed over a whole disk. Sums are exact to 2^-80 of a revolution, and are
// rounded up. A sum cut to the firmware's ticks is therefore the exact angle rounded down.
#pragma once

#include <cstdint>

#include "model/base/uint128.h"
#include "model/config/drive_config.h"

extern "C" {
#include <disk/geometry.h>
}

namespace headstack {

class Turn {
 public:
  constexpr Turn() = default;

  // numerator / denominator of a revolution. Preconditions: 0 < denominator < 2^63.
  constexpr Turn(std::uint64_t numerator, std::uint64_t denominator) {
    const Uint128 high = static_cast<Uint128>(numerator % denominator) << 64;
    const Uint128 low = (high % denominator) << 32;
    fraction_ = wrapped((high / denominator << 32) + (low + denominator - 1) / denominator);
  }

  // Converts an angle of a track with `sectors_per_track` sectors.
  constexpr Turn(const AngleConfig& angle, std::uint32_t sectors_per_track)
      : Turn(angle.numerator,
             angle.denominator == 0 ? angle.parts * sectors_per_track : angle.denominator) {}

  constexpr Turn operator+(Turn other) const { return Turn(fraction_ + other.fraction_); }
  // Rounded up too.
  constexpr Turn operator-(Turn other) const {
    return fraction_ == other.fraction_ ? Turn() : Turn(fraction_ - other.fraction_ + 1);
  }
  constexpr Turn operator*(std::uint32_t times) const { return Turn(fraction_ * times); }

  constexpr hs_fine_angle fine() const {
    return static_cast<hs_fine_angle>((fraction_ + 0xffff'ffffU) >> 32);
  }

 private:
  constexpr explicit Turn(Uint128 fraction) : fraction_(wrapped(fraction)) {}
  static constexpr Uint128 wrapped(Uint128 fraction) {
    return fraction & ((static_cast<Uint128>(1) << 96) - 1);
  }

  Uint128 fraction_ = 0;  // 2^96 in a revolution
};

}  // namespace headstack
