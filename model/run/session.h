// A session with one drive on a bus. The caller is all hosts of the drive. The caller sends
// commands singly, and decides when time passes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "model/boxes/drive.h"
#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/host/command_port.h"
#include "model/run/simulation_context.h"
#include "model/scsi/scsi_bus.h"

namespace headstack {

// Several sessions may be open at a time, and runs may take place between their calls. Only one
// thread may use SystemC at a time. Every method throws RunError for a fault of the model.
class Session {
 public:
  static constexpr std::uint8_t kDrive = 0;  // the drive's SCSI id; hosts have the other ids

  // With `contents`, data are simulated. Otherwise reads return no data. Throws ConfigError, and
  // any error that the scheduler has kept. The methods in which time passes throw these errors too.
  Session(const DriveConfig& drive, const SchedulerSpec& scheduler, bool contents);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Keeps the medium's data in a sparse file from now on. See Medium::keep_in. Precondition: the
  // session has contents.
  void keep_in(const std::string& file);

  // Writes the drive's signals from now on. `config` is the drive's. Throws ConfigError if a file
  // cannot be written. The methods in which time passes throw RunError if a write fails.
  void write_waves(const WaveTarget& target, const DriveConfig& config);
  // Writes all signals and closes the files. Throws RunError if a write failed.
  void finish_waves();

  // Sends a command now. No time passes.
  void submit(const std::shared_ptr<HostCommand>& command);
  // Simulates until the command is over. False: no event is left, and the command is not over.
  bool wait(const HostCommand& command);
  // Simulates until some command ends, but at most until `end`, a time of the session. True: a
  // command has ended. False: the session is at `end`. Without `end`, false: no event is left, and
  // time is that of the last event.
  // With `end`, the data of all sectors that have passed have moved. A caller that comes often
  // therefore waits for few data at a time.
  bool run_until(std::optional<Picoseconds> end);
  // Returns the time of the next event. Empty: no event is left.
  std::optional<Picoseconds> next_event();
  // Simulates for `duration`.
  void advance(Picoseconds duration);
  // Simulates until no event is left.
  void settle();
  // Cuts the power now, and restores it at once. Commands that the drive has accepted end as lost.
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

  // Throws an error that the scheduler or the waves have kept.
  void check();
  template <typename Work>
  void inside(const Work& work);
  // Both stop as soon as `ended_` is set.
  void run_to(const sc_core::sc_time& end);
  void run_to_last_event();

  SchedulerSpec scheduler_;  // outlives the system, because it owns the scheduler's operations
  SimulationContext context_;
  std::unique_ptr<System> system_;
  Picoseconds now_{0};
  const HostCommand* awaited_ = nullptr;
  bool awaits_any_ = false;
  bool ended_ = false;  // a command has ended after awaits_any_ was set
};

}  // namespace headstack
