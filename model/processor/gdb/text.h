// Numbers and bytes as GDB's packets have them: hexadecimal digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headstack::gdb {

// Two digits a byte.
std::string hex(std::string_view bytes);
// A register, as the target's memory would have it: its lowest byte first.
std::string hex_word(std::uint32_t word);

// Of the same. Nothing: other digits, or not as many as it takes.
std::optional<std::string> bytes_of(std::string_view hex);
std::optional<std::uint32_t> word_of(std::string_view hex);

// Reads a packet from its front to its end.
class Scan {
 public:
  // What `text` refers to must outlive it.
  explicit Scan(std::string_view text) : rest_(text) {}

  // One digit or more, the highest first. Nothing: there is none, or it is more than 32 bits.
  std::optional<std::uint32_t> number();
  // False: something else is next, and stays there.
  bool skip(std::string_view text);
  // Up to `end`, which is skipped, or up to the end of all.
  std::string_view until(char end);

  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace headstack::gdb
