// Words that the tests of the comparator's registers write and expect.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tb/rtl/comparator_reference.h"

extern "C" {
#include <hal/comparator_registers.h>
}

namespace headstack {

#define AT(name) offsetof(hs_comparator_t, name)

constexpr std::uint64_t kBusy = HS_COMPARATOR__STATUS__BUSY_bm;
constexpr std::uint64_t kFull = HS_COMPARATOR__STATUS__FULL_bm;
constexpr std::uint64_t kOverrun = HS_COMPARATOR__STATUS__OVERRUN_bm;
constexpr std::uint64_t kBeyond = HS_COMPARATOR__STATUS__BEYOND_bm;
constexpr std::uint64_t kEarly = HS_COMPARATOR__STATUS__EARLY_bm;
constexpr std::uint64_t kAbsent = HS_COMPARATOR__STATUS__ABSENT_bm;
constexpr std::uint64_t kFound = HS_COMPARATOR__RESULT__FOUND_bm;
constexpr std::uint64_t kBound = HS_COMPARATOR__RESULT__BOUND_bm;
constexpr std::uint64_t kChanged = HS_COMPARATOR__RESULT__CHANGED_bm;
constexpr std::uint64_t kEveryone = HS_COMPARATOR__LEAVE__EVERYONE_bm;

// Writes the entry of a task with `write(offset, word)`.
template <class Write>
void write_entry(std::uint64_t number, const ComparatorEntry& e, Write write, bool bound = false) {
  write(AT(place), std::uint64_t{e.span} << HS_COMPARATOR__PLACE__SPAN_bp | e.angle);
  write(AT(claim), std::uint64_t{e.lead} << HS_COMPARATOR__CLAIM__LEAD_bp | e.order);
  write(AT(handicap), e.handicap | number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp);
  write(AT(entry), std::uint64_t{e.lbn} |
                       std::uint64_t{e.cylinder} << HS_COMPARATOR__ENTRY__CYLINDER_bp |
                       std::uint64_t{e.head} << HS_COMPARATOR__ENTRY__HEAD_bp |
                       (e.write ? HS_COMPARATOR__ENTRY__WRITE_bm : 0) |
                       (e.cached ? HS_COMPARATOR__ENTRY__CACHED_bm : 0) |
                       (bound ? HS_COMPARATOR__ENTRY__BOUND_bm : 0));
}

// Writes the prospects of a situation: the departures of `s`.
template <class Write>
void write_prospects(std::uint64_t situation, const ComparatorState& s, Write write) {
  for (std::uint64_t kind = 0; kind < 4; ++kind) {
    const bool writes = kind / 2 != 0;
    const ComparatorDeparture& departure = (writes ? s.write : s.read)[kind % 2];
    const std::uint64_t of = situation << HS_COMPARATOR__PROSPECT__SITUATION_bp |
                             kind << HS_COMPARATOR__PROSPECT__SEQUENTIAL_bp;
    const std::uint64_t next = std::uint64_t{1} << HS_COMPARATOR__PROSPECT__INSTANT_bp;
    write(AT(prospect), of | departure.start);
    write(AT(prospect), of | next | departure.ready);
    write(AT(prospect), of | 2 * next | (writes ? s.data[kind % 2] : departure.start));
  }
}

// Starts a scan. Precondition: the prospects of the situation have been written.
template <class Write>
void write_start(std::uint64_t situation, hs_ticks free, const ComparatorState& s, Write write) {
  write(AT(heads), std::uint64_t{s.last_end} |
                       std::uint64_t{s.cylinder} << HS_COMPARATOR__HEADS__CYLINDER_bp |
                       std::uint64_t{s.head} << HS_COMPARATOR__HEADS__HEAD_bp);
  write(AT(free), free);
  write(AT(start), std::uint64_t{s.now} | situation << HS_COMPARATOR__START__SITUATION_bp);
}

// Returns the state that the scan of write_start uses. The prospects of the situation come from
// `loaded`, and all other values from `s`.
inline ComparatorState scanned_state(const ComparatorState& loaded, std::uint64_t situation,
                                     hs_ticks free, std::uint32_t last_order, ComparatorState s) {
  s.read = loaded.read;
  s.write = loaded.write;
  s.data = loaded.data;
  for (std::size_t sequential = 0; sequential < 2; ++sequential) {
    s.read[sequential].start = std::max(s.read[sequential].start, free);
    s.write[sequential].start = std::max(s.write[sequential].start, free);
  }
  s.last_write = situation / 4 != 0;
  s.oldest = last_order ^ 0x8000'0000U;
  return s;
}

}  // namespace headstack
