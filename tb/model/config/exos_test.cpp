// The reconstructed Seagate Exos X16 against its data sheet, and what a disk of half a million
// cylinders asks of the rest.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/config/tables/comparator_shape.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/layout_tables.h"
#include "model/config/tables/seek_curve.h"
#include "model/run/simulation.h"

namespace headstack {
namespace {

const DriveConfig& exos() {
  static const DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) /
                                              "model/drives/seagate_exos_x16.toml");
  return drive;
}

const hs_geometry& geometry() {
  static const LayoutTables tables(exos().layout);
  return tables.geometry();
}

TEST(Exos, HoldsTheBlocksOfTheDataSheet) {
  EXPECT_EQ(geometry().block_count, 3'906'469'888U);  // 31,251,759,104 of 512 bytes
  EXPECT_EQ(std::uint64_t{geometry().block_count} * 4096, 16'000'900'661'248U);
}

// 261 MB/s on the outermost tracks, the switch to the next one included.
TEST(Exos, TransfersAsFastAsTheDataSheetSays) {
  const hs_zone& zone = geometry().zones[0];
  const double turn = 60.0 / 7200;
  const double skew = static_cast<double>(zone.head_skew[1]) / 18446744073709551616.0;
  EXPECT_NEAR(zone.sectors_per_track * 4096 / (turn * (1 + skew)) / 1e6, 261, 0.5);
}

TEST(Exos, SeeksRise) {
  const SeekCurve curve(exos().seek);
  Picoseconds before{0};
  for (std::uint32_t distance = 1; distance < geometry().cylinders; ++distance) {
    const Picoseconds time = curve.time(distance);
    ASSERT_GE(time, before) << distance;
    before = time;
  }
}

// The data sheet's 170 random reads of 4 KiB a second, with 16 in the queue.
TEST(Exos, ServesTheReadsOfTheDataSheet) {
  const headstack::Setup setup{exos(), parse_scheduler("sptf")};
  const ClosedWorkload reads{{20'000, 1, 1.0, 1}, 16};
  Picoseconds end{0};
  for (const RequestRecord& row : run(setup, reads).requests) {
    end = std::max(end, Picoseconds{row.finish});
  }
  EXPECT_NEAR(20'000 / std::chrono::duration<double>(end).count(), 170, 2);
}

// The rate in MB/s of sequential reads of `blocks` blocks each, which all wait from the beginning.
// It counts from the end of the first read, which waits for its place.
double sequential_rate(std::uint32_t blocks) {
  ReplayWorkload reads;
  for (std::uint32_t lbn = 0; lbn < 20'000; lbn += blocks) {
    reads.requests.push_back({lbn, blocks, false, 0});
  }
  const auto rows = run({exos(), parse_scheduler("fcfs")}, reads).requests;
  const Picoseconds time{rows.back().finish - rows.front().finish};
  return (20'000 - blocks) * 4096 / std::chrono::duration<double>(time).count() / 1e6;
}

// Commands of 16 blocks come faster than the medium: the channel is told of more than it can hold
// before a track is over. So they come at the medium's pace, that of the data sheet.
TEST(Exos, ReadsAheadOfSmallSequentialReads) { EXPECT_NEAR(sequential_rate(16), 261, 1); }

// A command of one block takes 30 us, and 3.4 us on the bus. The medium is faster, and at the end
// of each read-ahead the next read waits for its place.
TEST(Exos, AnInterfaceLimitsTheSmallestReads) {
  const double most = 4096 / (30 + 4096 / 1200.0);
  EXPECT_LT(sequential_rate(1), most);
  EXPECT_GT(sequential_rate(1), 0.85 * most);
}

// Both ends of each zone, there and back.
TEST(Exos, MapsItsFarthestBlocks) {
  for (std::uint32_t i = 0; i < geometry().zone_count; ++i) {
    const hs_zone& zone = geometry().zones[i];
    for (const std::uint32_t offset : {0U, zone.block_count / 2, zone.block_count - 1}) {
      const hs_lbn lbn = {zone.first_lbn.value + offset};
      const hs_pbn place = hs_lbn_to_pbn(&geometry(), lbn);
      const std::uint64_t sector = offset;
      const std::uint64_t track = sector / zone.sectors_per_track;
      EXPECT_EQ(place.cylinder.value, 31'900 * i + track / 18);
      EXPECT_EQ(place.head.value, track % 18);
      EXPECT_EQ(place.sector.value, sector % zone.sectors_per_track);
      hs_lbn back{};
      EXPECT_TRUE(hs_pbn_to_lbn(&geometry(), place, &back));
      EXPECT_EQ(back.value, lbn.value);
    }
  }
}

TEST(Exos, FitsAComparatorWithALargeTable) {
  try {
    check_fits_comparator(exos());
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "key `comparator.distances`: a seek table of 16384 distances is too small for a "
                 "disk of 510400 cylinders");
  }
  DriveConfig large = exos();
  large.conditions.comparator.distances = 510'400;
  check_fits_comparator(large);
}

}  // namespace
}  // namespace headstack
