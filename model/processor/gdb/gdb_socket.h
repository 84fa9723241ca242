// A TCP port of this machine, for one connection from this machine: whoever can connect can do with
// the processor what he likes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headstack::gdb {

// A file descriptor that is closed at its end.
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
  // Listens on 127.0.0.1:port; 0: on one that is free. Throws RunError if it cannot.
  explicit Socket(std::uint16_t port);

  std::uint16_t port() const { return port_; }

  // Waits for the connection; from then on there is no other. Throws RunError if a signal comes.
  void accept();

  // False: not yet, or no more. The other side's end is found out by reading.
  bool connected() const { return connection_.open(); }

  // What has come, at least a byte; nothing: it is closed. Throws RunError if a signal comes.
  std::string read();
  // The same without waiting; nothing: it is closed, or nothing has come.
  std::string read_now();

  // Without effect on a closed one.
  void write(std::string_view bytes);

  void close() { connection_.reset(); }

 private:
  std::string receive(int flags);

  Descriptor listener_;
  Descriptor connection_;
  std::uint16_t port_;
};

}  // namespace headstack::gdb
