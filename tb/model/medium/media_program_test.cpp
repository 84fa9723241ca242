// Reads in a media program: the time of each block under the head, by hand and by closed formula.
#include <gtest/gtest.h>

#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

// Zone 1 has 96 sectors of 11.1111 / 96 = 0.115741 ms. Cylinder 1, head 0 begins 12 * 14 + 32 = 200
// sectors after the index, 8 in the turn, so its sector 10 is 18 sectors or 2.083333 ms into the
// turn.
TEST(MediaProgramRead, TimesByHand) {
  Media media;
  media.program.begin(ticks(0.558));
  ASSERT_TRUE(media.add(make_extent(1, 0, 10, 8)));
  ASSERT_EQ(media.worked_out.size(), 1U);
  const MediaExtent& read = media.worked_out[0];
  EXPECT_NEAR(ms(read.seek_start), 0.558, kRoundingMs);
  EXPECT_NEAR(ms(read.arrive), 3.248, kRoundingMs);     // + 2.69, one cylinder
  EXPECT_NEAR(ms(read.first), 13.194444, kRoundingMs);  // 2.083333 has passed: a turn later
  EXPECT_NEAR(ms(read.end), 14.120370, kRoundingMs);    // + 8 * 0.115741
  EXPECT_NEAR(ms(media.done_at(1)), 13.310185, kRoundingMs);
  EXPECT_EQ(media.done_at(8), read.end);
  EXPECT_EQ(media.done_at(9), ~hs_ticks{0});
  EXPECT_EQ(media.program.done_by(media.done_at(3)), 3U);
  EXPECT_EQ(media.program.done_by(media.done_at(3) - 1), 2U);
}

TEST(MediaProgramRead, HeadSwitchByHand) {
  Media media;
  media.program.begin(0);
  ASSERT_TRUE(media.add(make_extent(0, 5, 30, 1)));
  // Head 5 begins 5 * 14 = 70 sectors into the turn; sector 30 is at 100 - 96 = 4: 0.462963 ms. The
  // head switch takes 0.89 ms, so it comes 11.111111 ms later.
  EXPECT_NEAR(ms(media.worked_out[0].arrive), 0.89, kRoundingMs);
  EXPECT_NEAR(ms(media.worked_out[0].first), 11.574074, kRoundingMs);
}

TEST(MediaProgramRead, ASectorIsCaughtWhenTheHeadIsThereJustInTimeAndLostOneTickLater) {
  const hs_ticks sector_20 = hs_sector_offset(make_extent(0, 0, 0, 1).zone, 20);
  Media in_time;
  in_time.program.begin(sector_20);
  ASSERT_TRUE(in_time.add(make_extent(0, 0, 20, 1)));
  EXPECT_EQ(in_time.worked_out[0].first, sector_20);
  Media late;
  late.program.begin(sector_20 + 1);
  ASSERT_TRUE(late.add(make_extent(0, 0, 20, 1)));
  EXPECT_EQ(late.worked_out[0].first, sector_20 + kTurn);
}

TEST(MediaProgramRead, NoMediaAccessBeforeReady) {
  Media media;
  media.program.begin(0);
  media.program.set_ready(ticks(5.0));
  ASSERT_TRUE(media.add(make_extent(0, 0, 20, 1)));  // at 20 * 0.115741 = 2.314815 ms
  EXPECT_EQ(media.worked_out[0].arrive, 0U);
  EXPECT_NEAR(ms(media.worked_out[0].first), 2.314815 + kTurnMs, kRoundingMs);
}

TEST(MediaProgramRead, ANewProgramWaitsForTheEndOfTheOld) {
  Media media;
  media.program.begin(0);
  ASSERT_TRUE(media.add(make_extent(0, 0, 0, 96)));
  media.program.begin(ticks(1.0));
  ASSERT_TRUE(media.add(make_extent(0, 1, 14, 1)));
  EXPECT_NEAR(ms(media.worked_out[1].seek_start), kTurnMs, kRoundingMs);
  EXPECT_EQ(media.program.done_by(media.worked_out[1].end), 1U);
}

// A program is crowded from 48 extents on that the heads have not left.
TEST(MediaProgramRead, AProgramIsCrowdedWith48Extents) {
  Media media;
  media.program.begin(0);
  for (std::uint32_t i = 0; i < 48; ++i) {
    EXPECT_FALSE(media.program.crowded(0)) << i;
    ASSERT_TRUE(media.add(make_extent(i, 0, 0, 1)));
  }
  EXPECT_TRUE(media.program.crowded(media.worked_out[0].end - 1));
  EXPECT_FALSE(media.program.crowded(media.worked_out[0].end));
}

// Three tracks, the last in the next cylinder. Both ends of the asked time belong to the time.
TEST(MediaProgramRead, EndsOfTracksWithinATime) {
  Media media;
  media.program.begin(0);
  ASSERT_TRUE(media.add(make_extent(0, 0, 90, 6)));
  ASSERT_TRUE(media.add(make_extent(0, 1, 0, 96)));
  ASSERT_TRUE(media.add(make_extent(1, 0, 0, 8)));
  const std::vector<MediaExtent> all = media.worked_out;
  ASSERT_EQ(all.size(), 3U);
  const auto ends = [&](hs_ticks from, hs_ticks to) {
    std::vector<hs_ticks> found;
    for (const TrackEnd& end : media.program.track_ends(from, to)) {
      found.push_back(end.end);
    }
    return found;
  };
  using Ends = std::vector<hs_ticks>;
  EXPECT_EQ(ends(0, all[2].end), (Ends{all[0].end, all[1].end, all[2].end}));
  EXPECT_EQ(ends(all[0].end, all[1].end), (Ends{all[0].end, all[1].end}));
  EXPECT_EQ(ends(all[0].end + 1, all[2].end - 1), (Ends{all[1].end}));
  EXPECT_EQ(ends(all[1].end + 1, all[2].end - 1), Ends{});
  EXPECT_EQ(ends(all[2].end + 1, all[2].end + kTurn), Ends{});
}

// Every track of the disk read to its end and on into the next one: between them passes the skew,
// nothing else (head switch and one-cylinder seek are hidden in it).
TEST(MediaProgramRead, SequentialReadLosesExactlyTheSkew) {
  const LayoutConfig& layout = hp_c2247().layout;
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  std::uint32_t tracks = 0;
  std::uint32_t cylinders = 0;
  for (std::uint32_t z = 0; z < geometry.zone_count; ++z) {
    const hs_zone& zone = geometry.zones[z];
    const std::uint32_t sectors = zone.sectors_per_track;
    for (std::uint32_t block = sectors; block < zone.block_count; block += sectors) {
      const hs_extent last = hs_map_extent(&geometry, {zone.first_lbn.value + block - 1}, 1);
      const hs_extent next = hs_map_extent(&geometry, {zone.first_lbn.value + block}, 1);
      const std::uint32_t over = next.first.cylinder.value - last.first.cylinder.value;
      const std::uint32_t from = last.first.head.value;
      const std::uint32_t to = next.first.head.value;
      const bool same_cylinder = over == 0 && to == from + 1;
      const bool next_cylinder = over == 1 && from == 12 && to == 0;
      if (!same_cylinder && !next_cylinder) {
        continue;  // over a slipped track
      }
      Media media;
      media.program.begin(ticks(0.1 * (block % 1000)));
      media.add(make_extent(last.first.cylinder.value, from, sectors - 1, 1));
      media.add(make_extent(next.first.cylinder.value, to, 0, 1));
      const std::uint64_t skew =
          (same_cylinder ? layout.zones[z].track_skew : layout.zones[z].cylinder_skew)->numerator;
      const double lost = static_cast<double>(media.worked_out[1].first - media.worked_out[0].end);
      ASSERT_NEAR(lost, 4294967296.0 * static_cast<double>(skew) / sectors, 3)
          << "zone " << z << " block " << block;
      ++(same_cylinder ? tracks : cylinders);
    }
  }
  EXPECT_GT(tracks, 20'000U);
  EXPECT_GT(cylinders, 1'800U);
}

TEST(MediaProgramRead, SkewsInMilliseconds) {
  // Zone 1: 14 / 96 and 32 / 96 of 11.1111 ms; both more than the 0.89 and 2.69 ms that they hide.
  Media media;
  media.program.begin(0);
  media.add(make_extent(10, 11, 0, 96));
  media.add(make_extent(10, 12, 0, 96));
  media.add(make_extent(11, 0, 0, 96));
  EXPECT_NEAR(ms(media.worked_out[1].first - media.worked_out[0].end), 1.620370, kRoundingMs);
  EXPECT_NEAR(ms(media.worked_out[2].first - media.worked_out[1].end), 3.703704, kRoundingMs);
}

// ---- A full track, from every phase

constexpr std::uint32_t kPhases = 9'600;

hs_ticks full_track(std::uint32_t phase, Kind kind, std::uint32_t cylinder, std::uint32_t sectors) {
  Media media;
  const hs_ticks start = kTurn * 3 + kTurn / kPhases * phase + 17;
  media.program.begin(start);
  media.program.set_ready(start);
  media.add(make_extent(cylinder, 0, 0, sectors, kind));
  return media.worked_out[0].end - media.worked_out[0].arrive;
}

TEST(MediaProgramFullTrack, InOrderTakesHalfATurnAndOne) {
  double sum = 0;
  for (std::uint32_t phase = 0; phase < kPhases; ++phase) {
    const hs_ticks took = full_track(phase, Kind::read, 0, 96);
    EXPECT_GE(took + 1, kTurn);  // 96 sectors, rounded down
    EXPECT_LT(took, 2 * kTurn);
    sum += ms(took);
  }
  EXPECT_NEAR(sum / kPhases, 16.666667, kTurnMs / kPhases);  // (0.5 + 1) * 11.1111
}

TEST(MediaProgramFullTrack, ZeroLatencyTakesATurnAndAtMostASector) {
  for (const auto& [cylinder, sectors] : {std::pair{0U, 96U}, std::pair{2050U, 56U}}) {
    double sum = 0;
    for (std::uint32_t phase = 0; phase < kPhases; ++phase) {
      const hs_ticks took = full_track(phase, Kind::zero_latency_read, cylinder, sectors);
      EXPECT_GE(took + 1, kTurn);
      EXPECT_LE(took, kTurn + kTurn / sectors + 1);
      sum += ms(took);
    }
    // The next sector's beginning is half a sector away in the mean.
    EXPECT_NEAR(sum / kPhases, kTurnMs + sector_ms(sectors) / 2, kTurnMs / kPhases);
  }
}

// A run of 40 sectors: from before it or past it, in order; from its middle, one turn in all.
TEST(MediaProgramFullTrack, ZeroLatencyOfPartOfATrack) {
  const hs_zone* zone = make_extent(0, 0, 0, 1).zone;
  const auto read_from = [&](hs_ticks start) {
    Media media;
    media.program.begin(start);
    media.add(make_extent(0, 0, 30, 40, Kind::zero_latency_read));
    return media.worked_out[0];
  };
  const MediaExtent before = read_from(hs_sector_offset(zone, 10));
  EXPECT_EQ(before.first, hs_sector_offset(zone, 30));
  EXPECT_EQ(before.end, hs_sector_offset(zone, 70));
  const MediaExtent middle = read_from(hs_sector_offset(zone, 50) - 5);
  EXPECT_EQ(middle.first, hs_sector_offset(zone, 50));
  EXPECT_EQ(middle.end, hs_sector_offset(zone, 50) + kTurn);
  EXPECT_EQ(middle.done_at(0, 1), kTurn + hs_sector_offset(zone, 31));
  EXPECT_EQ(middle.done_at(0, 20), middle.end);
  EXPECT_EQ(middle.done_at(0, 21), middle.end);  // taken first, but not before those in front of it
  EXPECT_EQ(middle.done_by(middle.end - 1), 19U);
  EXPECT_EQ(middle.done_by(middle.end), 40U);
  const MediaExtent past = read_from(hs_sector_offset(zone, 69) + 1);
  EXPECT_EQ(past.first, hs_sector_offset(zone, 30) + kTurn);
  EXPECT_EQ(past.end, hs_sector_offset(zone, 70) + kTurn);
}

}  // namespace
}  // namespace headstack
