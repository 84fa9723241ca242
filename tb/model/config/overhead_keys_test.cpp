// Each key of [overhead] on the C2247, alone and by hand. The tests name the instants of a command
// that are later when the key is 0.01 ms more. Instants that depend on the platter do not change,
// as long as no sector is missed.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

constexpr double kMore = 0.01;   // ms
constexpr double kExact = 2e-5;  // ms: ticks and picoseconds, rounded several times

// Orders 200 ms apart: the drive rests between them.
const Exchange& last_of(BusRig& rig, const std::vector<Order>& orders) {
  double time = 0;
  for (const Order& order : orders) {
    Order timed = order;
    timed.with_record = true;
    rig.host().send_at(time, timed);
    time += 200;
  }
  rig.run();
  return rig.host()[orders.size() - 1];
}

RigOptions of(const DriveConfig& drive) {
  RigOptions options;
  options.config = drive;
  return options;
}

std::string ms_text(double ms) { return "\"" + std::to_string(ms) + " ms\""; }

// The key's value and `more`.
DriveConfig with_more(const DriveConfig& drive, const std::string& key, double more) {
  const std::string value = value_of(drive, key);  // "0.558 ms", quoted
  return with_value(drive, key, ms_text(std::stod(value.substr(1)) + more));
}

// By how much each phase of the last order comes later, in units of `more`.
std::vector<double> later(const DriveConfig& drive, const std::string& key,
                          const std::vector<Order>& orders, double more = kMore) {
  BusRig before(of(drive));
  const Exchange plain = last_of(before, orders);
  BusRig after(of(with_more(drive, key, more)));
  const Exchange changed = last_of(after, orders);
  EXPECT_EQ(plain.story(), changed.story());
  std::vector<double> shifts;
  for (std::size_t i = 2; i < plain.phases.size(); ++i) {
    shifts.push_back((changed.ms(i) - plain.ms(i)) / more);
  }
  return shifts;
}

void expect_later(const DriveConfig& drive, const std::string& key,
                  const std::vector<Order>& orders, const std::vector<double>& shifts,
                  double more = kMore) {
  const std::vector<double> seen = later(drive, key, orders, more);
  ASSERT_EQ(seen.size(), shifts.size()) << key;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_NEAR(seen[i], shifts[i], kExact / kMore) << key << ", phase " << i + 2;
  }
}

struct Line {
  const char* key;
  std::vector<double> shifts;  // of the phases behind the selection
};

void expect_lines(const DriveConfig& drive, const std::vector<Order>& orders,
                  const std::vector<Line>& lines) {
  for (const Line& line : lines) {
    expect_later(drive, std::string("overhead.") + line.key, orders, line.shifts);
  }
}

// "A S D R in !": the watermark, block 12 of 16, is reached when the platter brings it.
TEST(OverheadKeys, OfAReadMiss) {
  expect_lines(hp_c2247(), {read_order(0, 16)},
               {{"read_miss_command", {1, 0, 0, 0}},
                {"read_disconnect_after_read", {1, 0, 0, 0}},
                {"first_reselect", {0, 0, 1, 1}},
                {"data_preparation", {0, 0, 1, 1}},
                {"read_completion", {0, 0, 0, 1}},
                {"read_miss_after_write", {0, 0, 0, 0}},
                {"read_disconnect_after_write", {0, 0, 0, 0}},
                {"read_last_block", {0, 0, 0, 0}},
                {"read_track_end", {0, 0, 0, 0}},
                {"second_reselect", {0, 0, 0, 0}}});
}

TEST(OverheadKeys, OfAReadMissAfterAWrite) {
  expect_lines(hp_c2247(), {write_order(0, 16), read_order(5000, 16)},
               {{"read_miss_after_write", {1, 0, 0, 0}},
                {"read_disconnect_after_write", {1, 0, 0, 0}},
                {"read_disconnect_after_read", {0, 0, 0, 0}}});
}

// Less than 0 as well, as DiskSim's files have it.
TEST(OverheadKeys, TermsMayBeNegative) {
  expect_later(hp_c2247(), "overhead.read_miss_after_write",
               {write_order(0, 16), read_order(5000, 16)}, {1, 0, 0, 0}, -0.1);
  expect_later(hp_c2247(), "overhead.read_hit_without_read_ahead",
               {read_order(0, 16), read_order(32, 8)}, {1, 1}, -0.1);
}

// Of 1 block the watermark is the last; of 16 from block 84 on it is block 95, the track's last.
TEST(OverheadKeys, OfAReadThatReconnectsLate) {
  expect_lines(hp_c2247(), {read_order(0, 1)},
               {{"read_last_block", {0, 1, 1, 1}}, {"read_track_end", {0, 0, 0, 0}}});
  expect_lines(hp_c2247(), {read_order(84, 16)},
               {{"read_last_block", {0, 0, 0, 0}}, {"read_track_end", {0, 1, 1, 1}}});
}

// "A S in !".
TEST(OverheadKeys, OfAHit) {
  expect_lines(hp_c2247(), {read_order(0, 16), read_order(32, 8)},
               {{"read_hit_command", {1, 1}},
                {"read_hit_without_read_ahead", {1, 1}},
                {"data_preparation", {1, 1}},
                {"read_completion", {0, 1}},
                {"read_miss_command", {0, 0}},
                {"read_hit_during_read_ahead", {0, 0}}});
}

// Each sector takes 0.0343 ms of the processor's time, also on a drive at rest. The command of
// 0.953 ms is therefore longer on tracks of 96 and of 56 sectors. drive_timing_test.cpp has the
// sectors' times.
TEST(OverheadKeys, PassingSectorsDelayAnIdleHit) {
  DriveConfig drive = hp_c2247();
  drive.processor.per_sector = std::chrono::nanoseconds{34'300};
  for (const auto& [lbn, sector] : {std::pair{0U, 0.115740741}, {1'871'408U, 0.198412698}}) {
    BusRig rig(of(drive));
    const Exchange hit = last_of(rig, {read_order(lbn, 16), read_order(lbn + 32, 8)});
    ASSERT_EQ(hit.story(), "A S in !");
    EXPECT_NEAR(hit.ms(2), 200 + 0.953 * sector / (sector - 0.0343) + 0.025, kExact);
  }
}

// "A S out D R !": the status comes when the platter has taken the last block.
TEST(OverheadKeys, OfAWrite) {
  expect_lines(hp_c2247(), {write_order(0, 16)},
               {{"write_command", {1, 1, 0, 0}},
                {"data_preparation", {1, 1, 0, 0}},
                {"write_disconnect", {0, 1, 0, 0}},
                {"first_reselect", {0, 0, 0, 1}},
                {"write_completion", {0, 0, 0, 1}},
                {"write_track_end", {0, 0, 0, 0}},
                {"write_cylinder_end", {0, 0, 0, 0}},
                {"write_command_non_sequential", {0, 0, 0, 0}},
                {"second_reselect", {0, 0, 0, 0}}});
}

// The track of block 0 has 96 blocks, and the 9 tracks from it to its cylinder's end 864.
TEST(OverheadKeys, OfAWriteThatEndsATrackOrACylinder) {
  expect_lines(hp_c2247(), {write_order(80, 16)},
               {{"write_track_end", {0, 0, 1, 1}}, {"write_cylinder_end", {0, 0, 0, 0}}});
  expect_lines(hp_c2247(), {write_order(848, 16)},
               {{"write_track_end", {0, 0, 0, 0}}, {"write_cylinder_end", {0, 0, 1, 1}}});
}

// The block behind it is the last one there.
TEST(OverheadKeys, OfAWriteThatEndsNearTheEndOfATrackOrACylinder) {
  expect_lines(hp_c2247(), {write_order(79, 16)},
               {{"write_near_track_end", {0, 0, 1, 1}}, {"write_near_cylinder_end", {0, 0, 0, 0}}});
  expect_lines(hp_c2247(), {write_order(847, 16)},
               {{"write_near_track_end", {0, 0, 0, 0}}, {"write_near_cylinder_end", {0, 0, 1, 1}}});
  expect_lines(hp_c2247(), {write_order(80, 16)}, {{"write_near_track_end", {0, 0, 0, 0}}});
}

// "A S D R out D R !", to another cylinder.
TEST(OverheadKeys, OfAWriteWithThreeDisconnects) {
  expect_lines(hp_c2247(), {write_order(0, 16), write_order(96 * 22, 16)},
               {{"write_command_non_sequential", {1, 1, 1, 1, 0, 0}},
                {"write_disconnect_non_sequential", {1, 1, 1, 1, 0, 0}},
                {"write_disconnect_duration_non_sequential", {0, 1, 1, 1, 0, 0}},
                {"first_reselect", {0, 0, 1, 1, 0, 0}},
                {"data_preparation", {0, 0, 1, 1, 0, 0}},
                {"write_second_disconnect_non_sequential", {0, 0, 0, 1, 0, 0}},
                {"second_reselect", {0, 0, 0, 0, 0, 1}},
                {"write_completion", {0, 0, 0, 0, 0, 1}},
                {"write_command", {0, 0, 0, 0, 0, 0}},
                {"write_disconnect", {0, 0, 0, 0, 0, 0}}});
}

// What its seek starts later, the head waits less.
TEST(OverheadKeys, SeekDelayOfSuchAWrite) {
  const std::vector<Order> orders = {write_order(0, 16), write_order(96 * 22, 16)};
  const std::string key = "overhead.write_seek_delay_non_sequential";
  expect_later(hp_c2247(), key, orders, {0, 0, 0, 0, 0, 0});
  BusRig before(of(hp_c2247()));
  const RequestRecord plain = last_of(before, orders).record;
  BusRig after(of(with_more(hp_c2247(), key, kMore)));
  const RequestRecord& changed = last_of(after, orders).record;
  EXPECT_EQ(changed.seek, plain.seek);
  EXPECT_NEAR(static_cast<double>(plain.rotation - changed.rotation) / 1e9, kMore, kExact);
}

// "A S out !".
TEST(OverheadKeys, OfACachedWrite) {
  DriveConfig drive = hp_c2247();
  drive.cache.write_back = true;
  expect_lines(drive, {write_order(0, 16)},
               {{"write_cached_command", {1, 1}},
                {"data_preparation", {1, 1}},
                {"write_completion", {0, 1}},
                {"write_command", {0, 0}}});
}

// ---- Spare sectors hold no blocks: the last one before them ends the track, or the cylinder.

DriveConfig with_spares(std::uint32_t on_track, std::uint32_t on_cylinder) {
  DriveConfig drive = hp_c2247();
  drive.layout.zones[0].spare_sectors_per_track = on_track;
  drive.layout.zones[0].spare_sectors_per_cylinder = on_cylinder;
  return drive;
}

// 90 blocks a track, so 9 x 90 = 810 to the end of the first cylinder.
TEST(OverheadKeys, EndsOfTracksWithSpareSectors) {
  const DriveConfig drive = with_spares(6, 0);
  expect_lines(drive, {write_order(74, 16)},
               {{"write_track_end", {0, 0, 1, 1}}, {"write_cylinder_end", {0, 0, 0, 0}}});
  expect_lines(drive, {write_order(80, 16)},
               {{"write_track_end", {0, 0, 0, 0}}, {"write_cylinder_end", {0, 0, 0, 0}}});
  expect_lines(drive, {write_order(794, 16)},
               {{"write_track_end", {0, 0, 0, 0}}, {"write_cylinder_end", {0, 0, 1, 1}}});
  // The last of the four blocks on the next track comes 6 + 14 + 4 sectors, 2.778 ms, behind the
  // mark, and so decides when the data end: 2.778 + 0.170 to 0.187 + 16 x 0.170.
  expect_lines(drive, {read_order(78, 16)}, {{"read_track_end", {0, 1, 1, 0}}});
}

// 9 x 96 - 20 = 844 blocks to the end of the first cylinder.
TEST(OverheadKeys, EndsOfCylindersWithSpareSectors) {
  const DriveConfig drive = with_spares(0, 20);
  expect_lines(drive, {write_order(828, 16)},
               {{"write_track_end", {0, 0, 0, 0}}, {"write_cylinder_end", {0, 0, 1, 1}}});
  expect_lines(drive, {write_order(80, 16)}, {{"write_track_end", {0, 0, 1, 1}}});
  expect_lines(drive, {read_order(832, 16)}, {{"read_track_end", {0, 1, 1, 0}}});
}

// The disk's last block is the last of its track and cylinder.
TEST(OverheadKeys, TheEndOfTheDisk) {
  expect_lines(hp_c2247(), {write_order(2'054'848, 16)},
               {{"write_track_end", {0, 0, 0, 0}}, {"write_cylinder_end", {0, 0, 1, 1}}});
}

}  // namespace
}  // namespace headstack
