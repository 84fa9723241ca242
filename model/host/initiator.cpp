#include "model/host/initiator.h"

#include "model/base/agenda.h"

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

Initiator::Initiator(sc_core::sc_module_name name, std::uint8_t id, std::uint64_t target,
                     std::uint32_t bytes_per_block, CompletionListener& listener)
    : sc_module(name),
      scsi("scsi"),
      id_(id),
      target_(target),
      bytes_per_block_(bytes_per_block),
      listener_(listener) {
  if (id >= HS_INITIATORS) {
    SC_REPORT_FATAL("headstack/initiator", "a SCSI id is 0 to 15");
  }
  scsi.bind(static_cast<ScsiInitiatorEnd&>(*this));
}

Initiator::Command& Initiator::take_command() {
  if (free_.empty()) {
    commands_.push_back(std::make_unique<Command>(this));
    commands_.back()->tag = static_cast<std::uint16_t>(commands_.size() - 1);
    return *commands_.back();
  }
  Command& command = *free_.back();
  free_.pop_back();
  return command;
}

void Initiator::free(tlm::tlm_generic_payload* transaction) {
  free_.push_back(static_cast<Command*>(transaction));
}

CommandBlock Initiator::command_block(const RequestRecord& record) const {
  const auto group = static_cast<std::uint8_t>(facts_.classes ? record.class_id : 0);
  if (record.limit != 0) {
    return read_write_16(record.write, record.lbn, record.blocks, group, record.limit);
  }
  if (facts_.deadlines && record.deadline != kNoDeadline) {
    return read_write_deadline(record.write, record.lbn, record.blocks, group);
  }
  return read_write_10(record.write, record.lbn, static_cast<std::uint16_t>(record.blocks), group);
}

void Initiator::submit(RequestRecord& record) {
  Command& command = take_command();
  command.acquire();
  command.set_command(record.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  command.set_address(target_);
  command.set_data_length(record.blocks * bytes_per_block_);
  command.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  command.cdb = command_block(record);
  command.priority = static_cast<std::uint8_t>(record.priority);
  command.initiator = id_;
  command.record = &record;
  record.tag = command.tag;
  if (check_ != nullptr) {
    command.data.assign(std::size_t{record.blocks} * bytes_per_block_, 0);
    command.set_data_ptr(command.data.data());
    check_->sent(record, command.data.data());
  }
  if (arbitrating_) {
    waiting_.push_back(&command);
  } else {
    arbitrate(command);
  }
}

// A duration limit counts from now, because the drive has the command. The command does not carry a
// deadline of the workload.
void Initiator::note_limit(RequestRecord& record) const {
  const std::int64_t whole = facts_.whole_ps[record.write ? 1 : 0][record.limit - 1U];
  record.deadline = whole == 0 ? kNoDeadline : Agenda::current().now_ps() + whole;
}

void Initiator::arbitrate(Command& command) {
  arbitrating_ = true;
  ScsiPhase phase = ScsiPhase::arbitration;
  sc_time delay = SC_ZERO_TIME;
  scsi->nb_transport_fw(command, phase, delay);
}

void Initiator::bus_won() {
  arbitrating_ = false;
  if (!waiting_.empty()) {
    Command& next = *waiting_.front();
    waiting_.pop_front();
    arbitrate(next);
  }
}

tlm::tlm_sync_enum Initiator::nb_transport_bw(Payload& transaction, ScsiPhase& phase,
                                              sc_time& /*delay*/) {
  if (phase == ScsiPhase::selection) {
    if (transaction.cdb[0] == HS_VARIABLE_LENGTH) {
      set_deadline(transaction.cdb, transaction.record->deadline - Agenda::current().now_ps());
    }
    if (transaction.record->limit != 0) {
      note_limit(*transaction.record);
    }
    bus_won();
    return tlm::TLM_ACCEPTED;
  }
  if (phase != ScsiPhase::status && phase != ScsiPhase::aborted) {
    return tlm::TLM_ACCEPTED;
  }
  auto& command = static_cast<Command&>(transaction);
  RequestRecord& record = *command.record;
  Outcome outcome;
  outcome.reached = !command.is_response_error();
  outcome.status = command.status;
  if (command.sense_bytes != 0) {
    outcome.sense_key = command.sense[2] & 0x0f;
    outcome.sense_code = command.sense[12];
    outcome.sense_qualifier = command.sense[13];
  }
  if (check_ != nullptr && outcome.reached && outcome.status == HS_STATUS_GOOD &&
      outcome.sense_key != HS_SENSE_COMPLETED) {
    check_->finished(record, command.data.data());
  } else if (check_ != nullptr) {
    check_->given_up(record);
  }
  command.release();
  if (!outcome.reached) {
    bus_won();  // no target was selected
  }
  listener_.completed(record, outcome);
  return tlm::TLM_COMPLETED;
}

}  // namespace headstack
