// Conversion of a number of picoseconds to SystemC's time, for every event.
#pragma once

#include <cstdint>
#include <cstring>

#include <systemc>

namespace headstack {

// sc_time::from_value(ps) without its look-up of the simulation context, which is a call into the
// kernel's library. A time is only its number.
inline sc_core::sc_time sim_time(std::uint64_t ps) {
  static_assert(sizeof(sc_core::sc_time) == sizeof ps);
  sc_core::sc_time time;
  std::memcpy(static_cast<void*>(&time), &ps, sizeof ps);
  return time;
}

}  // namespace headstack
