// A hard disk with its firmware, as a module of another SystemC simulation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "headstack/api.h"
#include "headstack/bus.h"
#include "headstack/command.h"

namespace headstack::systemc {

struct DiskOptions {
  std::string scheduler = "fcfs";  // with parameters, as "clook(map)"
  bool contents = true;            // the disk has data; false: reads return zeros
  // The disk begins with a power-on, which the first command of each host reports. false: the disk
  // turns, and its hosts know it.
  bool power_on = false;
  std::string contents_file = {};  // the data are in this sparse file; empty: in memory
};

// The disk simulates its own time: seeks, rotation, the channel, the bus and the firmware. Time is
// the kernel's, in ps. Modules of a simulation and their callbacks run in one thread.
//
// A fault of the model is an SC_REPORT_ERROR, whose default action throws sc_core::sc_report.
class HEADSTACK_API Disk : public sc_core::sc_module {
 public:
  // Called in the instant in which a command ends. The function must not wait. It may submit.
  using Done = std::function<void(Completion)>;

  // Reads the drive file and joins the bus. The bus must outlive the disk. Throws
  // std::invalid_argument for a wrong file or option; the message names file, line and key.
  Disk(sc_core::sc_module_name name, Bus& bus, const std::string& drive_file,
       const DiskOptions& options = {});
  ~Disk() override;

  std::uint8_t scsi_id() const;
  std::uint64_t blocks() const;
  std::uint32_t bytes_per_block() const;

  // Sends a command now; the call takes no time. Throws std::invalid_argument for a command block
  // of another length than its first byte demands, or for the disk's own id as the initiator.
  // Throws std::logic_error before the elaboration has ended.
  void submit(Command command, Done done);

  // Sends a command and waits for its end. Only a thread process may call this function.
  Completion execute(Command command);

  // Cuts the power and restores it at once. Commands under way are lost. The disk then spins up.
  void cut_power();

 private:
  void start_of_simulation() override;

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// Make READ(10) and WRITE(10). `data` has the bytes of one block or more, all whole blocks. Throw
// std::invalid_argument for blocks beyond 2^32, for no block, or for more than 65,535 blocks.
HEADSTACK_API Command read_blocks(const Disk& disk, std::uint64_t first, std::uint32_t count);
HEADSTACK_API Command write_blocks(const Disk& disk, std::uint64_t first,
                                   std::vector<std::uint8_t> data);

}  // namespace headstack::systemc
