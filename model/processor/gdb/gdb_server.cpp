#include "model/processor/gdb/gdb_server.h"

#include <utility>

#include <fmt/format.h>

#include "model/processor/gdb/replies.h"

namespace headstack {

GdbServer::GdbServer(std::uint16_t port, Iss& core, Memories& memories, GdbPoints& points,
                     Monitor monitor)
    : link_(port), target_(core, memories), breakpoints_(points), monitor_(std::move(monitor)) {}

GdbResume GdbServer::halted(GdbSignal why) {
  why_ = why;
  if (!std::exchange(asked_first_, false)) {
    link_.send(stopped());
  }
  while (const std::optional<std::string> packet = link_.receive()) {
    const Answer answer = this->answer(*packet);
    if (!answer.resume || !answer.text.empty()) {
      link_.send(answer.text);
    }
    if (answer.resume == GdbResume::detached || answer.resume == GdbResume::kill) {
      leave();
    }
    if (answer.resume) {
      met_.clear();
      return *answer.resume;
    }
  }
  leave();
  return GdbResume::detached;
}

bool GdbServer::interrupted() {
  const bool wanted = link_.stop_wanted();
  if (!wanted && !link_.connected()) {
    leave();
  }
  return wanted;
}

void GdbServer::exited(std::uint8_t status) {
  link_.send(fmt::format("W{:02x}", status));
  leave();
}

// The processor has one thread, number 1.
std::string GdbServer::stopped() {
  if (!met_.empty()) {
    return fmt::format("T{:02x}thread:1;{}", static_cast<unsigned>(why_), met_);
  }
  const bool known =
      why_ == GdbSignal::trap && knows_swbreak_ && breakpoints_.software_at(target_.pc());
  return fmt::format("T{:02x}thread:1;{}", static_cast<unsigned>(why_), known ? "swbreak:;" : "");
}

void GdbServer::leave() {
  breakpoints_.clear();
  watchpoints_.clear();
  met_.clear();
  link_.close();
}

}  // namespace headstack
