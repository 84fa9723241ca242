// An entry and a state at the edges of the comparator's choices.
#pragma once

#include <cstdint>
#include <random>

#include "tb/rtl/random_drive.h"

namespace headstack {

struct Edge {
  ComparatorEntry entry;
  ComparatorState state;
};

// Draws an edge case, in which most values that a key's pipeline compares are equal or one tick
// apart. Examples are heads that differ in one bit, and a seek and the head switch. Others are a
// movement and a settling time that shortens it, and the arm's arrival and the instant of a
// request. The last pair is the angle of the platter and the end of the span. The function changes
// the movements other than seeks in `mechanics`, which is of Range::whole.
inline Edge at_the_edges(std::mt19937_64& rng, hs_mechanics& mechanics, std::uint32_t region) {
  constexpr unsigned kStartBits = 38;
  const auto beside = [&rng](hs_ticks value) {
    constexpr hs_ticks kMost = (hs_ticks{1} << 40) - 1;  // that a time can be
    const std::uint64_t step = rng() % 4;
    return step == 0 && value < kMost ? value + 1 : step == 1 && value > 0 ? value - 1 : value;
  };
  const auto often = [&rng] { return rng() % 4 != 0; };
  ComparatorEntry e = random_entry(rng, 0, Range::whole, region);
  ComparatorState s = random_state(rng, 0, Range::whole, region);
  e.valid = true;
  e.cached = rng() % 64 == 0;
  for (std::size_t sequential = 0; sequential < 2; ++sequential) {
    s.read[sequential].start = some(rng, kStartBits);
    s.write[sequential].start = some(rng, kStartBits);
  }
  if (rng() % 8 == 0) {
    e.cylinder = s.cylinder;
  }
  if (often()) {
    e.head = static_cast<std::uint8_t>(s.head ^ (1U << rng() % 8));
  }
  const hs_track from = {{s.cylinder}, {s.head}};
  mechanics.read_settle = mechanics.write_settle = 0;
  if (often()) {
    mechanics.head_switch =
        beside(hs_positioning(&mechanics, from, {{e.cylinder}, from.head}, false));
  }
  const hs_ticks move = hs_positioning(&mechanics, from, {{e.cylinder}, {e.head}}, e.write);
  const auto settle = [&] {
    return rng() % 2 == 0
               ? -static_cast<std::int64_t>(beside(move))
               : static_cast<std::int64_t>(some(rng, kStartBits)) - static_cast<std::int64_t>(move);
  };
  mechanics.read_settle = settle();
  mechanics.write_settle = settle();
  const hs_ticks over = departure_of(e, s).start +
                        hs_positioning(&mechanics, from, {{e.cylinder}, {e.head}}, e.write);
  if (often()) {
    departure_of(e, s).ready = beside(over);
  }
  const hs_ticks ready = departure_of(e, s).ready;
  if (often() && ready > e.lead) {
    data_of(e, s) = beside(ready) - e.lead;
  }
  const std::uint64_t eligible = reference_eligible(e, mechanics, s);
  if (often()) {
    e.span = static_cast<hs_angle>(rng());
  }
  if (often()) {
    e.angle = static_cast<hs_angle>(s.now + beside(eligible) - e.span);
  }
  return {e, s};
}

}  // namespace headstack
