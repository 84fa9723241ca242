// Several SystemC simulations in one process, one after another or alternately.
#pragma once

#include <memory>

#include <systemc>

#include "model/base/agenda.h"

namespace headstack {

// A new simulation context of SystemC. Build the modules, run, destroy the modules, then destroy
// this object. A context that outlives others must be left and entered again. The constructor
// enters the context. The context must also be entered when it is destroyed. Only one thread may be
// in a context at a time.
//
// Contexts are globals of Accellera's implementation, not of IEEE 1666. Only this class uses these
// globals. The first context that SystemC makes is never deleted, because its deletion crashes at
// exit.
class SimulationContext {
 public:
  // Makes a context with an agenda of this pace.
  explicit SimulationContext(Agenda::Pace pace = Agenda::Pace::kernel);
  ~SimulationContext();
  SimulationContext(const SimulationContext&) = delete;
  SimulationContext& operator=(const SimulationContext&) = delete;

  // Enters the context. Contexts must be left in reverse order of entry.
  void enter();
  void leave();

 private:
  sc_core::sc_simcontext* parked_ = nullptr;
  sc_core::sc_simcontext* own_;
  std::unique_ptr<Agenda> agenda_;
};

// Throws the exception for a report that ended a simulation: std::bad_alloc if memory ran out,
// ConfigError for a report of type kConfigReport, otherwise RunError. SystemC allocates memory for
// a report, and corrupts the heap if the allocation fails. Each context therefore reserves memory
// for this report.
[[noreturn]] void throw_report(const sc_core::sc_report& report);

// Puts SystemC into the state before the first simulation, during the object's life. Another
// simulation may then start or continue, in another thread too. The interrupted simulation
// continues afterwards.
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
