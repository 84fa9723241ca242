// Conversion from picoseconds of the simulation to ticks of the drive (2^-32 of a revolution) and
// back.
//
// The clock is in a header only, because every event of the model uses it. All arithmetic is in
// integers. The results are therefore equal on any machine.
#pragma once

#include <chrono>
#include <cstdint>

#include "model/base/uint128.h"
#include "model/config/drive_config.h"

namespace headstack {

class TickClock {
 public:
  // The shortest revolution. The ticks of 99 days then fit 64 bits. Below 2^32 ps (4.295 ms), a
  // tick is shorter than a picosecond, and several ticks share a picosecond. The spindle then
  // remembers the ticks that boxes wait for.
  static constexpr Picoseconds kShortestRevolution{2'000'000'000};
  // The longest revolution. The correction in ps() takes few steps up to this limit.
  static constexpr Picoseconds kLongestRevolution{100'000'000'000};

  // Precondition: kShortestRevolution <= revolution <= kLongestRevolution (load_drive checks this).
  explicit constexpr TickClock(Picoseconds revolution)
      : revolution_(static_cast<std::uint64_t>(revolution.count())),
        whole_((std::uint64_t{1} << 32) / revolution_),
        reciprocal_(static_cast<std::uint64_t>((Uint128{1} << 96) / revolution_)) {}

  // Ticks that have passed at `time`, rounded down; monotone. Precondition: time >= 0.
  constexpr std::uint64_t ticks(Picoseconds time) const {
    const auto count = static_cast<std::uint64_t>(time.count());
    return count * whole_ +
           static_cast<std::uint64_t>((static_cast<Uint128>(count) * reciprocal_) >> 64);
  }

  // Returns the first picosecond at which `ticks` ticks have passed: ticks(ps(t) - 1 ps) < t. If a
  // tick is longer than a picosecond, ticks(ps(t)) == t holds too. Precondition: the result fits
  // (106 days of simulated time).
  constexpr Picoseconds ps(std::uint64_t ticks) const {
    // The exact instant, rounded up, is never too late, because the reciprocal in ticks() is
    // rounded down. The instant is too early by revolution / 2^33 ps for each 106 days.
    constexpr Uint128 kLast = (std::uint64_t{1} << 32) - 1;
    Picoseconds time{
        static_cast<std::int64_t>((static_cast<Uint128>(ticks) * revolution_ + kLast) >> 32)};
    while (this->ticks(time) < ticks) {
      ++time;
    }
    return time;
  }

  // Converts a duration (not an instant) to ticks, rounded to the nearest. Precondition: duration
  // >= 0.
  constexpr std::uint64_t duration_ticks(Picoseconds duration) const {
    const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(duration.count()));
    return static_cast<std::uint64_t>(divide_to_nearest(count << 32, revolution_));
  }

  // A duration that may be negative, in ticks to the nearest.
  constexpr std::int64_t signed_ticks(Picoseconds duration) const {
    return duration < Picoseconds{0} ? -static_cast<std::int64_t>(duration_ticks(-duration))
                                     : static_cast<std::int64_t>(duration_ticks(duration));
  }

  // True: a tick is shorter than a picosecond.
  constexpr bool shares_picoseconds() const { return whole_ != 0; }

  constexpr Picoseconds revolution() const {
    return Picoseconds{static_cast<std::int64_t>(revolution_)};
  }

 private:
  std::uint64_t revolution_;  // ps
  std::uint64_t whole_;       // whole ticks in a picosecond: 0, or more if the spindle is fast
  std::uint64_t reciprocal_;  // fraction of a tick in a picosecond, in 2^-64
};

}  // namespace headstack
