// The drive's registers of 64 bits for a processor of 32 bits. Each register is two words, the low
// word first.
#pragma once

#include <cstdint>

#include "model/processor/core.h"
#include "model/processor/memories.h"

namespace headstack {

// The latches for the two words. A load of the low word reads the register, and keeps the high word
// for the next load. A store of the low word is kept until the store of the high word, which writes
// the register. An interrupt handler must not access a register between the two accesses.
class RegisterWindow {
 public:
  // Carries out the access of `stop`, a load or store of a register, and returns the value of a
  // load. `read(address)` and `write(address, value)` access the registers, by the addresses of
  // hal/registers.h. Precondition: whole(stop).
  template <typename Read, typename Write>
  std::uint32_t access(const Stop& stop, const Read& read, const Write& write) {
    const std::uint32_t offset = stop.address - HS_MAP_REGISTERS;
    const bool upper = (offset & 4U) != 0;
    if (stop.reason == StopReason::store) {
      if (upper) {
        write(offset - 4, std::uint64_t{stop.value} << 32 | stored_);
      } else {
        stored_ = stop.value;
      }
      return 0;
    }
    if (!upper) {
      const std::uint64_t value = read(offset);
      loaded_ = static_cast<std::uint32_t>(value >> 32);
      return static_cast<std::uint32_t>(value);
    }
    return loaded_;
  }

  // True: the access is a whole word. Single bytes of a register cannot be accessed.
  static bool whole(const Stop& stop) { return stop.bytes == 4; }

 private:
  std::uint32_t loaded_ = 0;
  std::uint32_t stored_ = 0;
};

}  // namespace headstack
