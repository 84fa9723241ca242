// Command port: initiators for single SCSI commands of any kind, with data, and for task management
// functions.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "model/base/agenda.h"
#include "model/scsi/scsi_protocol.h"

namespace headstack {

// A command and its result. Times are in ps of simulated time.
struct HostCommand {
  enum class State : std::uint8_t {
    under_way,
    done,  // `status` has the result
    lost   // ended without a status: the drive lost its power, or aborted the command
  };

  // Set by the host:
  std::uint8_t host = 7;  // SCSI id of the initiator
  std::uint8_t lun = 0;
  TaskFunction function = TaskFunction::none;  // none: a command
  std::shared_ptr<const HostCommand> task;     // the command of an abort_task
  CommandBlock cdb{};
  bool write = false;               // direction of `data`; true: to the drive
  std::vector<unsigned char> data;  // the command moves as many bytes as the size
  QueueAttribute attribute = QueueAttribute::simple;
  std::uint8_t priority = 0;  // SAM-5 8.7: 1, the highest, to 15; 0: none
  // Set by the port:
  State state = State::under_way;
  std::uint8_t status = 0;          // of a function: TaskResponse
  std::vector<std::uint8_t> sense;  // empty unless status is CHECK CONDITION
  std::uint32_t moved_bytes = 0;    // bytes of `data` that moved
  std::int64_t submitted = 0;
  std::int64_t finished = -1;  // not yet
};

// The port of all hosts on the bus. Commands leave in order of arrival, one at a time.
class CommandPort : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  tlm_utils::simple_initiator_socket<CommandPort, 32, ScsiProtocol> scsi;

  CommandPort(sc_core::sc_module_name name, std::uint64_t target);

  // Preconditions: the simulation has been elaborated; the task of an abort_task was submitted
  // here.
  void submit(std::shared_ptr<HostCommand> command);

  // Called when a command is over.
  std::function<void(const HostCommand&)> on_end;
  std::size_t under_way() const { return transactions_.size() - free_.size(); }
  // Returns the greatest number of commands under way so far. This is the number of transactions,
  // because they are used again.
  std::size_t most_under_way() const { return transactions_.size(); }

 private:
  using Payload = ScsiTransaction;
  struct Transaction : Payload {
    using Payload::Payload;
    std::uint16_t own_tag = 0;
    std::shared_ptr<HostCommand> command;  // null: free
  };

  void free(tlm::tlm_generic_payload* transaction) override;
  Transaction& take_transaction();
  const Transaction* transaction_of(const HostCommand* command) const;
  void arbitrate_next();  // also runs once at the start, because a simulation needs an event
  tlm::tlm_sync_enum from_bus(Payload& transaction, ScsiPhase& phase, sc_core::sc_time& delay);
  void finish(Transaction& transaction, bool lost);

  Agenda& agenda_ = Agenda::current();
  std::uint64_t target_;
  std::vector<std::unique_ptr<Transaction>> transactions_;
  std::vector<Transaction*> free_;
  std::deque<Transaction*> waiting_;
  bool arbitrating_ = false;
};

}  // namespace headstack
