// The head channel by itself: when its marks, wake-ups and errors are told, and what it does with
// an instant that has passed. A tick is a picosecond here, and block k of the read is done when its
// last sector has passed.
#include "model/boxes/head_channel.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation_context.h"
#include "tb/model/support/media_fakes.h"
#include "tb/model/support/register_master.h"

namespace headstack {
namespace {

constexpr hs_ticks kTurn = HS_TICKS_PER_REVOLUTION;

class PlainTime : public TimeBase {
 public:
  hs_ticks now() const override { return sc_core::sc_time_stamp().value(); }
  sc_core::sc_time until(hs_ticks tick) const override {
    return sc_core::sc_time::from_value(tick > now() ? tick - now() : 0);
  }
  bool passed(hs_ticks tick) const override { return tick < now(); }
  bool up_to_speed() const override { return turns; }
  bool turns = true;
};

using Told = std::vector<std::pair<hs_ticks, std::uint32_t>>;

class PlainInterrupt : public InterruptLine {
 public:
  void raise(std::uint32_t causes) override {
    told.emplace_back(sc_core::sc_time_stamp().value(), causes);
  }
  void withdraw(std::uint32_t causes) override { withdrawn |= causes; }
  void service() override {}
  Told told;
  std::uint32_t withdrawn = 0;
};

// One block of the program fails, as often as told.
class OneBad : public MediumErrors {
 public:
  bool first_failure(const MediaExtent& extent, bool /*retry*/, MediaFailure& failure) override {
    if (times == 0 || block < extent.first_block || block >= extent.first_block + extent.in_order) {
      return false;
    }
    --times;
    failure = {block - extent.first_block, false};
    return true;
  }
  std::uint32_t block = 0;
  int times = 0;
};

class HeadChannelTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kSector = 20;  // of cylinder 5, head 3
  static constexpr std::uint32_t kBlocks = 8;
  static constexpr hs_ticks kNow = 1'000;

  HeadChannelTest()
      : stopwatch(hp_c2247_tables().clock()),
        channel("channel", hp_c2247_tables().geometry(), stopwatch),
        cpu("cpu") {
    channel.interrupt.bind(interrupt);
    channel.time.bind(time);
    channel.arm.bind(arm);
    channel.fill.bind(fill);
    channel.set_errors(&errors);
    cpu.socket.bind(channel.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    advance(kNow);
  }

  bool write(std::uint32_t address, std::uint64_t value) {
    return cpu.write(address, value) == tlm::TLM_OK_RESPONSE;
  }
  void advance(hs_ticks ticks) {
    const sc_core::sc_time length = sc_core::sc_time::from_value(ticks);
    cpu.wake.notify(length);
    sc_core::sc_start(length);
  }
  void advance_to(hs_ticks when) { advance(when - time.now()); }
  // A program that reads the blocks.
  bool read_from(hs_ticks begin) {
    return write(HS_CHANNEL_BEGIN, begin) &&
           write(HS_CHANNEL_RUN, HS_RUN(5, 3, kSector, kBlocks, 0));
  }
  // When the first `count` blocks are done, if the arm leaves track 0 at `begin`.
  hs_ticks done_at(hs_ticks begin, std::uint32_t count) {
    const hs_track track{{5}, {3}};
    const hs_zone* zone = hs_zone_of_track(&hp_c2247_tables().geometry(), track);
    const hs_ticks arrive = begin + arm.positioning({{0}, {0}}, track, false);
    const auto first = static_cast<hs_angle>(
        hs_track_angle(zone, track) + static_cast<hs_angle>(hs_sector_offset(zone, kSector)));
    return arrive + static_cast<hs_angle>(first - static_cast<hs_angle>(arrive)) +
           hs_sector_offset(zone, kSector + count) - hs_sector_offset(zone, kSector);
  }

  SimulationContext context;
  Stopwatch stopwatch;
  PlainTime time;
  PlainInterrupt interrupt;
  PlainArm arm;
  PlainFill fill;
  OneBad errors;
  HeadChannel channel;
  RegisterMaster cpu;
};

// Each mark in the program.
TEST_F(HeadChannelTest, AMarkIsToldWhenItsBlocksAreDone) {
  hs_ticks begin = kNow;
  for (std::uint32_t first = 0; first < kBlocks; ++first) {
    for (std::uint32_t count = 1; first + count <= kBlocks; ++count) {
      SCOPED_TRACE(testing::Message() << first << " " << count);
      ASSERT_TRUE(write(HS_CHANNEL_STOP, begin));
      const hs_ticks from = cpu.read(HS_CHANNEL_FREE);
      const std::uint64_t track = cpu.read(HS_CHANNEL_TRACK);
      ASSERT_TRUE(read_from(begin));
      interrupt.told.clear();
      ASSERT_TRUE(write(HS_CHANNEL_NOTIFY, HS_NOTIFY(first, count)));
      advance(3 * kTurn);
      if (track == HS_TRACK(0, 0)) {
        EXPECT_EQ(from, begin);
        EXPECT_EQ(interrupt.told, (Told{{done_at(begin, first + count), HS_CAUSE_MEDIA}}));
      } else {  // the arm is there: the next time that the blocks pass
        ASSERT_EQ(interrupt.told.size(), 1U);
        EXPECT_EQ((interrupt.told[0].first - done_at(kNow, first + count)) % kTurn, 0U);
        EXPECT_LE(interrupt.told[0].first, begin + 2 * kTurn);
      }
      begin = time.now();
    }
  }
}

// Firmware that takes no time gives no order for the past. For other firmware, the past is now.
TEST_F(HeadChannelTest, AnInstantThatHasPassed) {
  for (const std::uint32_t order : {HS_CHANNEL_STOP, HS_CHANNEL_BEGIN, HS_CHANNEL_WAKE}) {
    EXPECT_FALSE(write(order, kNow - 1)) << order;
    EXPECT_TRUE(write(order, kNow)) << order;
    EXPECT_TRUE(write(order, kNow + 1)) << order;
  }
  EXPECT_EQ(interrupt.withdrawn, 0U);
  channel.take_late();
  for (const std::uint32_t order : {HS_CHANNEL_STOP, HS_CHANNEL_BEGIN, HS_CHANNEL_WAKE}) {
    EXPECT_TRUE(write(order, kNow - 1)) << order;
  }
  EXPECT_EQ(interrupt.withdrawn, std::uint32_t{HS_CAUSE_MEDIA | HS_CAUSE_ERROR});
  // An arm that leaves in time just meets the first sector. A tick later, the arm misses the
  // sector.
  const hs_ticks in_time = done_at(kNow, 0) - arm.positioning({{0}, {0}}, {{5}, {3}}, false);
  ASSERT_EQ(done_at(in_time, 0), done_at(kNow, 0));
  advance_to(in_time + 1);
  ASSERT_TRUE(read_from(in_time));
  ASSERT_TRUE(write(HS_CHANNEL_NOTIFY, HS_NOTIFY(0, kBlocks)));
  advance(3 * kTurn);
  EXPECT_EQ(interrupt.told,
            (Told{{kNow, HS_CAUSE_WAKE}, {done_at(kNow, kBlocks) + kTurn, HS_CAUSE_MEDIA}}));
}

TEST_F(HeadChannelTest, AWakeUpIsToldAtItsTime) {
  ASSERT_TRUE(write(HS_CHANNEL_WAKE, kNow + 500));
  ASSERT_TRUE(write(HS_CHANNEL_WAKE, kNow + 700));
  advance(2'000);
  EXPECT_EQ(interrupt.told, (Told{{kNow + 700, HS_CAUSE_WAKE}}));
}

// A block is read at the second attempt, a turn later. Blocks that came before it are told then.
TEST_F(HeadChannelTest, ARetriedBlockHoldsTheMarksBack) {
  for (const std::uint32_t bad : {0U, 3U, kBlocks - 1}) {
    SCOPED_TRACE(bad);
    errors.block = bad;
    errors.times = 1;
    const hs_ticks begin = time.now();
    interrupt.told.clear();
    ASSERT_TRUE(write(HS_CHANNEL_STOP, begin));
    ASSERT_TRUE(read_from(begin));
    ASSERT_TRUE(write(HS_CHANNEL_NOTIFY, HS_NOTIFY(0, bad + 1)));
    advance(3 * kTurn);
    ASSERT_EQ(interrupt.told.size(), 1U);
    const hs_ticks failed = interrupt.told[0].first;
    EXPECT_EQ((failed - done_at(kNow, bad + 1)) % kTurn, 0U);
    EXPECT_EQ(interrupt.told[0].second, std::uint32_t{HS_CAUSE_ERROR});
    EXPECT_EQ(cpu.read(HS_CHANNEL_ERROR), HS_ERROR(bad, 0U));
    EXPECT_EQ(HS_DONE_STOP(cpu.read(HS_CHANNEL_DONE)), bad);
    ASSERT_TRUE(write(HS_CHANNEL_RETRY, 0));
    EXPECT_FALSE(write(HS_CHANNEL_RETRY, 0));  // it has not stopped
    const hs_ticks retried = time.now();
    advance(3 * kTurn);
    ASSERT_EQ(interrupt.told.size(), 2U);
    const hs_ticks read = interrupt.told[1].first;
    EXPECT_EQ((read - failed) % kTurn, 0U);
    EXPECT_GT(read, retried);
    EXPECT_LE(read, retried + kTurn);
    EXPECT_EQ(interrupt.told[1].second, std::uint32_t{HS_CAUSE_MEDIA});
    if (bad != 0) {
      errors.times = 1;
      const hs_ticks again = time.now();
      ASSERT_TRUE(write(HS_CHANNEL_STOP, again));
      ASSERT_TRUE(read_from(again));
      advance(3 * kTurn);
      ASSERT_TRUE(write(HS_CHANNEL_RETRY, 0));
      ASSERT_TRUE(write(HS_CHANNEL_NOTIFY, HS_NOTIFY(0, 1)));
      advance(3 * kTurn);
      ASSERT_EQ(interrupt.told.size(), 4U);  // the error and the mark
      EXPECT_EQ((interrupt.told[3].first - done_at(kNow, bad + 1)) % kTurn, 0U);
    }
  }
}

// Nothing is told after the power has gone. The next program is told as ever.
TEST_F(HeadChannelTest, ALossOfPower) {
  ASSERT_TRUE(read_from(kNow));
  ASSERT_TRUE(write(HS_CHANNEL_NOTIFY, HS_NOTIFY(0, kBlocks)));
  ASSERT_TRUE(write(HS_CHANNEL_WAKE, kNow + 2 * kTurn));
  advance_to(done_at(kNow, 3));
  channel.cut_power();
  channel.data_scheduled();
  advance(3 * kTurn);
  EXPECT_EQ(interrupt.told, Told{});
  EXPECT_EQ(HS_DONE_BLOCKS(cpu.read(HS_CHANNEL_DONE)), 0U);  // the program is lost
  ASSERT_TRUE(read_from(time.now()));
  ASSERT_TRUE(write(HS_CHANNEL_NOTIFY, HS_NOTIFY(0, 1)));
  errors.times = 0;
  advance(3 * kTurn);
  EXPECT_EQ(interrupt.told.size(), 1U);
}

// A late order stops the program now. Blocks that have passed since its time are done.
TEST_F(HeadChannelTest, AStopThatComesLate) {
  channel.take_late();
  ASSERT_TRUE(read_from(kNow));
  advance_to(done_at(kNow, 5));
  ASSERT_TRUE(write(HS_CHANNEL_STOP, done_at(kNow, 2)));
  EXPECT_EQ(HS_DONE_BLOCKS(cpu.read(HS_CHANNEL_DONE)), 5U);
  EXPECT_GE(cpu.read(HS_CHANNEL_FREE), time.now());
}

// The heads can be sent to any track of the disk, until they rest.
TEST_F(HeadChannelTest, WhereTheHeadsGoOnTo) {
  ASSERT_TRUE(read_from(kNow));
  EXPECT_FALSE(write(HS_CHANNEL_GO_ON, HS_TRACK(5, 13)));
  EXPECT_FALSE(write(HS_CHANNEL_GO_ON, HS_TRACK(2051, 0)));
  EXPECT_TRUE(write(HS_CHANNEL_GO_ON, HS_TRACK(2050, 12)));
  advance(4 * kTurn);
  EXPECT_EQ(cpu.read(HS_CHANNEL_TRACK), HS_TRACK(2050, 12));
  EXPECT_FALSE(write(HS_CHANNEL_GO_ON, HS_TRACK(5, 3)));
  channel.take_late();
  EXPECT_FALSE(write(HS_CHANNEL_GO_ON, HS_TRACK(5, 13)));
  EXPECT_TRUE(write(HS_CHANNEL_GO_ON, HS_TRACK(5, 3)));
}

TEST_F(HeadChannelTest, ADiskThatDoesNotTurnTakesNoExtent) {
  ASSERT_TRUE(write(HS_CHANNEL_BEGIN, kNow));
  time.turns = false;
  EXPECT_FALSE(write(HS_CHANNEL_RUN, HS_RUN(5, 3, kSector, kBlocks, 0)));
  EXPECT_FALSE(write(HS_CHANNEL_ERASE, 0));
  time.turns = true;
  EXPECT_TRUE(write(HS_CHANNEL_ERASE, 0));
  EXPECT_TRUE(write(HS_CHANNEL_RUN, HS_RUN(5, 3, kSector, kBlocks, 0)));
}

// The drive has 13 heads, 96 sectors a track, and cylinders up to 2,050. The test has the last
// valid places, and the first places after them.
TEST_F(HeadChannelTest, AnExtentLiesOnTheDisk) {
  const struct {
    std::uint32_t cylinder, head, sector, blocks, flags;
    bool fits;
  } extents[] = {
      {5, 12, 88, 8, 0, true},
      {5, 12, 89, 8, 0, false},
      {5, 13, 0, 8, 0, false},
      {2050, 12, 0, 1, 0, true},
      {2051, 0, 0, 1, 0, false},
      {5, 0, 0, 0, 0, false},
      {5, 0, 95, 1, HS_RUN_AHEAD, true},
      {5, 0, 96, 1, HS_RUN_AHEAD, false},
      {5, 0, 95, 200, HS_RUN_AHEAD, true},
      {5, 0, 95, 2, HS_RUN_AHEAD | HS_RUN_WRITE, false},
      {558, 12, 0, 96, HS_RUN_AHEAD, true},  // the end of the first zone
      {558, 12, 0, 97, HS_RUN_AHEAD, false},
      {558, 11, 95, 97, HS_RUN_AHEAD, true},
      {558, 11, 95, 98, HS_RUN_AHEAD, false},
  };
  for (const auto& e : extents) {
    ASSERT_TRUE(write(HS_CHANNEL_BEGIN, kNow));
    EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(e.cylinder, e.head, e.sector, e.blocks, e.flags)),
              e.fits)
        << &e - extents;
  }
}

}  // namespace
}  // namespace headstack
