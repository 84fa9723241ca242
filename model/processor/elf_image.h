// The firmware's image from the linker: an ELF file with segments and symbols.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/processor/memories.h"

namespace headstack {

// Error of a file that is not an image for this processor. The message has the fault, its place,
// and a correction.
class ElfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ElfImage {
 public:
  // A symbol with an address: a function, a variable, or a symbol of the linker script.
  struct Symbol {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;  // 0: not known
    bool function = false;
    std::string name;
  };

  // Reads a file, or the bytes of a file. Messages contain `name` as the file's name. Throws
  // ElfError if the file is not an executable for RV32IM that begins at HS_MAP_RESET, or if its
  // segments overlap or exceed the memory map.
  static ElfImage read(const std::filesystem::path& file);
  static ElfImage parse(std::vector<char> bytes, const std::string& name);

  // Copies the image's segments into the ROM. Throws ElfError if a segment does not fit its memory.
  void load(Memories& memories) const;

  // Returns the size of the smallest ROM for the image, in bytes, a multiple of 4.
  std::uint32_t rom_bytes() const;

  // Returns the bytes of RAM that the image's variables need, counted from the start of the RAM.
  std::uint64_t ram_bytes() const;

  // Returns a code address as text: "hs_start+0x1c", or "0x10000100" outside all functions.
  std::string place(std::uint32_t pc) const;

  // Returns the symbols in rising order of address.
  const std::vector<Symbol>& symbols() const { return symbols_; }
  // Returns the symbol of this name. Null: no symbol has this name.
  const Symbol* symbol(const std::string& name) const;

 private:
  struct Segment {
    std::uint32_t address = 0;  // load address
    std::uint32_t home = 0;     // address in the running program
    std::uint32_t bytes = 0;    // size at this address; bytes after its contents are 0
    std::vector<std::uint8_t> contents;
  };

  void check_segments() const;
  explicit ElfImage(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::vector<Segment> segments_;
  std::vector<Symbol> symbols_;
};

}  // namespace headstack
