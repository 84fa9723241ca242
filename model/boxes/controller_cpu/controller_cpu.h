// Controller CPU: runs the firmware whenever a box raises an interrupt, compiled for the host, or
// as an image on a processor of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/base/wires.h"
#include "model/boxes/controller_cpu/decision_clock.h"
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
// published overheads. `executed` timing: its decisions take time too, by a DecisionClock.
class ControllerCpu : public sc_core::sc_module, public InterruptLine, public Processor {
 public:
  Wire<TimeBase> time;
  Wire<MediaSide> media;  // whose sectors and track ends take processor time
  RegisterBus bus;

  // `config` points to tables that must outlive the CPU, and so must `hal`, the drive's registers,
  // and `stopwatch`.
  ControllerCpu(sc_core::sc_module_name name, const hs_firmware_config& config, hs_hal& hal,
                const ProcessorLoad& load, Stopwatch& stopwatch);

  void raise(std::uint32_t causes) override { causes_ |= causes; }
  void service() override;
  hs_ticks done_at(hs_ticks work) override;

  // Decisions take time; the firmware's config says so too.
  void count_decisions(const DecisionClock& clock) { decisions_.emplace(clock); }
  // Null in `measured` timing.
  const DecisionTimes* decision_times() const {
    return decisions_.has_value() ? &decisions_->times() : nullptr;
  }

  // The firmware's image runs on a processor of its own from now on, instead of the firmware that
  // is compiled for the host. To be called before the simulation begins.
  void run_on(const CoreSetup& setup);

  // `watch` must outlive the CPU.
  void watch(DriveWatch& watch);

  // Does the image run, on a processor of its own?
  bool on_core() const { return core_ != nullptr; }

  // Power comes back after a loss: the firmware starts anew. Precondition: it is compiled for the
  // host.
  void power_on(bool unit_attention);

  // Compiled for the host. Precondition: it runs.
  const hs_firmware& firmware() const { return firmware_; }
  // Wherever it runs.
  FirmwareState state() const { return core_ != nullptr ? core_->state() : state_of(firmware_); }

  // The CPU's own registers, by the firmware that runs on it.
  bool read(std::uint32_t address, std::uint64_t& value);
  bool write(std::uint32_t address, std::uint64_t value);
  // The firmware has accessed a register, where decisions take time.
  void note_read(std::uint32_t address, std::uint64_t value);
  void note_write(std::uint32_t address, std::uint64_t value);

 private:
  bool begin_decision(std::uint64_t waiting);
  bool end_decision(std::uint64_t& late);

  ProcessorLoad load_;
  Stopwatch& stopwatch_;
  DriveWatch* watch_ = nullptr;
  std::unique_ptr<std::uint64_t[]> memory_;  // the firmware's RAM, not cleared
  hs_firmware firmware_{};
  std::uint32_t causes_ = 0;
  bool running_ = false;
  std::unique_ptr<FirmwareCore> core_;  // null: the host's processor
  std::optional<DecisionClock> decisions_;
  DecisionWork work_;           // of the decision under way, counted so far
  std::uint64_t examined_ = 0;  // by the scheduler when it began
  std::uint64_t waiting_ = 0;   // when the interrupt was raised
};

}  // namespace headstack
