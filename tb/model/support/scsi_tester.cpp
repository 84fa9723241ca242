#include "tb/model/support/scsi_tester.h"

#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace headstack {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

Order read_order(std::uint32_t lbn, std::uint16_t blocks, std::uint64_t target) {
  Order order;
  order.target = target;
  order.cdb = read_write_10(false, lbn, blocks);
  order.bytes = blocks * 512U;
  return order;
}

Order write_order(std::uint32_t lbn, std::uint16_t blocks, std::uint64_t target) {
  Order order = read_order(lbn, blocks, target);
  order.cdb[0] = 0x2a;
  order.write = true;
  return order;
}

Order parameter_order(std::uint8_t operation, std::uint8_t allocation, std::uint64_t target) {
  Order order;
  order.target = target;
  order.cdb[0] = operation;
  if (operation < 0x20) {
    order.cdb[4] = allocation;
  }
  order.bytes = allocation;
  order.with_data = allocation != 0;
  return order;
}

Order list_order(std::initializer_list<std::uint8_t> cdb, std::vector<unsigned char> list) {
  Order order;
  std::copy(cdb.begin(), cdb.end(), order.cdb.begin());
  order.bytes = static_cast<std::uint32_t>(list.size());
  order.list = std::move(list);
  order.write = true;
  order.with_data = true;
  return order;
}

Order reply_order(std::initializer_list<std::uint8_t> cdb, std::uint32_t room) {
  Order order;
  std::copy(cdb.begin(), cdb.end(), order.cdb.begin());
  order.bytes = room;
  order.with_data = room != 0;
  return order;
}

Order function_order(TaskFunction function, std::uint16_t tag) {
  Order order;
  order.function = function;
  order.tag = tag;
  return order;
}

std::string Exchange::story() const {
  std::string text;
  for (const SeenPhase& seen : phases) {
    const ScsiPhase& p = seen.phase;
    text += p == ScsiPhase::arbitration   ? "A "
            : p == ScsiPhase::selection   ? "S "
            : p == ScsiPhase::disconnect  ? "D "
            : p == ScsiPhase::reselection ? "R "
            : p == ScsiPhase::data_in     ? "in "
            : p == ScsiPhase::data_out    ? "out "
            : p == ScsiPhase::status      ? "!"
            : p == ScsiPhase::aborted     ? "x"
                                          : "? ";
  }
  return text;
}

ScsiTester::ScsiTester(sc_core::sc_module_name name, std::uint8_t id)
    : sc_module(name), scsi("scsi"), id_(id) {
  scsi.register_nb_transport_bw(this, &ScsiTester::from_bus);
  SC_HAS_PROCESS(ScsiTester);
  SC_METHOD(due);
  sensitive << due_event_;
}

std::size_t ScsiTester::send(const Order& order) {
  const std::size_t number = exchanges_.size();
  exchanges_.emplace_back();
  Exchange& exchange = exchanges_.back();
  exchange.order = order;
  exchange.number = number;
  if (order.tag == kOwnTag) {
    exchange.order.tag = static_cast<std::uint16_t>(number);
  }
  exchange.data.assign(order.with_data ? order.bytes + Exchange::kGuard : 0, 0xee);
  std::copy(order.list.begin(), order.list.end(), exchange.data.begin());
  slots_.emplace_back();
  Slot& slot = slots_.back();
  slot.payload = std::make_unique<Payload>(this);
  Payload& payload = *slot.payload;
  payload.acquire();
  payload.cdb = order.cdb;
  payload.tag = exchange.order.tag;
  payload.function = order.function;
  payload.attribute = order.attribute;
  payload.priority = order.priority;
  payload.lun = order.lun;
  payload.initiator = id_;
  exchange.record.id = number;
  payload.record = order.with_record ? &exchange.record : nullptr;
  payload.all_phases = true;
  payload.set_command(order.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(order.target);
  payload.set_data_ptr(order.with_data ? exchange.data.data() : nullptr);
  payload.set_data_length(order.bytes);
  payload.set_streaming_width(order.bytes);
  numbers_[&payload] = number;
  waiting_.push_back(number);
  if (sc_core::sc_is_running()) {
    send_next();
  }
  return number;
}

void ScsiTester::send_at(double time_ms, const Order& order) {
  send_at(sc_time(time_ms, sc_core::SC_MS), order);
}

void ScsiTester::send_at(const sc_time& time, const Order& order) {
  later_.emplace(time, order);
  if (sc_core::sc_is_running()) {
    due_event_.notify(SC_ZERO_TIME);
  }
}

// Also runs once at the start.
void ScsiTester::due() {
  while (!later_.empty() && later_.begin()->first <= sc_core::sc_time_stamp()) {
    const Order order = later_.begin()->second;
    later_.erase(later_.begin());
    send(order);
  }
  if (!later_.empty()) {
    due_event_.notify(later_.begin()->first - sc_core::sc_time_stamp());
  }
  send_next();
}

void ScsiTester::send_next() {
  if (sending_) {
    return;  // the loop below goes on
  }
  sending_ = true;
  while (!waiting_.empty() && arbitrating_ < most_arbitrating) {
    const std::size_t number = waiting_.front();
    waiting_.pop_front();
    ++arbitrating_;
    Exchange& exchange = exchanges_[number];
    exchange.record.arrival = static_cast<std::int64_t>(sc_core::sc_time_stamp().value());
    exchange.phases.push_back({ScsiPhase::arbitration, sc_core::sc_time_stamp()});
    ScsiPhase phase = ScsiPhase::arbitration;
    sc_time delay = SC_ZERO_TIME;
    EXPECT_EQ(scsi->nb_transport_fw(*slots_[number].payload, phase, delay), tlm::TLM_ACCEPTED);
  }
  sending_ = false;
}

tlm::tlm_sync_enum ScsiTester::from_bus(Payload& transaction, ScsiPhase& phase, sc_time& delay) {
  const std::size_t number = numbers_.at(&transaction);
  Exchange& exchange = exchanges_[number];
  Slot& slot = slots_[number];
  if (check_phases) {
    check_phase(slot, exchange, phase, delay);
  }
  exchange.phases.push_back({phase, sc_core::sc_time_stamp() + delay});
  if (phase == ScsiPhase::selection) {
    --arbitrating_;
    if (on_selection) {
      on_selection(exchange);
    }
    send_next();
  }
  exchange.aborted = phase == ScsiPhase::aborted;
  if (phase != ScsiPhase::status && phase != ScsiPhase::aborted) {
    return tlm::TLM_ACCEPTED;
  }
  status(slot, exchange);
  return tlm::TLM_COMPLETED;
}

void ScsiTester::status(Slot& slot, Exchange& exchange) {
  check_payload(slot, exchange);
  ++exchange.statuses;
  exchange.status = slot.payload->status;
  exchange.sense_bytes = slot.payload->sense_bytes;
  exchange.sense = slot.payload->sense;
  exchange.moved_bytes = slot.payload->moved_bytes;
  exchange.response = slot.payload->get_response_status();
  if (on_status) {
    on_status(exchange);
  }
  send_next();
}

void ScsiTester::check_phase(Slot& slot, const Exchange& exchange, ScsiPhase phase,
                             const sc_time& delay) {
  const auto expect = [&](bool legal, const char* what) {
    EXPECT_TRUE(legal) << what << " in command " << exchange.number << " after " << exchange.story()
                       << "of initiator " << int{id_};
  };
  if (phase == ScsiPhase::selection) {
    expect(slot.state == State::arbitrating, "selection");
    slot.state = State::connected;
  } else if (phase == ScsiPhase::reselection) {
    expect(slot.state == State::disconnected, "reselection");
    slot.state = State::connected;
  } else if (phase == ScsiPhase::disconnect) {
    expect(slot.state == State::connected, "disconnect");
    slot.state = State::disconnected;
  } else if (phase == ScsiPhase::data_in) {
    expect(slot.state == State::connected && !exchange.order.write, "data in");
  } else if (phase == ScsiPhase::data_out) {
    expect(slot.state == State::connected && exchange.order.write, "data out");
  } else if (phase == ScsiPhase::status) {
    const bool refused = slot.state == State::arbitrating && slot.payload->is_response_error();
    expect(slot.state == State::connected || refused, "status");
    arbitrating_ -= refused ? 1 : 0;
    slot.state = State::over;
  } else if (phase == ScsiPhase::aborted) {
    expect(slot.state == State::disconnected, "aborted");
    slot.state = State::over;
  } else {
    expect(false, "a phase that is no initiator's");
  }
  const bool may_be_late =
      phase == ScsiPhase::disconnect || phase == ScsiPhase::data_in || phase == ScsiPhase::data_out;
  expect(delay == SC_ZERO_TIME || may_be_late, "a delay");
  const bool in_order = exchange.phases.back().time <= sc_core::sc_time_stamp() + delay;
  expect(in_order, "an earlier phase");
}

// What the initiator has set is as it was.
void ScsiTester::check_payload(const Slot& slot, const Exchange& exchange) {
  const Payload& payload = *slot.payload;
  const Order& order = exchange.order;
  EXPECT_EQ(payload.is_write(), order.write);
  EXPECT_EQ(payload.get_address(), order.target);
  EXPECT_EQ(payload.get_data_length(), order.bytes);
  EXPECT_EQ(payload.get_streaming_width(), order.bytes);
  EXPECT_EQ(payload.get_data_ptr(),
            order.with_data ? const_cast<unsigned char*>(exchange.data.data()) : nullptr);
  EXPECT_EQ(payload.get_byte_enable_ptr(), nullptr);
  EXPECT_FALSE(payload.is_dmi_allowed());
  EXPECT_EQ(slot.payload->cdb, order.cdb);
  EXPECT_EQ(slot.payload->tag, order.tag);
  EXPECT_EQ(slot.payload->attribute, order.attribute);
  EXPECT_EQ(slot.payload->lun, order.lun);
  EXPECT_EQ(slot.payload->function, order.function);
  EXPECT_EQ(slot.payload->initiator, id_);
  EXPECT_GE(payload.get_ref_count(), 1);
  for (std::size_t i = order.bytes; i < exchange.data.size(); ++i) {
    EXPECT_EQ(exchange.data[i], 0xee) << "byte " << i << " of " << order.bytes;
  }
}

void ScsiTester::expect_all_done() {
  EXPECT_TRUE(later_.empty());
  EXPECT_TRUE(waiting_.empty());
  EXPECT_EQ(arbitrating_, 0U);
  for (std::size_t number = 0; number < exchanges_.size(); ++number) {
    EXPECT_EQ(exchanges_[number].statuses, 1)
        << "command " << number << ": " << exchanges_[number].story();
    ASSERT_EQ(slots_[number].payload->get_ref_count(), 1) << "command " << number;
    slots_[number].payload->release();
  }
  EXPECT_EQ(freed_, exchanges_.size());
}

void ScsiTester::free(tlm::tlm_generic_payload* transaction) {
  EXPECT_EQ(transaction->get_ref_count(), 0);
  ++freed_;
}

}  // namespace headstack
