#include "tb/model/support/bus_monitor.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace headstack {

namespace {

// SCSI ids, highest first (SPI-3 10.5).
bool goes_before(int a, int b) {
  const std::array<int, 16> order = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
  const auto place = [&order](int id) { return std::find(order.begin(), order.end(), id); };
  return place(a) < place(b);
}

}  // namespace

using sc_core::sc_time;
using sc_core::sc_time_stamp;

BusMonitor::BusMonitor(sc_core::sc_module_name name, std::size_t targets)
    : sc_module(name), in("in", targets), out("out", targets) {
  for (std::size_t i = 0; i < targets; ++i) {
    const int id = static_cast<int>(i);
    in[i].register_nb_transport_fw(this, &BusMonitor::forward, id);
    out[i].register_nb_transport_bw(this, &BusMonitor::backward, id);
  }
}

tlm::tlm_sync_enum BusMonitor::forward(int target, Payload& transaction, ScsiPhase& phase,
                                       sc_time& delay) {
  EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
  EXPECT_EQ(transaction.get_address(), static_cast<std::uint64_t>(target));
  EXPECT_TRUE(phase == ScsiPhase::selection || phase == ScsiPhase::reselection);
  granted(target, transaction, phase == ScsiPhase::reselection);
  return out[static_cast<std::size_t>(target)]->nb_transport_fw(transaction, phase, delay);
}

void BusMonitor::granted(int target, Payload& transaction, bool reselection) {
  EXPECT_EQ(holder_, nullptr) << "granted while held";
  EXPECT_GE(sc_time_stamp(), free_at_) << "granted before it was free";
  if (reselection) {
    EXPECT_EQ(wants_back_[target], &transaction);
    wants_back_.erase(target);
    for (const auto& [other, waiting] : wants_back_) {
      EXPECT_TRUE(goes_before(target, other)) << other << " waits";
    }
    EXPECT_EQ(open_.count(&transaction), 1U);
    open_.erase(&transaction);
  } else {
    EXPECT_EQ(open_.count(&transaction), 0U);
    const int initiator = transaction.initiator;
    for (const auto& [other, waiting] : wants_back_) {
      EXPECT_TRUE(goes_before(initiator, other)) << other << " waits";
    }
  }
  contended_ += wants_back_.empty() ? 0 : 1;
  ++grants_;
  holder_ = &transaction;
  held_since_ = sc_time_stamp();
}

tlm::tlm_sync_enum BusMonitor::backward(int target, Payload& transaction, ScsiPhase& phase,
                                        sc_time& delay) {
  EXPECT_EQ(transaction.get_address(), static_cast<std::uint64_t>(target));
  if (phase == ScsiPhase::reselection_request) {
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(open_.count(&transaction), 1U) << "reselection for what was not disconnected";
    EXPECT_EQ(open_[&transaction], target);
    EXPECT_TRUE(wants_back_.emplace(target, &transaction).second) << "one reselection at a time";
  } else if (phase == ScsiPhase::aborted) {
    EXPECT_NE(holder_, &transaction) << "aborted while it holds the bus";
    EXPECT_EQ(open_.count(&transaction), 1U) << "aborted, but not disconnected";
    open_.erase(&transaction);
    const auto wants = wants_back_.find(target);
    if (wants != wants_back_.end() && wants->second == &transaction) {
      wants_back_.erase(wants);
    }
  } else {
    used(target, transaction, phase, delay);
  }
  return in[static_cast<std::size_t>(target)]->nb_transport_bw(transaction, phase, delay);
}

void BusMonitor::used(int target, Payload& transaction, ScsiPhase phase, const sc_time& delay) {
  EXPECT_EQ(holder_, &transaction) << "a phase of somebody who does not hold the bus";
  const sc_time then = sc_time_stamp() + delay;
  if (phase == ScsiPhase::data_in || phase == ScsiPhase::data_out) {
    data_until_ = then;
    return;
  }
  EXPECT_TRUE(phase == ScsiPhase::disconnect || phase == ScsiPhase::status);
  EXPECT_GE(then, data_until_) << "over before its data";
  if (phase == ScsiPhase::disconnect) {
    open_[&transaction] = target;
  }
  busy_ += then - held_since_;
  holder_ = nullptr;
  free_at_ = then;
}

}  // namespace headstack
