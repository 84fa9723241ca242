#include "model/boxes/drive.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "model/config/bus_timing.h"

namespace headstack {

namespace {

// Replaces the factory's table of reallocations with the firmware's own table, which grows.
hs_drive_params growing_params(const DriveConfig& drive, const DriveTables& tables,
                               GrownTable& grown) {
  const bool takes_time = drive.conditions.controller.takes_time();
  hs_drive_params params = drive_params(takes_time ? without_firmware_times(drive) : drive, tables);
  params.geometry.reallocations = grown.table();
  return params;
}

bool starts_with_power_on(const DriveConfig& drive) {
  return drive.conditions.power.start == PowerStart::power_on;
}

// Whether the drive reports a power-on to its hosts.
bool tells_hosts(const DriveConfig& drive) {
  return drive.power.unit_attention.value_or(starts_with_power_on(drive));
}

hs_firmware_config firmware_config(const DriveConfig& drive, const SchedulerSpec& scheduler,
                                   const hs_drive_params& params,
                                   const hs_duration_limits& durations,
                                   const PriorityTimes& priority_times, GrownTable& grown,
                                   hs_ticks spin_up, bool media_errors, bool with_contents) {
  hs_firmware_config config{};
  config.addresses = with_contents;
  config.picks_ahead = drive.conditions.controller.chooses_ahead();
  config.media_errors = media_errors;
  config.power_on_attention = starts_with_power_on(drive) && tells_hosts(drive);
  config.drive = &params;
  config.reallocations = grown.table();
  config.queue_depth = drive.queue.depth;
  config.scheduler = scheduler.ops;
  std::copy(scheduler.parameters.begin(), scheduler.parameters.end(), config.scheduler_parameters);
  config.weights = scheduler.weights.empty() ? nullptr : scheduler.weights.data();
  config.classes = static_cast<std::uint32_t>(scheduler.weights.size());
  config.mimic = scheduler.mimic.get();
  config.learnt_distances =
      (scheduler.ops->needs & HS_NEEDS_LEARNER) != 0 ? scheduler.learnt_distances : 0;
  std::fill(std::begin(config.product), std::end(config.product), ' ');
  std::copy_n(drive.name.begin(), std::min(drive.name.size(), sizeof config.product),
              config.product);
  std::copy_n(drive.serial.begin(), std::min(drive.serial.size(), sizeof config.serial),
              config.serial);
  config.standard = drive.interface.standard;
  config.durations = drive.interface.standard == HS_SPC_6 ? &durations : nullptr;
  config.priority_times = drive.conditions.priorities.deadlines ? priority_times.data() : nullptr;
  config.wide = drive.bus.width_bits > kNarrowBits;
  config.spin_up = spin_up;
  constexpr std::int64_t kMinutePs = 60'000'000'000'000;
  const std::int64_t revolution = revolution_of(drive.spindle).count();
  config.rotation_rpm = static_cast<std::uint32_t>((kMinutePs + revolution / 2) / revolution);
  return config;
}

BusRates bus_rates(const DriveConfig& drive, const TickClock& clock) {
  return {clock.duration_ticks(read_time_per_block(drive)),
          clock.duration_ticks(write_time_per_block(drive)), drive.layout.bytes_per_sector,
          clock.duration_ticks(drive.bus.underrun),
          clock.duration_ticks(drive.bus.underrun_resume)};
}

// Checks what only a scheduler in the host can do.
void check_in_drive(const SchedulerSpec& scheduler, std::uint32_t disk_blocks) {
  check_needs(scheduler);
  if (scheduler.weights.size() > HS_COMMAND_CLASSES) {
    throw ConfigError(
        "weights",
        fmt::format(": {} classes; a drive shares among at most {}, because commands "
                    "carry a class from 0 to {}; use fewer classes, or schedule in "
                    "the host (--placement host)",
                    scheduler.weights.size(), HS_COMMAND_CLASSES, HS_COMMAND_CLASSES - 1));
  }
  check_distances(scheduler, disk_blocks);
  for (std::size_t i = 0; i < HS_MAX_SCHEDULER_PARAMETERS; ++i) {
    const hs_parameter& parameter = scheduler.ops->parameters[i];
    if (parameter.name != nullptr && parameter.choices != nullptr &&
        std::string_view(parameter.name) == "idle" && scheduler.parameters[i] != 0) {
      throw ConfigError(
          "scheduler",
          fmt::format(" '{}' with idle={}: a drive makes no reads of its own; leave idle out, or "
                      "schedule in the host (--placement host)",
                      scheduler.ops->name, parameter.choices[scheduler.parameters[i]]));
    }
  }
}

ProcessorLoad processor_load(const DriveConfig& drive, const TickClock& clock) {
  ProcessorLoad load;
  if (drive.conditions.controller.takes_time()) {
    return load;
  }
  const ProcessorConfig& p = drive.processor;
  load.per_sector = clock.duration_ticks(p.per_sector);
  load.track_end = clock.duration_ticks(p.track_end);
  load.cylinder_end = clock.duration_ticks(p.cylinder_end);
  load.program_end = clock.duration_ticks(p.program_end);
  load.lead = clock.duration_ticks(p.lead);
  load.track_gap = clock.duration_ticks(p.track_gap);
  load.start_work = clock.duration_ticks(p.start_work);
  load.start_lead = clock.duration_ticks(p.start_lead);
  return load;
}

void check_core(const SchedulerSpec& scheduler) {
  if (scheduler.foreign != nullptr && !scheduler.in_image) {
    throw ConfigError(
        "scheduler",
        fmt::format(" '{}' is {}, so the image that runs on a core does not have it; choose a "
                    "scheduler of the firmware, or set controller.core = \"host\"",
                    scheduler.ops->name,
                    scheduler.file.empty() ? "written in Python" : "in a library"));
  }
}

void check_no_core(const ControllerConfig& controller, const SchedulerSpec& scheduler) {
  if (scheduler.in_image) {
    throw ConfigError(
        "scheduler",
        fmt::format(
            " '{}' is in the image {}, and the firmware runs on this machine: run the image "
            "on a core, with controller.core = \"iss\" and controller.firmware",
            scheduler.ops->name, scheduler.file));
  }
  if (controller.firmware) {
    throw ConfigError(
        "controller.firmware is an image for a core, but the firmware runs on this machine: set "
        "controller.core to \"iss\", or leave the key out");
  }
  if (controller.lockstep) {
    throw ConfigError(
        "controller.lockstep compares a firmware's image on a core with this machine: set "
        "controller.core to \"iss\", or leave the key out");
  }
  if (controller.clock || controller.rom_wait || controller.ram_wait || controller.ram_kib) {
    throw ConfigError(
        "controller.clock, controller.ram and wait states need a core, but the firmware runs on "
        "this machine, where its code takes no time: leave these keys out, or set controller.core "
        "to \"iss\"");
  }
}

CoreKind core_kind(ControllerCore core) {
  switch (core) {
    case ControllerCore::ibex:
      return CoreKind::ibex;
    case ControllerCore::picorv32:
      return CoreKind::picorv32;
    default:
      return CoreKind::iss;
  }
}

}  // namespace

Drive::Drive(sc_core::sc_module_name name, const DriveConfig& config,
             const SchedulerSpec& scheduler, bool with_contents)
    : sc_module(name),
      scsi("scsi"),
      scheduler_(scheduler),
      tables_(config),
      grown_(tables_.geometry().reallocations, HS_GROWN_DEFECTS),
      params_(growing_params(config, tables_, grown_)),
      durations_(firmware_durations(config.conditions.duration_limits)),
      priority_times_(firmware_priority_times(config.conditions.priorities)),
      stopwatch_(tables_.clock()),
      defects_(config.conditions.defects, params_.geometry, tables_.clock()),
      tells_hosts_(tells_hosts(config)),
      contents_(with_contents ? std::make_unique<Contents>(config.layout.bytes_per_sector,
                                                           config.cache.size_blocks)
                              : nullptr),
      cpu("cpu",
          firmware_config(config, scheduler_, params_, durations_, priority_times_, grown_,
                          tables_.clock().duration_ticks(config.spindle.spin_up), defects_.any(),
                          with_contents),
          registers, processor_load(config, tables_.clock()), stopwatch_),
      registers(cpu.bus),
      port("port", params_, bus_rates(config, tables_.clock()), stopwatch_),
      buffer("buffer"),
      channel("channel", params_.geometry, stopwatch_),
      actuator("actuator", params_.mechanics,
               tables_.clock().duration_ticks(config.conditions.variation.seek),
               config.conditions.variation.seed),
      spindle(
          "spindle", tables_.clock(), tables_.clock().duration_ticks(config.spindle.spin_up),
          SpeedWander(config.conditions.variation.spindle_ppm, config.conditions.variation.seed)),
      comparator("comparator", make_comparator(config.conditions.comparator)) {
  check_in_drive(scheduler, params_.geometry.block_count);
  if (scheduler.ops->in_comparator) {
    check_fits_comparator(config);
  }
  registers.cpu = &cpu;
#define HEADSTACK_CONNECT(page, member, Class) \
  registers.member = &(member);                \
  cpu.bus.pages[HS_PAGE_##page - 1].bind((member).registers);
  HEADSTACK_BOXES(HEADSTACK_CONNECT)
#undef HEADSTACK_CONNECT
  run_firmware(config.conditions, scheduler);
  scsi.bind(port.scsi);
  if (defects_.any()) {
    channel.set_errors(&defects_);
  }

  cpu.time.bind(spindle);
  cpu.commands.bind(port);
  cpu.media.bind(channel);
  port.interrupt.bind(cpu);
  port.time.bind(spindle);
  port.buffer.bind(buffer);
  port.processor.bind(cpu);
  buffer.media.bind(channel);
  buffer.time.bind(spindle);
  channel.interrupt.bind(cpu);
  channel.time.bind(spindle);
  channel.arm.bind(actuator);
  channel.fill.bind(buffer);
  if (contents_ != nullptr) {
    channel.keep_contents(*contents_);
    buffer.keep_contents(*contents_);
  }
}

void Drive::run_firmware(const Conditions& conditions, const SchedulerSpec& scheduler) {
  const ControllerConfig& controller = conditions.controller;
  if (controller.core == ControllerCore::host) {
    check_no_core(controller, scheduler);
    return;
  }
  check_core(scheduler);
  CoreSetup setup;
  setup.kind = core_kind(controller.core);
  setup.image = controller.firmware.value_or("");
  setup.lockstep = controller.lockstep.value_or("");
  if (controller.lockstep && setup.lockstep.empty()) {
    throw ConfigError("key `controller.lockstep`: names no scheduler; give one, or leave it out");
  }
  setup.waits.rom = controller.rom_wait.value_or(0);
  setup.waits.ram = controller.ram_wait.value_or(0);
  setup.ram_bytes = 1024 * controller.ram_kib.value_or(0);
  if (controller.takes_time()) {
    setup.cycle = *controller.clock;
    channel.take_late();
    comparator.take_time(conditions.comparator.cycle());
    setup.answers_at = [this](std::uint32_t address) { return comparator.answers_at(address); };
  }
  cpu.run_on(setup);
}

void Drive::write_waves(const WaveTarget& target, const DriveConfig& config) {
  waves_ = std::make_unique<DriveWaves>(target, config, spindle, cpu.functions());
  show(*waves_);
  comparator.watch(*waves_);
}

void Drive::write_timeline(const std::string& file, TimelineFile::Window window,
                           const DriveConfig& config) {
  timeline_ = std::make_unique<DriveTimeline>(file, window, config, spindle);
  show(*timeline_);
}

void Drive::show(DriveWatch& watch) {
  if (watches_.empty()) {
    cpu.watch(watches_);
    port.watch(watches_);
    channel.watch(watches_);
  }
  watches_.add(watch);
}

void Drive::check_records() {
  if (waves_ != nullptr && !waves_->good()) {
    waves_->finish();
  }
  if (timeline_ != nullptr && !timeline_->good()) {
    timeline_->finish();
  }
}

void Drive::finish_records() {
  if (waves_ != nullptr) {
    waves_->finish();
  }
  if (timeline_ != nullptr) {
    timeline_->finish();
  }
}

void Drive::keep_contents_in(const std::string& file) {
  const hs_geometry& geometry = params_.geometry;
  MediumShape shape{0, geometry.heads, 0};
  for (const hs_zone* zone = geometry.zones; zone != geometry.zones + geometry.zone_count; ++zone) {
    shape.cylinders = std::max(shape.cylinders, zone->last_cylinder.value + 1);
    shape.sectors = std::max(shape.sectors, zone->sectors_per_track);
  }
  contents_->medium().keep_in(file, shape);
}

void Drive::move_contents() {
  if (contents_ != nullptr) {
    contents_->advance(spindle.now());
  }
}

void Drive::cut_power() {
  if (cpu.on_core()) {
    throw ConfigError(
        "a loss of power is not simulated with the firmware on a core: set controller.core to "
        "\"host\"");
  }
  if (contents_ != nullptr) {
    contents_->power_loss(spindle.now());
  }
  channel.cut_power();
  port.cut_power();
  buffer.clear();
  cpu.power_on(tells_hosts_);
  port.end_lost();
}

}  // namespace headstack
