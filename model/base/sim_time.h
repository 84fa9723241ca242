// Conversion of picoseconds to SystemC's time. Every event uses this conversion.
#pragma once

#include <cstdint>
#include <cstring>

#include <systemc>

namespace headstack {

// Returns the time that sc_time::from_value(ps) returns. sc_time::from_value calls the kernel's
// library to look up the simulation context. This function does not need the context, because an
// sc_time is only its number.
inline sc_core::sc_time sim_time(std::uint64_t ps) {
  static_assert(sizeof(sc_core::sc_time) == sizeof ps);
  sc_core::sc_time time;
  std::memcpy(static_cast<void*>(&time), &ps, sizeof ps);
  return time;
}

}  // namespace headstack
