// Several SystemC simulations in one process, one after another or in turns.
#pragma once

#include <systemc>

namespace headstack {

// During its life, SystemC has a new simulation context: build modules, run, destroy the modules,
// then destroy this object. A context that outlives others is left and entered again. The
// constructor enters the context; the context must also be entered when it is destroyed. Only one
// thread may be in a context at a time.
//
// These are globals of Accellera's implementation, not of IEEE 1666. This file is the only file
// that uses them. The first context that SystemC makes is never deleted, because its deletion
// crashes at exit.
class SimulationContext {
 public:
  SimulationContext();
  ~SimulationContext();
  SimulationContext(const SimulationContext&) = delete;
  SimulationContext& operator=(const SimulationContext&) = delete;

  // Contexts are left in reverse order of entry.
  void enter();
  void leave();

 private:
  sc_core::sc_simcontext* parked_ = nullptr;
  sc_core::sc_simcontext* own_;
};

// The exception for a report that ended a simulation: std::bad_alloc if memory ran out, ConfigError
// for a report of type kConfigReport, otherwise RunError. Each context reserves memory for this
// report, because SystemC allocates memory for a report, and corrupts the heap if the allocation
// fails.
[[noreturn]] void throw_report(const sc_core::sc_report& report);

// During its life, SystemC is as before the first simulation: another simulation may start or
// continue, in another thread too. The interrupted simulation continues afterwards.
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
