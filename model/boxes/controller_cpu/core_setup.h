// The processor of a drive, and the limits of its firmware.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <systemc>

#include "model/config/quantity.h"
#include "model/processor/kinds/core_kinds.h"

namespace headstack {

struct CoreSetup {
  CoreKind kind = CoreKind::iss;
  std::string image;     // the ELF file; empty: own_image()
  std::string lockstep;  // scheduler that decides beside the image; empty: no scheduler does
  Picoseconds cycle{0};  // time of a clock cycle; 0: code takes no time
  WaitStates waits;
  // Returns the time before which a read of a register has no answer. The load waits until then.
  // Null: no load waits.
  std::function<sc_core::sc_time(std::uint32_t address)> answers_at;
  std::uint32_t ram_bytes = 0;  // RAM, with the stack; 0: the size that ram_for returns
  // Cycles that a handler may take. The start-up is a handler, and may have to clear megabytes of
  // variables.
  std::uint64_t most_cycles = 100'000'000;
  // Greatest distance between one order to the port and the next, while commands wait.
  std::uint64_t most_unserved_cycles = 40'000'000;
  sc_core::sc_time most_unserved_time{3600, sc_core::SC_SEC};
};

}  // namespace headstack
