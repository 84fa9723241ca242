#include "model/processor/gdb/description.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace headstack::gdb {

namespace {

// x0 to x31 by the names of the calling convention, then the pc.
constexpr std::array<std::string_view, 33> kNames = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "fp", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6", "pc"};

// Returns the type of the register for GDB: an address in the program, an address in memory, or a
// number.
std::string_view type_of(std::string_view name) {
  if (name == "ra" || name == "pc") {
    return "code_ptr";
  }
  const bool data = name == "sp" || name == "gp" || name == "tp" || name == "fp";
  return data ? "data_ptr" : "int";
}

}  // namespace

std::string description() {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
      "<target version=\"1.0\">\n"
      "<architecture>riscv:rv32</architecture>\n"
      "<feature name=\"org.gnu.gdb.riscv.cpu\">\n";
  for (const std::string_view name : kNames) {
    text += fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"{}\"/>\n", name, type_of(name));
  }
  return text + "</feature>\n</target>\n";
}

}  // namespace headstack::gdb
