// The connection to GDB, which carries packets. Packets are acknowledged until GDB turns
// acknowledgements off.
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
  // See the functions of Socket.
  explicit Link(std::uint16_t port) : socket_(port) {}
  std::uint16_t port() const { return socket_.port(); }
  void accept() { socket_.accept(); }
  bool connected() const { return socket_.connected(); }

  // Waits for a packet and returns its contents. Empty: the connection is closed. Packets that are
  // too long are refused.
  std::optional<std::string> receive();

  void send(std::string_view contents);

  // True: GDB wants the processor to stop. GDB has sent Ctrl-C, or a packet, because a packet can
  // be served only after a stop. Does not wait.
  bool stop_wanted();

  // Ends acknowledgements after the present packet. From then on, damaged packets are refused.
  void stop_acknowledging() { acknowledges_ = false; }

  void close();

 private:
  std::optional<Token> next_token();
  void refuse(Token token);
  void send_again();

  Socket socket_;
  PacketReader reader_;
  std::string bytes_;     // bytes that have arrived
  std::size_t used_ = 0;  // number of bytes in bytes_ that have been read
  std::string last_;      // the frame that was sent last
  bool acknowledges_ = true;
};

}  // namespace headstack::gdb
