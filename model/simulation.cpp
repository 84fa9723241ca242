#include "model/simulation.h"

#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "model/drive.h"
#include "model/host/initiator.h"
#include "model/scsi/scsi_bus.h"
#include "model/simulation_context.h"

namespace headstack {

namespace {

constexpr std::uint64_t kProgressEvery = 1 << 16;  // requests
constexpr double kLowestRate = 1e-6;               // a second; time is counted in 64 bits of ps
constexpr std::uint32_t kMostInHostQueue = 1 << 20;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The rows, and the check that each request is served once.
class RequestLog : public RequestListener {
 public:
  explicit RequestLog(std::uint64_t expected) : seen_(expected) { rows.reserve(expected); }

  void served(const RequestRecord& record) override {
    if (record.id >= seen_.size() || seen_[record.id]) {
      SC_REPORT_FATAL("headstack/log",
                      fmt::format("request {} was served twice", record.id).c_str());
    }
    seen_[record.id] = true;
    rows.push_back(record);
    if (rows.size() % kProgressEvery == 0) {
      sc_core::sc_pause();
    }
    player->after(record);
  }

  WorkloadPlayer* player = nullptr;
  std::vector<RequestRecord> rows;

 private:
  std::vector<bool> seen_;
};

void check(const RandomRequests& what, std::uint32_t disk_blocks) {
  if (what.requests == 0) {
    throw ConfigError("requests: 0 is no run; at least 1");
  }
  if (what.blocks == 0 || what.blocks > disk_blocks || what.blocks > 0xffff) {
    throw ConfigError(fmt::format("size: {} blocks; a request is 1 to {} blocks", what.blocks,
                                  std::min(disk_blocks, 0xffffu)));
  }
  if (!(what.read_fraction >= 0.0 && what.read_fraction <= 1.0)) {
    throw ConfigError(fmt::format("reads: {}; a share from 0 to 1", what.read_fraction));
  }
}

void check(const Workload& workload, const Setup& setup, std::uint32_t disk_blocks) {
  if (const auto* open = std::get_if<OpenWorkload>(&workload)) {
    check(open->what, disk_blocks);
    if (!(open->rate_per_s >= kLowestRate) || !std::isfinite(open->rate_per_s)) {
      throw ConfigError(fmt::format("rate: {} requests a second; it must be above 0, at least {}",
                                    open->rate_per_s, kLowestRate));
    }
  } else if (const auto* closed = std::get_if<ClosedWorkload>(&workload)) {
    check(closed->what, disk_blocks);
    if (closed->outstanding == 0) {
      throw ConfigError("outstanding: 0 requests; at least 1");
    }
    if (setup.placement == Placement::drive && closed->outstanding > setup.drive.queue.depth) {
      throw ConfigError(fmt::format(
          "outstanding: {} requests do not fit the drive's queue of {}; raise the drive's queue "
          "depth, or schedule at the host",
          closed->outstanding, setup.drive.queue.depth));
    }
  } else {
    const auto& rows = std::get<ReplayWorkload>(workload).requests;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& row = rows[i];
      if (row.blocks == 0 || row.blocks > 0xffff || row.lbn >= disk_blocks ||
          row.blocks > disk_blocks - row.lbn || row.wait_ps < 0) {
        throw ConfigError(
            fmt::format("row {}: lbn {} + {} blocks after {} ps does not fit a drive of {} blocks",
                        i, row.lbn, row.blocks, row.wait_ps, disk_blocks));
      }
    }
  }
}

std::unique_ptr<WorkloadPlayer> make_player(const Workload& workload, DeviceDriver& driver,
                                            std::uint32_t disk_blocks) {
  if (const auto* open = std::get_if<OpenWorkload>(&workload)) {
    return std::make_unique<OpenPlayer>("player", driver, *open, disk_blocks);
  }
  if (const auto* closed = std::get_if<ClosedWorkload>(&workload)) {
    return std::make_unique<ClosedPlayer>("player", driver, *closed, disk_blocks);
  }
  return std::make_unique<ReplayPlayer>("player", driver, std::get<ReplayWorkload>(workload));
}

std::uint64_t size_of(const Workload& workload) {
  if (const auto* open = std::get_if<OpenWorkload>(&workload)) {
    return open->what.requests;
  }
  if (const auto* closed = std::get_if<ClosedWorkload>(&workload)) {
    return closed->what.requests;
  }
  return std::get<ReplayWorkload>(workload).requests.size();
}

// Everything that is simulated, from the workload to the platter.
struct System {
  System(const Setup& setup, const Workload& workload)
      : log(size_of(workload)),
        driver(log),
        initiator("initiator", kHostId, 0, setup.drive.layout.bytes_per_sector, driver),
        bus("bus"),
        drive("drive", setup.drive,
              setup.placement == Placement::drive ? setup.scheduler : parse_scheduler("fcfs")) {
    check(workload, setup, drive.params().geometry.block_count);
    initiator.scsi.bind(bus.initiators);
    bus.targets.bind(drive.scsi);
    driver.connect(initiator);
    if (setup.on_media_error == OnMediaError::count) {
      driver.count_media_errors();
    }
    if (setup.placement == Placement::host) {
      const auto capacity =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(size_of(workload), kMostInHostQueue));
      driver.schedule_here({setup.scheduler, setup.host_outstanding, capacity, &drive.params(),
                            [this] { return drive.view(); }});
    }
    player = make_player(workload, driver, drive.params().geometry.block_count);
    log.player = player.get();
  }

  static constexpr std::uint8_t kHostId = 7;

  RequestLog log;
  DeviceDriver driver;
  Initiator initiator;  // owns the payloads, so it goes last
  ScsiBus bus;
  Drive drive;
  std::unique_ptr<WorkloadPlayer> player;
};

void throw_failure(const DriverFailure& failure) {
  if (failure.bad_input) {
    throw ConfigError(failure.message);
  }
  throw RunError(failure.message);
}

// Simulate until nothing is left to happen, or `progress` says stop. True if it did.
bool simulate(const System& system, const Progress& progress) {
  while (true) {
    sc_core::sc_start();
    if (system.driver.failure().failed) {
      throw_failure(system.driver.failure());
    }
    if (sc_core::sc_get_status() != sc_core::SC_PAUSED || !sc_core::sc_pending_activity()) {
      return false;
    }
    if (progress && !progress(system.log.rows.size())) {
      return true;
    }
  }
}

}  // namespace

RunOutput run(const Setup& setup, const Workload& workload, const Progress& progress) {
  if (setup.host_outstanding == 0) {
    throw ConfigError("host_outstanding: 0 commands; at least 1");
  }
  const SimulationContext context;
  try {
    System system(setup, workload);
    RunOutput output;
    const auto start = Clock::now();
    output.stopped = simulate(system, progress);
    output.wall_s = seconds_since(start);
    const hs_scheduler& at_drive = system.drive.cpu.firmware().queue.scheduler;
    const bool here = setup.placement == Placement::host;
    output.decisions = here ? system.driver.decisions() : at_drive.decisions;
    output.examined = here ? system.driver.examined() : at_drive.examined;
    output.requests = std::move(system.log.rows);
    if (!output.stopped && output.requests.size() != size_of(workload)) {
      throw RunError(
          fmt::format("{} of {} requests were served", output.requests.size(), size_of(workload)));
    }
    return output;
  } catch (const sc_core::sc_report& report) {
    throw RunError(report.what());
  }
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
