// Numbers and bytes in GDB's packets: hexadecimal digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headstack::gdb {

// Two digits a byte.
std::string hex(std::string_view bytes);
// Writes a register in the order of the target's memory, the lowest byte first.
std::string hex_word(std::uint32_t word);

// Read the bytes, or the register, from such a text. Empty: the text has other characters, or a
// wrong number of digits.
std::optional<std::string> bytes_of(std::string_view hex);
std::optional<std::uint32_t> word_of(std::string_view hex);

// Reads a packet from its front to its end.
class Scan {
 public:
  // The text that `text` refers to must outlive the object.
  explicit Scan(std::string_view text) : rest_(text) {}

  // Reads a number of at least one digit, the highest first. Empty: no digit is next, or the number
  // has more than 32 bits.
  std::optional<std::uint32_t> number();
  // Skips `text`. False: another text is next, which is not skipped.
  bool skip(std::string_view text);
  // Returns the text up to `end`, and skips `end`. Without `end`, returns the rest of the packet.
  std::string_view until(char end);

  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace headstack::gdb
