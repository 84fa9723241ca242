#include "model/config/tables/firmware_terms.h"

#include <algorithm>
#include <cstdint>

extern "C" {
#include <disk/situation.h>
}

namespace headstack {
namespace {

hs_term firmware_term(const TermConfig& from, const TickClock* clock) {
  hs_term to{};
  to.time = clock != nullptr ? clock->signed_ticks(from.time) : from.time.count();
  to.within = clock != nullptr ? clock->duration_ticks(from.within)
                               : static_cast<hs_ticks>(from.within.count());
  to.beyond = from.beyond;
  to.up_to = from.up_to;
  to.all = from.when;
  to.none = from.when_not;
  to.target = from.of;
  return to;
}

// Can the conditions hold together, among those that are looked at?
bool consistent(std::uint32_t conditions, std::uint32_t looked_at, std::uint32_t distance) {
  const auto without = [&](std::uint32_t one, std::uint32_t other) {
    return (conditions & one) != 0 && (looked_at & other) != 0 && (conditions & other) == 0;
  };
  const bool here = (conditions & (HS_IF_SAME_TRACK | HS_IF_SAME_CYLINDER)) != 0;
  const bool elsewhere = (looked_at & HS_IF_SAME_CYLINDER) != 0 && !here;
  return !without(HS_IF_SAME_TRACK, HS_IF_SAME_CYLINDER) &&
         !without(HS_IF_SEQUENTIAL, HS_IF_FOLLOWING) && (!here || distance == 0) &&
         (!elsewhere || distance != 0) && ((conditions & HS_IF_UPWARDS) == 0 || distance != 0);
}

// Sets the bounds of the target's sum: over all situations that make a difference.
void bound(hs_terms& terms, hs_term_target target) {
  std::uint32_t looked_at = 0;
  std::vector<std::uint32_t> distances{0, 1};
  std::vector<hs_ticks> since{0};
  for (std::uint32_t i = 0; i < terms.count; ++i) {
    const hs_term& term = terms.term[i];
    if (term.target == target) {
      looked_at |= static_cast<std::uint32_t>(term.all) | term.none;
      distances.insert(distances.end(), {term.beyond + 1, term.up_to, term.up_to + 1});
      since.push_back(term.within);
    }
  }
  bool first = true;
  for (std::uint32_t conditions = looked_at;; conditions = (conditions - 1) & looked_at) {
    for (const std::uint32_t distance : distances) {
      for (const hs_ticks passed : since) {
        if (consistent(conditions, looked_at, distance)) {
          const std::int64_t sum = hs_terms_sum(&terms, target, conditions, distance, passed);
          terms.least[target] = first ? sum : std::min(terms.least[target], sum);
          terms.most[target] = first ? sum : std::max(terms.most[target], sum);
          first = false;
        }
      }
    }
    if (conditions == 0) {
      return;
    }
  }
}

}  // namespace

hs_terms firmware_terms(const std::vector<TermConfig>& terms, const TickClock* clock) {
  constexpr std::uint32_t kOfPlace =
      HS_IF_SAME_TRACK | HS_IF_SAME_CYLINDER | HS_IF_UPWARDS | HS_IF_CROSSES_TRACK;
  hs_terms to{};
  for (const TermConfig& from : terms) {
    const hs_term term = firmware_term(from, clock);
    const auto conditions = static_cast<std::uint16_t>(term.all | term.none);
    to.looked_at = static_cast<std::uint16_t>(to.looked_at | conditions);
    to.by_place =
        to.by_place || (conditions & kOfPlace) != 0 || term.beyond != 0 || term.up_to != 0;
    to.by_time = to.by_time || term.within != 0;
    to.term[to.count++] = term;
  }
  for (int target = 0; target < HS_TERM_TARGET_COUNT; ++target) {
    bound(to, static_cast<hs_term_target>(target));
  }
  return to;
}

}  // namespace headstack
