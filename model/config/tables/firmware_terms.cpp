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
  const auto ticks = [&](Picoseconds duration) {
    return clock != nullptr ? clock->duration_ticks(duration)
                            : static_cast<hs_ticks>(duration.count());
  };
  to.time = clock != nullptr ? clock->signed_ticks(from.time) : from.time.count();
  to.within = ticks(from.within);
  to.gaps_within = ticks(from.gaps_within);
  to.beyond = from.beyond;
  to.up_to = from.up_to;
  to.all = from.when;
  to.none = from.when_not;
  to.target = from.of;
  return to;
}

// True: the conditions can hold together.
bool consistent(std::uint32_t conditions, std::uint32_t looked_at, std::uint32_t distance) {
  const auto without = [&](std::uint32_t one, std::uint32_t other) {
    return (conditions & one) != 0 && (looked_at & other) != 0 && (conditions & other) == 0;
  };
  const bool here = (conditions & (HS_IF_SAME_TRACK | HS_IF_SAME_CYLINDER)) != 0;
  const bool elsewhere = (looked_at & HS_IF_SAME_CYLINDER) != 0 && !here;
  return !without(HS_IF_SAME_TRACK, HS_IF_SAME_CYLINDER) &&
         !without(HS_IF_SAME_CYLINDER, HS_IF_SAME_ZONE) &&
         !without(HS_IF_SAME_TRACK, HS_IF_SAME_ZONE) &&
         !without(HS_IF_SEQUENTIAL, HS_IF_FOLLOWING) && (!here || distance == 0) &&
         (!elsewhere || distance != 0) && ((conditions & HS_IF_UPWARDS) == 0 || distance != 0);
}

// Adds a bound that is new. Many terms share bounds, and each further bound multiplies the work for
// all conditions.
template <typename Bound>
void insert_new(std::vector<Bound>& bounds, Bound bound) {
  if (std::find(bounds.begin(), bounds.end(), bound) == bounds.end()) {
    bounds.push_back(bound);
  }
}

// Times between reads at which terms begin or cease to hold.
struct Gaps {
  std::vector<hs_ticks> since{0};
  std::vector<hs_ticks> longest{0};

  void add(const hs_term& term) {
    insert_new(since, term.within);
    insert_new(since, term.gaps_within);
    insert_new(longest, term.gaps_within);
  }

  // Returns all combinations of gaps. Without a stream that continues, the longest gap is the last
  // gap.
  [[nodiscard]] std::vector<hs_gaps> pairs(bool stream) const {
    std::vector<hs_gaps> found;
    for (const hs_ticks last : since) {
      for (const hs_ticks other : longest) {
        if (other <= last || stream) {
          found.push_back({last, std::max(last, other)});
        }
      }
    }
    return found;
  }
};

// Sets the bounds of the target's sum, over all situations that can differ.
void bound(hs_terms& terms, hs_term_target target) {
  std::uint32_t looked_at = 0;
  std::vector<std::uint32_t> distances{0, 1};
  Gaps gaps;
  for (std::uint32_t i = 0; i < terms.count; ++i) {
    const hs_term& term = terms.term[i];
    if (term.target == target) {
      looked_at |= static_cast<std::uint32_t>(term.all) | term.none;
      for (const std::uint32_t distance : {term.beyond + 1, term.up_to, term.up_to + 1}) {
        insert_new(distances, distance);
      }
      gaps.add(term);
    }
  }
  bool first = true;
  for (std::uint32_t conditions = looked_at;; conditions = (conditions - 1) & looked_at) {
    const bool stream = (conditions & HS_IF_STREAMING) != 0 || (looked_at & HS_IF_STREAMING) == 0;
    const std::vector<hs_gaps> passed = gaps.pairs(stream);
    for (const std::uint32_t distance : distances) {
      if (!consistent(conditions, looked_at, distance)) {
        continue;
      }
      for (const hs_gaps& of : passed) {
        const std::int64_t sum = hs_terms_sum(&terms, target, conditions, distance, of);
        terms.least[target] = first ? sum : std::min(terms.least[target], sum);
        terms.most[target] = first ? sum : std::max(terms.most[target], sum);
        first = false;
      }
    }
    if (conditions == 0) {
      return;
    }
  }
}

}  // namespace

hs_terms firmware_terms(const std::vector<TermConfig>& terms, const TickClock* clock) {
  constexpr std::uint32_t kOfPlace = HS_IF_SAME_TRACK | HS_IF_SAME_CYLINDER | HS_IF_SAME_ZONE |
                                     HS_IF_ARM_THERE | HS_IF_UPWARDS | HS_IF_CROSSES_TRACK |
                                     HS_IF_ENDS_TRACK;
  hs_terms to{};
  for (const TermConfig& from : terms) {
    const hs_term term = firmware_term(from, clock);
    const auto conditions = static_cast<std::uint16_t>(term.all | term.none);
    to.looked_at = static_cast<std::uint16_t>(to.looked_at | conditions);
    to.by_place =
        to.by_place || (conditions & kOfPlace) != 0 || term.beyond != 0 || term.up_to != 0;
    const bool streams = (conditions & HS_IF_STREAMING) != 0 || term.gaps_within != 0;
    to.by_stream = to.by_stream || streams;
    to.by_time = to.by_time || streams || term.within != 0;
    to.term[to.count++] = term;
  }
  for (int target = 0; target < HS_TERM_TARGET_COUNT; ++target) {
    bound(to, static_cast<hs_term_target>(target));
  }
  return to;
}

}  // namespace headstack
