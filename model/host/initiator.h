// Initiator: the host adapter. Turns requests into SCSI commands and waits for their status.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "model/host/data_check.h"
#include "model/scsi/scsi_ends.h"
#include "model/scsi/scsi_protocol.h"
#include "model/watch/request_record.h"

extern "C" {
#include <controller/duration_limits.h>
#include <controller/vendor_pages.h>
}

namespace headstack {

// Facts about a request that its command carries to the drive.
struct CarriedFacts {
  bool deadlines = false;
  bool classes = false;
  std::uint32_t weights = 0;  // classes that have a weight; 0: classes need no weight
  bool limits = false;        // the drive has duration limits
  // Whole time of each limit at power on, in ps; 0: none. [0]: of reads, [1]: of writes.
  std::array<std::array<std::int64_t, HS_DURATION_LIMITS>, 2> whole_ps{};
  // Time of each priority from a request's arrival to its deadline, in ps; kNoDeadline: none.
  std::array<std::int64_t, HS_PRIORITIES + 1> priority_ps{};
};

// The result of a command.
struct Outcome {
  bool reached = false;  // false: no such target
  std::uint8_t status = 0;
  std::uint8_t sense_key = 0;  // after a CHECK CONDITION
  std::uint8_t sense_code = 0;
  std::uint8_t sense_qualifier = 0;
};

// Calls to the sender of a request.
class CompletionListener {
 public:
  virtual ~CompletionListener() = default;
  // `record` has its times.
  virtual void completed(RequestRecord& record, const Outcome& outcome) = 0;
};

// Commands that wait for the bus leave in order of arrival, one at a time.
class Initiator : public sc_core::sc_module,
                  public tlm::tlm_mm_interface,
                  private ScsiInitiatorEnd {
 public:
  tlm::tlm_initiator_socket<32, ScsiProtocol> scsi;

  // `target` is the drive's SCSI id. `listener` must outlive the initiator.
  Initiator(sc_core::sc_module_name name, std::uint8_t id, std::uint64_t target,
            std::uint32_t bytes_per_block, CompletionListener& listener);

  // From now on, requests have data, which `check` makes and checks. `check` must outlive the
  // initiator.
  void check_data(DataCheck& check) { check_ = &check; }

  // From now on, commands carry these facts about their requests.
  void carry(CarriedFacts facts) { facts_ = facts; }

  // Sends a READ(10) or WRITE(10), a command of 16 bytes with a duration limit, or a command of 32
  // bytes with a deadline. The caller keeps `record` until its completion.
  void submit(RequestRecord& record);

 private:
  using Payload = ScsiTransaction;
  struct Command : Payload {
    using Payload::Payload;
    std::vector<unsigned char> data;  // null if contents do not matter
  };

  void free(tlm::tlm_generic_payload* transaction) override;
  Command& take_command();
  CommandBlock command_block(const RequestRecord& record) const;
  void note_limit(RequestRecord& record) const;
  void arbitrate(Command& command);
  tlm::tlm_sync_enum nb_transport_bw(Payload& transaction, ScsiPhase& phase,
                                     sc_core::sc_time& delay) override;
  void bus_won();

  std::uint8_t id_;
  std::uint64_t target_;
  std::uint32_t bytes_per_block_;
  CompletionListener& listener_;
  DataCheck* check_ = nullptr;
  CarriedFacts facts_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<Command*> free_;
  std::deque<Command*> waiting_;
  bool arbitrating_ = false;
};

}  // namespace headstack
