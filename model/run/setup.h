// What a run is asked for: a drive, a scheduler, a workload, or several on a bus.
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

namespace headstack {

// The host orders its requests as well, and keeps some of them at the drive.
struct HostQueue {
  SchedulerSpec scheduler;
  std::uint32_t outstanding = 1;    // commands kept at the drive, at least 1
  std::uint32_t depth = 1u << 20u;  // requests that it chooses from, at least 1; others wait for it
};

// What a request does to a run that ends with an error of the medium.
enum class OnMediaError : std::uint8_t {
  stop,  // ends it, with RunError
  count  // its row says `failed`
};

struct Setup {
  DriveConfig drive;
  SchedulerSpec scheduler;  // of the drive's queue
  std::optional<HostQueue>
      host{};  // none: requests go to the drive as they come, while it has room
  OnMediaError on_media_error = OnMediaError::stop;
  bool contents = false;       // writes bring data, and reads are checked
  std::string waves{};         // the drive's signals go to this VCD file; empty: nowhere
  bool profile = false;        // the firmware's cycles are counted by function
  std::uint16_t gdb_port = 0;  // at which GDB has the firmware's processor; 0: nowhere
  std::uint32_t learnt_distances = 1 << 18;  // for a scheduler that learns: that it has memory for
};

using Workload =
    std::variant<OpenWorkload, ClosedWorkload, ReplayWorkload, StreamsWorkload, ClassesWorkload>;

// A drive on a bus with others.
struct BusDrive {
  Setup setup;
  std::uint8_t scsi_id = 0;
};

// What one host asks of one drive.
struct BusStream {
  std::size_t drive = 0;  // its place in BusSetup::drives
  std::uint8_t host_id = 7;
  Workload workload;
};

// Drives and hosts that share a bus. An id belongs to one drive or one host, 0 to 15.
struct BusSetup {
  std::vector<BusDrive> drives;
  std::vector<BusStream> streams;  // at least one; a drive may have several, or none
};

}  // namespace headstack
