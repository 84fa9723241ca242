// Words that the tests of the comparator's registers write and expect.
#pragma once

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
constexpr std::uint64_t kValid = HS_COMPARATOR__ENTRY__VALID_bm;
constexpr std::uint64_t kReplace = HS_COMPARATOR__ENTRY__REPLACE_bm;

// Writes an entry with `write(offset, word)`. The entry replaces an existing entry.
template <class Write>
void write_entry(std::uint64_t tag, const ComparatorEntry& e, Write write) {
  write(AT(place), std::uint64_t{e.span} << HS_COMPARATOR__PLACE__SPAN_bp | e.angle);
  write(AT(claim), std::uint64_t{e.lead} << HS_COMPARATOR__CLAIM__LEAD_bp | e.order);
  write(AT(handicap), e.handicap);
  write(AT(entry), tag | std::uint64_t{e.cylinder} << HS_COMPARATOR__ENTRY__CYLINDER_bp |
                       std::uint64_t{e.head} << HS_COMPARATOR__ENTRY__HEAD_bp |
                       (e.valid ? kValid : 0) | kReplace |
                       (e.write ? HS_COMPARATOR__ENTRY__WRITE_bm : 0) |
                       (e.cached ? HS_COMPARATOR__ENTRY__CACHED_bm : 0));
}

}  // namespace headstack
