// The other end of the debugger's connection, in the server's thread. The client's packets wait on
// the line until the server reads them, and the answers wait until the client reads them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "model/processor/gdb/packet.h"

namespace headstack {

class GdbClient {
 public:
  // `host`: the last byte of 127.0.0.x.
  explicit GdbClient(std::uint16_t port, std::uint32_t host = 1)
      : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(0x7f000000U + host);
    connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    const timeval patience{5, 0};  // a missing answer fails the test
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~GdbClient() { hang_up(); }
  GdbClient(const GdbClient&) = delete;
  GdbClient& operator=(const GdbClient&) = delete;

  bool connected() const { return connected_; }

  // Send the text, unchanged or as a packet.
  void put(std::string_view bytes) const {
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(bytes.size())) {
      throw std::runtime_error("the server takes no more");
    }
  }
  void say(std::string_view contents) const { put(gdb::framed(contents)); }

  // Returns a byte that has arrived. 0: the server has closed the connection.
  char get() const {
    char byte = 0;
    if (recv(socket_, &byte, 1, 0) < 0) {
      throw std::runtime_error("no answer");
    }
    return byte;
  }

  // Returns the contents of the next packet, and skips acknowledgements. "end": no packet follows.
  std::string hear() const {
    gdb::PacketReader reader;
    while (const char byte = get()) {
      if (reader.take(byte) == gdb::Token::packet) {
        return reader.contents();
      }
    }
    return "end";
  }

  void hang_up() {
    if (socket_ >= 0) {
      close(socket_);
    }
    socket_ = -1;
  }

 private:
  int socket_;
  bool connected_ = false;
};

}  // namespace headstack
