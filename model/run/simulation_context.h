// One SystemC simulation after another in one process, or several in turns.
#pragma once

#include <systemc>

namespace headstack {

// While it lives, SystemC has a fresh simulation context: build modules, run, destroy the modules,
// then let it go. One that stays while others come and go is left and entered again; it is entered
// when it is made, and must be when it is destroyed. One thread at a time may be in any of them.
//
// These are globals of Accellera's implementation, not of IEEE 1666, and this is the only file that
// touches them. The first context that SystemC makes is kept for ever (deleting it crashes at
// exit).
class SimulationContext {
 public:
  SimulationContext();
  ~SimulationContext();
  SimulationContext(const SimulationContext&) = delete;
  SimulationContext& operator=(const SimulationContext&) = delete;

  // Entered ones are left in reverse order.
  void enter();
  void leave();

 private:
  sc_core::sc_simcontext* parked_ = nullptr;
  sc_core::sc_simcontext* own_;
};

// What a report that ended a simulation is thrown on as: std::bad_alloc if memory ran out,
// ConfigError for one of the type kConfigReport, else RunError. There is a reserve, made with each
// context, that lets SystemC report that: it allocates to do so, and leaves the heap corrupt if it
// cannot.
[[noreturn]] void throw_report(const sc_core::sc_report& report);

// While it lives, SystemC is as it was before the first simulation: another may start or continue,
// in another thread too. The one that was under way continues afterwards.
class OutsideContext {
 public:
  OutsideContext();
  ~OutsideContext();
  OutsideContext(const OutsideContext&) = delete;
  OutsideContext& operator=(const OutsideContext&) = delete;

 private:
  sc_core::sc_simcontext* inside_;
};

}  // namespace headstack
