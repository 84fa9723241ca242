#include "model/scsi/scsi_bus.h"

#include <algorithm>
#include <numeric>

namespace headstack {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

namespace {

// 0 is the highest.
int priority(std::uint64_t id) { return static_cast<int>(id < 8 ? 7 - id : 8 + 15 - id); }

}  // namespace

std::vector<std::uint8_t> ScsiBus::ids_in_order() {
  std::vector<std::uint8_t> ids(kIds);
  std::iota(ids.begin(), ids.end(), std::uint8_t{0});
  return ids;
}

ScsiBus::ScsiBus(sc_core::sc_module_name name, const std::vector<std::uint8_t>& target_ids)
    : sc_module(name), initiators("initiators"), targets("targets"), now_(Agenda::current().now()) {
  port_of_id_.fill(kNobody);
  for (std::size_t port = 0; port < target_ids.size(); ++port) {
    int& place = port_of_id_.at(target_ids[port]);
    if (place != kNobody) {
      SC_REPORT_FATAL("headstack/scsi", "two targets have the same SCSI id");
    }
    place = static_cast<int>(port);
  }
  initiators.register_nb_transport_fw(this, &ScsiBus::from_initiator);
  targets.bind(static_cast<ScsiInitiatorEnd&>(*this));
  free_timer_.calls<&ScsiBus::arbitrate>(*this);
}

void ScsiBus::end_of_elaboration() {
  for (int port = 0; port < targets.size(); ++port) {
    target_of_port_.push_back(targets[port]);
  }
}

tlm::tlm_sync_enum ScsiBus::from_initiator(int port, Payload& transaction, ScsiPhase& phase,
                                           sc_time& delay) {
  if (phase != ScsiPhase::arbitration || delay != SC_ZERO_TIME) {
    SC_REPORT_ERROR("headstack/scsi", "an initiator may only send ARBITRATION, without a delay");
    return tlm::TLM_ACCEPTED;
  }
  transaction.bus_port = port;
  if (target_port(transaction) == kNobody) {
    refuse(port, transaction);
    return tlm::TLM_ACCEPTED;
  }
  request({&transaction, false});
  return tlm::TLM_ACCEPTED;
}

int ScsiBus::target_port(const Payload& transaction) const {
  const std::uint64_t id = transaction.get_address();
  const auto bound = static_cast<int>(target_of_port_.size());
  return id < kIds && port_of_id_[id] < bound ? port_of_id_[id] : kNobody;
}

void ScsiBus::refuse(int port, Payload& transaction) {
  transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  ScsiPhase phase = ScsiPhase::status;
  sc_time delay = SC_ZERO_TIME;
  initiators[port]->nb_transport_bw(transaction, phase, delay);
}

tlm::tlm_sync_enum ScsiBus::nb_transport_bw(Payload& transaction, ScsiPhase& phase,
                                            sc_time& delay) {
  if (phase == ScsiPhase::reselection_request) {
    request({&transaction, true});
    return tlm::TLM_ACCEPTED;
  }
  if (phase == ScsiPhase::aborted) {
    withdraw(transaction);
    return to_initiator(transaction, phase, delay);
  }
  if (holder_ != &transaction) {
    SC_REPORT_ERROR("headstack/scsi", "a target uses the bus without holding it");
    return tlm::TLM_ACCEPTED;
  }
  if (phase != ScsiPhase::disconnect && phase != ScsiPhase::status) {
    return to_initiator(transaction, phase, delay);
  }
  release(delay);
  const tlm::tlm_sync_enum answer = to_initiator(transaction, phase, delay);
  if (phase == ScsiPhase::status && !waiting_.empty()) {
    arbitrate();  // now, because a waiting command must have arrived when the target continues
  }
  return answer;
}

bool ScsiBus::is_free() const { return holder_ == nullptr && free_at_ <= now_; }

void ScsiBus::request(Waiting waiting) {
  if (is_free() && waiting_.empty()) {
    grant(waiting);
    return;
  }
  waiting_.push_back(waiting);
  wait_until_free();
}

void ScsiBus::withdraw(const Payload& transaction) {
  if (holder_ == &transaction) {
    SC_REPORT_ERROR("headstack/scsi", "a target aborts the task that holds the bus");
  }
  waiting_.erase(
      std::remove_if(waiting_.begin(), waiting_.end(),
                     [&transaction](const Waiting& w) { return w.transaction == &transaction; }),
      waiting_.end());
}

void ScsiBus::release(const sc_time& delay) {
  holder_ = nullptr;
  free_at_ = now_ + delay;
  busy_ += free_at_ - held_since_;
  wait_until_free();
}

// Schedules the arbitration for the time at which the bus is free. While no device waits,
// arbitration needs no event.
void ScsiBus::wait_until_free() {
  if (holder_ == nullptr && !waiting_.empty()) {
    free_timer_.set_at_most(free_at_ - std::min(free_at_, now_));
  }
}

std::vector<ScsiBus::Waiting>::iterator ScsiBus::best_waiting() {
  const auto rank = [](const Waiting& w) {
    return priority(w.reselection ? w.transaction->get_address() : w.transaction->initiator);
  };
  return std::min_element(
      waiting_.begin(), waiting_.end(),
      [&rank](const Waiting& a, const Waiting& b) { return rank(a) < rank(b); });
}

void ScsiBus::arbitrate() {
  if (waiting_.empty() || !is_free()) {
    wait_until_free();
    return;
  }
  const auto best = best_waiting();
  const Waiting winner = *best;
  waiting_.erase(best);
  grant(winner);
}

void ScsiBus::grant(Waiting winner) {
  holder_ = winner.transaction;
  held_since_ = now_;
  const ScsiPhase phase = winner.reselection ? ScsiPhase::reselection : ScsiPhase::selection;
  to_initiator(*winner.transaction, phase, SC_ZERO_TIME);
  to_target(*winner.transaction, phase);
}

tlm::tlm_sync_enum ScsiBus::to_initiator(Payload& transaction, ScsiPhase phase, sc_time delay) {
  const bool always =
      phase == ScsiPhase::selection || phase == ScsiPhase::status || phase == ScsiPhase::aborted;
  if (!always && !transaction.all_phases) {
    return tlm::TLM_ACCEPTED;
  }
  return initiators[transaction.bus_port]->nb_transport_bw(transaction, phase, delay);
}

void ScsiBus::to_target(Payload& transaction, ScsiPhase phase) {
  sc_time delay = SC_ZERO_TIME;
  const int port = port_of_id_[transaction.get_address()];
  target_of_port_[static_cast<std::size_t>(port)]->nb_transport_fw(transaction, phase, delay);
}

}  // namespace headstack
