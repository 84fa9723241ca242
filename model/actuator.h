// Actuator: the arm with its heads; what a seek, a head switch and settling take.
#pragma once

#include "model/register_block.h"
#include "model/wires.h"

extern "C" {
#include <headstack/mechanics.h>
}

namespace headstack {

class Actuator : public RegisterBlock, public Arm {
 public:
  // `mechanics` must outlive the actuator. The arm starts over cylinder 0, head 0.
  Actuator(sc_core::sc_module_name name, const hs_mechanics& mechanics);

  hs_ticks positioning(hs_track from, hs_track to, bool write) const override {
    return hs_positioning(&mechanics_, from, to, write);
  }
  hs_track track() const override { return track_; }
  void moved_to(hs_track track) override { track_ = track; }

 private:
  bool read_register(std::uint32_t address, std::uint64_t& value) override;
  bool write_register(std::uint32_t address, std::uint64_t value) override;

  const hs_mechanics& mechanics_;
  hs_track track_{};
};

}  // namespace headstack
