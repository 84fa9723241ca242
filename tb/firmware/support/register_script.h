// The drive's registers as a script. Every access of the firmware must be the next access of the
// script, with the expected value.
#pragma once

#include <cstdint>
#include <deque>

extern "C" {
#include "hal/hal.h"
}

namespace headstack {

class RegisterScript {
 public:
  // The script must outlive the HAL's user.
  hs_hal* hal() { return reinterpret_cast<hs_hal*>(this); }

  // The firmware reads `address` next, and gets `value`.
  void read(std::uint32_t address, std::uint64_t value) {
    script_.push_back({false, address, value});
  }
  // The firmware writes `value` to `address` next.
  void write(std::uint32_t address, std::uint64_t value) {
    script_.push_back({true, address, value});
  }

  // Fails unless all expected accesses have happened, and then clears the script.
  void verify();

  // hs_read and hs_write call this function.
  std::uint64_t access(bool write, std::uint32_t address, std::uint64_t value);

 private:
  struct Access {
    bool write;
    std::uint32_t address;
    std::uint64_t value;
  };

  std::deque<Access> script_;
  int unexpected_ = 0;
};

}  // namespace headstack
