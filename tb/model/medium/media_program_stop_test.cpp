// Stopping a media program: position of the heads, time at which they are free, and completed
// blocks, in each phase.
#include <gtest/gtest.h>

#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

bool same_track(hs_track track, std::uint32_t cylinder, std::uint32_t head) {
  return track.cylinder.value == cylinder && track.head.value == head;
}

// From cylinder 0 to two extents on cylinder 1: sectors 90-95 of head 0, then 0-9 of head 1. Head 0
// begins 8 sectors into the turn, head 1 14 later.
class MediaProgramStop : public testing::Test {
 protected:
  MediaProgramStop() {
    media.program.begin(ticks(1.0));
    media.add(make_extent(1, 0, 90, 6));
    media.add(make_extent(1, 1, 0, 10));
  }
  const MediaExtent& first() const { return media.worked_out[0]; }
  const MediaExtent& second() const { return media.worked_out[1]; }

  Media media;
};

TEST_F(MediaProgramStop, BeforeTheSeekTheArmStays) {
  const MediaRest rest = media.program.rest_at(ticks(0.5));
  EXPECT_TRUE(same_track(rest.track, 0, 0));
  EXPECT_EQ(rest.free_at, ticks(0.5));
  EXPECT_EQ(rest.done, 0U);
}

TEST_F(MediaProgramStop, ASeekUnderWayIsFinished) {
  const MediaRest rest = media.program.rest_at(ticks(1.5));
  EXPECT_TRUE(same_track(rest.track, 1, 0));
  EXPECT_NEAR(ms(rest.free_at), 3.69, kRoundingMs);
  EXPECT_EQ(rest.done, 0U);
}

TEST_F(MediaProgramStop, WaitingForASectorStopsAtOnce) {
  // Sector 90 is 98 - 96 = 2 sectors into the turn, at 0.231 ms; the arm arrives at 3.69 ms.
  EXPECT_NEAR(ms(first().first), 0.231481 + kTurnMs, kRoundingMs);
  const MediaRest rest = media.program.rest_at(ticks(5.0));
  EXPECT_TRUE(same_track(rest.track, 1, 0));
  EXPECT_EQ(rest.free_at, ticks(5.0));
  EXPECT_EQ(rest.done, 0U);
}

TEST_F(MediaProgramStop, TheSectorUnderTheHeadIsFinished) {
  const hs_ticks two = media.done_at(2);
  const hs_ticks three = media.done_at(3);
  for (const hs_ticks time : {two + 1, (two + three) / 2, three - 1, three}) {
    const MediaRest rest = media.program.rest_at(time);
    EXPECT_EQ(rest.free_at, three);
    EXPECT_EQ(rest.done, 3U);
  }
  EXPECT_EQ(media.program.rest_at(two).free_at, two);
  EXPECT_EQ(media.program.rest_at(two).done, 2U);
  EXPECT_EQ(media.program.rest_at(three + 1).done, 4U);
}

TEST_F(MediaProgramStop, BetweenExtentsTheHeadSwitchIsFinished) {
  EXPECT_TRUE(same_track(media.program.rest_at(first().end).track, 1, 0));
  const MediaRest rest = media.program.rest_at(first().end + 1);
  EXPECT_TRUE(same_track(rest.track, 1, 1));
  EXPECT_NEAR(ms(rest.free_at - first().end), 0.89, kRoundingMs);
  EXPECT_EQ(rest.done, 6U);
  const MediaRest waiting = media.program.rest_at(second().first - 1);
  EXPECT_EQ(waiting.free_at, second().first - 1);
  EXPECT_EQ(waiting.done, 6U);
}

TEST_F(MediaProgramStop, AfterTheEnd) {
  const MediaRest rest = media.program.rest_at(second().end + 1000);
  EXPECT_TRUE(same_track(rest.track, 1, 1));
  EXPECT_EQ(rest.free_at, second().end + 1000);
  EXPECT_EQ(rest.done, 16U);
}

// On to head 2, which takes a head switch of 0.89 ms from the end.
TEST_F(MediaProgramStop, TheHeadsGoOnToTheNextTrack) {
  media.program.go_on_to({{1}, {2}}, 0, media.arm);
  EXPECT_TRUE(same_track(media.program.rest_at(second().end - 1).track, 1, 1));
  for (const double after : {0.0, 0.5, 2.0}) {
    const MediaRest rest = media.program.rest_at(second().end + ticks(after));
    EXPECT_TRUE(same_track(rest.track, 1, 2));
    EXPECT_NEAR(ms(rest.free_at - second().end), std::max(after, 0.89), kRoundingMs);
    EXPECT_EQ(rest.done, 16U);
  }
  media.program.begin(0);
  media.add(make_extent(1, 2, 0, 1));
  EXPECT_NEAR(ms(media.worked_out.back().seek_start - media.worked_out[1].end), 0.89, kRoundingMs);
  EXPECT_EQ(media.worked_out.back().arrive, media.worked_out.back().seek_start);  // is there
}

// By hand: the head switch of 0.89 ms begins when it is asked for, not at the end that has passed.
TEST_F(MediaProgramStop, TheHeadsGoOnWhenTheyAreToldLate) {
  const hs_ticks late = second().end + ticks(3.0);
  media.program.go_on_to({{1}, {2}}, late, media.arm);
  EXPECT_NEAR(ms(media.program.rest_at(late).free_at - late), 0.89, kRoundingMs);
  media.program.begin(late);
  media.add(make_extent(1, 2, 0, 1));
  EXPECT_NEAR(ms(media.worked_out.back().seek_start - late), 0.89, kRoundingMs);
}

// What comes behind decides where they go.
TEST_F(MediaProgramStop, WhatGoesOnDoesNotGoOnTwice) {
  media.program.go_on_to({{1}, {2}}, 0, media.arm);
  media.add(make_extent(1, 1, 10, 5));
  const hs_ticks end = media.worked_out.back().end;
  EXPECT_TRUE(same_track(media.program.rest_at(end).track, 1, 1));
  EXPECT_EQ(media.program.rest_at(end).free_at, end);
}

TEST_F(MediaProgramStop, BlocksToKeepAreDoneInAnyCase) {
  media.program.set_keep(8);  // two into the second extent
  const hs_ticks eight = media.done_at(8);
  for (const hs_ticks time : {hs_ticks{0}, ticks(1.5), ticks(5.0), first().end + 1, eight}) {
    const MediaRest rest = media.program.rest_at(time);
    EXPECT_EQ(rest.free_at, eight);
    EXPECT_EQ(rest.done, 8U);
    EXPECT_TRUE(same_track(rest.track, 1, 1));
  }
  EXPECT_EQ(media.program.rest_at(eight + 1).done, 9U);
}

TEST_F(MediaProgramStop, MoreToKeepThanThereAre) {
  media.program.set_keep(500);
  EXPECT_EQ(media.program.rest_at(0).done, 16U);
  EXPECT_EQ(media.program.rest_at(0).free_at, second().end);
}

TEST_F(MediaProgramStop, StopIsWhatRestAtSaid) {
  const hs_ticks time = media.done_at(3) + 1;
  const MediaRest rest = media.program.rest_at(time);
  media.program.stop(time);
  EXPECT_EQ(media.program.done_by(time), rest.done);
  EXPECT_EQ(media.program.done_by(~hs_ticks{0}), rest.done);
  EXPECT_EQ(media.program.rest_at(time).free_at, rest.free_at);
  EXPECT_EQ(media.program.blocks(), rest.done);
}

TEST_F(MediaProgramStop, TheNextProgramStartsWhereTheHeadsStopped) {
  const hs_ticks time = media.done_at(7) - 1;  // over head 1
  media.program.stop(time);
  media.program.begin(0);
  media.add(make_extent(1, 1, 20, 2));
  EXPECT_EQ(media.worked_out[2].seek_start, time + 1);
  EXPECT_EQ(media.worked_out[2].arrive, time + 1);  // already over the track
}

TEST_F(MediaProgramStop, TheNextProgramCountsItsOwnBlocksOnly) {
  const hs_ticks time = media.done_at(7);
  media.program.stop(time);
  media.program.begin(time);
  EXPECT_EQ(media.program.done_by(time), 0U);
  media.add(make_extent(1, 1, 20, 2));
  EXPECT_EQ(media.program.done_by(time), 0U);
  EXPECT_EQ(media.program.rest_at(time).done, 0U);
  EXPECT_EQ(media.program.done_by(media.worked_out[2].end), 2U);
}

TEST(MediaProgramStopWrite, WaitingForDataStopsAtOnce) {
  Media media;
  media.program.begin(0);
  media.add(make_extent(3, 0, 0, 4, Kind::write));
  media.schedule_data(ticks(20.0), ticks(0.2));
  const MediaRest rest = media.program.rest_at(ticks(15.0));
  EXPECT_EQ(rest.free_at, ticks(15.0));
  EXPECT_TRUE(same_track(rest.track, 3, 0));
}

// Zero latency: sectors 20-39 pass first, then, a turn after the first of them, 0-19.
TEST(MediaProgramStopZeroLatency, TheSectorUnderTheHeadIsFinished) {
  const hs_zone* zone = make_extent(0, 0, 0, 1).zone;
  Media media;
  media.program.begin(hs_sector_offset(zone, 20));
  media.add(make_extent(0, 0, 0, 40, Kind::zero_latency_read));
  ASSERT_EQ(media.worked_out[0].first, hs_sector_offset(zone, 20));
  const MediaRest early = media.program.rest_at(hs_sector_offset(zone, 25) + 7);
  EXPECT_EQ(early.free_at, hs_sector_offset(zone, 26));
  EXPECT_EQ(early.done, 0U);
  const hs_ticks gap = hs_sector_offset(zone, 60) + 7;
  EXPECT_EQ(media.program.rest_at(gap).free_at, gap);
  const MediaRest late = media.program.rest_at(kTurn + hs_sector_offset(zone, 3) + 7);
  EXPECT_EQ(late.free_at, kTurn + hs_sector_offset(zone, 4));
  EXPECT_EQ(late.done, 4U);
}

// The power is lost while the head reads. The program ends, no block counts as done, and the heads
// are free at once.
TEST_F(MediaProgramStop, ALossOfPowerLeavesNothing) {
  const hs_ticks two = media.done_at(2);
  media.program.lose(two + 1);
  EXPECT_EQ(media.program.blocks(), 0U);
  const MediaRest rest = media.program.rest_at(two + 5 * kTurn);
  EXPECT_EQ(rest.done, 0U);
  EXPECT_EQ(rest.free_at, two + 5 * kTurn);
  EXPECT_TRUE(same_track(rest.track, 1, 0));
}

// Without power, neither a seek under way nor the sector under the head is finished.
TEST_F(MediaProgramStop, ALossOfPowerFreesTheHeadsAtOnce) {
  for (const hs_ticks time : {ticks(1.5), media.done_at(2) + 1}) {
    Media other;
    other.program.begin(ticks(1.0));
    other.add(make_extent(1, 0, 90, 6));
    ASSERT_GT(other.program.rest_at(time).free_at, time);
    other.program.lose(time);
    EXPECT_EQ(other.program.rest_at(time).free_at, time);
    EXPECT_EQ(other.program.next_start(), time);
  }
}

}  // namespace
}  // namespace headstack
