#include "model/processor/gdb/link.h"

#include "model/processor/gdb/replies.h"

namespace headstack::gdb {

// Returns the next token. Empty: the bytes that have arrived contain no further token.
std::optional<Token> Link::next_token() {
  while (used_ < bytes_.size()) {
    const std::optional<Token> token = reader_.take(bytes_[used_++]);
    if (token) {
      return token;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Link::receive() {
  while (true) {
    const std::optional<Token> token = next_token();
    if (!token) {
      bytes_ = socket_.read();
      used_ = 0;
      if (bytes_.empty()) {
        return std::nullopt;
      }
    } else if (token == Token::packet) {
      if (acknowledges_) {
        socket_.write("+");
      }
      return reader_.contents();
    } else {
      refuse(*token);
    }
  }
}

// Handles a token that is not a packet. Ctrl-C has no effect, because the processor is already
// halted.
void Link::refuse(Token token) {
  if (token == Token::again) {
    send_again();
  } else if (token == Token::damaged && acknowledges_) {
    socket_.write("-");
  } else if (token != Token::stop) {
    socket_.write(acknowledges_ ? "+" : "");
    send(kError);
  }
}

void Link::send(std::string_view contents) {
  last_ = framed(contents);
  socket_.write(last_);
}

void Link::send_again() {
  if (acknowledges_) {
    socket_.write(last_);
  }
}

bool Link::stop_wanted() {
  bytes_.erase(0, used_);
  used_ = 0;
  bytes_ += socket_.read_now();
  while (used_ < bytes_.size() && !reader_.inside()) {
    const std::optional<Token> token = reader_.take(bytes_[used_++]);
    if (token == Token::stop) {
      return true;
    }
    if (token == Token::again) {
      send_again();
    }
  }
  return reader_.inside();
}

void Link::close() {
  socket_.close();
  reader_ = {};
  bytes_.clear();
  used_ = 0;
}

}  // namespace headstack::gdb
