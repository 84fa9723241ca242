// The description of the processor for GDB.
#pragma once

#include <string>

namespace headstack::gdb {

// Returns the architecture and the registers in GDB's XML. The registers are in the order of their
// numbers.
std::string description();

}  // namespace headstack::gdb
