// Controller CPU: runs the firmware whenever a box raises an interrupt, compiled for the host, or
// as an image on a processor of its own.
#pragma once

#include <cstdint>
#include <memory>

#include "model/base/wires.h"
#include "model/boxes/controller_cpu/firmware_core.h"
#include "model/boxes/controller_cpu/processor_load.h"
#include "model/boxes/controller_cpu/register_bus.h"
#include "model/watch/drive_watch.h"
#include "model/watch/stopwatch.h"

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

// `measured` timing: the firmware itself takes no time; the delays that it commands are the drive's
// published overheads. `executed` timing: its code takes the cycles of a processor of its own.
class ControllerCpu : public sc_core::sc_module, public InterruptLine, public Processor {
 public:
  Wire<TimeBase> time;
  Wire<Commands> commands;
  Wire<MediaSide> media;  // whose sectors and track ends take processor time
  RegisterBus bus;

  // `config` points to tables that must outlive the CPU, and so must `hal`, the drive's registers,
  // and `stopwatch`.
  ControllerCpu(sc_core::sc_module_name name, const hs_firmware_config& config, hs_hal& hal,
                const ProcessorLoad& load, Stopwatch& stopwatch);

  void raise(std::uint32_t causes) override { causes_ |= causes; }
  void withdraw(std::uint32_t causes) override { causes_ &= ~causes; }
  void service() override;
  hs_ticks done_at(hs_ticks work) override;

  // Null for the firmware that is compiled for the host.
  const CoreTimes* core_times() const { return core_ != nullptr ? &core_->times() : nullptr; }

  // GDB has the core from the start on. Throws ConfigError if there is no core, or it cannot be
  // debugged; RunError if the port cannot be had.
  void debug(std::uint16_t port);

  // Count the core's cycles by function. Throws ConfigError if there is no core, or it cannot.
  void profile();
  // Those cycles. Precondition: they are counted.
  FoldedStacks folded() { return core_->folded(); }

  // What the image uses of its memories. Precondition: it runs on a core.
  MemoryUse memory() const { return core_->memory(); }

  // The firmware's image runs on a processor of its own from now on, instead of the firmware that
  // is compiled for the host. To be called before the simulation begins.
  void run_on(const CoreSetup& setup);

  // `watch` must outlive the CPU.
  void watch(DriveWatch& watch);

  // See FirmwareCore; false for the firmware that is compiled for the host.
  bool only_wakes_itself() const { return core_ != nullptr && core_->only_wakes_itself(); }

  // Does the image run, on a processor of its own?
  bool on_core() const { return core_ != nullptr; }

  // Power comes back after a loss: the firmware starts anew. Precondition: it is compiled for the
  // host.
  void power_on(bool unit_attention);

  // Compiled for the host. Precondition: it runs.
  const hs_firmware& firmware() const { return firmware_; }
  // Wherever it runs.
  FirmwareState state() const { return core_ != nullptr ? core_->state() : state_of(firmware_); }

  // The CPU's own registers, by the firmware that runs on it; none can be written.
  bool read(std::uint32_t address, std::uint64_t& value);
  static bool write(std::uint32_t address, std::uint64_t value) {
    static_cast<void>(address);
    static_cast<void>(value);
    return false;
  }

 private:
  ProcessorLoad load_;
  Stopwatch& stopwatch_;
  DriveWatch* watch_ = nullptr;
  std::unique_ptr<std::uint64_t[]> memory_;  // the firmware's RAM, not cleared
  hs_firmware firmware_{};
  std::uint32_t causes_ = 0;
  bool running_ = false;
  std::unique_ptr<FirmwareCore> core_;  // null: the host's processor
};

}  // namespace headstack
