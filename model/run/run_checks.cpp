#include "model/run/run_checks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "model/scsi/scsi_bus.h"

namespace headstack {

namespace {

// Requests a second. The time to a request must fit 64 bits of ps.
constexpr double kLowestRate = 1e-6;

void check_random(const RandomRequests& what, std::uint32_t disk_blocks) {
  if (what.requests == 0) {
    throw ConfigError("requests", ": 0 is no run; at least 1");
  }
  if (what.blocks == 0 || what.blocks > disk_blocks || what.blocks > 0xffff) {
    throw ConfigError("size", fmt::format(": {} blocks; a request is 1 to {} blocks", what.blocks,
                                          std::min(disk_blocks, 0xffffu)));
  }
  if (!(what.read_fraction >= 0.0 && what.read_fraction <= 1.0)) {
    throw ConfigError("reads", fmt::format(": {}; a share from 0 to 1", what.read_fraction));
  }
  if (what.align == 0 || what.align > disk_blocks) {
    throw ConfigError(
        fmt::format("align: {} blocks; 1 to {}, the disk's", what.align, disk_blocks));
  }
}

void check_best_effort(const BestEffort& traffic, std::uint32_t disk_blocks) {
  if (traffic.what.requests == 0) {
    return;
  }
  check_random(traffic.what, disk_blocks);
  if (traffic.outstanding == 0 &&
      (!(traffic.rate_per_s >= kLowestRate) || !std::isfinite(traffic.rate_per_s))) {
    throw ConfigError(
        fmt::format("best effort: {} requests a second; it must be above 0, at least "
                    "{}; or say how many are outstanding",
                    traffic.rate_per_s, kLowestRate));
  }
}

void check_group(const StreamGroup& group) {
  if (group.streams == 0) {
    throw ConfigError("streams", ": a group has 0 streams; at least 1");
  }
  if (!(group.blocks_per_s >= kLowestRate) || !std::isfinite(group.blocks_per_s)) {
    throw ConfigError("streams",
                      fmt::format(": {} blocks a second; it must be above 0, at least {}",
                                  group.blocks_per_s, kLowestRate));
  }
  if (group.buffered_ps < 0) {
    throw ConfigError("streams", fmt::format(": {} ps buffered; at least 0", group.buffered_ps));
  }
  if (!(group.read_fraction >= 0.0 && group.read_fraction <= 1.0)) {
    throw ConfigError("reads", fmt::format(": {}; a share from 0 to 1", group.read_fraction));
  }
}

void check_streams(const StreamsWorkload& workload, std::uint32_t disk_blocks) {
  if (workload.groups.empty() || workload.requests == 0) {
    throw ConfigError("streams", ": a run needs at least 1 stream and at least 1 request");
  }
  for (const StreamGroup& group : workload.groups) {
    check_group(group);
  }
  const std::uint64_t most = std::uint64_t{workload.most_tracks} * workload.track_blocks;
  if (workload.least_tracks == 0 || workload.least_tracks > workload.most_tracks ||
      workload.track_blocks == 0 || most > std::min(disk_blocks, 0xffffu)) {
    throw ConfigError(fmt::format(
        "streams: {} to {} tracks of {} blocks; a request is 1 to {} blocks", workload.least_tracks,
        workload.most_tracks, workload.track_blocks, std::min(disk_blocks, 0xffffu)));
  }
  if (!(workload.first_per_s >= kLowestRate) || !std::isfinite(workload.first_per_s)) {
    throw ConfigError("streams", fmt::format(": {} begin a second; it must be above 0, at least {}",
                                             workload.first_per_s, kLowestRate));
  }
  check_best_effort(workload.best_effort, disk_blocks);
}

void check_classes(const ClassesWorkload& workload, std::uint32_t disk_blocks) {
  if (workload.classes.empty() || workload.classes.size() > HS_MOST_CLASSES ||
      workload.requests == 0) {
    throw ConfigError(
        fmt::format("classes: {} classes and {} requests; 1 to {} classes, and at "
                    "least 1 request",
                    workload.classes.size(), workload.requests, HS_MOST_CLASSES));
  }
  const double most = std::min(disk_blocks, 0xffffu);
  for (const LoadClass& load : workload.classes) {
    if (load.outstanding == 0 || !(load.mean_blocks >= 1.0 && load.mean_blocks <= most) ||
        !(load.deviation_blocks >= 0.0 && load.deviation_blocks <= load.mean_blocks) ||
        !(load.read_fraction >= 0.0 && load.read_fraction <= 1.0)) {
      throw ConfigError(fmt::format(
          "classes: {} outstanding of {} blocks, deviation {}, {} of them reads; at least 1, 1 to "
          "{} blocks, a deviation of at most as much, a share from 0 to 1",
          load.outstanding, load.mean_blocks, load.deviation_blocks, load.read_fraction, most));
    }
  }
}

void check_replay(const ReplayWorkload& workload, std::uint32_t disk_blocks) {
  if (workload.outstanding == 0) {
    throw ConfigError("outstanding", ": 0 requests; at least 1");
  }
  check_fit(workload.requests, 0, disk_blocks);
}

}  // namespace

void check_workload(const Workload& workload, std::uint32_t disk_blocks) {
  if (const auto* open = std::get_if<OpenWorkload>(&workload)) {
    check_random(open->what, disk_blocks);
    if (!(open->rate_per_s >= kLowestRate) || !std::isfinite(open->rate_per_s)) {
      throw ConfigError("rate",
                        fmt::format(": {} requests a second; it must be above 0, at least {}",
                                    open->rate_per_s, kLowestRate));
    }
  } else if (const auto* closed = std::get_if<ClosedWorkload>(&workload)) {
    check_random(closed->what, disk_blocks);
    if (closed->outstanding == 0) {
      throw ConfigError("outstanding", ": 0 requests; at least 1");
    }
  } else if (const auto* streams = std::get_if<StreamsWorkload>(&workload)) {
    check_streams(*streams, disk_blocks);
  } else if (const auto* classes = std::get_if<ClassesWorkload>(&workload)) {
    check_classes(*classes, disk_blocks);
  } else {
    check_replay(std::get<ReplayWorkload>(workload), disk_blocks);
  }
}

namespace {

bool has_deadlines(const Workload& workload) {
  if (const auto* replay = std::get_if<ReplayWorkload>(&workload)) {
    return replay->deadlines ||
           std::any_of(replay->requests.begin(), replay->requests.end(), [](const auto& row) {
             return row.due_ps != kNoDeadline || row.limit != 0 || row.priority != 0;
           });
  }
  return std::holds_alternative<StreamsWorkload>(workload);
}

// The scheduler of the drive's requests that decides by deadlines. Null: none does.
const hs_scheduler_ops* by_deadline(const Setup& setup) {
  if ((setup.scheduler.ops->needs & HS_NEEDS_DEADLINES) != 0) {
    return setup.scheduler.ops;
  }
  const bool host = setup.host && (setup.host->scheduler.ops->needs & HS_NEEDS_DEADLINES) != 0;
  return host ? setup.host->scheduler.ops : nullptr;
}

void check_deadlines(const BusSetup& setup, std::size_t drive) {
  const hs_scheduler_ops* ops = by_deadline(setup.drives[drive].setup);
  if (ops == nullptr) {
    return;
  }
  bool any = false;
  bool some = false;
  for (const BusStream& stream : setup.streams) {
    any = any || stream.drive == drive;
    some = some || (stream.drive == drive && has_deadlines(stream.workload));
  }
  if (any && !some) {
    throw ConfigError(
        "scheduler",
        fmt::format(
            " '{}' schedules by deadlines, but no request of the workload has a deadline; use a "
            "workload of streams, or arrivals with deadlines",
            ops->name));
  }
}

void check_host(const HostQueue& host) {
  check_needs(host.scheduler);
  if (host.scheduler.in_image) {
    throw ConfigError("scheduler",
                      fmt::format(" '{}' is in the image {}, which runs in the drive only; place "
                                  "it in the drive",
                                  host.scheduler.ops->name, host.scheduler.file));
  }
  if (host.outstanding == 0) {
    throw ConfigError("host_outstanding", ": 0 commands; at least 1");
  }
  if (host.depth == 0) {
    throw ConfigError("host_queue_depth", ": 0 requests; at least 1");
  }
  if (host.scheduler.ops->in_comparator) {
    throw ConfigError(
        "scheduler",
        fmt::format(
            " '{}' decides in the drive's comparator, which the host does not have; place it "
            "in the drive",
            host.scheduler.ops->name));
  }
}

void check_ids(const BusSetup& setup) {
  std::array<bool, ScsiBus::kIds> taken{};
  const auto take = [&taken](std::uint8_t id, const char* whose) {
    if (id >= taken.size()) {
      throw ConfigError(fmt::format("SCSI id {} of a {}: ids are 0 to 15", id, whose));
    }
    if (taken[id]) {
      throw ConfigError(fmt::format("SCSI id {} is taken twice; give the {} another", id, whose));
    }
    taken[id] = true;
  };
  for (const BusDrive& drive : setup.drives) {
    take(drive.scsi_id, "drive");
  }
  std::array<bool, ScsiBus::kIds> hosts{};
  for (const BusStream& stream : setup.streams) {
    if (stream.host_id >= hosts.size() || !hosts[stream.host_id]) {
      take(stream.host_id, "host");
      hosts[stream.host_id] = true;
    }
  }
}

// Checks the host's scheduler. The scheduler's view of the drive comes from the firmware that is
// compiled for the host.
void check_core(const Setup& setup) {
  if (setup.drive.conditions.controller.core != ControllerCore::host && setup.host) {
    throw ConfigError(
        "controller.core is for a scheduler in the drive, since the host's asks the firmware that "
        "is compiled for this machine; leave the host's scheduler out, or take controller.core = "
        "\"host\"");
  }
}

}  // namespace

void check_bus(const BusSetup& setup) {
  if (setup.streams.empty()) {
    throw ConfigError("a bus without a workload is no run");
  }
  for (const BusStream& stream : setup.streams) {
    if (stream.drive >= setup.drives.size()) {
      throw ConfigError(fmt::format("a workload for drive {} of {}, counted from 0", stream.drive,
                                    setup.drives.size()));
    }
  }
  for (std::size_t i = 0; i < setup.drives.size(); ++i) {
    const Setup& at = setup.drives[i].setup;
    check_needs(at.scheduler);
    if (at.host) {
      check_host(*at.host);
    }
    check_core(at);
    check_deadlines(setup, i);
  }
  check_ids(setup);
}

}  // namespace headstack
