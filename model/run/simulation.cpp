#include "model/run/simulation.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>

#include <fmt/format.h>

#include "model/base/huge_pages.h"
#include "model/base/interruption.h"
#include "model/boxes/drive.h"
#include "model/host/initiator.h"
#include "model/host/mimic.h"
#include "model/run/run_checks.h"
#include "model/run/simulation_context.h"
#include "model/scsi/scsi_bus.h"

namespace headstack {

namespace {

constexpr std::uint64_t kProgressEvery = 1 << 12;   // requests: some ms, or 50 with waves
constexpr std::uint64_t kInterruptEvery = 1 << 18;  // blocks: 128 MB and more, with contents
constexpr std::size_t kRowsAtATime = 1 << 16;       // 9 MB

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The rows, and the check that each request is served once.
class RequestLog : public RequestListener {
 public:
  // With `keep`, all rows stay in memory to the end. Otherwise the receiver gets the rows from time
  // to time.
  RequestLog(std::uint64_t expected, bool keep) : seen_(expected) {
    reserve_huge(rows, keep ? expected : std::min<std::uint64_t>(expected, kRowsAtATime));
  }

  void served(const RequestRecord& record) override {
    if (record.id >= seen_.size() || seen_[record.id]) {
      SC_REPORT_FATAL("headstack/log",
                      fmt::format("request {} was served twice", record.id).c_str());
    }
    seen_[record.id] = true;
    rows.push_back(record);
    unasked_ += record.blocks;
    if (++count % kProgressEvery == 0) {
      Agenda::current().pause();
    } else if (unasked_ >= kInterruptEvery) {
      unasked_ = 0;
      end_if_interrupted();
    }
    player->after(rows.back());  // the driver uses the slot of `record` again
  }

  // True: every request has been served.
  bool complete() const { return count == seen_.size(); }

  WorkloadPlayer* player = nullptr;
  std::vector<RequestRecord> rows;
  std::uint64_t count = 0;

 private:
  std::vector<bool> seen_;
  std::uint64_t unasked_ = 0;  // blocks since the last check for an interruption
};

std::unique_ptr<WorkloadPlayer> make_player(const std::string& name, const Workload& workload,
                                            DeviceDriver& driver, std::uint32_t disk_blocks) {
  if (const auto* open = std::get_if<OpenWorkload>(&workload)) {
    return std::make_unique<OpenPlayer>(name.c_str(), driver, *open, disk_blocks);
  }
  if (const auto* closed = std::get_if<ClosedWorkload>(&workload)) {
    return std::make_unique<ClosedPlayer>(name.c_str(), driver, *closed, disk_blocks);
  }
  if (const auto* streams = std::get_if<StreamsWorkload>(&workload)) {
    return std::make_unique<StreamsPlayer>(name.c_str(), driver, *streams, disk_blocks);
  }
  if (const auto* classes = std::get_if<ClassesWorkload>(&workload)) {
    return std::make_unique<ClassesPlayer>(name.c_str(), driver, *classes, disk_blocks);
  }
  return std::make_unique<ReplayPlayer>(name.c_str(), driver, std::get<ReplayWorkload>(workload),
                                        disk_blocks);
}

std::uint64_t size_of(const Workload& workload) {
  if (const auto* open = std::get_if<OpenWorkload>(&workload)) {
    return open->what.requests;
  }
  if (const auto* closed = std::get_if<ClosedWorkload>(&workload)) {
    return closed->what.requests;
  }
  if (const auto* streams = std::get_if<StreamsWorkload>(&workload)) {
    return streams->requests + streams->best_effort.what.requests;
  }
  if (const auto* classes = std::get_if<ClassesWorkload>(&workload)) {
    return classes->requests;
  }
  return std::get<ReplayWorkload>(workload).size();
}

// "drive", "drive_1", ...
std::string numbered(const char* name, std::size_t number) {
  return number == 0 ? name : fmt::format("{}_{}", name, number);
}

// Greatest number of commands under way. A tag has 16 bits, and becomes free shortly after the end
// of its command.
constexpr std::uint32_t kMostCommands = 65'535;

// Whole time of a limit in ps; 0: none.
std::int64_t whole_ps(const hs_duration_limit& limit) {
  constexpr std::int64_t kTick = 1'000'000'000'000;  // of a clock of 1 THz, which counts ps
  return static_cast<std::int64_t>(hs_duration_ticks(limit.whole, limit.unit, kTick));
}

// Time of a priority in ps.
std::int64_t priority_ps(std::uint32_t us) {
  constexpr std::int64_t kPsInUs = 1'000'000;
  return us == 0 ? kNoDeadline : us * kPsInUs;
}

// The facts about a request that the drive uses.
CarriedFacts facts_for(const Setup& at) {
  const std::uint32_t needs = at.scheduler.ops->needs;
  CarriedFacts facts;
  facts.deadlines = (needs & HS_NEEDS_DEADLINES) != 0;
  facts.classes = (needs & (HS_NEEDS_CLASSES | HS_NEEDS_WEIGHTS)) != 0;
  facts.weights = static_cast<std::uint32_t>(at.scheduler.weights.size());
  facts.limits = at.drive.interface.standard == HS_SPC_6;
  const hs_duration_limits limits = firmware_durations(at.drive.conditions.duration_limits);
  for (std::size_t kind = 0; kind < 2; ++kind) {
    std::transform(std::begin(limits.of[kind]), std::end(limits.of[kind]),
                   facts.whole_ps[kind].begin(), whole_ps);
  }
  const PriorityTimes us = firmware_priority_times(at.drive.conditions.priorities);
  std::transform(us.begin(), us.end(), facts.priority_ps.begin() + 1, priority_ps);
  return facts;
}

std::uint32_t most_at_drive(const Setup& setup) {
  const std::uint32_t room = std::min(setup.drive.queue.depth, kMostCommands);
  return setup.host ? std::min(setup.host->outstanding, room) : room;
}

// The requests from one host to one drive.
struct Stream {
  Stream(std::size_t number, const BusStream& setup, const BusDrive& at, bool keep_rows)
      : log(size_of(setup.workload), keep_rows),
        driver(numbered("driver", number).c_str(), log, most_at_drive(at.setup)),
        initiator(numbered("initiator", number).c_str(), setup.host_id, at.scsi_id,
                  at.setup.drive.layout.bytes_per_sector, driver) {
    driver.connect(initiator);
  }

  void attach(const std::string& name, const BusStream& setup, const Setup& at,
              const Drive& drive) {
    check_workload(setup.workload, drive.params().geometry.block_count);
    if (at.on_media_error == OnMediaError::count) {
      driver.count_media_errors();
    }
    driver.carry(facts_for(at));
    if (at.host) {
      schedule_here(*at.host, size_of(setup.workload), drive);
    }
    player = make_player(name, setup.workload, driver, drive.params().geometry.block_count);
    log.player = player.get();
  }

  void schedule_here(const HostQueue& host, std::uint64_t expected, const Drive& drive) {
    SchedulerSpec scheduler = host.scheduler;
    check_distances(scheduler, drive.params().geometry.block_count);
    const std::uint64_t probes = scheduler.ops->idle != nullptr ? 1 : 0;
    const auto capacity = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(expected + probes, std::uint64_t{host.depth} + host.outstanding));
    if ((scheduler.ops->needs & HS_NEEDS_LEARNER) != 0) {
      scheduler.learner =
          make_learner(scheduler.learnt_distances, drive.params().geometry.block_count);
    }
    driver.schedule_here({scheduler, host.depth, capacity, expected, &drive.params(),
                          [&drive] { return drive.view(); },
                          [&drive](std::int64_t ps) { return drive.ticks(ps); },
                          &drive.cpu.firmware().cache});
  }

  RequestLog log;
  DeviceDriver driver;
  Initiator initiator;
  std::unique_ptr<WorkloadPlayer> player;
};

std::vector<std::uint8_t> ids_of(const std::vector<BusDrive>& drives) {
  std::vector<std::uint8_t> ids;
  ids.reserve(drives.size());
  for (const BusDrive& drive : drives) {
    ids.push_back(drive.scsi_id);
  }
  return ids;
}

// The whole simulated system, from the workloads to the platters.
struct System {
  System(const BusSetup& setup, bool keep_rows) : bus("bus", ids_of(setup.drives)) {
    for (std::size_t i = 0; i < setup.drives.size(); ++i) {
      const Setup& at = setup.drives[i].setup;
      drives.push_back(std::make_unique<Drive>(numbered("drive", i).c_str(), at.drive, at.scheduler,
                                               at.contents));
      if (!at.waves.file.empty()) {
        drives.back()->write_waves(at.waves, at.drive);
      }
      if (!at.timeline.file.empty()) {
        drives.back()->write_timeline(at.timeline.file, at.timeline.window, at.drive);
      }
      if (at.gdb_port != 0) {
        drives.back()->cpu.debug(at.gdb_port);
      }
      if (at.profile) {
        drives.back()->cpu.profile();
      }
      checks.emplace_back(at.drive.layout.bytes_per_sector);
      bus.targets.bind(drives.back()->scsi);
    }
    for (std::size_t i = 0; i < setup.streams.size(); ++i) {
      const BusStream& stream = setup.streams[i];
      streams.push_back(std::make_unique<Stream>(i, stream, setup.drives[stream.drive], keep_rows));
      streams.back()->attach(numbered("player", i), stream, setup.drives[stream.drive].setup,
                             *drives[stream.drive]);
      streams.back()->initiator.scsi.bind(bus.initiators);
      if (setup.drives[stream.drive].setup.contents) {
        streams.back()->initiator.check_data(checks[stream.drive]);
      }
    }
  }

  // True: all requests are served, and the drives only wake themselves.
  bool idle() const {
    return std::all_of(streams.begin(), streams.end(),
                       [](const auto& stream) { return stream->log.complete(); }) &&
           std::any_of(drives.begin(), drives.end(),
                       [](const auto& drive) { return drive->cpu.only_wakes_itself(); });
  }

  std::uint64_t served() const {
    std::uint64_t sum = 0;
    for (const auto& stream : streams) {
      sum += stream->log.count;
    }
    return sum;
  }

  std::deque<DataCheck> checks;  // by drive
  // destroyed last, because the initiators own the payloads
  std::vector<std::unique_ptr<Stream>> streams;
  ScsiBus bus;
  std::vector<std::unique_ptr<Drive>> drives;
};

void throw_failure(const System& system) {
  for (const auto& stream : system.streams) {
    const DriverFailure& failure = stream->driver.failure();
    if (failure.failed && failure.bad_input) {
      throw ConfigError(failure.message);
    }
    if (failure.failed) {
      throw RunError(failure.message);
    }
  }
}

void check_schedulers(const BusSetup& setup) {
  for (const BusDrive& drive : setup.drives) {
    drive.setup.scheduler.check();
    if (drive.setup.host) {
      drive.setup.host->scheduler.check();
    }
  }
}

// Passes the rows to the receiver, if there are enough rows or the run is over. False: the run must
// stop.
bool give_rows(RequestLog& log, bool over, const RowTaker& taker) {
  if (log.rows.empty() || (!over && log.rows.size() < kRowsAtATime)) {
    return true;
  }
  std::vector<RequestRecord> rows;
  rows.swap(log.rows);
  reserve_huge(log.rows, over ? 0 : kRowsAtATime);
  return taker(std::move(rows));
}

struct Simulated {
  bool stopped = false;
  double wall_s = 0.0;
};

// Simulates until no event is left, or until `progress` or the receiver of rows stops the run.
Simulated simulate(const System& system, const BusSetup& setup, const Progress& progress,
                   const RowTaker& taker) {
  Simulated found;
  check_schedulers(setup);
  while (true) {
    for (const auto& stream : system.streams) {
      stream->player->provide();
    }
    const auto start = Clock::now();
    sc_core::sc_start();
    check_schedulers(setup);
    throw_failure(system);
    for (const auto& drive : system.drives) {
      drive->check_records();
    }
    const bool over = sc_core::sc_get_status() != sc_core::SC_PAUSED ||
                      !sc_core::sc_pending_activity() || system.idle();
    found.stopped = !over && progress && !progress(system.served());
    found.wall_s += seconds_since(start);
    if (taker && !found.stopped) {
      found.stopped = !give_rows(system.streams.front()->log, over, taker);
    }
    if (over || found.stopped) {
      return found;
    }
  }
}

RunOutput take_output(Stream& stream, const Setup& at, Drive& drive) {
  RunOutput output;
  const FirmwareState at_drive = drive.cpu.state();
  output.decisions = at_drive.decisions;
  output.examined = at_drive.examined;
  if (at.host) {
    output.host_decisions = stream.driver.decisions();
    output.host_examined = stream.driver.examined();
  }
  if (const CoreTimes* times = drive.cpu.core_times(); times != nullptr) {
    const CycleHistogram& decisions = times->decisions;
    const MemoryUse memory = drive.cpu.memory();
    output.core = {at.drive.conditions.controller.clock.value_or(Picoseconds{0}).count(),
                   times->cycles,
                   decisions.count(),
                   times->hidden,
                   times->compared,
                   decisions.sum(),
                   decisions.quantile(95),
                   decisions.most(),
                   memory.rom,
                   memory.parameters,
                   memory.ram,
                   memory.stack,
                   at.profile ? drive.cpu.folded() : FoldedStacks{}};
  }
  output.learnt = at.host ? stream.driver.learnt() : drive.cpu.learnt();
  output.requests = std::move(stream.log.rows);
  return output;
}

// Runs all streams. With a receiver of rows, there must be only one stream.
std::vector<RunOutput> run_all(const BusSetup& setup, const Progress& progress,
                               const RowTaker& taker) {
  check_bus(setup);
  const SimulationContext context(Agenda::Pace::local);
  try {
    System system(setup, taker == nullptr);
    const Simulated simulated = simulate(system, setup, progress, taker);
    for (const auto& drive : system.drives) {
      drive->finish_records();
    }
    std::vector<RunOutput> outputs;
    for (std::size_t i = 0; i < setup.streams.size(); ++i) {
      const BusStream& stream = setup.streams[i];
      outputs.push_back(take_output(*system.streams[i], setup.drives[stream.drive].setup,
                                    *system.drives[stream.drive]));
      RunOutput& output = outputs.back();
      const std::uint64_t wanted = size_of(stream.workload);
      const std::uint64_t served = system.streams[i]->log.count;
      if (!simulated.stopped && served != wanted) {
        const Drive& drive = *system.drives[stream.drive];
        throw RunError(fmt::format("{} of {} requests were served{}", served, wanted,
                                   drive.cpu.on_core()
                                       ? fmt::format("; {} wait, and the firmware's image sleeps: "
                                                     "no event is left that would wake the image",
                                                     drive.port.waiting())
                                       : ""));
      }
      output.wall_s = simulated.wall_s;
      output.bus_held_ps = static_cast<std::int64_t>(system.bus.busy_time().value());
      output.stopped = simulated.stopped;
    }
    return outputs;
  } catch (const sc_core::sc_report& report) {
    throw_report(report);
  }
}

}  // namespace

std::vector<RunOutput> run_bus(const BusSetup& setup, const Progress& progress) {
  return run_all(setup, progress, nullptr);
}

RunOutput run(const Setup& setup, const Workload& workload, const Progress& progress,
              const RowTaker& rows) {
  BusSetup alone;
  alone.drives.push_back({setup, 0});
  alone.streams.push_back({0, 7, workload});
  return std::move(run_all(alone, progress, rows).front());
}

namespace {

class Ticker : public sc_core::sc_module {
 public:
  Ticker(sc_core::sc_module_name name, std::uint64_t count) : sc_module(name), left_(count) {
    SC_HAS_PROCESS(Ticker);
    SC_METHOD(tick);
    sensitive << event_;
  }

 private:
  void tick() {
    if (left_-- > 0) {
      event_.notify(sc_core::sc_time::from_value(1000));
    }
  }
  std::uint64_t left_;
  sc_core::sc_event event_;
};

}  // namespace

double notifications_per_second(std::uint64_t count) {
  const SimulationContext context;
  Ticker ticker("ticker", count);
  const auto start = Clock::now();
  sc_core::sc_start();
  return static_cast<double>(count) / seconds_since(start);
}

}  // namespace headstack
