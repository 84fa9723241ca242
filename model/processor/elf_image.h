// The firmware's image as the linker has left it: an ELF file with segments and symbols.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/processor/memories.h"

namespace headstack {

// A file that is no image of this processor's: what is wrong, where, and what would be right.
class ElfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ElfImage {
 public:
  // A symbol with an address: a function, a variable, or one of the linker script's.
  struct Symbol {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;  // 0: not known
    bool function = false;
    std::string name;
  };

  // Reads a file, or the bytes of one; `name` stands in messages. Throws ElfError if it is not an
  // executable for RV32IM that begins at HS_MAP_RESET, or if its segments overlap or exceed the
  // memory map.
  static ElfImage read(const std::filesystem::path& file);
  static ElfImage parse(std::vector<char> bytes, const std::string& name);

  // Puts its segments into the ROM. Throws ElfError if one does not fit its memory.
  void load(Memories& memories) const;

  // The least ROM that it fits, in bytes, a multiple of 4.
  std::uint32_t rom_bytes() const;

  // What its variables take of the RAM, from its beginning on, in bytes.
  std::uint64_t ram_bytes() const;

  // A code address in words: "hs_start+0x1c", or "0x10000100" where there is no function.
  std::string place(std::uint32_t pc) const;

  // In rising order of their addresses.
  const std::vector<Symbol>& symbols() const { return symbols_; }
  // Null if there is none of the name.
  const Symbol* symbol(const std::string& name) const;

 private:
  struct Segment {
    std::uint32_t address = 0;  // where it is loaded
    std::uint32_t home = 0;     // where the program finds it
    std::uint32_t bytes = 0;    // there; behind its contents they are 0
    std::vector<std::uint8_t> contents;
  };

  void check_segments() const;
  explicit ElfImage(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::vector<Segment> segments_;
  std::vector<Symbol> symbols_;
};

}  // namespace headstack
