#include "tb/firmware/support/register_script.h"

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>

#include <gtest/gtest.h>

namespace headstack {
namespace {

std::string text(bool write, std::uint32_t address, std::uint64_t value) {
  std::ostringstream out;
  out << (write ? "write of 0x" : "read of 0x") << std::hex << address;
  if (write) {
    out << ": 0x" << value;
  }
  return out.str();
}

}  // namespace

std::uint64_t RegisterScript::access(bool write, std::uint32_t address, std::uint64_t value) {
  const std::string got = text(write, address, value);
  if (script_.empty()) {
    ADD_FAILURE() << got << ", but nothing more is expected";
    if (++unexpected_ == 1000) {
      std::cerr << "the firmware does not stop\n";
      std::abort();
    }
    return 0;
  }
  const Access expected = script_.front();
  script_.pop_front();
  if (write != expected.write || address != expected.address ||
      (write && value != expected.value)) {
    ADD_FAILURE() << got
                  << "\n  expected: " << text(expected.write, expected.address, expected.value)
                  << "\n  " << script_.size() << " accesses before the script's end";
  }
  return expected.value;
}

void RegisterScript::verify() {
  for (const Access& expected : script_) {
    ADD_FAILURE() << "no " << text(expected.write, expected.address, expected.value);
  }
  script_.clear();
}

}  // namespace headstack

extern "C" {

uint64_t hs_read(hs_hal* hal, uint32_t address) {
  return reinterpret_cast<headstack::RegisterScript*>(hal)->access(false, address, 0);
}

void hs_write(hs_hal* hal, uint32_t address, uint64_t value) {
  reinterpret_cast<headstack::RegisterScript*>(hal)->access(true, address, value);
}

}  // extern "C"
