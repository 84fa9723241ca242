// One SystemC simulation after another in one process.
#pragma once

#include <systemc>

namespace headstack {

// While it lives, SystemC has a fresh simulation context: build modules, run, destroy the modules,
// then let it go. Contexts do not nest, and belong to one thread.
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

 private:
  sc_core::sc_simcontext* parked_;
  sc_core::sc_simcontext* own_;
};

}  // namespace headstack
