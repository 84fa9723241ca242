// The breakpoints that GDB has set: the packets Z0, z0, Z1 and z1.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace headstack {

// Who runs the processor, and may have stops of his own at the same addresses.
class GdbPoints {
 public:
  GdbPoints() = default;
  GdbPoints(const GdbPoints&) = delete;
  GdbPoints& operator=(const GdbPoints&) = delete;
  virtual ~GdbPoints() = default;

  // From now on the debugger wants a stop before the instruction at `pc`, or no more. Called in
  // turns for an address, on first. False: no instruction is there.
  virtual bool set(std::uint32_t pc, bool on) = 0;
};

namespace gdb {

class Breakpoints {
 public:
  // `points` must outlive it.
  explicit Breakpoints(GdbPoints& points) : points_(points) {}

  // "kind,address,bytes". One that is set or removed twice is so once.
  std::string insert(std::string_view arguments) { return change(arguments, true); }
  std::string remove(std::string_view arguments) { return change(arguments, false); }

  bool at(std::uint32_t pc) const;
  // Is one of them such that GDB thinks it is an instruction in memory?
  bool software_at(std::uint32_t pc) const { return set_[0].count(pc) != 0; }

  // Removes all.
  void clear();

 private:
  std::string change(std::string_view arguments, bool on);

  GdbPoints& points_;
  std::array<std::set<std::uint32_t>, 2> set_;  // of each kind
};

}  // namespace gdb
}  // namespace headstack
