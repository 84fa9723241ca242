// Times that are added in some situations: each condition by itself, on the C2247.
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/few_requests.h"

namespace headstack {
namespace {

TermConfig term(hs_term_target of, std::uint32_t when, std::uint32_t when_not = 0) {
  TermConfig one{};
  one.of = of;
  one.when = static_cast<std::uint16_t>(when);
  one.when_not = static_cast<std::uint16_t>(when_not);
  one.time = ms_of(0.1);
  return one;
}

double longer_by(const TermConfig& one, const std::vector<Request>& requests) {
  return longer([&one](DriveConfig& d) { d.overhead.terms = {one}; }, requests);
}

// Track 0 has blocks 0 to 95, cylinder 0 has 13 of them.
TEST(ConditionalTerms, OfAHit) {
  const auto hit = [](std::uint32_t when, const std::vector<Request>& requests) {
    return longer_by(term(HS_TERM_READ_HIT, when), requests);
  };
  EXPECT_NEAR(hit(HS_IF_NOTHING, idle_hit()), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_AFTER_WRITE, idle_hit()), 0, kNear);
  EXPECT_NEAR(hit(HS_IF_AFTER_WRITE, {write(0, 16), read(4, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_AFTER_HIT, idle_hit()), 0, kNear);
  EXPECT_NEAR(hit(HS_IF_AFTER_HIT, {read(0, 16), read(32, 8), read(60, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_SEQUENTIAL, idle_hit()), 0, kNear);
  EXPECT_NEAR(hit(HS_IF_SEQUENTIAL, {read(0, 16), read(16, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_AFTER_SEQUENTIAL, {read(1, 16), read(17, 8)}), 0, kNear);
  EXPECT_NEAR(hit(HS_IF_AFTER_SEQUENTIAL, {read(1, 16), read(17, 8), read(25, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_READING_AHEAD, idle_hit()), 0, kNear);
  EXPECT_NEAR(hit(HS_IF_READING_AHEAD, {read(0, 16), read(32, 8, 1)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_SAME_TRACK, idle_hit()), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_SAME_TRACK, {read(88, 8), read(96, 8)}), 0, kNear);
  EXPECT_NEAR(hit(HS_IF_SAME_CYLINDER, {read(88, 8), read(96, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_CROSSES_TRACK, {read(80, 8), read(92, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit(HS_IF_CROSSES_TRACK, {read(80, 8), read(88, 8)}), 0, kNear);
}

TEST(ConditionalTerms, HoldIfAllDoAndNoneOfTheOthers) {
  const std::vector<Request> sequential = {read(0, 16), read(16, 8)};
  const auto both = term(HS_TERM_READ_HIT, HS_IF_SEQUENTIAL | HS_IF_SAME_TRACK);
  EXPECT_NEAR(longer_by(both, sequential), 0.1, kNear);
  EXPECT_NEAR(longer_by(both, idle_hit()), 0, kNear);
  const auto not_sequential = term(HS_TERM_READ_HIT, HS_IF_SAME_TRACK, HS_IF_SEQUENTIAL);
  EXPECT_NEAR(longer_by(not_sequential, sequential), 0, kNear);
  EXPECT_NEAR(longer_by(not_sequential, idle_hit()), 0.1, kNear);
}

TEST(ConditionalTerms, WithinATimeOfTheLastRead) {
  TermConfig one = term(HS_TERM_READ_HIT, HS_IF_NOTHING);
  one.within = ms_of(52);
  EXPECT_NEAR(longer_by(one, {read(0, 16), read(32, 8, 51.9)}), 0.1, kNear);
  EXPECT_NEAR(longer_by(one, {read(0, 16), read(32, 8, 52.1)}), 0, kNear);
}

// A read that does not go on where the one before ended begins a stream; sequential hits go on.
TEST(ConditionalTerms, OfAStreamOfReads) {
  const auto hit = [](const std::vector<Request>& requests) {
    return longer_by(term(HS_TERM_READ_HIT, HS_IF_STREAMING), requests);
  };
  EXPECT_NEAR(hit({read(1, 16), read(17, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit({read(1, 16), read(17, 8), read(25, 8)}), 0.1, kNear);
  EXPECT_NEAR(hit({read(1, 16), write(0, 16), read(4, 8)}), 0, kNear);
  // The first request is sequential if it begins at block 0: a sequential miss is no stream, and
  // neither is the hit that goes on with it; a jump begins one.
  EXPECT_NEAR(hit({read(0, 16), read(16, 8)}), 0, kNear);
  EXPECT_NEAR(hit({read(0, 16), read(16, 8), read(24, 8)}), 0, kNear);
  EXPECT_NEAR(hit({read(0, 16), read(32, 8), read(40, 8)}), 0.1, kNear);
}

// One gap that is too long is enough, until a jump begins another stream.
TEST(ConditionalTerms, WithinATimeOfEachOtherOfAStream) {
  TermConfig one = term(HS_TERM_READ_HIT, HS_IF_STREAMING);
  one.gaps_within = ms_of(52);
  EXPECT_NEAR(longer_by(one, {read(1, 16), read(17, 8, 51.9)}), 0.1, kNear);
  EXPECT_NEAR(longer_by(one, {read(1, 16), read(17, 8, 52.1)}), 0, kNear);
  EXPECT_NEAR(longer_by(one, {read(1, 16), read(17, 8, 52.1), read(25, 8)}), 0, kNear);
  EXPECT_NEAR(longer_by(one, {read(1, 16), read(17, 8, 52.1), read(60, 8), read(68, 8)}), 0.1,
              kNear);
}

// A cached write on a cylinder that is `away` of the last block's.
TEST(ConditionalTerms, OfACachedWriteByTheArmsDistance) {
  TermConfig one = term(HS_TERM_WRITE_CACHED, HS_IF_NOTHING);
  one.beyond = 2;
  one.up_to = 10;
  for (const std::uint32_t away : {0U, 2U, 3U, 10U, 11U}) {
    const auto cached = [&](bool with) {
      DriveConfig drive = hp_c2247();
      drive.cache.write_back = true;
      if (with) {
        drive.overhead.terms = {one};
      }
      return last(drive, {read(0, 8), write(away * 13 * 96, 8)});
    };
    EXPECT_NEAR(cached(true) - cached(false), away > 2 && away <= 10 ? 0.1 : 0, kNear) << away;
  }
}

// By how much a term makes a cached write at `lbn` longer, after a read.
double longer_cached(std::uint32_t condition, const Request& before, std::uint32_t lbn) {
  DriveConfig drive = hp_c2247();
  drive.cache.write_back = true;
  const double plain = last(drive, {before, write(lbn, 8)});
  drive.overhead.terms = {term(HS_TERM_WRITE_CACHED, condition)};
  return last(drive, {before, write(lbn, 8)}) - plain;
}

// The outermost zone has more than 500,000 blocks.
TEST(ConditionalTerms, InTheSameZone) {
  EXPECT_NEAR(longer_cached(HS_IF_SAME_ZONE, read(0, 8), 500'000), 0.1, kNear);
  EXPECT_NEAR(longer_cached(HS_IF_SAME_ZONE, read(0, 8), 900'000), 0, kNear);
  EXPECT_NEAR(longer_cached(HS_IF_SAME_ZONE, read(900'000, 8), 0), 0, kNear);
}

// Of the 13 tracks of a cylinder the first one with blocks has 9, since 17 are reserved; a
// read-ahead has 128 blocks.
TEST(ConditionalTerms, WhereAReadAheadHasTakenTheArm) {
  constexpr std::uint32_t kNextCylinder = 9 * 96;
  const Request last_of_cylinder = read(kNextCylinder - 48, 8);
  EXPECT_NEAR(longer_cached(HS_IF_ARM_THERE, last_of_cylinder, kNextCylinder), 0.1, kNear);
  EXPECT_NEAR(longer_cached(HS_IF_ARM_THERE, last_of_cylinder, 0), 0, kNear);
  EXPECT_NEAR(longer_cached(HS_IF_SAME_CYLINDER, last_of_cylinder, kNextCylinder), 0, kNear);
  EXPECT_NEAR(longer_cached(HS_IF_SAME_CYLINDER, last_of_cylinder, 0), 0.1, kNear);
  EXPECT_NEAR(longer_cached(HS_IF_ARM_THERE, read(0, 8), 96), 0.1, kNear);
}

// "write data" is for the data alone: the arm starts as before, the medium waits for them.
TEST(ConditionalTerms, OfTheDataOfAWrite) {
  DriveConfig drive = hp_c2247();
  drive.write.minimum_blocks = drive.write.minimum_blocks_large = 1;
  const std::vector<Request> requests = {read(0, 8), write(900'000, 8)};
  const RequestRecord before = replay(drive, requests).back();
  drive.overhead.terms = {term(HS_TERM_WRITE_DATA, HS_IF_NOTHING, HS_IF_AFTER_WRITE)};
  const RequestRecord after = replay(drive, requests).back();
  EXPECT_EQ(took(before), took(after));  // the seek takes longer
  EXPECT_EQ(before.seek, after.seek);
  drive.overhead.terms.front().time = ms_of(100);  // 9 turns: 0.0 to 1 more
  const double more = took(replay(drive, requests).back()) - took(before);
  EXPECT_GE(more, 100 - 2 * kTurnMs);
  EXPECT_LE(more, 100);
  EXPECT_LT(whole_turns(more), 1e-6);
}

// By how many ms a term of 100 ms for a write's data makes the last request longer.
double longer_by_late_data(std::uint32_t when, const std::vector<Request>& requests) {
  TermConfig late = term(HS_TERM_WRITE_DATA, when);
  late.time = ms_of(100);
  DriveConfig drive = hp_c2247();
  const double before = last(drive, requests);
  drive.overhead.terms = {late};
  return last(drive, requests) - before;
}

// A write is sequential after a write that ended where it begins, and after nothing else.
TEST(ConditionalTerms, OfTheDataOfASequentialWrite) {
  const std::vector<Request> sequential = {write(900'000, 8), write(900'008, 8)};
  const std::vector<Request> elsewhere = {write(900'000, 8), write(900'016, 8)};
  const std::vector<Request> after_a_read = {read(900'000, 8), write(900'008, 8)};
  const double more = longer_by_late_data(HS_IF_SEQUENTIAL, sequential);
  EXPECT_NEAR(more, 100, kTurnMs);
  EXPECT_LT(whole_turns(more), 1e-6);
  EXPECT_EQ(longer_by_late_data(HS_IF_SEQUENTIAL, elsewhere), 0);
  EXPECT_EQ(longer_by_late_data(HS_IF_SEQUENTIAL, after_a_read), 0);
  EXPECT_NEAR(longer_by_late_data(HS_IF_FOLLOWING, after_a_read), 100, kTurnMs);
}

}  // namespace
}  // namespace headstack
