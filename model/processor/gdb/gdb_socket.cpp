#include "model/processor/gdb/gdb_socket.h"

#include <array>
#include <cerrno>
#include <system_error>
#include <unistd.h>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "model/base/run_error.h"

namespace headstack::gdb {

namespace {

// Error of the last call, in words.
std::string why() { return std::generic_category().message(errno); }

// The calling program may have to act on a signal, for example its own Ctrl-C.
[[noreturn]] void fail_waiting() {
  throw RunError(errno == EINTR ? "interrupted while the run waited for the debugger"
                                : "the debugger's connection: " + why());
}

void set(int socket, int level, int option) {
  const int on = 1;
  // the connection works without this option, but less well
  setsockopt(socket, level, option, &on, sizeof on);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// The port that the system has chosen, or that the caller has given.
bool listen_at(int socket, std::uint16_t& port) {
  sockaddr_in address = loopback(port);
  socklen_t bytes = sizeof address;
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket, general, bytes) != 0 || listen(socket, 1) != 0 ||
      getsockname(socket, general, &bytes) != 0) {
    return false;
  }
  port = ntohs(address.sin_port);
  return true;
}

}  // namespace

void Descriptor::reset(int number) {
  if (open()) {
    ::close(number_);
  }
  number_ = number;
}

Socket::Socket(std::uint16_t port)
    : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port) {
  if (listener_.open()) {
    set(listener_.number(), SOL_SOCKET, SO_REUSEADDR);
  }
  if (!listener_.open() || !listen_at(listener_.number(), port_)) {
    throw RunError(fmt::format("no debugger can connect to port {} of 127.0.0.1: {}", port, why()));
  }
}

void Socket::accept() {
  const int number = ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC);
  if (number < 0) {
    fail_waiting();
  }
  connection_.reset(number);
  listener_.reset();
  set(number, IPPROTO_TCP, TCP_NODELAY);  // for small packets, each of which GDB waits for
}

std::string Socket::receive(int flags) {
  std::array<char, 0x1000> buffer;
  const ssize_t count = recv(connection_.number(), buffer.data(), buffer.size(), flags);
  if (count > 0) {
    return {buffer.data(), static_cast<std::size_t>(count)};
  }
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
    return {};
  }
  if (count < 0 && errno == EINTR) {
    fail_waiting();
  }
  close();
  return {};
}

std::string Socket::read() { return connected() ? receive(0) : std::string(); }

std::string Socket::read_now() { return connected() ? receive(MSG_DONTWAIT) : std::string(); }

void Socket::write(std::string_view bytes) {
  while (connected() && !bytes.empty()) {
    const ssize_t count = send(connection_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) {
      fail_waiting();
    }
    if (count < 0) {
      close();
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace headstack::gdb
