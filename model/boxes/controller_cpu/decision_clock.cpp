#include "model/boxes/controller_cpu/decision_clock.h"

namespace headstack {

namespace {

// Counted by scripts/cycles.py.
constexpr std::uint32_t kDecision = 850;
constexpr std::uint32_t kCandidate = 318;
constexpr std::uint32_t kPrediction = 203;
constexpr std::uint32_t kRegisterAccess = 12;  // taken, not counted
constexpr std::uint32_t kInsertion = 610;
constexpr std::uint32_t kRemoval = 153;
constexpr Picoseconds kCycle{50'000};            // 20 MHz
constexpr Picoseconds kComparatorCycle{25'000};  // 40 MHz

}  // namespace

CycleCosts cycle_costs(const DriveConfig& drive) {
  const ControllerConfig& c = drive.conditions.controller;
  return {c.decision.value_or(kDecision),
          c.candidate.value_or(kCandidate),
          c.prediction.value_or(kPrediction),
          c.register_access.value_or(kRegisterAccess),
          c.insertion.value_or(kInsertion),
          c.removal.value_or(kRemoval),
          c.clock.value_or(kCycle),
          drive.conditions.comparator.clock.value_or(kComparatorCycle),
          c.search == ControllerSearch::plain};
}

hs_ticks DecisionClock::cycles(std::uint64_t count) const {
  return clock_.duration_ticks(costs_.cycle * static_cast<std::int64_t>(count));
}

hs_ticks DecisionClock::time_of(const DecisionWork& work) const {
  const bool plain = costs_.plain && work.comparator_clocks == 0;
  const std::uint64_t looked =
      plain ? work.waiting * costs_.prediction : work.examined * costs_.candidate;
  return cycles(costs_.decision + costs_.removal + looked +
                work.register_accesses * costs_.register_access) +
         clock_.duration_ticks(costs_.comparator_clock *
                               static_cast<std::int64_t>(work.comparator_clocks));
}

hs_ticks DecisionClock::decide(hs_ticks now, const DecisionWork& work) {
  const hs_ticks time = time_of(work);
  const hs_ticks end = (begun_ ? begin_ : now) + time;
  const hs_ticks late = (end > now ? end - now : 0) + cycles(work.arrivals * costs_.insertion);
  times_.decisions++;
  times_.hidden += end <= now ? 1 : 0;
  times_.ticks += time;
  times_.late += late;
  ordered_ = false;
  begun_ = false;
  busy_until_ = now + late;
  return late;
}

}  // namespace headstack
