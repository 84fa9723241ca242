// The description of the processor for GDB.
#pragma once

#include <string>

namespace headstack::gdb {

// Architecture and registers in GDB's XML; the registers are in the order of their numbers.
std::string description();

}  // namespace headstack::gdb
