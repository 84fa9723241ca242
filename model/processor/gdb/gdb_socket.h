// A TCP port of this machine, for one connection from this machine. Any process that can connect
// has full control of the simulated processor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headstack::gdb {

// A file descriptor that the destructor closes.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void reset(int number = kNone);
  int number() const { return number_; }
  bool open() const { return number_ != kNone; }

 private:
  static constexpr int kNone = -1;

  int number_ = kNone;
};

class Socket {
 public:
  // Listens on 127.0.0.1:port. With 0, the system chooses a free port. Throws RunError if this
  // fails.
  explicit Socket(std::uint16_t port);

  std::uint16_t port() const { return port_; }

  // Waits for the connection, and then closes the port to others. Throws RunError if a signal
  // arrives.
  void accept();

  // False: the socket is not yet connected, or no longer. Only a read detects that the other side
  // has closed the connection.
  bool connected() const { return connection_.open(); }

  // Waits for at least a byte, and returns all bytes that have arrived. Empty: the connection is
  // closed. Throws RunError if a signal arrives.
  std::string read();
  // Returns all bytes that have arrived, and does not wait. Empty: the connection is closed, or no
  // byte has arrived.
  std::string read_now();

  // Sends bytes. Has no effect on a closed connection.
  void write(std::string_view bytes);

  void close() { connection_.reset(); }

 private:
  std::string receive(int flags);

  Descriptor listener_;
  Descriptor connection_;
  std::uint16_t port_;
};

}  // namespace headstack::gdb
