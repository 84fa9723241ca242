// The drive and the scheduler of a random attack.
#pragma once

#include <cstdint>

#include "model/base/random.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {

// The facts that commands carry beside their blocks.
enum class Carried : std::uint8_t {
  nothing,
  facts,   // deadlines and classes, for a scheduler that uses them
  limits,  // numbers of duration limits, which MODE SELECT changes meanwhile
  pages    // as `facts`, while MODE SELECT changes and saves mode pages (mode_traffic.h)
};

// The parts of an attack that are not drawn.
struct AttackSetting {
  // Clock of the processor that runs the firmware's image, such as "5 MHz". Null: the firmware runs
  // on this machine.
  const char* clock = nullptr;
  Carried carried = Carried::nothing;
  std::uint32_t physical_sector = 1;  // blocks; above 1, most drives have a write cache
};

// Draws drive, scheduler and number of initiators.
RigOptions attack_options(Random& random, const AttackSetting& setting);

}  // namespace headstack
