// Reference of the comparator, which computes the correct result with the drive's own arithmetic.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

extern "C" {
#include <disk/mechanics.h>
}

namespace headstack {

struct ComparatorEntry {
  bool valid = false;
  bool write = false;
  bool cached = false;
  std::uint32_t cylinder = 0;
  std::uint8_t head = 0;
  std::uint32_t lbn = 0;
  hs_angle angle = 0;
  hs_angle span = 0;
  std::uint32_t lead = 0;
  std::uint32_t order = 0;
  std::uint64_t handicap = 0;
};

struct ComparatorDeparture {
  hs_ticks start = 0;
  hs_ticks ready = 0;
};

// In each array, index 1 is for sequential requests and index 0 for all others.
struct ComparatorState {
  std::uint32_t cylinder = 0;
  std::uint8_t head = 0;
  hs_angle now = 0;
  std::uint32_t last_end = 0;
  bool last_write = false;
  std::array<ComparatorDeparture, 2> read;
  std::array<ComparatorDeparture, 2> write;
  std::array<hs_ticks, 2> data{};
  std::uint32_t oldest = 0;
};

struct ComparatorResult {
  bool found = false;
  std::uint32_t tag = 0;
  std::uint64_t key = 0;
};

inline bool operator==(const ComparatorResult& a, const ComparatorResult& b) {
  return a.found == b.found && (!a.found || (a.tag == b.tag && a.key == b.key));
}

// True: the entry begins where the last request ended, and both are of the same kind.
inline bool reference_sequential(const ComparatorEntry& e, const ComparatorState& state) {
  return e.lbn == state.last_end && e.write == state.last_write;
}

// Returns the departure of an entry.
inline ComparatorDeparture& departure_of(const ComparatorEntry& e, ComparatorState& state) {
  return (e.write ? state.write : state.read)[reference_sequential(e, state) ? 1 : 0];
}
inline hs_ticks& data_of(const ComparatorEntry& e, ComparatorState& state) {
  return state.data[reference_sequential(e, state) ? 1 : 0];
}

// Returns the time from now until the transfer may begin, without the wait for the platter's angle.
inline hs_ticks reference_eligible(const ComparatorEntry& e, const hs_mechanics& mechanics,
                                   ComparatorState state) {
  const hs_track from = {{state.cylinder}, {state.head}};
  const hs_track to = {{e.cylinder}, {e.head}};
  const ComparatorDeparture& departure = departure_of(e, state);
  hs_ticks eligible = departure.start + hs_positioning(&mechanics, from, to, e.write);
  if (eligible < departure.ready) {
    eligible = departure.ready;
  }
  const hs_ticks data = data_of(e, state) + e.lead;
  if (e.write && eligible < data) {
    eligible = data;
  }
  return eligible;
}

// Returns the key: the time from now to the entry's first sector, plus the entry's handicap.
inline std::uint64_t reference_key(const ComparatorEntry& e, const hs_mechanics& mechanics,
                                   const ComparatorState& state) {
  const hs_ticks eligible = reference_eligible(e, mechanics, state);
  hs_ticks wait = hs_rotation_wait(state.now + eligible, e.angle);
  if (wait != 0 && HS_TICKS_PER_REVOLUTION - wait <= e.span) {
    wait = 0;  // the head arrives in the middle of the span
  }
  return (e.cached ? 0 : eligible + wait) + e.handicap;
}

// Returns the correct result of a scan of `entries`. Of equal keys and orders, the first tag wins.
inline ComparatorResult reference_scan(const std::vector<ComparatorEntry>& entries,
                                       const hs_mechanics& mechanics,
                                       const ComparatorState& state) {
  ComparatorResult best;
  std::uint32_t best_order = 0;
  for (std::uint32_t tag = 0; tag < entries.size(); ++tag) {
    const ComparatorEntry& e = entries[tag];
    if (!e.valid) {
      continue;
    }
    const std::uint64_t key = reference_key(e, mechanics, state);
    const std::uint32_t order = e.order - state.oldest;
    if (!best.found || key < best.key || (key == best.key && order < best_order)) {
      best = {true, tag, key};
      best_order = order;
    }
  }
  return best;
}

}  // namespace headstack
