// The memories on a processor's bus, at the addresses of image/memory_map.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

extern "C" {
#include <image/memory_map.h>
}

namespace headstack {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "memories are the host's bytes");

// Size of each memory in bytes. The sizes are multiples of 4, and do not exceed the sizes in the
// memory map.
struct MemorySizes {
  std::uint32_t rom = 0;
  std::uint32_t parameters = 0;
  std::uint32_t ram = 0;
};

enum class Region : std::uint8_t {
  rom,
  parameters,
  ram,
  registers,
  none
};

// Cycles of an access after its first cycle. The ROM has a port for instructions and a port for
// data.
struct WaitStates {
  std::uint32_t rom = 0;  // of an instruction fetch, and of the load of a constant
  std::uint32_t parameters = 0;
  std::uint32_t ram = 0;
  std::uint32_t registers = 0;

  std::uint32_t of(Region region) const {
    switch (region) {
      case Region::rom:
        return rom;
      case Region::parameters:
        return parameters;
      case Region::ram:
        return ram;
      case Region::registers:
        return registers;
      case Region::none:
        break;
    }
    return 0;
  }
};

// A run of bytes from an address on.
class Memory {
 public:
  Memory(std::uint32_t base, std::uint32_t bytes) : base_(base), bytes_(bytes) {}

  std::uint32_t base() const { return base_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
  std::uint8_t* data() { return bytes_.data(); }
  const std::uint8_t* data() const { return bytes_.data(); }

  // True: all of `count` bytes from `address` on are in the region. `count` is at least 1.
  bool holds(std::uint32_t address, std::uint32_t count) const {
    const std::uint32_t offset = address - base_;
    return offset < bytes_.size() && bytes_.size() - offset >= count;
  }

  // Precondition of both: holds(address, sizeof(T)).
  template <typename T>
  T get(std::uint32_t address) const {
    T value;
    std::memcpy(&value, &bytes_[address - base_], sizeof value);
    return value;
  }
  template <typename T>
  void put(std::uint32_t address, T value) {
    std::memcpy(&bytes_[address - base_], &value, sizeof value);
  }

 private:
  std::uint32_t base_;
  std::vector<std::uint8_t> bytes_;  // never changes its size
};

struct Memories {
  explicit Memories(const MemorySizes& sizes)
      : rom(HS_MAP_ROM, sizes.rom),
        parameters(HS_MAP_PARAMETERS, sizes.parameters),
        ram(HS_MAP_RAM, sizes.ram) {}

  Memory rom, parameters, ram;

  // Returns the region that has all of `bytes` bytes from `address` on. Region::none: no region has
  // all these bytes.
  Region region(std::uint32_t address, std::uint32_t bytes) const {
    if (ram.holds(address, bytes)) {
      return Region::ram;
    }
    if (rom.holds(address, bytes)) {
      return Region::rom;
    }
    if (parameters.holds(address, bytes)) {
      return Region::parameters;
    }
    const std::uint32_t offset = address - HS_MAP_REGISTERS;
    return offset < HS_MAP_REGISTERS_BYTES && HS_MAP_REGISTERS_BYTES - offset >= bytes
               ? Region::registers
               : Region::none;
  }
};

}  // namespace headstack
