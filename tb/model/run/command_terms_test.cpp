// Overheads by class, and the policies of writes and of the bus: times worked by hand on the C2247,
// one request at a time, and predictions that stay exact.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/random.h"
#include "model/config/tables/resolve.h"
#include "model/run/simulation.h"
#include "tb/model/support/few_requests.h"

namespace headstack {
namespace {

TEST(CommandTerms, OfAHit) {
  EXPECT_NEAR(
      longer([](DriveConfig& d) { d.overhead.read_hit.per_block = ms_of(0.01); }, idle_hit()), 0.08,
      kNear);
  EXPECT_NEAR(longer([](DriveConfig& d) { d.overhead.read_hit.sector_times_thousandths = -2200; },
                     idle_hit()),
              -2.2 * kSector, kNear);
  const auto sequential = [](DriveConfig& d) { d.overhead.read_hit.sequential = ms_of(-0.1); };
  EXPECT_NEAR(longer(sequential, idle_hit()), 0, kNear);
  EXPECT_NEAR(longer(sequential, {read(0, 16), read(16, 8)}), -0.1, kNear);
}

TEST(CommandTerms, OfAHitAfterAWrite) {
  const auto change = [](DriveConfig& d) { d.overhead.read_hit.after_write = ms_of(0.2); };
  EXPECT_NEAR(longer(change, {write(0, 16), read(4, 8)}), 0.2, kNear);
  EXPECT_NEAR(longer(change, idle_hit()), 0, kNear);
}

// 128 blocks are read ahead in 1.6 turns.
TEST(CommandTerms, OfAHitWhileTheDriveReads) {
  const auto change = [](DriveConfig& d) { d.overhead.read_hit_during_read_ahead = ms_of(0.4); };
  EXPECT_NEAR(longer(change, {read(0, 16), read(16, 8, 1)}), 0.4, kNear);
  EXPECT_NEAR(longer(change, {read(0, 16), read(16, 8, 30)}), 0, kNear);
}

TEST(CommandTerms, OfAMissAndAWriteMoveTheSeek) {
  for (const bool writes : {false, true}) {
    for (const double size : {0.05, 0.5, 5.0}) {
      const std::vector<Request> requests = {read(0, 8),
                                             writes ? write(900'000, 8) : read(900'000, 8)};
      const auto rotation = [&](double more) {
        DriveConfig drive = hp_c2247();
        (writes ? drive.overhead.write : drive.overhead.read_miss).per_block = ms_of(more / 8);
        return replay(drive, requests).back();
      };
      const RequestRecord before = rotation(0);
      const RequestRecord after = rotation(size);
      EXPECT_EQ(before.seek, after.seek);
      EXPECT_LT(whole_turns(took(after) - took(before)), 1e-6);
      // What the command takes more, the head waits less, a turn apart.
      const double less = static_cast<double>(before.rotation - after.rotation) / kMs;
      EXPECT_LT(whole_turns(less - size), 1e-6);
    }
  }
}

TEST(CommandTerms, InterruptingAReadAhead) {
  const auto change = [](DriveConfig& d) { d.overhead.prefetch_interrupt = ms_of(0.3); };
  DriveConfig drive = hp_c2247();
  change(drive);
  for (const double wait : {1.0, 40.0}) {
    const std::vector<Request> requests = {read(0, 16), read(900'000, 8, wait)};
    const RequestRecord before = replay(hp_c2247(), requests).back();
    const RequestRecord after = replay(drive, requests).back();
    const double more =
        (took(after) - took(before)) + static_cast<double>(before.rotation - after.rotation) / kMs;
    EXPECT_NEAR(more, wait < 10 ? 0.3 : 0, kNear);
  }
}

// ---- Writes

// Data start at 0.824 + 0.025; the head may write when 10 blocks are in, or those of the first
// track (4), or all (20), and 1.424 ms are over.
TEST(WriteStart, Policies) {
  const double block = 512 / 2.74e6 * 1e3;
  const auto media = [](hs_write_start start, bool zero_latency) {
    DriveConfig drive = hp_c2247();
    drive.write.start = start;
    drive.write.zero_latency = zero_latency;
    drive.write.minimum_blocks = drive.write.minimum_blocks_large = 1;
    const RequestRecord row = replay(drive, {write(92, 20, 0)}).front();
    const DriveTables tables(drive);
    return static_cast<double>(tables.clock().ps(row.actual_media).count()) / kMs;
  };
  const auto wait_for_92 = [](double eligible) {
    const DriveTables tables(hp_c2247());
    const hs_extent first = hs_map_extent(&tables.geometry(), {92}, 1);
    const double at = static_cast<double>(first.angle) / 4294967296.0 * kTurnMs;
    return at + std::ceil((eligible - at) / kTurnMs) * kTurnMs;
  };
  const double data = 0.824 + 0.025;
  const DriveTables tables(hp_c2247());
  const std::uint32_t on_track = hs_map_extent(&tables.geometry(), {92}, 20).blocks;
  ASSERT_LT(on_track, 20U);
  EXPECT_NEAR(media(HS_START_BLOCKS, false), wait_for_92(1.424), kNear);
  EXPECT_NEAR(media(HS_START_FIRST_TRACK, false),
              wait_for_92(std::max(1.424, data + on_track * block)), kNear);
  EXPECT_NEAR(media(HS_START_WHOLE, false), wait_for_92(data + 20 * block), kNear);
  // On arrival: never later than in order.
  EXPECT_LE(media(HS_START_FIRST_TRACK, true), media(HS_START_FIRST_TRACK, false) + kNear);
}

// The arm leaves when the data are there: 8 blocks.
TEST(WriteStart, SeekWithTheData) {
  const double block = 512 / 2.74e6 * 1e3;
  DriveConfig drive = hp_c2247();
  drive.write.minimum_positioning = Picoseconds{0};
  const std::vector<Request> requests = {write(900'000, 8, 0)};
  const RequestRecord before = replay(drive, requests).front();
  drive.write.seek_with_data = true;
  const RequestRecord after = replay(drive, requests).front();
  const double later = 0.025 + 8 * block;  // than at the end of the command
  EXPECT_EQ(before.seek, after.seek);
  EXPECT_LT(whole_turns(static_cast<double>(before.rotation - after.rotation) / kMs - later), 1e-6);
}

TEST(WriteStart, ASingleConnection) {
  const std::vector<Request> requests = {write(0, 8), write(900'000, 8)};
  DriveConfig drive = hp_c2247();
  drive.write.single_connection = true;
  drive.write.minimum_positioning = Picoseconds{0};
  const RequestRecord single = replay(drive, requests).back();
  const RequestRecord first = replay(drive, {read(0, 8), write(900'000, 8)}).back();
  // As a write after a read: the same overhead beside the rotation.
  EXPECT_NEAR(took(single) - static_cast<double>(single.rotation + single.seek) / kMs,
              took(first) - static_cast<double>(first.rotation + first.seek) / kMs, kNear);
}

// ---- The bus

// 72 marks a turn: a hit's data begin at the next multiple of a 72nd of 11.11 ms.
TEST(BusStart, AtAMark) {
  const auto hit_finish = [](std::uint32_t marks) {
    DriveConfig drive = hp_c2247();
    drive.bus.start_marks_per_revolution = marks;
    return replay(drive, {read(0, 16), read(32, 8)}).back();
  };
  const RequestRecord plain = hit_finish(0);
  const RequestRecord marked = hit_finish(72);
  const double data = 8 * 512 / 3.01e6 * 1e3 + 0.057;
  const double start = static_cast<double>(marked.finish) / kMs - data;
  EXPECT_LT(std::abs(start / (kTurnMs / 72) - std::round(start / (kTurnMs / 72))), 1e-3);
  EXPECT_GE(took(marked), took(plain) - 1e-6);
  EXPECT_LT(took(marked), took(plain) + kTurnMs / 72);
}

// 42 marks of the track: the data of a miss begin at a mark, counted from the track's first sector;
// those of a hit at once. Track 1 begins somewhere else than at the index.
TEST(BusStart, AtAMarkOfTheTrack) {
  DriveConfig drive = hp_c2247();
  drive.bus.read_marks_per_revolution = 42;
  const double data = 8 * 512 / 3.01e6 * 1e3 + 0.057;
  for (const std::uint32_t lbn : {8U, 30U, 96U, 130U, 180U}) {
    const RequestRecord plain = replay(hp_c2247(), {read(lbn, 8, 0)}).front();
    const RequestRecord marked = replay(drive, {read(lbn, 8, 0)}).front();
    const DriveTables tables(drive);
    const hs_extent first = hs_map_extent(&tables.geometry(), {lbn / 96 * 96}, 1);
    const double origin = static_cast<double>(first.angle) / 4294967296.0;
    const double start = (static_cast<double>(marked.finish) / kMs - data) / kTurnMs - origin;
    EXPECT_LT(std::abs(start * 42 - std::round(start * 42)), 1e-3) << lbn;
    EXPECT_GE(took(marked), took(plain) - 1e-6);
    EXPECT_LT(took(marked), took(plain) + kTurnMs / 42);
  }
  const auto change = [](DriveConfig& d) { d.bus.read_marks_per_revolution = 42; };
  const std::vector<Request> both = {read(0, 16), read(32, 8)};
  EXPECT_EQ(replay(hp_c2247(), both).back().bus, [&] {
    DriveConfig changed = hp_c2247();
    change(changed);
    return replay(changed, both).back().bus;
  }());
}

// The bus, faster than the medium, stops at every late block and goes on 0.3 ms after it has come.
TEST(BusStart, GoesOnAfterALateBlock) {
  DriveConfig drive = hp_c2247();
  drive.bus.read_rate_as_block_time = ms_of(0.01);
  drive.cache.read_watermark_ppm = 0;
  const RequestRecord plain = replay(drive, {read(0, 2, 0)}).front();
  drive.bus.underrun_resume = ms_of(0.3);
  // Block 1 ends 0.1157 ms after block 0, and the bus is there 0.162 + 0.025 + 0.01 ms after that.
  EXPECT_EQ(took(replay(drive, {read(0, 2, 0)}).front()), took(plain));
  const RequestRecord first = replay(drive, {read(0, 1, 0)}).front();
  const RequestRecord row = replay(drive, {read(0, 3, 0)}).front();
  // Block 2 has come at 2 * 0.1157, the bus would be there at 0.187 + 0.02.
  EXPECT_NEAR(took(row) - took(first), 2 * kSector + 0.3 - 0.187, kNear);
}

// The bus, faster than the medium, has to wait; a hit's data are all there.
TEST(BusStart, Underrun) {
  const auto change = [](DriveConfig& d) { d.bus.underrun = ms_of(0.3); };
  DriveConfig fast = hp_c2247();
  fast.bus.read_rate_as_block_time = ms_of(0.01);
  DriveConfig changed = fast;
  change(changed);
  EXPECT_NEAR(last(changed, {read(0, 40)}) - last(fast, {read(0, 40)}), 0.3, kNear);
  EXPECT_NEAR(last(changed, idle_hit()) - last(fast, idle_hit()), 0, kNear);
  EXPECT_NEAR(longer(change, {read(0, 16)}), 0, kNear);  // a slower bus
}

// 16 blocks: 12 at the watermark, 3 of the other 4, the last one: three reselections.
TEST(BusStart, ReadsThatReleaseTheBus) {
  DriveConfig drive = hp_c2247();
  drive.bus.release_reads = true;
  const RequestRecord row = replay(drive, {read(0, 16, 0)}).front();
  const RequestRecord held = replay(hp_c2247(), {read(0, 16, 0)}).front();
  // 12 blocks off the medium, then everything else comes after: 0.162 + 0.025 and twelve blocks, a
  // disconnect of 0.023, 0.129 + 0.025 and three blocks, the same and one block, 0.057.
  const double block = 512 / 3.01e6 * 1e3;
  const double held_end = took(held) - 16 * block - 0.057;  // first data
  const double expected = held_end + 12 * block + 0.023 + (0.129 + 0.025) + 3 * block + 0.023 +
                          (0.129 + 0.025) + block + 0.057;
  EXPECT_NEAR(took(row), expected, kNear);
}

// 8 blocks on either side of a track's end. The first 8 go while the head switches, so that the
// others, with the shorter second reselection, are all that comes behind the medium.
TEST(BusStart, ReadsThatReleaseTheBusAtATracksEnd) {
  DriveConfig drive = hp_c2247();
  drive.bus.release_reads = true;
  drive.cache.read_watermark_ppm = 1'000'000;
  const std::vector<Request> over = {read(88, 16, 0)};
  const std::vector<Request> inside = {read(8, 16, 0)};
  DriveConfig by_track = drive;
  by_track.bus.release_at_track_end = true;
  const double block = 512 / 3.01e6 * 1e3;
  EXPECT_NEAR(last(by_track, over) - last(drive, over), -8 * block - (0.162 - 0.129), kNear);
  EXPECT_NEAR(last(by_track, inside), last(drive, inside), kNear);
  by_track.bus.release_reads = false;  // says nothing alone
  drive.bus.release_reads = false;
  EXPECT_NEAR(last(by_track, over), last(drive, over), kNear);
}

TEST(Watermark, OfASegment) {
  DriveConfig drive = hp_c2247();
  drive.cache.read_watermark_of_segment = true;  // 192 of 256 blocks
  const double whole = last(drive, {read(0, 16, 0)});
  drive.cache.read_watermark_of_segment = false;
  drive.cache.read_watermark_ppm = 1'000'000;
  EXPECT_NEAR(whole, last(drive, {read(0, 16, 0)}), kNear);
  drive.cache.read_watermark_of_segment = true;
  drive.cache.read_watermark_ppm = 46'875;  // 12 blocks
  EXPECT_NEAR(last(drive, {read(0, 16, 0)}), last(hp_c2247(), {read(0, 16, 0)}), kNear);
}

// 4 of 8 instead of 6, 12 of 16 as before, and 1 of 4 instead of 3; the bus is slower than the
// medium.
TEST(Watermark, AllButSome) {
  const auto change = [](DriveConfig& d) { d.cache.read_watermark_all_but = 4; };
  EXPECT_NEAR(longer(change, {read(0, 8, 0)}), -2 * kSector, kNear);
  EXPECT_NEAR(longer(change, {read(0, 16, 0)}), 0, kNear);
  EXPECT_NEAR(longer(change, {read(0, 4, 0)}), -2 * kSector, kNear);
  EXPECT_NEAR(longer(change, {read(0, 24, 0)}), 2 * kSector, kNear);  // 20 instead of 18
}

// ---- The mechanics

TEST(Mechanics, ASpindleCorrected) {
  DriveConfig drive = hp_c2247();
  drive.spindle.correction_thousandths = 334'520;  // 334.52 ppm
  EXPECT_EQ(revolution_of(drive.spindle).count(), 11'111'111'111 + 3'716'889);
  drive.spindle.correction_thousandths = -334'520;
  EXPECT_EQ(revolution_of(drive.spindle).count(), 11'111'111'111 - 3'716'889);
}

TEST(Mechanics, SettlingByAPartOfATurn) {
  DriveConfig drive = hp_c2247();
  drive.seek.read_settle_angle = AngleConfig{1, 8};
  drive.seek.write_settle_angle = AngleConfig{3, 78};
  const DriveTables tables(drive);
  const DriveTables plain(hp_c2247());
  EXPECT_EQ(tables.mechanics().read_settle - plain.mechanics().read_settle, 1 << 29);
  EXPECT_EQ(tables.mechanics().write_settle - plain.mechanics().write_settle, 165'191'050);
}

// A quarter of a turn after up to 10 cylinders, 2 ms after up to 20, nothing farther, and reads not
// at all; a write that needs no movement needs no settling either.
TEST(Mechanics, SettlingByDistance) {
  DriveConfig drive = hp_c2247();
  drive.seek.write_settle_steps = {{10, Picoseconds{0}, AngleConfig{1, 4}},
                                   {20, ms_of(2), std::nullopt}};
  const DriveTables tables(drive);
  const DriveTables plain(hp_c2247());
  const auto more = [&](std::uint32_t distance, bool write) {
    const hs_track from = {{100}, {0}};
    const hs_track to = {{100 + distance}, {0}};
    return hs_positioning(&tables.mechanics(), from, to, write) -
           hs_positioning(&plain.mechanics(), from, to, write);
  };
  const hs_ticks two_ms = tables.clock().duration_ticks(ms_of(2)) >> HS_SEEK_SHIFT << HS_SEEK_SHIFT;
  EXPECT_EQ(more(0, true), 0U);
  EXPECT_EQ(more(1, true), 1U << 30);
  EXPECT_EQ(more(10, true), 1U << 30);
  EXPECT_NEAR(static_cast<double>(more(11, true)), static_cast<double>(two_ms), 256);
  EXPECT_NEAR(static_cast<double>(more(20, true)), static_cast<double>(two_ms), 256);
  EXPECT_EQ(more(21, true), 0U);
  EXPECT_EQ(more(10, false), 0U);
}

// Crossing from a cylinder to the next takes the switch, if that is longer than the skew a turn.
TEST(Mechanics, ACylinderSwitch) {
  DriveConfig drive = hp_c2247();
  drive.seek.cylinder_switch = ms_of(9);
  const DriveTables tables(drive);
  const hs_track here = {{10}, {12}};
  const hs_track next = {{11}, {0}};
  const auto ticks = [&tables](double ms) { return tables.clock().duration_ticks(ms_of(ms)); };
  EXPECT_EQ(hs_crossing(&tables.mechanics(), here, next, false), ticks(9));
  EXPECT_EQ(hs_crossing(&tables.mechanics(), {{10}, {0}}, {{10}, {1}}, false), ticks(0.89));
  EXPECT_NE(hs_positioning(&tables.mechanics(), here, next, false), ticks(9));
  EXPECT_LT(hs_crossing(&tables.mechanics(), next, here, false), ticks(4));
}

// ---- Predictions

// For whatever goes to the medium; less than 0 as well.
TermConfig random_term(Random& random) {
  TermConfig term{};
  term.of = static_cast<hs_term_target>(HS_TERM_READ_MISS + random.below(3));
  term.when = static_cast<std::uint16_t>(1U << random.below(HS_CONDITION_COUNT));
  term.when_not = static_cast<std::uint16_t>((1U << random.below(HS_CONDITION_COUNT)) & ~term.when);
  term.beyond = random.below(2) == 0 ? 0 : static_cast<std::uint32_t>(random.below(200));
  term.up_to =
      random.below(2) == 0 ? 0 : term.beyond + 1 + static_cast<std::uint32_t>(random.below(500));
  term.within = random.below(2) == 0 ? Picoseconds{0} : ms_of(5);
  term.time = ms_of(static_cast<double>(random.below(400)) / 1000 - 0.05);
  return term;
}

DriveConfig random_times(Random& random) {
  const auto flip = [&random] { return random.below(2) == 0; };
  const auto some = [&random, &flip](double most) {
    return flip() ? Picoseconds{0} : ms_of(static_cast<double>(random.below(1000)) / 1000 * most);
  };
  DriveConfig drive = hp_c2247();
  for (CommandTerms* terms : {&drive.overhead.read_miss, &drive.overhead.write}) {
    terms->after_write = some(0.2) - some(0.1);
    terms->sequential = some(0.1) - some(0.1);
    terms->per_block = some(0.02);
    terms->sector_times_thousandths =
        flip() ? 0 : static_cast<std::int32_t>(random.below(3000)) - 1000;
  }
  for (std::uint64_t i = random.below(5); i > 0; --i) {
    drive.overhead.terms.push_back(random_term(random));
  }
  if (flip()) {
    drive.seek.write_settle_steps = {{30, some(1), std::nullopt},
                                     {400, Picoseconds{0}, AngleConfig{1, 4}}};
  }
  drive.overhead.prefetch_interrupt = some(0.5);
  drive.overhead.read_track_end_least = some(3);
  drive.overhead.read_near_end = static_cast<std::uint32_t>(random.below(3));
  drive.overhead.read_near_track_end_least = some(2);
  drive.overhead.write_near_track_end = some(1);
  drive.cache.read_watermark_all_but = flip() ? 0 : static_cast<std::uint32_t>(random.below(20));
  drive.write.start = static_cast<hs_write_start>(random.below(3));
  drive.write.zero_latency = flip();
  drive.write.seek_with_data = flip();
  drive.write.single_connection = flip();
  drive.bus.start_marks_per_revolution = flip() ? 0 : static_cast<std::uint32_t>(random.below(200));
  drive.bus.release_reads = flip();
  drive.seek.cylinder_switch = some(3);
  drive.seek.advance_at_track_end = flip();
  drive.cache.zero_latency_read = flip();
  return drive;
}

TEST(Predictions, StayExact) {
  Random random(5, 8);
  for (int i = 0; i < 24; ++i) {
    const DriveConfig drive = random_times(random);
    ClosedWorkload workload;
    workload.what = {1500, static_cast<std::uint32_t>(1 + random.below(60)), 0.6, random.next()};
    workload.outstanding = static_cast<std::uint32_t>(1 + random.below(12));
    const auto rows = run({drive, parse_scheduler("sptf")}, workload).requests;
    for (const RequestRecord& row : rows) {
      if (!row.hit) {
        ASSERT_EQ(row.predicted_media, row.actual_media)
            << "drive " << i << " request " << row.id << (row.write ? " write " : " read ")
            << row.blocks << "\n"
            << to_toml(drive);
      }
    }
  }
}

}  // namespace
}  // namespace headstack
