// A session: one drive on a bus, to which the caller gives commands one by one, and whose time
// passes as the caller says.
#pragma once

#include <cstdint>
#include <memory>

#include "model/boxes/drive.h"
#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/host/command_port.h"
#include "model/run/simulation_context.h"
#include "model/scsi/scsi_bus.h"

namespace headstack {

// Several sessions may be open at a time, and runs may come between, one thread at a time. Every
// method throws RunError where the model is at fault.
class Session {
 public:
  // `contents`: data are simulated; without them reads bring nothing. Throws ConfigError, and what
  // the scheduler has kept; so do the methods in which time passes.
  Session(const DriveConfig& drive, const SchedulerSpec& scheduler, bool contents);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Send a command now. No time passes.
  void submit(const std::shared_ptr<HostCommand>& command);
  // Let time pass until the command is over. False: nothing is left to happen, and it is not.
  bool wait(const HostCommand& command);
  // Let `duration` pass.
  void advance(Picoseconds duration);
  // Let time pass until nothing is left to happen.
  void settle();
  // The power fails now, and comes back at once. Commands that the drive has taken end as lost.
  void cut_power();

  Picoseconds now() const { return now_; }
  std::uint32_t blocks() const { return system_->drive.params().geometry.block_count; }
  std::uint32_t bytes_per_block() const { return system_->drive.params().bytes_per_block; }

 private:
  struct System {
    System(const DriveConfig& config, const SchedulerSpec& scheduler, bool contents);
    CommandPort host;
    ScsiBus bus;
    Drive drive;
  };

  template <typename Work>
  void inside(const Work& work);

  SchedulerSpec scheduler_;  // what is behind its operations outlives the system
  SimulationContext context_;
  std::unique_ptr<System> system_;
  Picoseconds now_{0};
  const HostCommand* awaited_ = nullptr;
};

}  // namespace headstack
