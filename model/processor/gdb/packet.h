// The frame around what GDB and its target say: $contents#cs, with cs the sum of the contents'
// bytes in two digits. '#', '$', '}' and '*' are written as '}' and the byte with bit 5 turned.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headstack::gdb {

// Bytes of a packet's contents, at most, either way.
constexpr std::size_t kPacketMost = 0x1000;

std::string framed(std::string_view contents);

// What comes over the line. Acknowledgements ('+') and noise between packets are none of it.
enum class Token {
  packet,    // contents() is what it says
  damaged,   // its sum is wrong: it should be asked for again
  too_long,  // it is whole, but has more than kPacketMost
  again,     // '-': the last packet should be sent again
  stop,      // Ctrl-C: a byte 3 between packets
};

// Takes the line apart, byte by byte.
class PacketReader {
 public:
  // Nothing: there is more to come.
  std::optional<Token> take(char byte);

  // Precondition: the last token was a packet.
  const std::string& contents() const { return contents_; }

  // Is it within a packet?
  bool inside() const { return state_ != State::between; }

 private:
  enum class State {
    between,
    inside,
    escaped,
    first_digit,
    second_digit
  };

  std::optional<Token> take_between(char byte);
  void take_inside(char byte);
  void append(char byte);
  Token finish(char digit);

  State state_ = State::between;
  std::string contents_;
  unsigned char sum_ = 0;
  char digit_ = 0;
  bool too_long_ = false;
};

}  // namespace headstack::gdb
