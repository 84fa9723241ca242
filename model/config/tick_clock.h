// Picoseconds of the simulation to ticks of the drive (2^-32 of a revolution) and back.
//
// Header only: every event of the model goes through it. Integers throughout, so the same on any
// machine.
#pragma once

#include <chrono>
#include <cstdint>

#include "model/config/drive_config.h"
#include "model/config/uint128.h"

namespace headstack {

class TickClock {
 public:
  // The shortest revolution: one of 2^32 ps would make a tick as short as a picosecond, and then
  // not every tick had a picosecond of its own.
  static constexpr Picoseconds kShortestRevolution{4'295'000'000};
  // The longest: keeps the correction in ps() to a few steps.
  static constexpr Picoseconds kLongestRevolution{100'000'000'000};

  // Precondition: kShortestRevolution <= revolution <= kLongestRevolution (load_drive sees to it).
  explicit constexpr TickClock(Picoseconds revolution)
      : revolution_(static_cast<std::uint64_t>(revolution.count())),
        reciprocal_(static_cast<std::uint64_t>((Uint128{1} << 96) / revolution_)) {}

  // Ticks that have passed at `time`, rounded down; monotone, one multiplication.
  // Precondition: time >= 0.
  constexpr std::uint64_t ticks(Picoseconds time) const {
    return static_cast<std::uint64_t>(
        (static_cast<Uint128>(static_cast<std::uint64_t>(time.count())) * reciprocal_) >> 64);
  }

  // The first picosecond at which `ticks` ticks have passed, so that ticks(ps(t)) == t and
  // ticks(ps(t) - 1 ps) == t - 1. Precondition: the result fits (106 days of simulated time).
  constexpr Picoseconds ps(std::uint64_t ticks) const {
    // Never too late: the product is rounded down, and so is the reciprocal in ticks(). It comes
    // short by the rounding (one step), and by revolution / 2^33 ps more for each 106 days.
    Picoseconds time{static_cast<std::int64_t>((static_cast<Uint128>(ticks) * revolution_) >> 32)};
    while (this->ticks(time) < ticks) {
      ++time;
    }
    return time;
  }

  // A duration, not a point in time, in ticks: rounded to the nearest. Precondition: >= 0.
  constexpr std::uint64_t duration_ticks(Picoseconds duration) const {
    const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(duration.count()));
    return static_cast<std::uint64_t>(divide_to_nearest(count << 32, revolution_));
  }

  // The same for one that may be negative.
  constexpr std::int64_t signed_ticks(Picoseconds duration) const {
    return duration < Picoseconds{0} ? -static_cast<std::int64_t>(duration_ticks(-duration))
                                     : static_cast<std::int64_t>(duration_ticks(duration));
  }

  constexpr Picoseconds revolution() const {
    return Picoseconds{static_cast<std::int64_t>(revolution_)};
  }

 private:
  std::uint64_t revolution_;  // ps
  std::uint64_t
      reciprocal_;  // floor(2^96 / revolution); below 2^64 as a revolution is over 2^32 ps
};

}  // namespace headstack
