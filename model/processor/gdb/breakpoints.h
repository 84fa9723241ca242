// The breakpoints that GDB has set: the packets Z0, z0, Z1 and z1.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace headstack {

// The owner of the processor, which may also stop the processor at the addresses of breakpoints.
class GdbPoints {
 public:
  GdbPoints() = default;
  GdbPoints(const GdbPoints&) = delete;
  GdbPoints& operator=(const GdbPoints&) = delete;
  virtual ~GdbPoints() = default;

  // Turns a stop before the instruction at `pc` on or off for the debugger. Calls for an address
  // alternate, and `on` is the first. False: no instruction is at `pc`.
  virtual bool set(std::uint32_t pc, bool on) = 0;
};

namespace gdb {

class Breakpoints {
 public:
  // `points` must outlive the object.
  explicit Breakpoints(GdbPoints& points) : points_(points) {}

  // `arguments` are "kind,address,bytes". To set or remove a breakpoint twice has no further
  // effect.
  std::string insert(std::string_view arguments) { return change(arguments, true); }
  std::string remove(std::string_view arguments) { return change(arguments, false); }

  bool at(std::uint32_t pc) const;
  // True: a software breakpoint is here, which GDB expects as an instruction in memory.
  bool software_at(std::uint32_t pc) const { return set_[0].count(pc) != 0; }

  // Removes all.
  void clear();

 private:
  std::string change(std::string_view arguments, bool on);

  GdbPoints& points_;
  std::array<std::set<std::uint32_t>, 2> set_;  // breakpoints of each kind
};

}  // namespace gdb
}  // namespace headstack
