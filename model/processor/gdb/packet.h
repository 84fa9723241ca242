// The frame of a packet between GDB and its target is $contents#cs. cs is the sum of the bytes of
// the contents, in two digits. '#', '$', '}' and '*' are written as '}' and the byte with bit 5
// inverted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headstack::gdb {

// Greatest size of a packet's contents in bytes, in either direction.
constexpr std::size_t kPacketMost = 0x1000;

std::string framed(std::string_view contents);

// Tokens of the line. Acknowledgements ('+') and noise between packets are not tokens.
enum class Token {
  packet,    // contents() returns the packet's contents
  damaged,   // wrong sum: the receiver should ask for the packet again
  too_long,  // complete, but longer than kPacketMost
  again,     // '-': the last packet should be sent again
  stop,      // Ctrl-C: a byte 3 between packets
};

// Divides the line into tokens, byte by byte.
class PacketReader {
 public:
  // Takes a byte, and returns the token that it completes. Empty: the token is not complete.
  std::optional<Token> take(char byte);

  // Precondition: the last token was a packet.
  const std::string& contents() const { return contents_; }

  // True: the reader is inside a packet.
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
