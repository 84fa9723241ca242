// Numbers and bytes in GDB's packets: hexadecimal digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headstack::gdb {

// Two digits a byte.
std::string hex(std::string_view bytes);
// A register in the order of the target's memory: the lowest byte first.
std::string hex_word(std::uint32_t word);

// The bytes or the register in such a text. Empty: other characters, or a wrong number of digits.
std::optional<std::string> bytes_of(std::string_view hex);
std::optional<std::uint32_t> word_of(std::string_view hex);

// Reads a packet from its front to its end.
class Scan {
 public:
  // The text that `text` refers to must outlive the object.
  explicit Scan(std::string_view text) : rest_(text) {}

  // At least one digit, the highest first. Empty: no digit, or more than 32 bits.
  std::optional<std::uint32_t> number();
  // False: another character is next, and remains.
  bool skip(std::string_view text);
  // The text up to `end`, which is skipped, or up to the end of the packet.
  std::string_view until(char end);

  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace headstack::gdb
