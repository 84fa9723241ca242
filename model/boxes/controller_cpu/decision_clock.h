// What a decision of the firmware costs in `executed` timing.
//
// A decision begins when the firmware has given the port its last order for the task before, its
// data and status, if another task waits then; else when one does, or when the drive is at rest.
// What is left of it when that task is over holds up the next one. Tasks that come together with
// the end of one are entered after the decision, which cannot hide that.
#pragma once

#include <cstdint>

#include "model/config/drive_config.h"
#include "model/config/tick_clock.h"

extern "C" {
#include <disk/types.h>
}

namespace headstack {

// Cycles of the processor, and the time of one; and of the comparator's clock.
struct CycleCosts {
  std::uint64_t decision;
  std::uint64_t candidate;
  std::uint64_t prediction;
  std::uint64_t register_access;
  std::uint64_t insertion;
  std::uint64_t removal;
  Picoseconds cycle;
  Picoseconds comparator_clock;
  bool plain;  // all that wait are predicted, unless the comparator decides
};

// What the drive file says, or leaves to be the usual.
CycleCosts cycle_costs(const DriveConfig& drive);

// What one decision took.
struct DecisionWork {
  std::uint64_t waiting = 0;            // tasks, before the pick
  std::uint64_t examined = 0;           // of them
  std::uint64_t register_accesses = 0;  // in the pick
  std::uint64_t comparator_clocks = 0;
  std::uint64_t arrivals = 0;  // together with the end of the task before
};

struct DecisionTimes {
  std::uint64_t decisions = 0;
  std::uint64_t hidden = 0;  // those that were made when the task before was over
  std::uint64_t ticks = 0;   // in all; without the arrivals
  std::uint64_t late = 0;    // by which tasks were held up, in all
};

class DecisionClock {
 public:
  DecisionClock(const CycleCosts& costs, const TickClock& clock) : costs_(costs), clock_(clock) {}

  // The last order for a task has been given.
  void ordered() {
    ordered_ = true;
    begun_ = false;
  }
  // The power has failed.
  void stop() {
    ordered_ = false;
    begun_ = false;
    busy_until_ = 0;
  }
  // So many tasks wait now.
  void look(hs_ticks now, std::uint64_t waiting) {
    if (ordered_ && !begun_ && waiting != 0) {
      begun_ = true;
      begin_ = now > busy_until_ ? now : busy_until_;
    }
  }
  // The task before is over, and the choice is made. Returns by how much it comes late.
  hs_ticks decide(hs_ticks now, const DecisionWork& work);

  hs_ticks time_of(const DecisionWork& work) const;
  const DecisionTimes& times() const { return times_; }

 private:
  hs_ticks cycles(std::uint64_t count) const;

  CycleCosts costs_;
  const TickClock& clock_;
  DecisionTimes times_;
  bool ordered_ = false;
  bool begun_ = false;
  hs_ticks begin_ = 0;       // if begun
  hs_ticks busy_until_ = 0;  // with the decision before
};

}  // namespace headstack
