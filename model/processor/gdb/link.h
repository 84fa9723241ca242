// The connection to GDB, packet by packet, with acknowledgements until GDB wants none any more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/processor/gdb/gdb_socket.h"
#include "model/processor/gdb/packet.h"

namespace headstack::gdb {

class Link {
 public:
  // As Socket's.
  explicit Link(std::uint16_t port) : socket_(port) {}
  std::uint16_t port() const { return socket_.port(); }
  void accept() { socket_.accept(); }
  bool connected() const { return socket_.connected(); }

  // Waits for a packet and returns what it says; nothing: the connection is closed. One that is too
  // long is refused.
  std::optional<std::string> receive();

  void send(std::string_view contents);

  // GDB wants the processor to stop: with Ctrl-C, or with a packet, which can be served only then.
  // Does not wait.
  bool stop_wanted();

  // Once the packet under way is acknowledged. What is damaged is then refused.
  void stop_acknowledging() { acknowledges_ = false; }

  void close();

 private:
  std::optional<Token> next_token();
  void refuse(Token token);
  void send_again();

  Socket socket_;
  PacketReader reader_;
  std::string bytes_;     // that have come,
  std::size_t used_ = 0;  // and of them those that are read
  std::string last_;      // frame that was sent
  bool acknowledges_ = true;
};

}  // namespace headstack::gdb
