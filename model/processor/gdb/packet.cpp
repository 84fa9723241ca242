#include "model/processor/gdb/packet.h"

#include "model/processor/gdb/text.h"

namespace headstack::gdb {

namespace {

constexpr char kCtrlC = 3;
constexpr char kTurned = 0x20;

unsigned char sum_of(std::string_view bytes) {
  unsigned char sum = 0;
  for (const char byte : bytes) {
    sum = static_cast<unsigned char>(sum + static_cast<unsigned char>(byte));
  }
  return sum;
}

}  // namespace

std::string framed(std::string_view contents) {
  std::string body;
  body.reserve(contents.size());
  for (const char byte : contents) {
    if (byte == '#' || byte == '$' || byte == '}' || byte == '*') {
      body += '}';
      body += static_cast<char>(byte ^ kTurned);
    } else {
      body += byte;
    }
  }
  const char sum = static_cast<char>(sum_of(body));
  return '$' + body + '#' + hex({&sum, 1});
}

std::optional<Token> PacketReader::take(char byte) {
  switch (state_) {
    case State::between:
      return take_between(byte);
    case State::inside:
    case State::escaped:
      take_inside(byte);
      return std::nullopt;
    case State::first_digit:
      digit_ = byte;
      state_ = State::second_digit;
      return std::nullopt;
    case State::second_digit:
      break;
  }
  return finish(byte);
}

std::optional<Token> PacketReader::take_between(char byte) {
  switch (byte) {
    case '$':
      state_ = State::inside;
      contents_.clear();
      sum_ = 0;
      too_long_ = false;
      return std::nullopt;
    case '-':
      return Token::again;
    case kCtrlC:
      return Token::stop;
    default:
      return std::nullopt;
  }
}

void PacketReader::take_inside(char byte) {
  if (byte == '$') {  // the end of the packet before was lost
    take_between(byte);
    return;
  }
  if (byte == '#') {
    state_ = State::first_digit;
    return;
  }
  sum_ = static_cast<unsigned char>(sum_ + static_cast<unsigned char>(byte));
  if (state_ == State::escaped) {
    append(static_cast<char>(byte ^ kTurned));
    state_ = State::inside;
  } else if (byte == '}') {
    state_ = State::escaped;
  } else {
    append(byte);
  }
}

void PacketReader::append(char byte) {
  if (contents_.size() < kPacketMost) {
    contents_ += byte;
  } else {
    too_long_ = true;
  }
}

Token PacketReader::finish(char digit) {
  state_ = State::between;
  const char digits[] = {digit_, digit};
  const std::optional<std::string> sum = bytes_of({digits, sizeof digits});
  if (!sum || static_cast<unsigned char>(sum->front()) != sum_) {
    return Token::damaged;
  }
  return too_long_ ? Token::too_long : Token::packet;
}

}  // namespace headstack::gdb
