// Whole runs on a medium with errors: every request ends once, predictions stay exact while blocks
// move, the mapping stays one to one, and a seed gives one schedule.
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "model/medium/grown_table.h"
#include "model/medium/media_defects.h"
#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

extern "C" {
#include <controller/logical_unit.h>
}

namespace headstack {
namespace {

// A C2247 of 2000 blocks, the rest spare: what has moved is met again and again. Every soft error
// is one that only the ECC gets over, after all retries, so that the block moves.
DriveConfig small_drive() {
  DriveConfig drive = hp_c2247();
  drive.layout.blocks = 2000;
  drive.conditions.defects.soft_rate_ppm = 300;
  drive.conditions.defects.soft_retries = 255;
  drive.conditions.defects.soft_correctable_ppm = 1'000'000;
  return drive;
}

std::vector<RequestRecord> run_closed(const DriveConfig& drive, const char* scheduler,
                                      std::uint32_t blocks) {
  Setup setup{drive, parse_scheduler(scheduler), std::nullopt, OnMediaError::count};
  return run(setup, ClosedWorkload{{20'000, blocks, 0.5, 7}, 20}).requests;
}

std::vector<RequestRecord> run_counting(const DriveConfig& drive, const ReplayWorkload& workload) {
  const Setup setup{drive, parse_scheduler("fcfs"), std::nullopt, OnMediaError::count};
  return run(setup, workload).requests;
}

TEST(MediaErrorRun, PredictionsStayExactWhileBlocksMove) {
  for (const std::uint32_t blocks : {1U, 16U, 200U}) {
    std::uint64_t retried = 0;
    for (const RequestRecord& row : run_closed(small_drive(), "sptf", blocks)) {
      retried += row.retries != 0 ? 1 : 0;
      if (!row.hit) {
        ASSERT_EQ(row.predicted_media, row.actual_media)
            << "request " << row.id << ": lbn " << row.lbn << (row.write ? " write" : " read")
            << " of " << blocks;
      }
    }
    EXPECT_GT(retried, 0U) << blocks;
  }
}

// The DNES leaves out cylinder 257, and counts its own without it: cylinder 258 of its file is the
// first of its second zone, which begins with block 499,197 (config_dnes_test.cpp).
TEST(MediaErrorRun, BadSectorsBehindLeftOutCylinders) {
  DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) /
                                 "model/drives/ibm_dnes_309170w.toml");
  drive.conditions.defects.unreadable = {{258, 0, 5, Picoseconds{0}}};
  ReplayWorkload workload;
  const std::vector<std::uint32_t> blocks = {499'201, 499'202, 499'203, 499'202 + 5 * 390,
                                             499'202 + 2 * 5 * 390};
  for (const std::uint32_t lbn : blocks) {
    workload.requests.push_back({lbn, 1, false, 1'000'000'000'000});
  }
  for (const RequestRecord& row : run_counting(drive, workload)) {
    EXPECT_EQ(row.failed, row.lbn == 499'202) << row.lbn;
  }
}

TEST(MediaErrorRun, SameSeedSameSchedule) {
  DriveConfig drive = small_drive();
  drive.conditions.defects.growth_rate_ppm = 100;
  drive.conditions.defects.growth_interval = std::chrono::seconds{20};
  const auto first = run_closed(drive, "sptf", 16);
  const auto second = run_closed(drive, "sptf", 16);
  ASSERT_EQ(first.size(), second.size());
  std::uint64_t failed = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(first[i].id, second[i].id);
    ASSERT_EQ(first[i].finish, second[i].finish);
    ASSERT_EQ(first[i].sense, second[i].sense);
    failed += first[i].failed ? 1 : 0;
  }
  EXPECT_GT(failed, 0U);
}

TEST(MediaErrorRun, MappingStaysOneToOne) {
  DriveConfig drive = small_drive();
  const DriveTables tables(drive);
  GrownTable grown(tables.geometry().reallocations, HS_GROWN_DEFECTS);
  hs_geometry geometry = tables.geometry();
  geometry.reallocations = grown.table();
  Random random(1, 1);
  for (std::uint32_t i = 0; i < HS_GROWN_DEFECTS; ++i) {
    hs_pbn spare{};
    const hs_lbn lbn = {static_cast<std::uint32_t>(random.below(i % 2 == 0 ? 2000 : 20))};
    ASSERT_TRUE(hs_reallocate(&geometry, grown.table(), lbn, 1, &spare)) << i;
  }
  std::set<std::uint64_t> places;
  for (std::uint32_t lbn = 0; lbn < 2000; ++lbn) {
    const hs_pbn place = hs_lbn_to_pbn(&geometry, {lbn});
    EXPECT_TRUE(places.insert(hs_place_key(place)).second) << lbn;
    hs_lbn back{};
    ASSERT_TRUE(hs_pbn_to_lbn(&geometry, place, &back)) << lbn;
    EXPECT_EQ(back.value, lbn);
  }
}

// Requests larger than a segment, with errors in every part of them.
TEST(MediaErrorRun, LargeRequestsEndOnce) {
  DriveConfig drive = hp_c2247();
  drive.conditions.defects.soft_rate_ppm = 2000;
  drive.conditions.defects.soft_retries = 3;
  drive.conditions.defects.growth_rate_ppm = 100;
  std::uint64_t failed = 0;
  for (const RequestRecord& row : run_closed(drive, "fcfs", 700)) {
    failed += row.failed ? 1 : 0;
    if (row.failed) {
      EXPECT_EQ(row.sense, 0x1103U);
      EXPECT_FALSE(row.write);
    }
  }
  EXPECT_GT(failed, 100U);
}

}  // namespace
}  // namespace headstack
