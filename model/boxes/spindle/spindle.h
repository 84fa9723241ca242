// Spindle: the platter turns, and its angle is a function of time. No clock runs.
#pragma once

#include <vector>

#include "model/base/agenda.h"
#include "model/base/register_block.h"
#include "model/base/sim_time.h"
#include "model/base/wires.h"
#include "model/boxes/spindle/speed_wander.h"
#include "model/config/tick_clock.h"

namespace headstack {

class Spindle final : public RegisterBlock, public TimeBase {
 public:
  // `spin_up`: from motor on to full speed. Before the first access the motor is on and up to
  // speed.
  Spindle(sc_core::sc_module_name name, TickClock clock, hs_ticks spin_up, SpeedWander wander);

  hs_ticks now() const override {
    const hs_ticks nominal = clock_.shares_picoseconds() ? waited_for() : at_stamp();
    return wander_.on() ? wander_.turned(nominal) : nominal;
  }
  sc_core::sc_time until(hs_ticks tick) const override;
  bool passed(hs_ticks tick) const override {
    return tick < now() && when(tick) < static_cast<std::int64_t>(stamp_.value());
  }
  bool up_to_speed() const override {
    return motor_ && (full_speed_at_ == 0 || now() >= full_speed_at_);
  }
  // Converts between times (ps) and ticks, in past and future, for observers.
  hs_ticks at(std::int64_t time) const;
  std::int64_t when(hs_ticks tick) const;
  const TickClock& clock() const { return clock_; }

  [[gnu::always_inline]] bool read(std::uint32_t address, std::uint64_t& value) override {
    switch (static_cast<SpindleRead>(address)) {
      case SpindleRead::now:
        value = now();
        return true;
    }
    return false;
  }
  [[gnu::always_inline]] bool write(std::uint32_t address, std::uint64_t value) override {
    switch (static_cast<SpindleWrite>(address)) {
      case SpindleWrite::motor:
        return switch_motor(value);
    }
    return false;
  }

 private:
  // A tick that a box waits for, and its picosecond.
  struct Awaited {
    std::uint64_t time;
    hs_ticks tick;
  };
  static constexpr std::size_t kMostAwaited = 32;

  hs_ticks at_stamp() const {
    return clock_.ticks(Picoseconds(static_cast<std::int64_t>(stamp_.value())));
  }
  hs_ticks waited_for() const;
  void remember(const Awaited& awaited) const;
  sc_core::sc_time wait_until(std::uint64_t then) const;
  [[gnu::noinline]] sc_core::sc_time until_special(hs_ticks tick) const;

  bool switch_motor(std::uint64_t value);

  TickClock clock_;
  hs_ticks spin_up_;
  hs_ticks full_speed_at_ = 0;
  bool motor_ = true;
  mutable SpeedWander wander_;     // draws numbers as time passes
  const sc_core::sc_time& stamp_;  // the simulation's time; read at every step
  // Only if ticks share picoseconds:
  mutable std::vector<Awaited> awaited_;  // awaited ticks in the future, at most kMostAwaited
  mutable Awaited latest_{};              // the last awaited tick that now() has returned
};

}  // namespace headstack
