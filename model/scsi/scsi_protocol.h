// The SCSI bus as a TLM-2.0 protocol: its phases, and what a transaction carries.
//
// One transaction is one command, from arbitration to status. A transaction is a generic payload
// with more members. The payload's command is the direction of the data, its length is the number
// of bytes, and its address is the target's SCSI id. If the data pointer is null, timing is
// simulated, but contents are not.
//
//   initiator                      bus                            target
//   fw ARBITRATION ───────────────▶ wins the bus
//                 ◀─ bw SELECTION ─ ── fw SELECTION ─────────────▶ takes the command block
//                 ◀──────────────── ◀─ bw DISCONNECT ───────────── frees the bus
//                                    ◀─ bw RESELECTION_REQUEST ─── wants it back
//                 ◀─ bw RESELECTION  ── fw RESELECTION ──────────▶ has it
//                 ◀──────────────── ◀─ bw DATA_IN or DATA_OUT ──── data phase
//                 ◀──────────────── ◀─ bw STATUS ──────────────── command complete, bus free
//
// The payload's length can be less than a data phase needs. The initiator then breaks off the
// phase. The phase ends after the last whole block. The drive behaves as after the message
// INITIATOR DETECTED ERROR, and sends CHECK CONDITION 0B/48/00 (SCSI-2 6.6.11). At the end, the
// residual is the length less `moved_bytes`.
//
// A task management function (ABORT TASK and others) is a transaction with a `function`, and takes
// the path of a command. A function has no command block and no data, and never disconnects. At
// STATUS, the `status` of a function is its result, a TaskResponse. A function can be sent only
// when the bus is free. A function therefore never reaches a task in the middle of a data phase.
//
// A task that a function or an overlapped command aborts gets no STATUS:
//
//                 ◀──────────────── ◀─ bw ABORTED ─────────────── over, without a status
//
// ABORTED takes no time and does not need the bus. A real bus has no such phase, because the
// initiator itself knows that the task has ended. A transaction, however, needs an end. Only
// disconnected tasks get ABORTED. ABORTED cancels a RESELECTION_REQUEST that has not been granted.
// The status is then TASK ABORTED (40h).
//
// Rules. A phase takes place after the delay of its call. Only DISCONNECT, DATA_IN and DATA_OUT may
// have a delay. Every call returns TLM_ACCEPTED, except that STATUS and ABORTED to the initiator
// may return TLM_COMPLETED. Payloads need a memory manager, and the initiator holds a reference
// from ARBITRATION to STATUS or ABORTED. The initiator gets SELECTION, STATUS and ABORTED. The
// initiator gets the phases between them only if the transaction asks for them.
#pragma once

#include <array>
#include <cstdint>

#include <systemc>
#include <tlm>

namespace headstack {

struct RequestRecord;

enum class ScsiPhase : std::uint8_t {
  arbitration,
  selection,
  disconnect,
  reselection_request,
  reselection,
  data_in,
  data_out,
  status,
  aborted
};

enum class QueueAttribute : std::uint8_t {
  simple = 0,
  ordered = 1,
  head_of_queue = 2,
  untagged = 3  // `tag` has no meaning; an untagged task must be the initiator's only task
};

enum class TaskFunction : std::uint8_t {
  none = 0,        // a command
  abort_task = 1,  // aborts the task of `tag`, or the untagged task
  abort_task_set = 2,
  clear_task_set = 3,
  logical_unit_reset = 4,
  nexus_loss = 5  // an event of the transport: the initiator has left (SAM-5 6.3.4)
};

enum class TaskResponse : std::uint8_t {
  complete = 0,
  rejected = 4,  // the target does not support this function
  wrong_unit = 9
};

// A command block. Only blocks with operation code 7Fh have more than 16 bytes.
using CommandBlock = std::array<std::uint8_t, 32>;

// Set by the initiator before ARBITRATION: cdb, tag, attribute, priority, function, lun, initiator,
// all_phases. Set by the target before STATUS: status, sense, moved_bytes.
struct ScsiTransaction : tlm::tlm_generic_payload {
  using tlm_generic_payload::tlm_generic_payload;

  CommandBlock cdb{};
  std::uint16_t tag = 0;
  QueueAttribute attribute = QueueAttribute::simple;
  std::uint8_t priority = 0;  // SAM-5 8.7: 1, the highest, to 15; 0: none
  TaskFunction function = TaskFunction::none;
  std::uint8_t lun = 0;
  std::uint8_t initiator = 0;            // SCSI id
  bool all_phases = false;               // the initiator gets every phase
  std::uint8_t status = 0;               // SCSI status byte; for a function: TaskResponse
  std::uint8_t sense_bytes = 0;          // valid bytes in sense; 0: none
  std::array<std::uint8_t, 18> sense{};  // fixed format
  std::uint32_t moved_bytes = 0;         // bytes moved by the data phases so far
  // the drive writes the times of the task here, for observation only
  RequestRecord* record = nullptr;
  int bus_port = -1;  // port that sent the transaction; the bus sets this member
};

struct ScsiProtocol {
  using tlm_payload_type = ScsiTransaction;
  using tlm_phase_type = ScsiPhase;
};

// The command block of a READ(10) or WRITE(10).
inline CommandBlock read_write_10(bool write, std::uint32_t lbn, std::uint16_t blocks,
                                  std::uint8_t group = 0) {
  CommandBlock cdb{};
  cdb[0] = write ? 0x2a : 0x28;
  cdb[2] = static_cast<std::uint8_t>(lbn >> 24);
  cdb[3] = static_cast<std::uint8_t>(lbn >> 16);
  cdb[4] = static_cast<std::uint8_t>(lbn >> 8);
  cdb[5] = static_cast<std::uint8_t>(lbn);
  cdb[6] = group;
  cdb[7] = static_cast<std::uint8_t>(blocks >> 8);
  cdb[8] = static_cast<std::uint8_t>(blocks);
  return cdb;
}

// Writes a number of 32 bits to a command block, high byte first.
inline void put_32(CommandBlock& cdb, std::size_t first, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) {
    cdb[first + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
  }
}

// The command block of a READ(16) or WRITE(16) with a duration limit.
inline CommandBlock read_write_16(bool write, std::uint32_t lbn, std::uint32_t blocks,
                                  std::uint8_t group, std::uint16_t limit) {
  CommandBlock cdb{};
  cdb[0] = write ? 0x8a : 0x88;
  cdb[1] = static_cast<std::uint8_t>(limit >> 2 & 1);
  put_32(cdb, 6, lbn);
  put_32(cdb, 10, blocks);
  cdb[14] = static_cast<std::uint8_t>((limit & 3) << 6 | group);
  return cdb;
}

// The longest time to a deadline, in microseconds.
constexpr std::uint32_t kLongestDeadlineUs = 0xffff'fffe;

// The command block of a read or write with a deadline (firmware/controller/unit/
// variable_length.c). set_deadline sets the deadline.
inline CommandBlock read_write_deadline(bool write, std::uint32_t lbn, std::uint32_t blocks,
                                        std::uint8_t group) {
  CommandBlock cdb{};
  cdb[0] = 0x7f;
  cdb[6] = group;
  cdb[7] = 0x18;
  cdb[8] = 0xf8;
  cdb[9] = write ? 0x01 : 0x00;
  put_32(cdb, 16, lbn);
  put_32(cdb, 28, blocks);
  return cdb;
}

// Sets the time from the arrival of the command to its deadline, rounded down to microseconds. A
// deadline in the past becomes 0.
inline void set_deadline(CommandBlock& cdb, std::int64_t left_ps) {
  constexpr std::int64_t kPsInUs = 1'000'000;
  put_32(cdb, 20, left_ps <= 0 ? 0 : static_cast<std::uint32_t>(left_ps / kPsInUs));
}

}  // namespace headstack
