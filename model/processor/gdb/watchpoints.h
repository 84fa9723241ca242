// The watchpoints that GDB has set: the packets Z2 to Z4 and z2 to z4.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace headstack::gdb {

// A load or store that the processor is about to make.
struct Access {
  bool store = false;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;  // 1, 2 or 4
};

class Watchpoints {
 public:
  // Kinds of the protocol.
  static constexpr std::uint32_t kWrite = 2;
  static constexpr std::uint32_t kRead = 3;
  static constexpr std::uint32_t kBoth = 4;

  // `arguments` are "kind,address,bytes". To set or remove a watchpoint twice has no further
  // effect. A watchpoint of no byte is an error, and a kind that is no watchpoint is not known.
  std::string insert(std::string_view arguments) { return change(arguments, true); }
  std::string remove(std::string_view arguments) { return change(arguments, false); }

  bool any() const { return !set_.empty(); }

  // The reason of a stop before the access, as the protocol writes it: "watch:30004010;". Empty: no
  // watchpoint has a byte of the access.
  std::string met_by(const Access& access) const;

  void clear() { set_.clear(); }

 private:
  struct Watchpoint {
    std::uint32_t kind = 0;
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
    bool operator<(const Watchpoint& other) const {
      return std::tie(kind, address, bytes) < std::tie(other.kind, other.address, other.bytes);
    }
  };

  std::string change(std::string_view arguments, bool on);

  std::set<Watchpoint> set_;
};

// A load or store as an instruction describes it. The address is `offset` plus a register.
struct LoadStore {
  unsigned base_register = 0;
  std::uint32_t offset = 0;
  bool store = false;
  std::uint32_t bytes = 0;
};

// The load or store of an instruction word at `pc`. Empty: the instruction makes none.
std::optional<LoadStore> load_or_store(std::uint32_t word, std::uint32_t pc);

}  // namespace headstack::gdb
