// What GDB wants to know of the processor beforehand.
#pragma once

#include <string>

namespace headstack::gdb {

// Architecture and registers in GDB's XML, the registers in the order of their numbers.
std::string description();

}  // namespace headstack::gdb
