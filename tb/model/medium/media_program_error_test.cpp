// Programs that stop at a bad block, and continue at the instant of the order. A long program makes
// room when its extents are complete.
#include <gtest/gtest.h>

#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

// Block `bad` of the program fails, once.
class FailsOnce : public MediumErrors {
 public:
  explicit FailsOnce(std::uint32_t bad) : bad_(bad) {}
  bool first_failure(const MediaExtent& extent, bool retry, MediaFailure& failure) override {
    if (retry || bad_ < extent.first_block || bad_ >= extent.first_block + extent.blocks) {
      return false;
    }
    failure = {bad_ - extent.first_block, true};
    bad_ = UINT32_MAX;
    return true;
  }

 private:
  std::uint32_t bad_;
};

struct MediaProgramError : testing::Test {
  MediaProgramError() {
    media.program.set_errors(&errors);
    media.program.begin(0);
    media.add(make_extent(0, 0, 10, 8));
  }
  FailsOnce errors{3};
  Media media;
};

TEST_F(MediaProgramError, StopsWhenTheBadBlockHasPassed) {
  const MediaHalt& halt = media.program.halt();
  ASSERT_TRUE(halt.halted);
  EXPECT_EQ(halt.block, 3U);
  const MediaExtent& before = media.worked_out.at(0);
  EXPECT_EQ(before.blocks, 3U);
  EXPECT_EQ(halt.when, before.from + before.offset(4));
}

// The drive thinks for 2 ms first: the arm does not start for the new place before it is told to.
TEST_F(MediaProgramError, ANewPlaceIsSoughtFromTheOrderOn) {
  const hs_ticks now = media.program.halt().when + ticks(2.0);
  MediaExtent place = make_extent(7, 2, 40, 1, Kind::write);
  place.resident = true;
  media.program.put_instead(place, now);
  media.resolve();
  const MediaExtent& instead = media.worked_out.at(1);
  EXPECT_EQ(instead.track.cylinder.value, 7U);
  EXPECT_EQ(instead.seek_start, now);
  EXPECT_EQ(instead.arrive, now + media.arm.crossing({{0}, {0}}, {{7}, {2}}, true));
  // The rest follows from there.
  EXPECT_EQ(media.worked_out.at(2).first_block, 4U);
  EXPECT_EQ(media.worked_out.at(2).seek_start, instead.end);
}

// A block that is given up belongs to the extent no more: the rest begins with the next sector, the
// next block and the next place in the buffer.
TEST_F(MediaProgramError, TheRestBeginsAfterTheBadBlock) {
  for (const bool with_place : {true, false}) {
    FailsOnce once{3};
    Media fresh;
    fresh.program.set_errors(&once);
    fresh.program.begin(0);
    MediaExtent extent = make_extent(0, 0, 10, 8);
    extent.address = with_place ? HS_ADDRESS(5, 100) : HS_ADDRESS_NONE;
    fresh.add(extent);
    fresh.program.take(fresh.program.halt().when);
    fresh.resolve();
    const MediaExtent& rest = fresh.worked_out.at(1);
    EXPECT_EQ(rest.sector, 14U);
    EXPECT_EQ(rest.first_block, 4U);
    EXPECT_EQ(rest.blocks, 4U);
    EXPECT_EQ(rest.address, with_place ? HS_ADDRESS(5, 104) : HS_ADDRESS_NONE);
  }
}

// Told a microsecond before the block comes by again, it makes it; a microsecond after, it waits
// another turn.
TEST_F(MediaProgramError, ARetryTakesTheNextPassFromTheOrderOn) {
  const MediaExtent before = media.worked_out.at(0);
  const hs_ticks again = before.from + before.offset(3) + kTurn;
  const hs_ticks micro = ticks(1e-3);
  for (const bool late : {false, true}) {
    FailsOnce once{3};
    Media fresh;
    fresh.program.set_errors(&once);
    fresh.program.begin(0);
    fresh.add(make_extent(0, 0, 10, 8));
    fresh.program.retry(late ? again + micro : again - micro);
    fresh.resolve();
    EXPECT_EQ(fresh.worked_out.at(1).from, again + (late ? kTurn : 0));
  }
}

// The program is full of extents of one track each. Each complete extent makes room for a new
// extent, except the last complete extent, from which the next extent starts.
TEST(MediaProgramRoom, GrowsAgainAsExtentsAreDone) {
  Media media;
  media.program.begin(0);
  for (std::uint32_t i = 0; i < HS_CHANNEL_EXTENTS; ++i) {
    EXPECT_EQ(media.program.room(0), HS_CHANNEL_EXTENTS - i);
    ASSERT_TRUE(media.add(make_extent(i, 0, 0, 1)));
  }
  EXPECT_EQ(media.program.room(0), 0U);
  EXPECT_FALSE(media.add(make_extent(100, 0, 0, 1)));
  const std::vector<MediaExtent> all = media.worked_out;
  EXPECT_EQ(media.program.room(all[0].end - 1), 0U);
  EXPECT_EQ(media.program.room(all[0].end), 1U);
  EXPECT_EQ(media.program.room(all[9].end), 10U);
  EXPECT_EQ(media.program.room(all.back().end), HS_CHANNEL_EXTENTS - 1);
  EXPECT_TRUE(media.add(make_extent(100, 0, 0, 1), all.back().end));
}

}  // namespace
}  // namespace headstack
