// A SCSI command to a disk, and its end.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

namespace headstack::systemc {

// Place of a command in the disk's task set (SAM-5 8.6).
enum class Queue : std::uint8_t {
  simple,         // the disk's scheduler chooses the order
  ordered,        // after all earlier commands, and before all later commands
  head_of_queue,  // before all other commands
  untagged        // the initiator's only command
};

// A command. `read_blocks` and `write_blocks` (disk.h) make commands for data.
struct Command {
  std::vector<std::uint8_t> block;      // command block (CDB): 6 to 32 bytes
  bool write = false;                   // direction of `data`; true: to the disk
  std::vector<std::uint8_t> data = {};  // to the disk, or as many bytes as the host expects
  Queue queue = Queue::simple;
  std::uint8_t priority = 0;   // SAM-5 8.7: 1, the highest, to 15; 0: none
  std::uint8_t initiator = 7;  // SCSI id of the host; not the id of a disk on this bus
  std::uint8_t lun = 0;
};

// The end of a command.
struct Completion {
  bool lost = false;                // ended without a status: power cut, abort or reset
  std::uint8_t status = 0;          // SCSI status: 0 is GOOD, 2 is CHECK CONDITION
  std::vector<std::uint8_t> sense;  // 18 bytes, fixed format, after CHECK CONDITION
  std::vector<std::uint8_t> data;   // of the command; a read has data of the disk here
  std::uint32_t moved_bytes = 0;    // bytes of `data` that moved
  sc_core::sc_time submitted;
  sc_core::sc_time finished;

  bool good() const { return !lost && status == 0; }
};

}  // namespace headstack::systemc
