#include "model/boxes/controller_cpu/controller_cpu.h"

#include <utility>

#include "model/config/drive_config.h"

extern "C" {
#include <schedulers/task_facts.h>
}

namespace headstack {

namespace {

constexpr std::size_t words_for(std::size_t bytes) {
  return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

}  // namespace

ControllerCpu::ControllerCpu(sc_core::sc_module_name name, const hs_firmware_config& config,
                             hs_hal& hal, const ProcessorLoad& load, Stopwatch& stopwatch)
    : sc_module(name),
      bus("bus"),
      load_(load),
      stopwatch_(stopwatch),
      memory_(new std::uint64_t[words_for(hs_firmware_memory(&config))]) {
  hs_firmware_init(&firmware_, &config, &hal, memory_.get());
}

void ControllerCpu::run_on(const CoreSetup& setup) {
  core_ = std::make_unique<FirmwareCore>("core", setup, firmware_.config, *firmware_.hal, causes_,
                                         commands, stopwatch_);
}

void ControllerCpu::debug(std::uint16_t port) {
  if (core_ == nullptr || !core_->debug(port)) {
    throw ConfigError(
        "GDB debugs the firmware's image on the simulator of a processor: set controller.core to "
        "\"iss\"");
  }
}

void ControllerCpu::profile() {
  if (core_ == nullptr || !core_->profile()) {
    throw ConfigError(
        "a profile of the firmware needs its image on the simulator of a processor: set "
        "controller.core to \"iss\"");
  }
}

void ControllerCpu::watch(DriveWatch& watch) {
  watch_ = &watch;
  if (core_ != nullptr) {
    core_->watch(watch);
  }
}

bool ControllerCpu::inserted() const {
  const hs_task_facts* facts = firmware_.queue.scheduler.facts;
  return facts != nullptr && firmware_.active.task != HS_NO_TASK &&
         facts[firmware_.active.task].inserted;
}

void ControllerCpu::service() {
  if (core_ != nullptr) {
    core_->service();
    return;
  }
  if (running_) {
    return;  // the loop below, which is running, handles the new cause
  }
  running_ = true;
  while (causes_ != 0) {
    const std::uint64_t starts = firmware_.starts;
    hs_firmware_interrupt(&firmware_);
    if (firmware_.starts != starts) {
      stopwatch_.begin(agenda_.now_ps(), {firmware_.active.hit, firmware_.active.predicted_media,
                                          firmware_.starts, firmware_.queue.held, inserted()});
    }
    if (causes_ == 0) {
      hs_firmware_idle(&firmware_);
    }
  }
  running_ = false;
  if (watch_ != nullptr) {
    watch_->firmware(state());
  }
}

void ControllerCpu::power_on(bool unit_attention) {
  causes_ = 0;
  firmware_.config.power_on_attention = unit_attention;
  hs_firmware_power_on(&firmware_, memory_.get());
}

hs_ticks ControllerCpu::done_at(hs_ticks work) {
  const hs_ticks now = time->now();
  if (!load_.any()) {
    return now + work;
  }
  // Only the next few milliseconds matter: they have the end of a track and the start of the next
  // track.
  constexpr hs_ticks kReach = HS_TICKS_PER_REVOLUTION / 2;
  return load_.done_at(now, work, media->sector_time(),
                       media->track_ends(now > kReach ? now - kReach : 0, now + kReach));
}

bool ControllerCpu::read(std::uint32_t address, std::uint64_t& value) {
  switch (static_cast<InterruptRead>(address)) {
    case InterruptRead::cause:
      value = std::exchange(causes_, 0);
      return true;
    case InterruptRead::pending:
      value = causes_;
      return true;
  }
  return false;
}

}  // namespace headstack
