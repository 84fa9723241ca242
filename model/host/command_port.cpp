#include "model/host/command_port.h"

#include <algorithm>
#include <utility>

extern "C" {
#include <controller/command.h>
}

namespace headstack {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

CommandPort::CommandPort(sc_core::sc_module_name name, std::uint64_t target)
    : sc_module(name), scsi("scsi"), target_(target) {
  scsi.register_nb_transport_bw(this, &CommandPort::from_bus);
  SC_HAS_PROCESS(CommandPort);
  SC_METHOD(arbitrate_next);
}

CommandPort::Transaction& CommandPort::take_transaction() {
  if (free_.empty()) {
    transactions_.push_back(std::make_unique<Transaction>(this));
    transactions_.back()->own_tag = static_cast<std::uint16_t>(transactions_.size() - 1);
    return *transactions_.back();
  }
  Transaction& transaction = *free_.back();
  free_.pop_back();
  return transaction;
}

const CommandPort::Transaction* CommandPort::transaction_of(const HostCommand* command) const {
  const auto found = std::find_if(transactions_.begin(), transactions_.end(),
                                  [&](const auto& t) { return t->command.get() == command; });
  return found == transactions_.end() ? nullptr : found->get();
}

void CommandPort::free(tlm::tlm_generic_payload* transaction) {
  free_.push_back(static_cast<Transaction*>(transaction));
}

void CommandPort::submit(std::shared_ptr<HostCommand> command) {
  Transaction& transaction = take_transaction();
  transaction.acquire();
  const auto bytes = static_cast<unsigned>(command->data.size());
  transaction.set_command(bytes == 0       ? tlm::TLM_IGNORE_COMMAND
                          : command->write ? tlm::TLM_WRITE_COMMAND
                                           : tlm::TLM_READ_COMMAND);
  transaction.set_address(target_);
  transaction.set_data_ptr(bytes == 0 ? nullptr : command->data.data());
  transaction.set_data_length(bytes);
  transaction.set_streaming_width(bytes);
  transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  transaction.cdb = command->cdb;
  transaction.initiator = command->host;
  transaction.lun = command->lun;
  transaction.attribute = command->attribute;
  transaction.priority = command->priority;
  transaction.function = command->function;
  // A function names the tag of its task. A task that is over has no tag, and the function's own
  // tag belongs to no task.
  const Transaction* task =
      command->task == nullptr ? nullptr : transaction_of(command->task.get());
  transaction.tag = task == nullptr ? transaction.own_tag : task->own_tag;
  transaction.sense_bytes = 0;
  transaction.moved_bytes = 0;
  command->submitted = agenda_.now_ps();
  transaction.command = std::move(command);
  waiting_.push_back(&transaction);
  arbitrate_next();
}

void CommandPort::arbitrate_next() {
  if (arbitrating_ || waiting_.empty()) {
    return;
  }
  arbitrating_ = true;
  Transaction& next = *waiting_.front();
  waiting_.pop_front();
  ScsiPhase phase = ScsiPhase::arbitration;
  sc_time delay = SC_ZERO_TIME;
  scsi->nb_transport_fw(next, phase, delay);
}

tlm::tlm_sync_enum CommandPort::from_bus(Payload& transaction, ScsiPhase& phase,
                                         sc_time& /*delay*/) {
  if (phase == ScsiPhase::selection) {
    arbitrating_ = false;
    arbitrate_next();
    return tlm::TLM_ACCEPTED;
  }
  if (phase != ScsiPhase::status && phase != ScsiPhase::aborted) {
    return tlm::TLM_ACCEPTED;
  }
  finish(static_cast<Transaction&>(transaction), phase == ScsiPhase::aborted);
  return tlm::TLM_COMPLETED;
}

void CommandPort::finish(Transaction& transaction, bool lost) {
  const std::shared_ptr<HostCommand> command = std::move(transaction.command);
  command->state = lost ? HostCommand::State::lost : HostCommand::State::done;
  command->status = transaction.status;
  command->sense.assign(transaction.sense.begin(),
                        transaction.sense.begin() + transaction.sense_bytes);
  command->moved_bytes = transaction.moved_bytes;
  command->finished = agenda_.now_ps();
  transaction.release();
  if (on_end) {
    on_end(*command);
  }
}

}  // namespace headstack
