// Whole drives with physical sectors of several blocks (layout.bytes_per_physical_sector).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/drive_files.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/physical_sectors.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBlocks = 8;  // of a physical sector

DriveConfig emulating(const DriveConfig& drive) { return with_physical_sectors(drive, kBlocks); }

std::string file_name(const testing::TestParamInfo<std::string>& info) { return info.param; }

class PhysicalSectorsOfDrive : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Files, PhysicalSectorsOfDrive, testing::ValuesIn(all_names()), file_name);

void expect_predicted(const DriveConfig& drive, std::uint32_t blocks, std::uint32_t outstanding) {
  const RandomRequests what{2'000, blocks, 1.0 / 3, 31};
  for (const RequestRecord& row :
       run({drive, parse_scheduler("sptf")}, ClosedWorkload{what, outstanding}).requests) {
    const bool cached = drive.cache.write_back && row.write && row.actual_media == 0;
    if (!row.hit && !cached) {
      ASSERT_EQ(row.predicted_media, row.actual_media)
          << "request " << row.id << (row.write ? " write" : " read") << " of " << blocks
          << " blocks at " << row.lbn << ", outstanding " << outstanding;
    }
  }
}

// Rules for writes that the file may not have.
std::vector<DriveConfig> with_other_writes(const DriveConfig& drive) {
  std::vector<DriveConfig> drives(4, drive);
  drives[1].write.zero_latency = !drive.write.zero_latency;
  drives[2].write.start = HS_START_FIRST_TRACK;
  drives[3].write.ahead_thousandths = 3500;
  return drives;
}

TEST_P(PhysicalSectorsOfDrive, FirmwareAndHardwareHaveOneRule) {
  for (const DriveConfig& drive : with_other_writes(emulating(drive_of(GetParam())))) {
    for (const std::uint32_t blocks : {1U, 8U, 13U, 200U}) {
      expect_predicted(drive, blocks, 1);
      expect_predicted(drive, blocks, 10);
    }
  }
}

// The HP C2247 with a bus on which no write waits for its data.
DriveConfig fast_bus() {
  DriveConfig drive = emulating(hp_c2247());
  drive.bus.write_rate_as_block_time = std::chrono::microseconds{1};
  return drive;
}

// Response times of writes in ms, one at a time.
std::vector<double> responses(const DriveConfig& drive, std::uint32_t blocks, std::uint32_t into) {
  ReplayWorkload replay;
  Random random(3, 5);
  for (int i = 0; i < 300; ++i) {
    const auto lbn = static_cast<std::uint32_t>(random.below(200'000)) * kBlocks + into;
    replay.requests.push_back({lbn, blocks, true, 50'000'000'000});
  }
  std::vector<double> times;
  for (const RequestRecord& row : run({drive, parse_scheduler("fcfs")}, replay).requests) {
    times.push_back(static_cast<double>(row.finish - row.start) / 1e9);
  }
  return times;
}

DriveConfig plain(DriveConfig drive) {
  drive.layout.bytes_per_physical_sector = 0;
  return drive;
}

TEST(PhysicalSectorRun, AlignedWritesTakeNoLonger) {
  for (const std::uint32_t blocks : {8U, 16U, 200U}) {
    EXPECT_EQ(responses(fast_bus(), blocks, 0), responses(plain(fast_bus()), blocks, 0));
  }
}

// A write within a track ends one revolution later. If it begins on the end of a track, its end is
// on the next track, and is read there.
TEST(PhysicalSectorRun, UnalignedWritesTakeOneRevolutionMore) {
  const std::vector<double> with = responses(fast_bus(), 8, 4);
  const std::vector<double> without = responses(plain(fast_bus()), 8, 4);
  ASSERT_EQ(with.size(), without.size());
  std::size_t one = 0;
  for (std::size_t i = 0; i < with.size(); ++i) {
    const double turns = (with[i] - without[i]) / kTurnMs;
    EXPECT_NEAR(turns, std::round(turns), 1e-5);
    one += std::round(turns) == 1 ? 1 : 0;
  }
  EXPECT_GT(one, with.size() * 85 / 100);
}

// Only the ends of a write are read first, whatever its length, tracks, and parts: the buffer takes
// 256 blocks at once. A head that comes between the start of the first physical sector and the
// first block misses the read, which costs a third revolution.
TEST(PhysicalSectorRun, LongWritesReadOnlyTheirEnds) {
  for (const std::uint32_t blocks : {100U, 253U, 600U, 2'000U}) {
    const std::vector<double> with = responses(fast_bus(), blocks, 3);
    const std::vector<double> without = responses(plain(fast_bus()), blocks, 3);
    std::size_t missed = 0;
    for (std::size_t i = 0; i < with.size(); ++i) {
      ASSERT_LT(with[i] - without[i], 3.1 * kTurnMs) << blocks << " blocks, write " << i;
      missed += with[i] - without[i] > 2.1 * kTurnMs ? 1 : 0;
    }
    EXPECT_LT(missed, with.size() / 10);
  }
}

}  // namespace
}  // namespace headstack
