// Random drives, entries and states for the comparator, within its limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "tb/rtl/comparator_reference.h"

namespace headstack {

constexpr std::uint32_t kMostCylinders = 1U << 20;
constexpr std::uint32_t kDistances = 1000;  // seek distances of a random drive

// Distribution of random numbers.
enum class Range {
  usual,
  coarse,  // few different values, so equal values are frequent
  whole,   // all values that fit
  longest  // all values that fit; moves may use all the bits of a time
};
constexpr int kRanges = 4;
inline bool is_whole(Range range) { return range == Range::whole || range == Range::longest; }

// The block after the last block of the last request. `some_block` often returns this block, or a
// block that differs in one bit.
constexpr std::uint32_t kLastEnd = 0x5a3c'9f08;
inline std::uint32_t some_block(std::mt19937_64& rng) {
  const std::uint64_t kind = rng() % 4;
  return kind == 0   ? static_cast<std::uint32_t>(rng())
         : kind == 1 ? kLastEnd ^ (std::uint32_t{1} << rng() % 32)
                     : kLastEnd;
}

// Returns `bits` random bits. Rarely, all bits or no bits are set.
inline std::uint64_t some(std::mt19937_64& rng, unsigned bits) {
  const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t kind = rng() % 16;
  return kind == 0 ? 0 : kind == 1 ? all : rng() & all;
}

// Random tables of moves. A move takes from a fraction of a revolution to several revolutions.
struct RandomMechanics {
  explicit RandomMechanics(std::mt19937_64& rng, Range range = Range::usual)
      : up(kDistances), down(kDistances) {
    const unsigned bits = range == Range::longest ? 32 : range == Range::whole ? 31 : 26;
    for (std::uint32_t d = 1; d < kDistances; ++d) {
      // Some are so short that settling cancels them.
      up[d] = static_cast<std::uint32_t>(some(rng, rng() % 4 == 0 ? 18 : bits));
      down[d] = static_cast<std::uint32_t>(some(rng, rng() % 4 == 0 ? 18 : bits));
    }
    m.seek = up.data();
    m.seek_up = up.data();
    m.seek_down = down.data();
    if (is_whole(range)) {
      const unsigned time = range == Range::longest ? 40 : 39;
      const std::int64_t most = range == Range::longest ? 0 : std::int64_t{1} << 37;
      m.head_switch = some(rng, time);
      m.same_cylinder = some(rng, time);
      m.read_settle = most - static_cast<std::int64_t>(some(rng, 38));
      m.write_settle = most - static_cast<std::int64_t>(some(rng, 38));
      return;
    }
    m.head_switch = rng() % 3 == 0 ? 0 : rng() % (std::uint64_t{1} << 33);
    m.same_cylinder = rng() % 2 == 0 ? 0 : rng() % (std::uint64_t{1} << 32);
    m.read_settle = static_cast<std::int64_t>(rng() % (1U << 30)) - (1 << 29);
    m.write_settle = static_cast<std::int64_t>(rng() % (1U << 30)) - (1 << 29);
  }
  std::vector<std::uint32_t> up;
  std::vector<std::uint32_t> down;
  hs_mechanics m{};
};

// Draws an entry. `region` is the first of the kDistances cylinders in use. Orders are random over
// their whole range, because orders of any size count from any oldest order.
inline ComparatorEntry random_entry(std::mt19937_64& rng, std::uint32_t order, Range range,
                                    std::uint32_t region = 0) {
  const bool coarse = range == Range::coarse;
  ComparatorEntry e;
  e.valid = rng() % 8 != 0;
  e.write = rng() % 3 == 0;
  e.cached = rng() % 16 == 0;
  e.cylinder = static_cast<std::uint32_t>(coarse ? rng() % 4 : rng() % kDistances);
  e.head = static_cast<std::uint8_t>(rng() % 3);
  e.lbn = some_block(rng);
  e.angle = static_cast<hs_angle>(coarse ? (rng() % 4) << 30 : rng());
  e.span = rng() % 3 == 0 ? static_cast<hs_angle>(coarse ? (rng() % 4) << 30 : rng()) : 0;
  e.lead = static_cast<std::uint32_t>(rng() % 2 == 0 ? 0 : rng());
  e.order = order;
  e.handicap = rng() % 2 == 0 ? 0 : rng() % (std::uint64_t{1} << 40);
  if (is_whole(range)) {
    constexpr std::uint64_t kMostHandicap = (std::uint64_t{1} << 48) - (std::uint64_t{1} << 41);
    e.cylinder = static_cast<std::uint32_t>(region + rng() % kDistances);
    e.head = static_cast<std::uint8_t>(rng());
    e.handicap = std::min(some(rng, 48), kMostHandicap);
    e.order = static_cast<std::uint32_t>(rng());
  }
  return e;
}

inline ComparatorState random_state(std::mt19937_64& rng, std::uint32_t oldest, Range range,
                                    std::uint32_t region = 0) {
  const bool coarse = range == Range::coarse;
  ComparatorState s;
  s.cylinder = static_cast<std::uint32_t>(coarse ? rng() % 4 : rng() % kDistances);
  s.head = static_cast<std::uint8_t>(rng() % 3);
  s.now = static_cast<hs_angle>(coarse ? (rng() % 4) << 30 : rng());
  const auto instant = [&] { return coarse ? (rng() % 4) << 30 : rng() % (1ULL << 34); };
  s.last_end = rng() % 8 == 0 ? static_cast<std::uint32_t>(rng()) : kLastEnd;
  s.last_write = rng() % 2 == 0;
  for (std::size_t sequential = 0; sequential < 2; ++sequential) {
    s.read[sequential] = {instant(), instant()};
    s.write[sequential] = {instant(), instant()};
    s.data[sequential] = instant();
  }
  s.oldest = oldest;
  if (is_whole(range)) {
    s.cylinder = static_cast<std::uint32_t>(region + rng() % kDistances);
    s.head = static_cast<std::uint8_t>(rng());
    const auto seldom = [&rng](unsigned bits) { return rng() % 4 == 0 ? some(rng, bits) : 0; };
    const unsigned bits = range == Range::longest ? 0 : 37;
    for (std::size_t sequential = 0; sequential < 2; ++sequential) {
      s.read[sequential] = {some(rng, bits), seldom(40)};
      s.write[sequential] = {some(rng, bits), seldom(40)};
      s.data[sequential] = seldom(39);
    }
    s.oldest = static_cast<std::uint32_t>(rng());
  }
  return s;
}

}  // namespace headstack
