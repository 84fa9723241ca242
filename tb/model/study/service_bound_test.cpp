// The bound of the service time: closed formulas, runs that must stay below it, and drives without
// one.
#include "model/study/service_bound.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/drive_files.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

// The HP 97560: 4002 rpm, 72 sectors a track, 19 heads. The first sectors of two heads are 8
// sectors apart, those of two cylinders 18.
constexpr double kTurnS = 60.0 / 4002;
constexpr double kSectorS = kTurnS / 72;

// Every 19th crossing is one of a cylinder.
TEST(ServiceBoundTest, ABlockTakesItsShareOfARevolutionAndOfTheCrossings) {
  for (const bool write : {false, true}) {
    const ServiceBound bound = service_bound(drive_of("hp_97560"), write);
    EXPECT_NEAR(bound.per_block_s, (kTurnS + 8 * kSectorS + 10 * kSectorS / 19) / 72,
                1e-3 * kSectorS);
  }
}

// A read: 2.2 ms of the controller, the longest seek, a revolution, half the buffer of 128 KB at
// 5 MB/s, and a crossing of a cylinder. What remains are the work at the end, and the last blocks.
TEST(ServiceBoundTest, TheFixedPartHasTheLongestSeekAndARevolution) {
  const double seek_s = 8.20e-3 + 0.0075e-3 * 1961;
  const double known = 2.2e-3 + seek_s + kTurnS + 128 * 512 / 5e6 + 18 * kSectorS;
  const double fixed = service_bound(drive_of("hp_97560"), false).fixed_s;
  EXPECT_GT(fixed, known);
  EXPECT_LT(fixed, known + 0.002);
}

// The longest part of the bound that a request of the run took, by write.
std::array<double, 2> longest_shares(const DriveConfig& drive, const std::string& scheduler,
                                     std::uint32_t most_tracks) {
  StreamsWorkload load;
  load.groups = {{10, 10'000.0, 0, 0.5}};
  load.requests = 1'500;
  load.track_blocks = 72;
  load.most_tracks = most_tracks;
  load.best_effort.what = {500, 16, 0.5, 1};
  load.best_effort.outstanding = 2;
  const ServiceBound bounds[] = {service_bound(drive, false), service_bound(drive, true)};
  std::array<double, 2> longest{};
  for (const RequestRecord& row : run(placed(drive, scheduler, Placement::host), load).requests) {
    const ServiceBound& bound = bounds[row.write ? 1 : 0];
    const double took_s = static_cast<double>(row.finish - row.start) / 1e12;
    double& share = longest[row.write ? 1 : 0];
    share = std::max(share, took_s / (bound.fixed_s + bound.per_block_s * row.blocks));
  }
  return longest;
}

// And the bound is not far above the longest request: a bound that is too long refuses streams that
// the drive could serve.
TEST(ServiceBoundTest, NoRequestTakesLonger) {
  for (const char* name : {"hp_97560", "hp_c2247", "fujitsu_m2361a"}) {
    const DriveConfig drive = drive_of(name);
    std::array<double, 2> longest{};
    for (const std::uint32_t tracks : {1U, 4U, 50U}) {
      const auto here = longest_shares(drive, tracks == 50 ? "sstf(map)" : "fcfs", tracks);
      longest = {std::max(longest[0], here[0]), std::max(longest[1], here[1])};
    }
    for (const double share : longest) {
      EXPECT_LE(share, 1.0) << name;
      EXPECT_GT(share, 0.8) << name;
    }
  }
}

// The RZ26 asks for more data of a write when its whole segment of 128 blocks is free: the medium
// loses a revolution for each segment.
TEST(ServiceBoundTest, AWriteInPartsWaitsForEachPart) {
  const DriveConfig drive = drive_of("dec_rz26");
  const double turn_s = 11.194e-3;
  const double per_read = service_bound(drive, false).per_block_s;
  const double per_write = service_bound(drive, true).per_block_s;
  EXPECT_GT(per_write, per_read + turn_s / 128);
  EXPECT_LT(per_write, per_read + (turn_s + 1e-3) / 128);
  for (const char* name : {"hp_97560", "hp_c2247"}) {  // a quarter is free, the rest lasts
    const DriveConfig other = drive_of(name);
    EXPECT_EQ(service_bound(other, true).per_block_s, service_bound(other, false).per_block_s);
  }
}

// What a part loses adds up: in the longest writes, the bound is close to the time.
TEST(ServiceBoundTest, HoldsForTheLongestWritesInParts) {
  for (const char* name : {"dec_rz26", "hp_c2490a", "seagate_st41601n"}) {
    const DriveConfig drive = drive_of(name);
    const ServiceBound bound = service_bound(drive, true);
    double longest = 0;
    for (const RequestRecord& row : run_closed(drive, 40, 60'000, 0.0)) {
      longest = std::max(longest, static_cast<double>(row.finish - row.start) / 1e12);
    }
    const double share = longest / (bound.fixed_s + bound.per_block_s * 60'000);
    EXPECT_LE(share, 1.0) << name;
    EXPECT_GT(share, 0.9) << name;
  }
}

// Drives of all kinds: spare sectors, slips, skews by range, ends of tracks with work of their own.
TEST(ServiceBoundTest, HoldsForEveryDriveThatHasOne) {
  int with_bound = 0;
  for (const std::string& name : all_names()) {
    const DriveConfig drive = drive_of(name);
    try {
      service_bound(drive, false);
    } catch (const ConfigError&) {
      continue;
    }
    ++with_bound;
    for (const double share : longest_shares(drive, "fcfs", 10)) {
      EXPECT_LE(share, 1.0) << name;
      EXPECT_GT(share, 0.3) << name;
    }
  }
  EXPECT_GT(with_bound, 10);
}

// A part is a quarter of a segment, rounded down, and at least one block. A segment of 3 blocks has
// parts of 1 block, and a segment of 8 blocks has parts of 2 blocks. The reselection takes longer
// than the medium needs for the rest of the segment, so each part loses a revolution and the
// reselection.
TEST(ServiceBoundTest, APartHasABlockAtLeast) {
  const auto lost_s = [](std::uint32_t segment) {
    DriveConfig drive = drive_of("hp_97560");
    drive.cache.size_blocks = segment * drive.cache.segments;
    drive.overhead.first_reselect = std::chrono::milliseconds{50};
    return service_bound(drive, true).per_block_s - service_bound(drive, false).per_block_s;
  };
  EXPECT_NEAR(lost_s(3), 2 * lost_s(8), 1e-9);
  EXPECT_GT(lost_s(3), kTurnS + 0.050);
  EXPECT_LT(lost_s(3), kTurnS + 0.052);
}

// With 171 spare sectors of the 19 x 72 of a cylinder, a block has 7/8 of the places.
TEST(ServiceBoundTest, SpareSectorsTakeTheirShare) {
  DriveConfig drive = drive_of("hp_97560");
  const double plain_s = service_bound(drive, false).per_block_s;
  drive.layout.zones[0].spare_sectors_per_cylinder = 171;
  EXPECT_NEAR(service_bound(drive, false).per_block_s, plain_s * 8 / 7, 1e-9);
}

// A range of 6 cylinders loses up to a revolution at its end.
TEST(ServiceBoundTest, ARangeLosesARevolution) {
  DriveConfig drive = drive_of("hp_97560");
  const double plain_s = service_bound(drive, false).per_block_s;
  drive.layout.zones[0].cylinders_per_range = 6;
  drive.layout.zones[0].range_skew = drive.layout.zones[0].cylinder_skew;
  EXPECT_NEAR(service_bound(drive, false).per_block_s - plain_s, kTurnS / 6 / 19 / 72, 1e-9);
}

// A request has up to 65,535 blocks. It may lose a revolution at each border within this reach: at
// the start of each run of tracks without a slip, and at each track from which slips turn the zone.
TEST(ServiceBoundTest, ABorderLosesARevolution) {
  const auto lost_turns = [](const std::vector<std::uint32_t>& tracks,
                             const std::vector<std::uint32_t>& sectors, ShiftedBySlips shifted) {
    DriveConfig drive = drive_of("hp_97560");
    const double plain_s = service_bound(drive, false).fixed_s;
    drive.layout.zones[0].slipped_tracks = tracks;
    drive.layout.zones[0].slipped_sectors = sectors;
    drive.layout.zones[0].tracks_shifted_by_slips = shifted;
    return (service_bound(drive, false).fixed_s - plain_s) / kTurnS;
  };
  const ShiftedBySlips none = ShiftedBySlips::nothing;
  EXPECT_NEAR(lost_turns({}, {}, none), 0, 1e-6);
  EXPECT_NEAR(lost_turns({100}, {}, none), 2, 1e-6);
  EXPECT_NEAR(lost_turns({100, 200}, {}, none), 3, 1e-6);
  EXPECT_NEAR(lost_turns({100, 5'000}, {}, none), 2, 1e-6);  // the last one is too far away
  // Borders 65,534 blocks apart are borders of one request, and borders 65,535 blocks apart are
  // not.
  EXPECT_NEAR(lost_turns({}, {100'000, 100'000 + 65'535}, none), 2, 1e-6);
  EXPECT_NEAR(lost_turns({}, {100'000, 100'000 + 65'536}, none), 1, 1e-6);
  // The rest of the disk turns from track 14 on, the next after the slip.
  EXPECT_NEAR(lost_turns({}, {1'000}, ShiftedBySlips::later_tracks), 3, 1e-6);
}

// Work at or near the end of a track adds the longer of both times, once. Near the end are the last
// three sectors, and a sector of the innermost zone is the longest.
TEST(ServiceBoundTest, WorkAtTheEndOfATrackCountsOnce) {
  const double plain_s = service_bound(hp_c2247(), false).fixed_s;
  const auto more_ms = [plain_s](int at_end_ms, int near_ms, std::uint32_t near_blocks) {
    DriveConfig drive = hp_c2247();
    drive.overhead.read_track_end_least = std::chrono::milliseconds{at_end_ms};
    drive.overhead.read_near_track_end_least = std::chrono::milliseconds{near_ms};
    drive.overhead.read_near_end = near_blocks;
    return (service_bound(drive, false).fixed_s - plain_s) * 1e3;
  };
  const double sector_ms = kTurnMs / 56;
  EXPECT_NEAR(more_ms(5, 0, 0), 5, 1e-6);
  EXPECT_NEAR(more_ms(5, 4, 3), 5, 1e-6);
  EXPECT_NEAR(more_ms(0, 4, 3), 4 + 3 * sector_ms, 1e-6);
  EXPECT_NEAR(more_ms(0, 4, 1), 4 + sector_ms, 1e-6);
  EXPECT_NEAR(more_ms(0, 0, 3), 0, 1e-6);
}

std::string refusal(const DriveConfig& drive) {
  try {
    service_bound(drive, false);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ServiceBoundTest, DrivesThatPromiseNothing) {
  using Change = std::function<void(DriveConfig&)>;
  const std::pair<Change, const char*> changes[] = {
      {[](DriveConfig& d) { d.conditions.variation.seek = Picoseconds{1}; }, "times that vary"},
      {[](DriveConfig& d) { d.conditions.variation.spindle_ppm = 1; }, "times that vary"},
      {[](DriveConfig& d) { d.conditions.defects.unreadable.resize(1); }, "errors of the medium"},
      {[](DriveConfig& d) { d.conditions.defects.unwritable.resize(1); }, "errors of the medium"},
      {[](DriveConfig& d) { d.conditions.defects.correctable.resize(1); }, "errors of the medium"},
      {[](DriveConfig& d) { d.conditions.defects.soft_rate_ppm = 1; }, "errors of the medium"},
      {[](DriveConfig& d) { d.conditions.defects.growth_rate_ppm = 1; }, "errors of the medium"},
      {[](DriveConfig& d) { d.conditions.defects.growth_interval = Picoseconds{1}; },
       "errors of the medium"},
  };
  for (const auto& [change, why] : changes) {
    DriveConfig drive = hp_c2247();
    EXPECT_EQ(refusal(drive), "");
    change(drive);
    EXPECT_NE(refusal(drive).find(why), std::string::npos) << refusal(drive);
  }
  EXPECT_NE(refusal(drive_of("ibm_dnes_309170w")).find("a write cache"), std::string::npos);
}

}  // namespace
}  // namespace headstack
