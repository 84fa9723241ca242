// Controller CPU: runs the firmware when a box raises an interrupt. The firmware is compiled for
// the host, or runs as an image on a core.
#pragma once

#include <cstdint>
#include <memory>

#include "model/base/agenda.h"
#include "model/base/wires.h"
#include "model/boxes/controller_cpu/firmware_core.h"
#include "model/boxes/controller_cpu/processor_load.h"
#include "model/boxes/controller_cpu/register_bus.h"
#include "model/watch/drive_watch.h"
#include "model/watch/stopwatch.h"

extern "C" {
#include <controller/firmware.h>
#include <schedulers/mimic_learner.h>
}

namespace headstack {

// In `measured` timing, the firmware takes no time, and its delays are the drive's published
// overheads. In `executed` timing, the code takes the cycles of a core.
class ControllerCpu : public sc_core::sc_module, public InterruptLine, public Processor {
 public:
  Wire<TimeBase> time;
  Wire<Commands> commands;
  Wire<MediaSide> media;  // passing sectors and track ends take processor time
  RegisterBus bus;

  // `config` points to tables that must outlive the CPU. `hal`, the drive's registers, and
  // `stopwatch` must outlive the CPU too.
  ControllerCpu(sc_core::sc_module_name name, const hs_firmware_config& config, hs_hal& hal,
                const ProcessorLoad& load, Stopwatch& stopwatch);

  void raise(std::uint32_t causes) override { causes_ |= causes; }
  void withdraw(std::uint32_t causes) override { causes_ &= ~causes; }
  void service() override;
  hs_ticks done_at(hs_ticks work) override;

  // Returns the cycles of the core, or null for firmware that is compiled for the host.
  const CoreTimes* core_times() const { return core_ != nullptr ? &core_->times() : nullptr; }

  // Lets GDB control the core, from the start. Throws ConfigError if there is no core, or if the
  // core cannot be debugged. Throws RunError if the port is not available.
  void debug(std::uint16_t port);

  // Counts the core's cycles by function. Throws ConfigError if there is no core, or if the core
  // cannot count them.
  void profile();
  // Returns the names of all functions that an observer is told of. Empty: an observer is told of
  // no function.
  std::vector<std::string> functions() {
    return core_ != nullptr ? core_->functions() : std::vector<std::string>{};
  }
  // Returns the cycles by function. Precondition: profile() was called.
  FoldedStacks folded() { return core_->folded(); }

  // The image's use of its memories. Precondition: the image runs on a core.
  MemoryUse memory() const { return core_->memory(); }

  // Runs the firmware's image on a core, and not the firmware that is compiled for the host. Must
  // be called before the simulation begins.
  void run_on(const CoreSetup& setup);

  // `watch` must outlive the CPU.
  void watch(DriveWatch& watch);

  // See FirmwareCore; false for firmware that is compiled for the host.
  bool only_wakes_itself() const { return core_ != nullptr && core_->only_wakes_itself(); }

  // True: the image runs on a core.
  bool on_core() const { return core_ != nullptr; }

  // Starts the firmware again after a loss of power. Precondition: the firmware is compiled for the
  // host.
  void power_on(bool unit_attention);

  // State of the firmware that is compiled for the host. Precondition: it runs.
  const hs_firmware& firmware() const { return firmware_; }
  // State of the firmware, on the host or on a core.
  FirmwareState state() const { return core_ != nullptr ? core_->state() : state_of(firmware_); }

  // Accesses the CPU's own registers. Only the firmware on this CPU uses them, and all registers
  // are read only.
  bool read(std::uint32_t address, std::uint64_t& value);
  static bool write(std::uint32_t address, std::uint64_t value) {
    static_cast<void>(address);
    static_cast<void>(value);
    return false;
  }

  // Returns the times that a scheduler has learnt. Null: the scheduler does not learn, or the
  // firmware runs on a core.
  std::shared_ptr<const hs_mimic_learner> learnt() const {
    return {memory_, core_ != nullptr ? nullptr : firmware_.queue.scheduler.tables.learner};
  }

 private:
  // Whether the scheduler has served the active task out of its class's turn.
  bool inserted() const;

  Agenda& agenda_ = Agenda::current();
  ProcessorLoad load_;
  Stopwatch& stopwatch_;
  DriveWatch* watch_ = nullptr;
  std::shared_ptr<std::uint64_t[]> memory_;  // the firmware's RAM, not cleared
  hs_firmware firmware_{};
  std::uint32_t causes_ = 0;
  bool running_ = false;
  std::unique_ptr<FirmwareCore> core_;  // null: the host's processor
};

}  // namespace headstack
