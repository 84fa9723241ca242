// A host that sends commands one after another, and the facts about their ends that tests need.
#pragma once

#include <cstdio>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tb/model/support/bus_rig.h"

namespace headstack {

using Bytes = std::vector<unsigned char>;
using Cdb = std::initializer_list<std::uint8_t>;

// Commands one after another, each sent when the one before is over.
class CommandScript {
 public:
  explicit CommandScript(BusRig& rig) : state_(std::make_shared<State>(State{rig.host(), {}, 0})) {
    rig.host().on_status = [state = state_](const Exchange&) { state->next(); };
  }
  CommandScript& reply(Cdb cdb, std::uint32_t room) { return add(reply_order(cdb, room)); }
  CommandScript& list(Cdb cdb, Bytes bytes) { return add(list_order(cdb, std::move(bytes))); }
  CommandScript& add(Order order) {
    state_->orders.push_back(std::move(order));
    if (state_->sent == 0) {
      state_->next();
    }
    return *this;
  }

 private:
  struct State {
    ScsiTester& host;
    std::deque<Order> orders;
    std::size_t sent;

    void next() {
      if (sent < orders.size()) {
        host.send(orders[sent++]);
      }
    }
  };
  std::shared_ptr<State> state_;
};

inline Bytes data(const Exchange& e) {
  return {e.data.begin(), e.data.begin() + static_cast<std::ptrdiff_t>(e.moved_bytes)};
}

// "05/24/00", or the status if there is no sense.
inline std::string sense(const Exchange& e) {
  char text[16];
  if (e.status != 0x02) {
    std::snprintf(text, sizeof text, "status %02x", e.status);
  } else {
    std::snprintf(text, sizeof text, "%02x/%02x/%02x", e.sense[2], e.sense[12], e.sense[13]);
  }
  return text;
}

// Bytes 15-17: the place of the bad field.
inline Bytes field(const Exchange& e) { return {e.sense[15], e.sense[16], e.sense[17]}; }

constexpr const char* kGood = "status 00";

}  // namespace headstack
