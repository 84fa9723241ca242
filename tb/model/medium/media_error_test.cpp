// Errors of the medium as the host meets them: retries of a revolution each, correction,
// reallocation, sense data. The drive is the C2247; what it does without errors is worked out in
// docs/inside/architecture.md: 16 blocks from 500,000 on cylinder 402, tracks of 96 sectors.
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

extern "C" {
#include <disk/reallocation.h>
}

namespace headstack {
namespace {

constexpr std::uint32_t kFirst = 500'000;
constexpr double kFirstSectorMs = 12.731;  // by hand, to 1 us
constexpr double kSectorMs = kTurnMs / 96;

BadSector place_of(std::uint32_t lbn, double since_s = 0) {
  const hs_pbn place = hs_lbn_to_pbn(&hp_c2247_tables().geometry(), {lbn});
  return {place.cylinder.value, place.head.value, place.sector.value,
          Picoseconds{static_cast<std::int64_t>(since_s * 1e12)}};
}

RigOptions with(const DefectsConfig& defects, const std::string& scheduler = "fcfs") {
  RigOptions options;
  options.scheduler = scheduler;
  options.config.conditions.defects = defects;
  return options;
}

Order timed(Order order) {
  order.with_record = true;
  return order;
}

// MODE SELECT(6) of the recovery page: its flags and retry counts.
Order select_recovery(std::uint8_t flags, std::uint8_t read_retries, std::uint8_t write_retries) {
  return list_order({0x15, 0x10, 0, 0, 16, 0}, {0, 0, 0, 0, 0x01, 10, flags, read_retries, 0, 0, 0,
                                                0, write_retries, 0, 0, 0});
}

constexpr std::uint8_t kAwre = 0x80;
constexpr std::uint8_t kArre = 0x40;
constexpr std::uint8_t kTb = 0x20;
constexpr std::uint8_t kEer = 0x08;
constexpr std::uint8_t kPer = 0x04;
constexpr std::uint8_t kDcr = 0x01;

// Sends commands one after another, 300 ms from start to start.
void in_turn(BusRig& rig, std::initializer_list<Order> orders) {
  double at = 0;
  for (const Order& order : orders) {
    rig.host().send_at(at, order);
    at += 300;
  }
  rig.run();
}

// Sense bytes: error code, key, information, codes.
std::vector<int> sense(const Exchange& e) {
  if (e.status == 0) {
    return {};
  }
  const std::uint32_t lbn = std::uint32_t{e.sense[3]} << 24 | std::uint32_t{e.sense[4]} << 16 |
                            std::uint32_t{e.sense[5]} << 8 | e.sense[6];
  return {e.sense[0], e.sense[2], static_cast<int>(lbn), e.sense[12], e.sense[13]};
}

std::vector<int> about(int key, int code, int qualifier, std::uint32_t lbn) {
  return {0xf0, key, static_cast<int>(lbn), code, qualifier};
}

std::int64_t response_ps(const Exchange& e) { return e.record.finish - e.record.arrival; }

// --- retries ------------------------------------------------------------------------------------

Exchange read_16(const DefectsConfig& defects) {
  BusRig rig(with(defects));
  rig.host().send(timed(read_order(kFirst, 16)));
  rig.run();
  return rig.host()[0];
}

// The sixth block is behind no watermark: everything from its first pass on comes n turns later.
TEST(MediaError, EachRetryIsARevolution) {
  const Exchange good = read_16({});
  EXPECT_NEAR(static_cast<double>(response_ps(good)) / 1e9, 17.086, 1e-3);
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 5)};
  std::int64_t before = 0;
  for (std::uint32_t retries = 0; retries < 5; ++retries) {
    BusRig rig(with(defects));
    in_turn(rig, {select_recovery(0, static_cast<std::uint8_t>(retries), 8),
                  timed(read_order(kFirst, 16))});
    const Exchange& bad = rig.host()[1];
    EXPECT_EQ(sense(bad), about(3, 0x11, 0, kFirst + 5));
    EXPECT_EQ(bad.record.retries, retries);
    if (retries != 0) {
      EXPECT_NEAR(static_cast<double>(response_ps(bad) - before), kTurnMs * 1e9, 2.0);
    }
    before = response_ps(bad);
  }
}

// Failed `n` times, then read: a soft error that the n-th retry gets.
TEST(MediaError, ASoftErrorTakesAsManyRevolutionsAsItPersists) {
  const Exchange good = read_16({});
  DefectsConfig defects{};
  defects.soft_rate_ppm = 20'000;
  for (defects.seed = 1; defects.seed < 400; ++defects.seed) {
    defects.soft_retries = 1;
    const Exchange once = read_16(defects);
    if (once.record.retries != 1) {
      continue;
    }
    for (const std::uint32_t retries : {2U, 3U, 8U}) {
      defects.soft_retries = retries;
      const Exchange bad = read_16(defects);
      EXPECT_EQ(bad.status, 0);
      EXPECT_EQ(bad.record.retries, retries);
      const auto more = static_cast<double>(response_ps(bad) - response_ps(once)) / 1e9;
      EXPECT_NEAR(more, (retries - 1) * kTurnMs, 1e-8);
      EXPECT_GE(response_ps(bad) - response_ps(good), 0);
    }
    defects.soft_retries = 9;  // one more than the drive tries
    EXPECT_EQ(read_16(defects).sense[12], 0x11);
    return;
  }
  FAIL() << "no seed gives just one soft error";
}

// --- what is left -------------------------------------------------------------------------------

// By hand: block 5 has passed 6 sectors behind the first one's start; after 8 retries the drive
// reselects (0.162), prepares (0.025), sends 5 blocks, and completes (0.057).
TEST(MediaError, TheBlocksBeforeTheBadOneReachTheHost) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 5)};
  const Exchange bad = read_16(defects);
  EXPECT_EQ(sense(bad), about(3, 0x11, 0, kFirst + 5));
  EXPECT_EQ(bad.record.retries, 8U);
  EXPECT_NEAR(
      bad.end_ms(),
      kFirstSectorMs + 6 * kSectorMs + 8 * kTurnMs + 0.162 + 0.025 + 5 * kReadBlockMs + 0.057,
      1.5e-3);
  EXPECT_EQ(bad.story(), "A S D R in !");
}

// Behind the watermark, which is at block 12: the drive does not promise what it has not got.
TEST(MediaError, ABadBlockBehindTheWatermark) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 14)};
  const Exchange bad = read_16(defects);
  EXPECT_EQ(sense(bad), about(3, 0x11, 0, kFirst + 14));
  EXPECT_NEAR(
      bad.end_ms(),
      kFirstSectorMs + 15 * kSectorMs + 8 * kTurnMs + 0.162 + 0.025 + 14 * kReadBlockMs + 0.057,
      1.5e-3);
}

TEST(MediaError, TheBadBlockToo) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 5)};
  BusRig rig(with(defects));
  in_turn(rig, {select_recovery(0, 0, 0), timed(read_order(kFirst, 16)), read_order(0, 1),
                select_recovery(kTb, 0, 0), timed(read_order(kFirst, 16)),
                timed(read_order(kFirst + 5, 1)), select_recovery(0, 0, 0),
                timed(read_order(kFirst + 5, 1))});
  EXPECT_NEAR(static_cast<double>(rig.host()[4].record.bus + rig.host()[4].record.transfer -
                                  rig.host()[1].record.bus - rig.host()[1].record.transfer) /
                  1e9,
              kReadBlockMs, 1e-6);
  EXPECT_EQ(rig.host()[5].story(), "A S D R in !");
  EXPECT_EQ(rig.host()[7].story(), "A S D R !");
}

TEST(MediaError, VerifyAndWrite) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 5)};
  defects.unwritable = {place_of(kFirst + 40)};
  BusRig rig(with(defects));
  in_turn(rig, {reply_order({0x2f, 0, 0, 0x07, 0xa1, 0x20, 0, 0, 16, 0}, 0),
                timed(write_order(kFirst, 16)),  // does not notice
                select_recovery(0, 2, 3), timed(write_order(kFirst + 32, 16)),
                select_recovery(kAwre | kPer, 2, 3), timed(write_order(kFirst + 32, 16)),
                timed(write_order(kFirst + 32, 16)), timed(read_order(kFirst + 32, 16)),
                reply_order({0x4d, 0, 0x42, 0, 0, 0, 0, 0, 99, 0}, 99)});
  EXPECT_EQ(sense(rig.host()[0]), about(3, 0x11, 0, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[1]), std::vector<int>{});
  EXPECT_EQ(sense(rig.host()[3]), about(3, 0x0c, 0, kFirst + 40));
  EXPECT_EQ(rig.host()[3].record.retries, 3U);
  EXPECT_EQ(sense(rig.host()[5]), about(1, 0x0c, 1, kFirst + 40));
  EXPECT_EQ(rig.host()[5].record.retries, 3U);
  EXPECT_EQ(sense(rig.host()[6]), std::vector<int>{});
  EXPECT_EQ(rig.host()[6].record.retries, 0U);
  EXPECT_EQ(sense(rig.host()[7]), std::vector<int>{});
  // Log page 02h: corrected without and with delay, retries, ..., uncorrected (at 8 bytes each, one
  // of 12).
  const auto& log = rig.host()[8].data;
  EXPECT_EQ(log[4 + 8 + 7], 1);           // with delay
  EXPECT_EQ(log[4 + 16 + 7], 6);          // retries
  EXPECT_EQ(log[4 + 5 * 8 + 12 + 7], 1);  // uncorrected
}

// Without a spare place, a bad block cannot move. The sense data report this.
TEST(MediaError, AWriteWithoutASparePlace) {
  DefectsConfig defects{};
  defects.unwritable = {place_of(kFirst + 5)};
  RigOptions options = with(defects);
  for (ZoneConfig& zone : options.config.layout.zones) {
    zone.spare_tracks = 0;
  }
  BusRig rig(options);
  in_turn(rig, {select_recovery(0, 2, 3), timed(write_order(kFirst, 16)),
                select_recovery(kAwre | kPer, 2, 3), timed(write_order(kFirst, 16))});
  EXPECT_EQ(sense(rig.host()[1]), about(3, 0x0c, 0, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[3]), about(4, 0x32, 0, kFirst + 5));
  EXPECT_EQ(rig.host()[3].record.retries, 3U);
}

// The write of WRITE AND VERIFY meets the error, and the read after it finds the new place.
TEST(MediaError, WriteAndVerify) {
  DefectsConfig defects{};
  defects.unwritable = {place_of(kFirst + 5)};
  BusRig rig(with(defects));
  Order both = write_order(kFirst, 16);
  both.cdb[0] = 0x2e;
  in_turn(rig, {select_recovery(0, 2, 3), timed(both), select_recovery(kAwre | kPer, 2, 3),
                timed(both), timed(both), timed(read_order(kFirst, 16))});
  EXPECT_EQ(sense(rig.host()[1]), about(3, 0x0c, 0, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[3]), about(1, 0x0c, 1, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[4]), std::vector<int>{});
  EXPECT_EQ(sense(rig.host()[5]), std::vector<int>{});
}

// During a comparison, the buffer does not have the block's own data, which a move would need.
TEST(MediaError, ComparisonMovesNoBlock) {
  DefectsConfig defects{};
  defects.correctable = {place_of(kFirst + 5)};
  BusRig rig(with(defects));
  Order compare = write_order(kFirst, 16);
  compare.cdb[0] = 0x2f;
  compare.cdb[1] = 0x02;
  in_turn(rig, {select_recovery(kArre | kPer, 2, 3), timed(compare), timed(compare),
                timed(read_order(kFirst, 16))});
  EXPECT_EQ(sense(rig.host()[1]), about(1, 0x18, 1, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[2]), about(1, 0x18, 1, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[3]), about(1, 0x18, 2, kFirst + 5));  // the read moves the block
}

// --- correction ---------------------------------------------------------------------------------

TEST(MediaError, CorrectionByTheCode) {
  DefectsConfig defects{};
  defects.correctable = {place_of(kFirst + 5)};
  BusRig rig(with(defects));
  in_turn(rig,
          {select_recovery(kEer | kPer, 3, 0), timed(read_order(kFirst, 16)),
           select_recovery(kPer, 3, 0), timed(read_order(kFirst, 16)),
           select_recovery(kPer | kDcr, 3, 0), timed(read_order(kFirst, 16)),
           select_recovery(kPer | kArre, 3, 0), timed(read_order(kFirst, 16)),
           timed(read_order(kFirst, 16)), reply_order({0x37, 0, 0x08, 0, 0, 0, 0, 0, 99, 0}, 99),
           reply_order({0x4d, 0, 0x43, 0, 0, 0, 0, 0, 99, 0}, 99)});
  EXPECT_EQ(sense(rig.host()[1]), about(1, 0x18, 0, kFirst + 5));
  EXPECT_EQ(rig.host()[1].record.retries, 0U);
  EXPECT_EQ(sense(rig.host()[3]), about(1, 0x18, 1, kFirst + 5));
  EXPECT_EQ(rig.host()[3].record.retries, 3U);
  EXPECT_EQ(sense(rig.host()[5]), about(3, 0x11, 0, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[7]), about(1, 0x18, 2, kFirst + 5));
  EXPECT_EQ(sense(rig.host()[8]), std::vector<int>{});  // it lies elsewhere now
  const auto& grown = rig.host()[9].data;
  EXPECT_EQ(grown[3], 4);
  EXPECT_EQ(grown[7], (kFirst + 5) & 0xff);
  const auto& log = rig.host()[10].data;
  EXPECT_EQ(log[4 + 7], 1);               // without delay
  EXPECT_EQ(log[4 + 8 + 7], 2);           // with delay
  EXPECT_EQ(log[4 + 16 + 7], 9);          // retries
  EXPECT_EQ(log[4 + 5 * 8 + 12 + 7], 1);  // uncorrected
}

// --- the read-ahead -----------------------------------------------------------------------------

// Block 40 is in the read-ahead of a read of 0 to 15: it ends there, in silence. What lies before
// hits; the block itself is a miss that is retried, and so is what lies behind.
// The ECC corrects the bad data in the buffer. They are there when the block has passed, and a host
// that waits for this block only gets them at once.
TEST(MediaError, ACorrectedBlockIsInTheBufferAtItsEnd) {
  DefectsConfig defects{};
  defects.correctable = {place_of(kFirst + 5)};
  RigOptions options = with(defects);
  options.contents = true;
  options.config.overhead.first_reselect = Picoseconds{0};
  BusRig rig(options);
  const std::vector<unsigned char> block(512, 0x3c);
  const Order write = list_order({0x2a, 0, 0, 0x07, 0xa1, 0x25, 0, 0, 1, 0}, block);
  const Order read = reply_order({0x28, 0, 0, 0x07, 0xa1, 0x25, 0, 0, 1, 0}, 512);
  // the write of block 0 takes the buffer
  in_turn(rig, {select_recovery(kEer | kPer, 2, 3), write, write_order(0, 1), timed(read)});
  const Exchange& found = rig.host()[3];
  EXPECT_EQ(sense(found), about(1, 0x18, 0, kFirst + 5));
  EXPECT_EQ(found.record.retries, 0U);
  EXPECT_EQ(std::vector<unsigned char>(found.data.begin(), found.data.begin() + 512), block);
}

TEST(MediaError, TheReadAheadEndsInSilence) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 40)};
  BusRig rig(with(defects));
  in_turn(rig, {timed(read_order(kFirst, 16)), timed(read_order(kFirst + 16, 16)),
                timed(read_order(kFirst + 48, 8)), timed(read_order(kFirst, 16)),
                timed(read_order(kFirst + 36, 8)), timed(read_order(kFirst + 48, 8))});
  EXPECT_TRUE(rig.host()[1].record.hit);
  EXPECT_FALSE(rig.host()[2].record.hit);
  EXPECT_EQ(rig.host()[2].status, 0);
  EXPECT_FALSE(rig.host()[4].record.hit);
  EXPECT_EQ(sense(rig.host()[4]), about(3, 0x11, 0, kFirst + 40));
  EXPECT_EQ(rig.host()[4].record.retries, 8U);
  EXPECT_FALSE(rig.host()[5].record.hit);
}

// The first to want something behind the bad block finds out, whether the head has been there or is
// still on its way.
TEST(MediaError, AHitBehindTheBadBlockIsNone) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 40)};
  for (const double at : {17.5, 300.0}) {
    BusRig rig(with(defects));
    rig.host().send(timed(read_order(kFirst, 16)));
    rig.host().send_at(at, timed(read_order(kFirst + 36, 8)));
    rig.run();
    EXPECT_FALSE(rig.host()[1].record.hit) << at;
    EXPECT_EQ(sense(rig.host()[1]), about(3, 0x11, 0, kFirst + 40)) << at;
  }
}

// --- REASSIGN BLOCKS ----------------------------------------------------------------------------

TEST(MediaError, ReassignedBlockIsGoodAndElsewhere) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 5)};
  BusRig rig(with(defects));
  in_turn(rig, {read_order(kFirst, 16),
                list_order({0x07, 0, 0, 0, 0, 0}, {0, 0, 0, 4, 0, 0x07, 0xa1, 0x25}),
                timed(read_order(kFirst, 16)), timed(read_order(kFirst + 5, 1))});
  EXPECT_EQ(rig.host()[0].sense[12], 0x11);
  EXPECT_EQ(rig.host()[1].status, 0);
  EXPECT_EQ(rig.host()[2].status, 0);
  EXPECT_EQ(rig.host()[2].record.retries, 0U);
  EXPECT_GT(rig.host()[2].record.seek, 10'122'000'000);  // there and back
  const hs_geometry& geometry = rig.drives[0]->params().geometry;
  const BadSector old = place_of(kFirst + 5);
  const hs_pbn now = hs_lbn_to_pbn(&geometry, {kFirst + 5});
  EXPECT_NE(hs_place_key(now), hs_place_key({{old.cylinder}, {old.head}, {old.sector}}));
  hs_lbn back{};
  ASSERT_TRUE(hs_pbn_to_lbn(&geometry, now, &back));
  EXPECT_EQ(back.value, kFirst + 5);
  EXPECT_FALSE(hs_pbn_to_lbn(&geometry, {{old.cylinder}, {old.head}, {old.sector}}, &back));
}

// From one instant on.
TEST(MediaError, DefectsComeInTime) {
  DefectsConfig defects{};
  defects.unreadable = {place_of(kFirst + 5, 1.0)};
  BusRig rig(with(defects));
  rig.host().send_at(900, timed(read_order(kFirst, 16)));
  rig.host().send_at(950, timed(write_order(0, 16)));
  rig.host().send_at(1100, timed(read_order(kFirst, 16)));
  rig.run();
  EXPECT_EQ(rig.host()[0].status, 0);
  EXPECT_EQ(rig.host()[2].sense[12], 0x11);
}

// VERIFY moves no data into the buffer, so there is no place in it where the ECC could correct
// them: the block is as it is on the medium, with contents as without.
TEST(MediaError, VerifyOverABlockThatTheCodeCorrects) {
  DefectsConfig defects{};
  defects.correctable = {place_of(kFirst + 5)};
  for (const bool contents : {false, true}) {
    RigOptions options = with(defects);
    options.contents = contents;
    BusRig rig(options);
    in_turn(rig, {reply_order({0x2f, 0, 0, 0x07, 0xa1, 0x20, 0, 0, 16, 0}, 0),
                  timed(read_order(kFirst, 16))});
    EXPECT_EQ(sense(rig.host()[0]), std::vector<int>{}) << contents;
    EXPECT_EQ(sense(rig.host()[1]), std::vector<int>{}) << contents;
    EXPECT_EQ(rig.host()[1].moved_bytes, 16 * 512U) << contents;
  }
}

}  // namespace
}  // namespace headstack
