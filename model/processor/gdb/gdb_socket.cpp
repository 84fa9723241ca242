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

// Returns the error of the last call as text.
std::string why() { return std::generic_category().message(errno); }

// Ends a wait with an error. The calling program may have to handle a signal, for example Ctrl-C.
[[noreturn]] void fail_waiting() {
  throw RunError(errno == EINTR ? "interrupted while the run waited for the debugger"
                                : "the debugger's connection: " + why());
}

void set(int socket, int level, int option) {
  const int on = 1;
  // a failure is ignored, because the connection also works without this option
  setsockopt(socket, level, option, &on, sizeof on);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Listens at the port. `port` 0 becomes the port that the system has chosen.
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
  set(number, IPPROTO_TCP, TCP_NODELAY);  // without delay, because GDB waits for each small packet
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
