// Parts of a task's time. The parts sum exactly to the total, and equal partitions by hand.
#include "model/watch/stopwatch.h"

#include <random>

#include <gtest/gtest.h>

#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr std::int64_t kPsPerMs = 1'000'000'000;

std::int64_t ps(double time_ms) { return static_cast<std::int64_t>(time_ms * 1e9 + 0.5); }

double part_ms(std::int64_t time) { return static_cast<double>(time) / 1e9; }

std::int64_t sum(const RequestRecord& r) {
  return r.queue + r.overhead + r.seek + r.rotation + r.transfer + r.bus;
}

class StopwatchTest : public testing::Test {
 protected:
  Stopwatch watch{hp_c2247_tables().clock()};
  RequestRecord record;
};

// A read: queued 2 ms, command 0.5, seek 3, wait 4, transfer 2. The drive becomes ready 1.25 ms
// after the start of the wait. The data phase takes 2.5 ms and begins 1.5 ms before the end of the
// transfer. The read ends 0.1 ms after the data phase.
TEST_F(StopwatchTest, AReadByHand) {
  record.arrival = 10 * kPsPerMs;
  watch.begin(ps(12), {false, 4711, 7, 3});
  watch.media({ticks(12.5), ticks(15.5), ticks(16.75), ticks(19.5), ticks(21.5)});
  watch.data(ticks(20.0), ticks(22.5));
  watch.finish(ps(22.6), &record);
  EXPECT_EQ(record.start, ps(12));
  EXPECT_EQ(record.finish, ps(22.6));
  EXPECT_EQ(record.queue, 2 * kPsPerMs);
  EXPECT_NEAR(part_ms(record.seek), 3, 1e-8);
  EXPECT_NEAR(part_ms(record.rotation), 4, 1e-8);
  EXPECT_NEAR(part_ms(record.not_ready), 1.25, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer), 2, 1e-8);
  EXPECT_NEAR(part_ms(record.bus), 1, 1e-8);         // 21.5 to 22.5
  EXPECT_NEAR(part_ms(record.overhead), 0.6, 1e-8);  // 12 to 12.5 and 22.5 to 22.6
  EXPECT_EQ(sum(record), record.finish - record.arrival);
  EXPECT_EQ(record.predicted_media, 4711U);
  EXPECT_EQ(record.actual_media, ticks(19.5));
  EXPECT_NEAR(part_ms(record.seek_at), 12.5, 1e-8);
  EXPECT_NEAR(part_ms(record.rotation_at), 15.5, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer_at), 19.5, 1e-8);
  EXPECT_EQ(record.decision, 7U);
  EXPECT_EQ(record.picked_from, 3U);
  EXPECT_FALSE(record.hit);
}

// A head that takes a track as it comes waits for its own blocks all the same: over the track at
// 2 ms, reading from 2.1 ms on for a turn of 10 ms; its own begin at 7 ms, and the last of what is
// sent as it comes is there at 8 ms, when the task is over.
TEST_F(StopwatchTest, ReadingWhatNobodyAskedForIsAWait) {
  watch.begin(0, {false, 0});
  watch.media({ticks(0.5), ticks(2), ticks(2), ticks(2.1), ticks(12.1)});
  watch.wanted(ticks(7.5));
  watch.wanted(ticks(7));  // the earliest counts
  watch.finish(ps(8), &record);
  EXPECT_NEAR(part_ms(record.seek), 1.5, 1e-8);
  EXPECT_NEAR(part_ms(record.rotation), 5, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer), 1, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer_at), 7, 1e-8);
  EXPECT_EQ(sum(record), record.finish);
  watch.begin(ps(10), {false, 0});
  watch.media({ticks(10), ticks(11), ticks(11), ticks(12), ticks(13)});
  watch.finish(ps(13), &record);
  EXPECT_NEAR(part_ms(record.rotation), 1, 1e-8);  // nothing of the one before is left
}

// What the task waits for may be in a read-ahead, of which no movement is told.
TEST_F(StopwatchTest, ABlockWantedOutsideOfAMovementChangesNothing) {
  watch.begin(0, {false, 0});
  watch.media({ticks(0.5), ticks(2), ticks(2), ticks(3), ticks(4)});
  watch.wanted(ticks(0.2));
  watch.finish(ps(5), &record);
  EXPECT_NEAR(part_ms(record.rotation), 1, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer), 1, 1e-8);
}

// A head that reads whole tracks goes on: only what was over by then counts. 0.5 ms before the
// seek, 1 ms of the second track's 3 ms, and neither its wait nor a third track.
TEST_F(StopwatchTest, MovementsAfterTheEndDoNotCount) {
  watch.begin(0, {false, 0});
  watch.media({ticks(0.5), ticks(2.5), ticks(2.5), ticks(3.5), ticks(7.5)});
  watch.media({ticks(7.5), ticks(8), ticks(8.25), ticks(9), ticks(12)});
  watch.media({ticks(12), ticks(13), ticks(14), ticks(15), ticks(16)});
  watch.finish(ps(10), &record);
  EXPECT_NEAR(part_ms(record.overhead), 0.5, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer_at), 3.5, 1e-8);  // the first one's
  EXPECT_NEAR(part_ms(record.seek), 2.5, 1e-8);
  EXPECT_NEAR(part_ms(record.rotation), 2, 1e-8);
  EXPECT_NEAR(part_ms(record.not_ready), 0.25, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer), 5, 1e-8);
  EXPECT_EQ(record.bus, 0);
  EXPECT_EQ(sum(record), ps(10));
}

// A movement that begins at the very end of the task has begun, and one a tick later has not.
TEST_F(StopwatchTest, AMovementThatBeginsAtTheEnd) {
  const TickClock& clock = hp_c2247_tables().clock();
  const std::int64_t end = ps(5);
  const hs_ticks now = clock.ticks(Picoseconds{end});
  for (const hs_ticks later : {0U, 1U}) {
    watch.begin(0, {false, 0});
    watch.media(
        {now + later, now + later + 10, now + later + 10, now + later + 20, now + later + 30});
    watch.finish(end, &record);
    EXPECT_EQ(record.seek_at, later == 0 ? clock.ps(now).count() : kNoTime);
    EXPECT_EQ(record.rotation_at, kNoTime);
    EXPECT_EQ(record.transfer_at, kNoTime);
    EXPECT_EQ(record.seek + record.rotation + record.transfer, 0);
    record = {};
  }
}

TEST_F(StopwatchTest, AHitByHand) {
  watch.begin(0, {true, 0});
  watch.data(ticks(1), ticks(3));
  watch.finish(ps(3.25), &record);
  EXPECT_NEAR(part_ms(record.bus), 2, 1e-8);
  EXPECT_NEAR(part_ms(record.overhead), 1.25, 1e-8);
  EXPECT_EQ(record.seek + record.rotation + record.transfer, 0);
  EXPECT_EQ(record.actual_media, 0U);
  EXPECT_TRUE(record.hit);
}

// A write's data come while the arm moves: that time is the seek's.
TEST_F(StopwatchTest, DataDuringASeekCountAsSeek) {
  watch.begin(0, {false, 0});
  watch.data(ticks(1), ticks(4));
  watch.media({ticks(2), ticks(6), ticks(6), ticks(7), ticks(8)});
  watch.finish(ps(9), &record);
  EXPECT_NEAR(part_ms(record.bus), 1, 1e-8);  // 1 to 2
  EXPECT_NEAR(part_ms(record.seek), 4, 1e-8);
  EXPECT_NEAR(part_ms(record.overhead), 2, 1e-8);  // 0 to 1 and 8 to 9
}

// Several data phases over several extents, with gaps.
TEST_F(StopwatchTest, TheUnionOfManyIntervals) {
  watch.begin(0, {false, 0});
  watch.media({ticks(1), ticks(2), ticks(2), ticks(3), ticks(4)});
  watch.media({ticks(6), ticks(7), ticks(7), ticks(7), ticks(9)});
  watch.data(ticks(3.5), ticks(6.5));  // outside: 4 to 6
  watch.data(ticks(8), ticks(8.5));    // outside: nothing
  watch.data(ticks(9.5), ticks(10));   // all
  watch.finish(ps(12), &record);
  EXPECT_NEAR(part_ms(record.bus), 2.5, 1e-8);
  EXPECT_NEAR(part_ms(record.seek), 2, 1e-8);
  EXPECT_NEAR(part_ms(record.rotation), 1, 1e-8);
  EXPECT_NEAR(part_ms(record.transfer), 3, 1e-8);
  EXPECT_NEAR(part_ms(record.overhead), 3.5, 1e-8);
  EXPECT_EQ(record.actual_media, ticks(3));
}

TEST_F(StopwatchTest, EachTaskStartsFromNothing) {
  watch.begin(0, {true, 5});
  watch.media({ticks(1), ticks(2), ticks(2), ticks(3), ticks(4)});
  watch.data(ticks(4), ticks(5));
  watch.finish(ps(6), &record);
  RequestRecord second;
  second.arrival = ps(7);
  watch.begin(ps(8), {false, 0});
  watch.finish(ps(9), &second);
  EXPECT_EQ(second.seek + second.rotation + second.transfer + second.bus, 0);
  EXPECT_EQ(second.queue, kPsPerMs);
  EXPECT_EQ(second.overhead, kPsPerMs);
  EXPECT_EQ(second.actual_media, 0U);
  EXPECT_EQ(second.predicted_media, 0U);
}

// Intervals anywhere, instant by instant: media first, then data, then the rest.
TEST_F(StopwatchTest, RandomPartitionsSumExactly) {
  std::mt19937_64 rng(31);
  std::int64_t clock_ps = 0;
  for (int run = 0; run < 5'000; ++run) {
    RequestRecord r;
    r.arrival = clock_ps;
    const std::int64_t begin = clock_ps + static_cast<std::int64_t>(rng() % 5'000'000'000);
    watch.begin(begin, {false, 1});
    const TickClock& clock = hp_c2247_tables().clock();
    hs_ticks media = clock.ticks(Picoseconds{begin}) + 1;
    hs_ticks data = media;
    for (std::uint64_t n = rng() % 5; n > 0; --n) {
      const hs_ticks seek = media + rng() % kTurn;
      const hs_ticks arrive = seek + rng() % kTurn;
      const hs_ticks first = arrive + rng() % kTurn;
      media = first + rng() % kTurn;
      watch.media({seek, arrive, arrive + rng() % kTurn, first, media});
    }
    for (std::uint64_t n = rng() % 5; n > 0; --n) {
      const hs_ticks start = data + rng() % kTurn;
      data = start + rng() % kTurn;
      watch.data(start, data);
    }
    const std::int64_t finish = clock.ps(std::max(media, data)).count();
    watch.finish(finish, &r);
    ASSERT_EQ(sum(r), r.finish - r.arrival);
    for (const std::int64_t part : {r.queue, r.overhead, r.seek, r.rotation, r.transfer, r.bus}) {
      ASSERT_GE(part, 0);
    }
    ASSERT_GE(r.not_ready, 0);
    ASSERT_LE(r.not_ready, r.rotation);
    clock_ps = finish;
  }
}

// An interval begins at the start of its tick, which may be up to 2 ps before the task. The sum of
// the parts stays exact, and no part is below 0.
TEST_F(StopwatchTest, AnIntervalThatBeginsBeforeTheTask) {
  const TickClock& clock = hp_c2247_tables().clock();
  int early = 0;
  for (std::int64_t begin = ps(1); begin < ps(1) + 12; ++begin) {
    const std::int64_t end = begin + ps(2);
    const hs_ticks first = clock.ticks(Picoseconds{begin});
    early += clock.ps(first) < Picoseconds{begin} ? 1 : 0;
    RequestRecord on_bus;
    on_bus.arrival = begin;
    watch.begin(begin, {true, 0});
    watch.data(first, clock.ticks(Picoseconds{end}) + 1);
    watch.finish(end, &on_bus);
    EXPECT_EQ(sum(on_bus), ps(2));
    EXPECT_GE(on_bus.overhead, 0);
    EXPECT_LE(on_bus.overhead, 2);
    EXPECT_EQ(on_bus.transfer, 0);
    RequestRecord on_medium;
    on_medium.arrival = begin;
    watch.begin(begin, {false, 0});
    watch.media({first, first, first, first, clock.ticks(Picoseconds{end}) + 1});
    watch.finish(end, &on_medium);
    EXPECT_EQ(sum(on_medium), ps(2));
    EXPECT_GE(on_medium.overhead, 0);
    EXPECT_LE(on_medium.overhead, 2);
    EXPECT_EQ(on_medium.bus, 0);
  }
  EXPECT_GT(early, 4);
}

}  // namespace
}  // namespace headstack
