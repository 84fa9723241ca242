// The part of a drive's hardware that the firmware needs to serve commands. Nothing takes time, and
// orders are carried out at once. Values read depend on the number of reads so far. Equal accesses
// therefore get equal answers, from any caller.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

extern "C" {
#include "controller/command.h"
#include "hal/registers.h"
}

namespace headstack {

struct RegisterAccess {
  bool write;
  std::uint32_t address;
  std::uint64_t value;

  bool operator==(const RegisterAccess& o) const {
    return write == o.write && address == o.address && value == o.value;
  }
};

class SmallHardware {
 public:
  struct Command {
    std::uint64_t low, high;  // bytes of the command block
  };

  // A read or write with a number of blocks of 16 bits.
  static Command transfer(bool write, std::uint32_t lbn, std::uint32_t blocks) {
    const auto byte = [](std::uint64_t v, unsigned at) { return (v & 0xffU) << 8 * at; };
    const std::uint64_t low = (write ? 0x2aU : 0x28U) | byte(lbn >> 24, 2) | byte(lbn >> 16, 3) |
                              byte(lbn >> 8, 4) | byte(lbn, 5) | byte(blocks >> 8, 7);
    return {low, byte(blocks, 0)};
  }

  void arrive(const Command& command) { waiting_.push_back(command); }

  // True: a cause is pending, and the firmware must be called.
  bool interrupts() {
    if (cause_ == 0) {
      raise();
    }
    return cause_ != 0;
  }

  std::uint64_t read(std::uint32_t address) {
    const std::uint64_t value = answer(address);
    accesses.push_back({false, address, value});
    return value;
  }

  void write(std::uint32_t address, std::uint64_t value) {
    accesses.push_back({true, address, value});
    switch (address) {
      case HS_CHANNEL_NOTIFY:
        mark_ = true;
        break;
      case HS_CHANNEL_RUN:
        track_ = HS_TRACK(HS_RUN_CYLINDER(value), HS_RUN_HEAD(value));
        break;
      case HS_PORT_GO:
        sequence_ = (HS_GO_OPERATIONS(value) & HS_PORT_OP_INTERRUPT) != 0;
        break;
      default:
        break;
    }
  }

  std::vector<RegisterAccess> accesses;

 private:
  // Raises causes: first the arrivals, then the medium, then the port.
  void raise() {
    if (!waiting_.empty()) {
      cause_ = HS_CAUSE_COMMAND;
    } else if (mark_) {
      mark_ = false;
      cause_ = HS_CAUSE_MEDIA;
    } else if (sequence_) {
      sequence_ = false;
      cause_ = HS_CAUSE_PORT;
    }
  }

  std::uint64_t answer(std::uint32_t address) {
    switch (address) {
      case HS_INTERRUPT_CAUSE: {
        const std::uint64_t cause = cause_;
        cause_ = 0;
        return cause;
      }
      case HS_PORT_CDB_LOW:
        return waiting_.front().low;
      case HS_PORT_CDB_HIGH:
        return waiting_.front().high;
      case HS_PORT_NEXUS: {
        waiting_.pop_front();
        const std::uint32_t slot = slots_++;
        return HS_NEXUS(slot, slot, HS_ATTRIBUTE_SIMPLE, 2, 0, 0, 0);
      }
      case HS_SPINDLE_NOW:
      case HS_CHANNEL_FREE:
        return now_ += 0x123456789;
      case HS_CHANNEL_TRACK:
        return track_;
      case HS_CHANNEL_DONE:
        return HS_DONE(0xffff, 0);
      default:
        return 0;
    }
  }

  std::deque<Command> waiting_;
  std::uint32_t slots_ = 0;
  std::uint64_t cause_ = 0;
  bool mark_ = false;
  bool sequence_ = false;
  std::uint64_t now_ = 0;
  std::uint64_t track_ = 0;  // track of the heads, which is the track of the last extent
};

}  // namespace headstack
