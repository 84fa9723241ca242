#include "model/boxes/spindle/spindle.h"

#include <algorithm>
#include <utility>

namespace headstack {

Spindle::Spindle(sc_core::sc_module_name name, TickClock clock, hs_ticks spin_up,
                 SpeedWander wander)
    : RegisterBlock(name, HS_PAGE_SPINDLE),
      clock_(clock),
      spin_up_(spin_up),
      wander_(std::move(wander)),
      stamp_(Agenda::current().now()) {}

// Returns a tick of the present picosecond: the tick that a box waited for, otherwise the last
// tick. Work that continues at the awaited tick, for example at the next sector, is therefore not
// missed.
hs_ticks Spindle::waited_for() const {
  const std::uint64_t time = stamp_.value();
  hs_ticks tick = 0;
  for (const Awaited& awaited : awaited_) {
    tick = awaited.time == time ? std::max(tick, awaited.tick) : tick;
  }
  tick = tick == 0 ? at_stamp() : tick;
  if (latest_.time == time) {
    tick = std::max(tick, latest_.tick);  // the time never decreases
  }
  latest_ = {time, tick};
  return tick;
}

void Spindle::remember(const Awaited& awaited) const {
  const std::uint64_t now = stamp_.value();
  if (awaited.time < now) {
    return;
  }
  if (awaited_.size() == kMostAwaited) {
    const auto over = [now](const Awaited& a) { return a.time < now; };
    awaited_.erase(std::remove_if(awaited_.begin(), awaited_.end(), over), awaited_.end());
  }
  if (awaited_.size() == kMostAwaited) {
    awaited_.erase(awaited_.begin());
  }
  awaited_.push_back(awaited);
}

sc_core::sc_time Spindle::wait_until(std::uint64_t then) const {
  const std::uint64_t now = stamp_.value();
  return sim_time(then > now ? then - now : 0);
}

sc_core::sc_time Spindle::until(hs_ticks tick) const {
  if (wander_.on() || clock_.shares_picoseconds()) {
    return until_special(tick);
  }
  return wait_until(static_cast<std::uint64_t>(clock_.ps(tick).count()));
}

// The same for a speed that wanders, or ticks that share picoseconds.
sc_core::sc_time Spindle::until_special(hs_ticks tick) const {
  const hs_ticks nominal = wander_.on() ? wander_.nominal(tick) : tick;
  const auto then = static_cast<std::uint64_t>(clock_.ps(nominal).count());
  if (clock_.shares_picoseconds()) {
    remember({then, nominal});
  }
  return wait_until(then);
}

hs_ticks Spindle::at(std::int64_t time) const {
  const hs_ticks nominal = clock_.ticks(Picoseconds(time));
  return wander_.on() ? wander_.turned(nominal) : nominal;
}

std::int64_t Spindle::when(hs_ticks tick) const {
  return clock_.ps(wander_.on() ? wander_.nominal(tick) : tick).count();
}

// Switches the motor. False, a bus error: the value is neither on nor off.
bool Spindle::switch_motor(std::uint64_t value) {
  if (value > 1) {
    return false;
  }
  if (value == 1 && !motor_) {
    full_speed_at_ = now() + spin_up_;
  }
  motor_ = value == 1;
  return true;
}

}  // namespace headstack
