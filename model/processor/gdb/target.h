// GDB's access to the processor and its memories: the packets g, G, p, P, m, M, and the description
// of its registers. Answers are texts of the protocol. E01: refused.
#pragma once

#include <string>
#include <string_view>

#include "model/processor/iss/iss.h"
#include "model/processor/memories.h"

namespace headstack::gdb {

class Target {
 public:
  // `core` and `memories` must outlive the object.
  Target(Iss& core, Memories& memories) : core_(core), memories_(memories) {}

  std::uint32_t pc() const { return core_.pc(); }

  // x0 to x31, then the pc.
  std::string registers() const;
  // Sets all registers. If the number of values is wrong, sets no register.
  std::string set_registers(std::string_view values);

  // `arguments` is the number of the register.
  std::string read_register(std::string_view arguments) const;
  // "number=value".
  std::string write_register(std::string_view arguments);

  // `arguments` are "address,bytes". Reads the ROM, the parameters or the RAM, and returns fewer
  // bytes where the memory ends. Reads of the drive's registers are refused, because a read changes
  // them.
  std::string read_memory(std::string_view arguments) const;
  // "address,bytes:contents", all within the RAM.
  std::string write_memory(std::string_view arguments);

  // `arguments` are "object:read:annex:offset,bytes". Returns a part of the description of the
  // registers, in XML.
  static std::string describe(std::string_view arguments);

 private:
  std::uint32_t value_of(unsigned number) const;
  void set(unsigned number, std::uint32_t value);

  Iss& core_;
  Memories& memories_;
};

}  // namespace headstack::gdb
