#include "model/boxes/target_port.h"

#include <algorithm>

extern "C" {
#include <controller/command.h>
#include <disk/plan.h>
}

namespace headstack {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

TargetPort::TargetPort(sc_core::sc_module_name name, const hs_drive_params& params, BusRates rates,
                       Stopwatch& stopwatch)
    : RegisterBlock(name, HS_PAGE_PORT),
      scsi("scsi"),
      params_(params),
      rates_(rates),
      stopwatch_(stopwatch) {
  scsi.bind(static_cast<ScsiTargetEnd&>(*this));
  end_timer_.calls<&TargetPort::sequence_ended>(*this);
  request_timer_.calls<&TargetPort::request_due>(*this);
}

// --- SCSI side ---------------------------------------------------------------------------------

tlm::tlm_sync_enum TargetPort::nb_transport_fw(Payload& transaction, ScsiPhase& phase,
                                               sc_time& /*delay*/) {
  if (phase == ScsiPhase::selection) {
    selected(transaction);
  } else if (phase == ScsiPhase::reselection) {
    reselected();
  } else {
    SC_REPORT_ERROR("headstack/port", "a phase that a target does not take");
  }
  return tlm::TLM_ACCEPTED;
}

void TargetPort::selected(Payload& transaction) {
  transaction.acquire();
  const std::uint32_t slot = take_slot(transaction);
  connected_ = slot;
  received_ = slot;
  if (watch_ != nullptr) {
    watch_command(slot);
  }
  const bool command = transaction.function == TaskFunction::none;
  interrupt->raise(command ? HS_CAUSE_COMMAND : HS_CAUSE_FUNCTION);
  if (!delivering_) {
    interrupt->service();
  }
}

void TargetPort::watch_command(std::uint32_t slot) {
  watch_->bus("command", time->now());
  const Payload& transaction = *slots_[slot];
  if (transaction.function != TaskFunction::none) {
    return;
  }
  const hs_command command = hs_command_decode(transaction.cdb.data(), transaction.lun,
                                               params_.geometry.block_count, HS_SPC_6);
  const RequestRecord* record = transaction.record;
  watch_->command({slot, record != nullptr ? record->id : commands_, transaction.tag,
                   command.lbn.value, command.blocks});
  ++commands_;
}

void TargetPort::reselected() {
  reselect_pending_ = false;
  connected_ = reselecting_.slot;
  running_ = reselecting_;
  if (watch_ != nullptr) {
    watch_->bus("reselection", time->now());
  }
  run();
}

void TargetPort::phase(std::uint32_t slot, ScsiPhase phase, sc_time delay) {
  scsi->nb_transport_bw(*slots_[slot], phase, delay);
}

// Reports the start of a data phase to observers. No box acts on this start.
void TargetPort::data_phase(std::uint32_t slot, ScsiPhase direction, hs_ticks start) {
  if (slots_[slot]->all_phases) {
    phase(slot, direction, time->until(start));
  }
}

std::uint32_t TargetPort::take_slot(Payload& transaction) {
  transaction.moved_bytes = 0;
  if (free_slots_.empty()) {
    slots_.push_back(&transaction);
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot] = &transaction;
  return slot;
}

void TargetPort::free_slot(std::uint32_t slot) {
  slots_[slot] = nullptr;
  free_slots_.push_back(slot);
}

// --- register side -----------------------------------------------------------------------------

bool TargetPort::has_received(bool function) const {
  return received_ != kNone && (slots_[received_]->function != TaskFunction::none) == function;
}

// Reads eight bytes of the command block. False, a bus error: no command has been received.
bool TargetPort::cdb_word(std::size_t first, std::uint64_t& word) const {
  if (!has_received(false)) {
    return false;
  }
  const auto& cdb = slots_[received_]->cdb;
  const std::uint8_t* b = &cdb[first];
  word = std::uint64_t{b[0]} | std::uint64_t{b[1]} << 8 | std::uint64_t{b[2]} << 16 |
         std::uint64_t{b[3]} << 24 | std::uint64_t{b[4]} << 32 | std::uint64_t{b[5]} << 40 |
         // the compiler makes a single load of this
         std::uint64_t{b[6]} << 48 | std::uint64_t{b[7]} << 56;
  return true;
}

std::uint64_t TargetPort::nexus_of(std::uint32_t slot) const {
  const Payload& e = *slots_[slot];
  return HS_NEXUS(slot, e.tag, e.attribute, e.initiator, e.lun, e.function, e.priority);
}

// Takes the nexus of a command or of a task management function. False, a bus error: nothing of
// this kind has been received.
bool TargetPort::take_nexus(bool function, std::uint64_t& nexus) {
  if (!has_received(function)) {
    return false;
  }
  nexus = nexus_of(received_);
  received_ = kNone;
  return true;
}

// Takes the facts of a data phase that the host has broken off. False, a bus error: no such phase
// exists.
bool TargetPort::take_broken_off(std::uint64_t& value) {
  if (broken_off_ == kNone) {
    return false;
  }
  value = nexus_of(broken_off_);
  broken_off_ = kNone;
  return true;
}

// Takes the next bytes of the parameter list. False, a bus error: the list has ended.
bool TargetPort::take_parameters(std::uint64_t& value) {
  if (parameters_read_ >= parameters_.size()) {
    return false;
  }
  value = 0;
  for (unsigned i = 0; i < 8 && parameters_read_ < parameters_.size(); ++i) {
    value |= std::uint64_t{parameters_[parameters_read_++]} << (8 * i);
  }
  return true;
}

// Starts a sequence. False, a bus error: the slot has no task, or a reselection is already pending.
// Also false if a connected slot asks for a reselection, or if a slot that is not connected does
// not ask for a reselection.
bool TargetPort::go(std::uint64_t value) {
  const std::uint32_t slot = HS_GO_SLOT(value);
  const bool reselect = (HS_GO_OPERATIONS(value) & HS_PORT_OP_RESELECT) != 0;
  if (slot >= slots_.size() || slots_[slot] == nullptr || (slot == connected_) == reselect ||
      (reselect && reselect_pending_)) {
    return false;
  }
  Sequence& sequence = reselect ? reselecting_ : running_;
  sequence = next_;
  sequence.slot = slot;
  sequence.operations = HS_GO_OPERATIONS(value);
  sequence.status = HS_GO_STATUS(value);
  sequence.count = HS_GO_COUNT(value);
  next_ = {};
  if (!reselect) {
    run();
    return true;
  }
  reselect_pending_ = true;
  const hs_ticks not_before = std::max(sequence.not_before, sequence.work_done);
  if (not_before > time->now()) {
    request_timer_.set(time->until(not_before));
  } else {
    request_bus();
  }
  return true;
}

// Aborts the task of a slot. False, a bus error: the slot has no task, or holds the bus.
bool TargetPort::abort(std::uint64_t value) {
  const std::uint32_t slot = HS_ABORT_SLOT(value);
  if (slot >= slots_.size() || slots_[slot] == nullptr || slot == connected_) {
    return false;
  }
  if (reselect_pending_ && reselecting_.slot == slot) {
    reselect_pending_ = false;
    request_timer_.cancel();
  }
  if (HS_ABORT_ACTIVE(value) != 0) {
    stopwatch_.finish(0, nullptr);
  }
  end_aborted(slot);
  return true;
}

void TargetPort::end_aborted(std::uint32_t slot) {
  Payload& transaction = *slots_[slot];
  if (transaction.get_data_ptr() != nullptr) {
    buffer->settle();
  }
  transaction.status = HS_STATUS_TASK_ABORTED;
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  ScsiPhase p = ScsiPhase::aborted;
  sc_time delay = SC_ZERO_TIME;
  free_slot(slot);
  scsi->nb_transport_bw(transaction, p, delay);
  transaction.release();
}

void TargetPort::cut_power() {
  end_timer_.cancel();
  request_timer_.cancel();
  received_ = kNone;
  broken_off_ = kNone;
  reselect_pending_ = false;
  next_ = {};
  response_.clear();
  parameters_.clear();
  parameters_read_ = 0;
  stopwatch_.finish(0, nullptr);
}

// Ends the tasks that the loss of power has ended. The host may send its next command during this
// call.
void TargetPort::end_lost() {
  std::vector<std::uint32_t> lost;
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot] != nullptr) {
      lost.push_back(slot);
    }
  }
  if (connected_ != kNone) {
    const std::uint32_t slot = connected_;
    connected_ = kNone;
    phase(slot, ScsiPhase::disconnect, SC_ZERO_TIME);
  }
  for (const std::uint32_t slot : lost) {
    end_aborted(slot);
  }
}

// --- sequences ---------------------------------------------------------------------------------

void TargetPort::request_due() {
  if (request_timer_.rings()) {
    request_bus();
  }
}

void TargetPort::request_bus() {
  phase(reselecting_.slot, ScsiPhase::reselection_request, SC_ZERO_TIME);
}

// Starts running_, which has the bus from now on.
void TargetPort::run() {
  constexpr std::uint32_t kTransfers =
      HS_PORT_OP_DATA_IN | HS_PORT_OP_DATA_OUT | HS_PORT_OP_RESPONSE | HS_PORT_OP_PARAMETERS;
  const Sequence& sequence = running_;
  hs_ticks data_start = std::max(time->now(), sequence.work_done) + sequence.before;
  const bool transfers = (sequence.operations & kTransfers) != 0;
  const hs_ticks data_end = transfers ? transfer(running_, data_start) : data_start;
  hs_ticks end = data_end + sequence.after;
  if (sequence.least != 0) {
    const hs_ticks came = buffer->came_at(sequence.count);
    end = came == 0 ? end : std::max(end, came + sequence.least);
  }
  if (watch_ != nullptr) {
    watch_phases(sequence, data_start, data_end, end);
  }
  if ((sequence.operations & (HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT)) ==
      HS_PORT_OP_DISCONNECT) {
    connected_ = kNone;
    phase(sequence.slot, ScsiPhase::disconnect, time->until(end));
  } else {
    end_timer_.set(time->until(end));
  }
}

// Transfers the sequence's data. Returns the end. `start` is the earliest start, and becomes the
// start of the data phase.
hs_ticks TargetPort::transfer(Sequence& sequence, hs_ticks& start) {
  shorten(sequence);
  if ((sequence.operations & (HS_PORT_OP_DATA_IN | HS_PORT_OP_DATA_OUT)) != 0) {
    start = sequence.marks != 0 ? hs_next_mark(HS_MARKS_COUNT(sequence.marks),
                                               HS_MARKS_ORIGIN(sequence.marks), start)
                                : hs_bus_start(&params_, start);
  }
  return move_data(sequence, start);
}

// Shortens the data phase to the blocks or bytes that the host has data or room for. After the data
// phase, only the interrupt follows. Precondition: the sequence transfers data.
void TargetPort::shorten(Sequence& sequence) {
  const std::uint32_t blocks = sequence.operations & (HS_PORT_OP_DATA_IN | HS_PORT_OP_DATA_OUT);
  const std::uint32_t bytes = sequence.operations & (HS_PORT_OP_RESPONSE | HS_PORT_OP_PARAMETERS);
  const Payload& transaction = *slots_[sequence.slot];
  const bool out = ((blocks | bytes) & (HS_PORT_OP_DATA_OUT | HS_PORT_OP_PARAMETERS)) != 0;
  const bool has_way = out ? transaction.is_write() : transaction.is_read();
  const std::uint32_t left = has_way ? transaction.get_data_length() - transaction.moved_bytes : 0U;
  const std::uint32_t most = blocks != 0 ? left / rates_.bytes_per_block : left;
  if (most < sequence.count) {
    sequence.count = most;
    sequence.operations = blocks | bytes;
    sequence.after = 0;
    sequence.least = 0;
    sequence.broken_off = true;
  }
}

void TargetPort::watch_phases(const Sequence& sequence, hs_ticks data_start, hs_ticks data_end,
                              hs_ticks end) {
  constexpr std::uint32_t kIn = HS_PORT_OP_DATA_IN | HS_PORT_OP_RESPONSE;
  constexpr std::uint32_t kOut = HS_PORT_OP_DATA_OUT | HS_PORT_OP_PARAMETERS;
  const bool data = (sequence.operations & (kIn | kOut)) != 0;
  if (data) {
    watch_->bus((sequence.operations & kIn) != 0 ? "data_in" : "data_out", data_start);
    watch_->bus("message", data_end);
  }
  if ((sequence.operations & HS_PORT_OP_STATUS) != 0) {
    watch_->bus("status", data ? data_end : time->now());
  }
  if ((sequence.operations & (HS_PORT_OP_DISCONNECT | HS_PORT_OP_STATUS)) != 0) {
    watch_->bus("free", end);
  }
}

hs_ticks TargetPort::move_data(const Sequence& sequence, hs_ticks start) {
  hs_ticks end = start;
  if ((sequence.operations & HS_PORT_OP_DATA_IN) != 0) {
    data_phase(sequence.slot, ScsiPhase::data_in, start);
    end = buffer->drain_end(sequence.count, start, rates_.read_per_block, rates_.underrun_resume);
    if (end > start + sequence.count * rates_.read_per_block) {
      end += rates_.underrun;
    }
    stopwatch_.data(start, end);
    if (unsigned char* data = next_data(sequence, rates_.bytes_per_block); data != nullptr) {
      buffer->send(sequence.count, end, data);
    }
  } else if ((sequence.operations & HS_PORT_OP_DATA_OUT) != 0) {
    data_phase(sequence.slot, ScsiPhase::data_out, start);
    end = start + sequence.count * rates_.write_per_block;
    stopwatch_.data(start, end);
    const unsigned char* data = next_data(sequence, rates_.bytes_per_block);
    buffer->fill(sequence.count, start, rates_.write_per_block, data);
  } else if ((sequence.operations & HS_PORT_OP_RESPONSE) != 0) {
    end = send_response(sequence, start);
  } else if ((sequence.operations & HS_PORT_OP_PARAMETERS) != 0) {
    end = fetch_parameters(sequence, start);
  }
  return end;
}

// The host's data that the sequence moves; null: contents do not matter.
unsigned char* TargetPort::next_data(const Sequence& sequence, std::uint32_t bytes_each) {
  Payload& transaction = *slots_[sequence.slot];
  unsigned char* data = transaction.get_data_ptr();
  std::uint32_t& moved = transaction.moved_bytes;
  const std::uint32_t from = moved;
  moved += sequence.count * bytes_each;
  return data == nullptr ? nullptr : data + from;
}

hs_ticks TargetPort::send_response(const Sequence& sequence, hs_ticks start) {
  data_phase(sequence.slot, ScsiPhase::data_in, start);
  if (unsigned char* data = next_data(sequence, 1); data != nullptr) {
    std::copy_n(response_.begin(), std::min(std::size_t{sequence.count}, response_.size()), data);
  }
  response_.clear();
  return start + sequence.count * rates_.read_per_block / rates_.bytes_per_block;
}

// Takes a parameter list from the host. A list continues after the last list of the same command.
hs_ticks TargetPort::fetch_parameters(const Sequence& sequence, hs_ticks start) {
  data_phase(sequence.slot, ScsiPhase::data_out, start);
  parameters_.assign(sequence.count, 0);
  if (const unsigned char* data = next_data(sequence, 1); data != nullptr) {
    std::copy_n(data, sequence.count, parameters_.begin());
  }
  parameters_read_ = 0;
  return start + sequence.count * rates_.write_per_block / rates_.bytes_per_block;
}

void TargetPort::sequence_ended() {
  if (!end_timer_.rings()) {
    return;
  }
  const std::uint32_t operations = running_.operations;
  if (running_.broken_off) {
    broken_off_ = running_.slot;
    interrupt->raise(HS_CAUSE_BROKEN_OFF);
  }
  if ((operations & HS_PORT_OP_DISCONNECT) != 0) {
    connected_ = kNone;
    phase(running_.slot, ScsiPhase::disconnect, SC_ZERO_TIME);
  }
  if ((operations & HS_PORT_OP_INTERRUPT) != 0) {
    interrupt->raise(HS_CAUSE_PORT);
  }
  if ((operations & HS_PORT_OP_STATUS) != 0) {
    deliver_status();
  }
  interrupt->service();
}

// Sends the status to the host. The host's reaction, for example a new command, reaches the
// firmware together with the end of this command.
void TargetPort::deliver_status() {
  const std::uint32_t slot = running_.slot;
  Payload& transaction = *slots_[slot];
  transaction.status = running_.status;
  transaction.sense_bytes = 0;
  const bool command = transaction.function == TaskFunction::none;
  if (command && (running_.status == HS_STATUS_CHECK_CONDITION || running_.sense != 0)) {
    const hs_sense sense = hs_sense_unpack(running_.sense);
    transaction.sense_bytes =
        static_cast<std::uint8_t>(hs_sense_data(transaction.sense.data(), &sense));
  }
  if ((running_.operations & HS_PORT_OP_INTERRUPT) != 0) {
    stopwatch_.finish(agenda_.now_ps(), transaction.record);
    if (watch_ != nullptr && transaction.record != nullptr) {
      watch_->served(*transaction.record);
    }
  }
  if (transaction.get_data_ptr() != nullptr) {
    buffer->settle();
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  free_slot(slot);
  connected_ = kNone;
  delivering_ = true;
  ScsiPhase p = ScsiPhase::status;
  sc_time delay = SC_ZERO_TIME;
  scsi->nb_transport_bw(transaction, p, delay);
  delivering_ = false;
  transaction.release();
}

}  // namespace headstack
