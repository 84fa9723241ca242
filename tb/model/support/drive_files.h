// The drive files of the project, and short runs of their drives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/tables/resolve.h"
#include "model/config/tables/seek_curve.h"
#include "model/run/simulation.h"

namespace headstack {

// The folder of the drive files.
inline const std::filesystem::path& drive_folder() {
  static const std::filesystem::path path =
      std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives";
  return path;
}

inline DriveConfig drive_of(const std::string& name) {
  return load_drive(drive_folder() / (name + ".toml"));
}

// The names of all drive files, sorted.
inline std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(drive_folder())) {
    if (entry.path().extension() == ".toml") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline double ms(Picoseconds time) { return static_cast<double>(time.count()) / 1e9; }

inline double seek_ms(const DriveConfig& drive, std::uint32_t cylinders) {
  return ms(seek_time(drive.seek, cylinders));
}

inline std::uint32_t blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().block_count;
}

// The mean seek between two independent random cylinders of the first `cylinders`.
inline double mean_seek_ms(const DriveConfig& drive, std::uint32_t cylinders) {
  double sum = 0;
  for (std::uint32_t distance = 1; distance < cylinders; ++distance) {
    sum += 2.0 * (cylinders - distance) * seek_ms(drive, distance);
  }
  return sum / cylinders / cylinders;
}

// The requests of a closed run. `blocks` is the size of a request, `reads` the share of reads.
inline std::vector<RequestRecord> run_closed(const DriveConfig& drive, std::uint64_t requests,
                                             std::uint32_t blocks, double reads,
                                             std::uint32_t outstanding = 1,
                                             const std::string& scheduler = "fcfs") {
  const Setup setup{drive, parse_scheduler(scheduler)};
  return run(setup, ClosedWorkload{{requests, blocks, reads, 1}, outstanding}).requests;
}

// The mean of a part of the response time.
inline double mean_ms(const std::vector<RequestRecord>& rows, std::int64_t RequestRecord::*part) {
  const double sum = std::accumulate(
      rows.begin(), rows.end(), 0.0,
      [part](double so_far, const auto& row) { return so_far + static_cast<double>(row.*part); });
  return sum / 1e9 / static_cast<double>(rows.size());
}

}  // namespace headstack
