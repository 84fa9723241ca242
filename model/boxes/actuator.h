// Actuator: the arm with its heads. The box computes the times of seeks, head switches and
// settling.
#pragma once

#include <systemc>

#include "model/base/random.h"
#include "model/base/wires.h"

extern "C" {
#include <disk/mechanics.h>
}

namespace headstack {

class Actuator : public sc_core::sc_module, public Arm {
 public:
  // `mechanics` must outlive the actuator. With `spread` ticks above 0, every movement at the start
  // of a command gets a random time, positive or negative, from a logistic distribution of this
  // scale. Real drives vary in the same way (docs/use/validation.md).
  Actuator(sc_core::sc_module_name name, const hs_mechanics& mechanics, hs_ticks spread,
           std::uint64_t seed);

  hs_ticks positioning(hs_track from, hs_track to, bool write) override {
    const hs_ticks exact = hs_positioning(&mechanics_, from, to, write);
    return spread_ == 0 || exact == 0 ? exact : varied(exact);
  }
  hs_ticks crossing(hs_track from, hs_track to, bool write) override {
    return hs_crossing(&mechanics_, from, to, write);
  }

 private:
  hs_ticks varied(hs_ticks exact);

  const hs_mechanics& mechanics_;
  hs_ticks spread_;
  Random random_;
};

}  // namespace headstack
