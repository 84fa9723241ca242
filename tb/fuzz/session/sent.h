// A command that the hosts of the fuzz target have sent, with the facts that the rules need.
#pragma once

#include <cstdint>
#include <memory>

#include "model/host/command_port.h"

extern "C" {
#include <controller/command.h>
}

namespace headstack::fuzz {

constexpr std::uint8_t kUntouched = 0xee;  // the bytes for a reply, before the reply

struct Sent {
  enum class Kind : std::uint8_t {
    read,
    write,
    synchronize,
    other
  };
  std::shared_ptr<HostCommand> command;
  Kind kind = Kind::other;
  bool writes = false;           // the command may write blocks
  std::uint32_t lbn = 0;         // of a read or a write
  std::uint32_t blocks = 0;      // of a read or a write
  std::size_t write_number = 0;  // of a write, at the oracle
  bool through = false;          // GOOD means that the blocks are on the medium
  bool noted = false;            // the oracle knows the end of the write
};

// The command was carried out. A command that has missed a duration limit may end with the status
// GOOD and a sense.
inline bool good(const HostCommand& command) {
  return command.state == HostCommand::State::done && command.status == HS_STATUS_GOOD &&
         command.sense.empty();
}

}  // namespace headstack::fuzz
