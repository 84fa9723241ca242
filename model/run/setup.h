// Settings of a run: a drive with a scheduler, or several drives and workloads on a bus.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/host/classes.h"
#include "model/host/streams.h"
#include "model/host/workload.h"
#include "model/watch/timeline/timeline_file.h"
#include "model/watch/waves/wave_file.h"

namespace headstack {

// Scheduling in the host, which keeps some of its requests at the drive.
struct HostQueue {
  SchedulerSpec scheduler;
  std::uint32_t outstanding = 1;  // commands kept at the drive, at least 1
  // requests that the scheduler chooses from, at least 1; further requests wait
  std::uint32_t depth = 1u << 20u;
};

// Effect of a request that ends with an error of the medium.
enum class OnMediaError : std::uint8_t {
  stop,  // ends the run, with RunError
  count  // marks the request's row as `failed`
};

// A trace of the drive's work in Perfetto's format.
struct TimelineSetup {
  std::string file{};  // empty: no file
  TimelineFile::Window window{};
};

struct Setup {
  DriveConfig drive;
  SchedulerSpec scheduler;  // scheduler of the drive's queue
  std::optional<HostQueue>
      host{};  // empty: the host sends requests in order of arrival, while the drive has room
  OnMediaError on_media_error = OnMediaError::stop;
  bool contents = false;  // writes have data, and reads are checked
  WaveTarget waves{};     // files for the drive's signals
  TimelineSetup timeline{};
  bool profile = false;        // the firmware's cycles are counted by function
  std::uint16_t gdb_port = 0;  // port for GDB to debug the firmware's processor; 0: no port
};

using Workload =
    std::variant<OpenWorkload, ClosedWorkload, ReplayWorkload, StreamsWorkload, ClassesWorkload>;

// A drive on a bus with others.
struct BusDrive {
  Setup setup;
  std::uint8_t scsi_id = 0;
};

// Requests from one host to one drive.
struct BusStream {
  std::size_t drive = 0;  // index of the drive in BusSetup::drives
  std::uint8_t host_id = 7;
  Workload workload;
};

// Drives and hosts that share a bus. An id from 0 to 15 belongs to one drive or one host.
struct BusSetup {
  std::vector<BusDrive> drives;
  std::vector<BusStream> streams;  // at least one stream; a drive may have several, or none
};

}  // namespace headstack
