#include "model/boxes/controller_cpu/controller_cpu.h"

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
                                         stopwatch_);
}

void ControllerCpu::watch(DriveWatch& watch) {
  watch_ = &watch;
  if (core_ != nullptr) {
    core_->watch(watch);
  }
}

void ControllerCpu::service() {
  if (core_ != nullptr) {
    core_->service();
    return;
  }
  if (running_) {
    return;  // the loop below sees to it
  }
  running_ = true;
  while (causes_ != 0) {
    const std::uint64_t starts = firmware_.starts;
    waiting_ = firmware_.queue.scheduler.waiting;
    hs_firmware_interrupt(&firmware_);
    if (firmware_.starts != starts) {
      stopwatch_.begin(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()),
                       firmware_.active.hit, firmware_.active.predicted_media);
    }
    if (decisions_.has_value()) {
      decisions_->look(time->now(), firmware_.queue.scheduler.waiting);
    }
  }
  running_ = false;
  if (watch_ != nullptr) {
    watch_->firmware(state());
  }
}

void ControllerCpu::power_on(bool unit_attention) {
  causes_ = 0;
  if (decisions_.has_value()) {
    decisions_->stop();
  }
  firmware_.config.power_on_attention = unit_attention;
  hs_firmware_power_on(&firmware_, memory_.get());
}

hs_ticks ControllerCpu::done_at(hs_ticks work) {
  const hs_ticks now = time->now();
  if (!load_.any()) {
    return now + work;
  }
  // A track's end and the start of the next matter for a few milliseconds.
  constexpr hs_ticks kReach = HS_TICKS_PER_REVOLUTION / 2;
  return load_.done_at(now, work, media->sector_time(),
                       media->track_ends(now > kReach ? now - kReach : 0, now + kReach));
}

bool ControllerCpu::read(std::uint32_t address, std::uint64_t& value) {
  switch (static_cast<InterruptRead>(address)) {
    case InterruptRead::cause:
      value = causes_;
      causes_ = 0;
      return true;
  }
  switch (static_cast<ProcessorRead>(address)) {
    case ProcessorRead::decision:
      return end_decision(value);
  }
  return false;
}

bool ControllerCpu::write(std::uint32_t address, std::uint64_t value) {
  switch (static_cast<ProcessorWrite>(address)) {
    case ProcessorWrite::decision:
      return begin_decision(value);
  }
  return false;
}

// A look at the comparator that finds it at work takes no time beside the scan's own.
void ControllerCpu::note_read(std::uint32_t address, std::uint64_t value) {
  if (address == HS_COMPARATOR(status) && (value & HS_COMPARATOR__STATUS__BUSY_bm) != 0) {
    return;
  }
  work_.register_accesses++;
  if (address == HS_COMPARATOR(result)) {
    work_.comparator_clocks += value >> HS_COMPARATOR__RESULT__CLOCKS_bp;
  }
}

void ControllerCpu::note_write(std::uint32_t address, std::uint64_t value) {
  if (address == HS_PROCESSOR_DECISION) {
    return;
  }
  work_.register_accesses++;
  constexpr std::uint32_t kLast = HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT;
  if (address == HS_PORT_GO && (HS_GO_OPERATIONS(value) & kLast) == kLast) {
    decisions_->ordered();
  }
}

// HS_PROCESSOR_DECISION. False, a bus error, where decisions take no time.
bool ControllerCpu::begin_decision(std::uint64_t waiting) {
  if (!decisions_.has_value()) {
    return false;
  }
  work_ = {};
  work_.waiting = waiting;
  work_.arrivals = waiting > waiting_ ? waiting - waiting_ : 0;
  examined_ = firmware_.queue.scheduler.examined;
  return true;
}

bool ControllerCpu::end_decision(std::uint64_t& late) {
  if (!decisions_.has_value()) {
    return false;
  }
  work_.examined = firmware_.queue.scheduler.examined - examined_;
  late = decisions_->decide(time->now(), work_);
  return true;
}

}  // namespace headstack
