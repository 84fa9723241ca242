#include "model/spindle.h"

#include <utility>

namespace headstack {

Spindle::Spindle(sc_core::sc_module_name name, TickClock clock, hs_ticks spin_up,
                 SpeedWander wander)
    : RegisterBlock(name),
      clock_(clock),
      spin_up_(spin_up),
      wander_(std::move(wander)),
      stamp_(sc_core::sc_get_curr_simcontext()->time_stamp()) {}

sc_core::sc_time Spindle::until(hs_ticks tick) const {
  const auto then =
      static_cast<sc_dt::uint64>(clock_.ps(wander_.on() ? wander_.nominal(tick) : tick).count());
  const sc_dt::uint64 now = stamp_.value();
  return sc_core::sc_time::from_value(then > now ? then - now : 0);
}

hs_ticks Spindle::at(std::int64_t time) const {
  const hs_ticks nominal = clock_.ticks(Picoseconds(time));
  return wander_.on() ? wander_.turned(nominal) : nominal;
}

std::int64_t Spindle::when(hs_ticks tick) const {
  return clock_.ps(wander_.on() ? wander_.nominal(tick) : tick).count();
}

bool Spindle::read_register(std::uint32_t address, std::uint64_t& value) {
  if (address != HS_SPINDLE_NOW) {
    return false;
  }
  value = now();
  return true;
}

bool Spindle::write_register(std::uint32_t address, std::uint64_t value) {
  if (address != HS_SPINDLE_MOTOR || value > 1) {
    return false;
  }
  if (value == 1 && !motor_) {
    full_speed_at_ = now() + spin_up_;
  }
  motor_ = value == 1;
  return true;
}

}  // namespace headstack
