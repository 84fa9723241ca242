// Actuator: the arm with its heads; what a seek, a head switch and settling take.
#pragma once

#include <systemc>

#include "model/wires.h"

extern "C" {
#include <headstack/mechanics.h>
}

namespace headstack {

class Actuator : public sc_core::sc_module, public Arm {
 public:
  // `mechanics` must outlive the actuator.
  Actuator(sc_core::sc_module_name name, const hs_mechanics& mechanics)
      : sc_module(name), mechanics_(mechanics) {}

  hs_ticks positioning(hs_track from, hs_track to, bool write) const override {
    return hs_positioning(&mechanics_, from, to, write);
  }
  hs_ticks crossing(hs_track from, hs_track to, bool write) const override {
    return hs_crossing(&mechanics_, from, to, write);
  }

 private:
  const hs_mechanics& mechanics_;
};

}  // namespace headstack
