#include "model/actuator.h"

namespace headstack {

Actuator::Actuator(sc_core::sc_module_name name, const hs_mechanics& mechanics)
    : RegisterBlock(name), mechanics_(mechanics) {}

bool Actuator::read_register(std::uint32_t address, std::uint64_t& value) {
  if (address != HS_ACTUATOR_TRACK) {
    return false;
  }
  value = HS_TRACK(track_.cylinder.value, track_.head.value);
  return true;
}

bool Actuator::write_register(std::uint32_t /*address*/, std::uint64_t /*value*/) { return false; }

}  // namespace headstack
