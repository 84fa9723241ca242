// The tables made of the HP C2247's description against appendix A of the paper worked by hand, and
// the arithmetic of ticks.
#include "model/config/tables/resolve.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/config/keys/zone_index.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/seek_curve.h"
#include "model/config/tick_clock.h"

namespace headstack {
namespace {

constexpr std::uint64_t kTurn = std::uint64_t{1} << 32;

const DriveConfig& hp_c2247() {
  static const DriveConfig drive =
      load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives/hp_c2247.toml");
  return drive;
}

const DriveTables& tables() {
  static const DriveTables tables(hp_c2247());
  return tables;
}

double seek_ms(std::uint32_t cylinders) {
  return std::chrono::duration<double, std::milli>(seek_time(hp_c2247().seek, cylinders)).count();
}

// A tick of a 5400 rpm drive in ms.
constexpr double kTickMs = 60'000.0 / 5400.0 / 4294967296.0;

double table_ms(const std::uint32_t* table, std::uint32_t cylinders) {
  return table[cylinders] * 256.0 * kTickMs;
}

// ---- TickClock

class TickClockOf : public testing::TestWithParam<std::int64_t> {
 protected:
  TickClock clock() const { return TickClock(Picoseconds{GetParam()}); }

  // Ticks that begin within a picosecond, at the most.
  std::uint64_t ticks_a_picosecond() const {
    return kTurn / static_cast<std::uint64_t>(GetParam()) + 1;
  }
};

TEST_P(TickClockOf, EachTickHasAFirstPicosecond) {
  std::mt19937_64 random(1);
  const auto check = [&](std::uint64_t t) {
    const Picoseconds time = clock().ps(t);
    ASSERT_GE(clock().ticks(time), t);
    ASSERT_LT(clock().ticks(time), t + ticks_a_picosecond());
    if (t > 0) {
      ASSERT_LT(clock().ticks(time - Picoseconds{1}), t);
    }
  };
  for (std::uint64_t t = 0; t < 1000; ++t) {
    check(t);
    check(kTurn - 500 + t);
  }
  const auto longest = std::numeric_limits<std::int64_t>::max() / 100 * 93;  // 99 days
  const std::uint64_t most = clock().ticks(Picoseconds{longest});
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t magnitude = random() % 62;
    check((random() >> magnitude) % most);
  }
}

TEST_P(TickClockOf, TicksNeverGoBack) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto time = static_cast<std::int64_t>(random() >> (2 + random() % 61));
    const std::uint64_t now = clock().ticks(Picoseconds{time});
    const std::uint64_t before = clock().ticks(Picoseconds{std::max<std::int64_t>(time - 1, 0)});
    ASSERT_LE(before, now);
    ASSERT_LE(now - before, ticks_a_picosecond());
  }
}

TEST_P(TickClockOf, ARevolutionIs2To32Ticks) {
  EXPECT_NEAR(static_cast<double>(clock().ps(kTurn).count()), static_cast<double>(GetParam()), 1);
  EXPECT_EQ(clock().duration_ticks(Picoseconds{GetParam()}), kTurn);
  EXPECT_EQ(clock().duration_ticks(Picoseconds{0}), 0U);
  EXPECT_EQ(clock().ticks(Picoseconds{0}), 0U);
  EXPECT_EQ(clock().ps(0), Picoseconds{0});
}

TEST_P(TickClockOf, DoesNotDriftInADay) {
  const std::int64_t revolutions = 86'400'000'000'000'000 / GetParam();
  const auto ticks = static_cast<std::uint64_t>(revolutions) * kTurn;
  // Floor of the reciprocal: less than a tick short for each 2^64 ps, and one for the rounding.
  EXPECT_LE(ticks - clock().ticks(Picoseconds{revolutions * GetParam()}), 1U);
}

INSTANTIATE_TEST_SUITE_P(Revolutions, TickClockOf,
                         testing::Values(2'000'000'000, 2'999'999'999, 4'295'000'000, 6'000'000'000,
                                         8'333'333'333, 11'111'111'111, 11'114'828'000,
                                         14'992'503'748, 17'179'869'184, 100'000'000'000));

TEST(TickClock, AbsoluteFigures) {
  const TickClock clock(Picoseconds{11'111'111'111});
  // 1 ms at 5400 rpm is 0.09 revolutions: 0.09 * 2^32 = 386547056.64
  EXPECT_EQ(clock.duration_ticks(Picoseconds{1'000'000'000}), 386'547'057U);
  EXPECT_EQ(clock.ticks(Picoseconds{1'000'000'000}), 386'547'056U);
  // Half a revolution at 5400 rpm is 5.56 ms.
  EXPECT_NEAR(static_cast<double>(clock.ps(kTurn / 2).count()), 5.5555555556e9, 1);
}

// ---- Seek

TEST(SeekCurve, FirstTenByTable) {
  const double table[] = {0, 2.69, 3.48, 3.61, 3.78, 4.07, 4.45, 4.32, 4.45, 4.62, 4.79};
  for (std::uint32_t d = 0; d <= 10; ++d) {
    EXPECT_DOUBLE_EQ(seek_ms(d), table[d]) << d;
  }
}

TEST(SeekCurve, RootUpTo300ThenALine) {
  EXPECT_NEAR(seek_ms(11), 4.904486181, 1e-9);   // 3.81 + 0.33 * 3.316624790
  EXPECT_NEAR(seek_ms(100), 7.11, 1e-12);        // 3.81 + 0.33 * 10
  EXPECT_NEAR(seek_ms(300), 9.525767665, 1e-9);  // 3.81 + 0.33 * 17.320508076
  EXPECT_NEAR(seek_ms(301), 9.5259, 1e-12);      // 7.75 + 0.0059 * 301
  EXPECT_NEAR(seek_ms(2050), 19.845, 1e-12);     // full stroke
}

TEST(SeekCurve, RootIsTheNearestPicosecond) {
  SeekConfig seek{};
  seek.root.up_to = 1'000'000;
  seek.root.per_root_cylinder = Picoseconds{330'000'000};
  for (std::uint32_t d = 1; d < 1'000'000; d += 997) {
    const long double exact = 330'000'000.0L * std::sqrt(static_cast<long double>(d));
    EXPECT_EQ(seek_time(seek, d).count(), std::llround(exact)) << d;
  }
}

TEST(Mechanics, SeekTableIsTheCurve) {
  const hs_mechanics& mechanics = tables().mechanics();
  EXPECT_EQ(mechanics.seek[0], 0U);
  // 2.69 ms / 11.111111111 ms * 2^24 = 4061763.99
  EXPECT_EQ(mechanics.seek[1], 4'061'764U);
  const double half_unit = 128.5 * kTickMs;
  EXPECT_NEAR(table_ms(mechanics.seek, 1), 2.69, half_unit);
  EXPECT_NEAR(table_ms(mechanics.seek, 10), 4.79, half_unit);
  EXPECT_NEAR(table_ms(mechanics.seek, 300), 9.525767665, half_unit);
  EXPECT_NEAR(table_ms(mechanics.seek, 301), 9.5259, half_unit);
  EXPECT_NEAR(table_ms(mechanics.seek, 2050), 19.845, half_unit);
}

TEST(Mechanics, BoundIsTheLeastOfThisAndAllLongerSeeks) {
  const hs_mechanics& mechanics = tables().mechanics();
  for (std::uint32_t d = 0; d < 2051; ++d) {
    EXPECT_EQ(mechanics.seek_bound[d], *std::min_element(mechanics.seek + d, mechanics.seek + 2051))
        << d;
  }
  // 6 cylinders take longer than 7, so here the bound is below the seek.
  EXPECT_EQ(mechanics.seek_bound[6], mechanics.seek[7]);
  EXPECT_LT(mechanics.seek_bound[6], mechanics.seek[6]);
}

TEST(Mechanics, HeadSwitchAndSettle) {
  EXPECT_NEAR(static_cast<double>(tables().mechanics().head_switch) * kTickMs, 0.89, kTickMs);
  EXPECT_NEAR(static_cast<double>(tables().mechanics().write_settle) * kTickMs, 0.65, kTickMs);
}

TEST(Mechanics, ASeekOf256RevolutionsDoesNotFit) {
  DriveConfig drive = hp_c2247();
  drive.seek.first[2] = Picoseconds{11'111'111'111 * 256};
  try {
    const DriveTables made(drive);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "hp_c2247: a seek over 3 cylinders takes 256 revolutions or more");
  }
}

// ---- Geometry

TEST(Geometry, BlocksAndZones) {
  const hs_geometry& geometry = tables().geometry();
  EXPECT_EQ(geometry.block_count, 2'054'864U);  // what the drive reports
  EXPECT_EQ(geometry.heads, 13U);
  EXPECT_EQ(geometry.cylinders, 2051U);
  ASSERT_EQ(geometry.zone_count, 8U);
  const std::uint32_t first_lbn[] = {0,       664800,  894432,  1050016,
                                     1207264, 1350784, 1648432, 1871408};
  const std::uint32_t first_cylinder[] = {0, 559, 761, 902, 1052, 1194, 1520, 1794};
  const std::uint32_t last_cylinder[] = {558, 760, 901, 1051, 1193, 1519, 1793, 2050};
  const std::uint32_t sectors[] = {96, 92, 88, 84, 80, 72, 64, 56};
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(geometry.zones[i].first_lbn.value, first_lbn[i]);
    EXPECT_EQ(geometry.zones[i].first_cylinder.value, first_cylinder[i]);
    EXPECT_EQ(geometry.zones[i].last_cylinder.value, last_cylinder[i]);
    EXPECT_EQ(geometry.zones[i].sectors_per_track, sectors[i]);
    EXPECT_EQ(geometry.zones[i].block_count,
              (i < 7 ? first_lbn[i + 1] : 2'054'864U) - first_lbn[i]);
    EXPECT_EQ(geometry.zones[i].segments[0].sector, i == 0 ? 17U * 96 : 0U);
  }
}

// First block and first sector of each segment, in tracks.
std::vector<std::pair<std::uint32_t, std::uint32_t>> segments_in_tracks(const hs_zone& zone) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> tracks;
  for (std::uint32_t i = 0; i < zone.segment_count; ++i) {
    tracks.emplace_back(zone.segments[i].offset / zone.sectors_per_track,
                        zone.segments[i].sector / zone.sectors_per_track);
  }
  return tracks;
}

TEST(Geometry, SegmentsBeginBehindSlips) {
  const hs_geometry& geometry = tables().geometry();
  // Zone 1: behind 17 reserved tracks, and then one less for each slip before.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> zone1 = {
      {0, 17},      {451, 469},       {508, 527},   {1185, 1205}, {1841, 1862},
      {2426, 2448}, {2658, 2681},     {3075, 3099}, {3659, 3684}, {4855, 4881},
      {4893, 4920}, {6924 + 1, 6953}, {7067, 7096}};
  EXPECT_EQ(segments_in_tracks(geometry.zones[0]), zone1);
  EXPECT_EQ(geometry.zones[0].slip_count, 12U);
  // Slips 1479 and 1492 leave 12 tracks between them.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> zone2 = {
      {0, 0}, {231, 232}, {867, 869}, {1123, 1126}, {1455, 1459}, {1475, 1480}, {1487, 1493}};
  EXPECT_EQ(segments_in_tracks(geometry.zones[1]), zone2);
}

// Data track t of a zone by walking its tracks one by one, against the mapping.
TEST(Geometry, SlipsLeaveOutTheListedTracks) {
  for (std::size_t i = 0; i < 8; ++i) {
    const hs_zone& zone = tables().geometry().zones[i];
    const std::uint32_t spt = zone.sectors_per_track;
    const std::vector<std::uint32_t>& slipped = hp_c2247().layout.zones[i].slipped_tracks;
    std::uint32_t physical = hp_c2247().layout.zones[i].reserved_tracks;
    for (std::uint32_t t = 0; t < zone.block_count / spt; ++t, ++physical) {
      while (std::find(slipped.begin(), slipped.end(), physical) != slipped.end()) {
        ++physical;
      }
      const hs_pbn place = hs_lbn_to_pbn(&tables().geometry(), {zone.first_lbn.value + t * spt});
      const std::uint32_t cylinder = place.cylinder.value - zone.first_cylinder.value;
      ASSERT_EQ(cylinder * 13 + place.head.value, physical) << i;
      ASSERT_EQ(place.sector.value, 0U);
    }
  }
}

double turns(hs_fine_angle angle) { return static_cast<double>(angle) / 18446744073709551616.0; }

TEST(Geometry, AnglesOfZone2) {
  const hs_zone& zone = tables().geometry().zones[1];
  const double rounding = 1e-15;
  EXPECT_NEAR(turns(zone.first_angle), 14.0 / 92, rounding);
  EXPECT_EQ(zone.head_skew[0], 0U);
  EXPECT_NEAR(turns(zone.head_skew[1]), 13.0 / 92, rounding);
  EXPECT_NEAR(turns(zone.head_skew[8]), 104.0 / 92 - 1, rounding);
  EXPECT_NEAR(turns(zone.head_skew[12]), 156.0 / 92 - 1, rounding);
  // 12 head skews and the cylinder skew: 12 * 13 + 30 = 186 sectors, two turns and two sectors.
  EXPECT_NEAR(turns(zone.cylinder_skew), 2.0 / 92, rounding);
  // To the last bit: ceil(2^64 * 14 / 92) and floor(2^48 / 92). An angle is rounded down.
  EXPECT_EQ(zone.first_angle, 2'807'113'228'607'975'246U);
  EXPECT_EQ(hs_track_angle(&zone, {{559}, {0}}), 653'581'979U);
  EXPECT_EQ(zone.pitch_q16, 3'059'510'616'420U);
}

// Every track of the disk, with the skews added up in integers and rounded once.
TEST(Geometry, TracksBeginWhereTheFormulaSays) {
  for (std::size_t i = 0; i < 8; ++i) {
    const hs_zone& zone = tables().geometry().zones[i];
    const ZoneConfig& from = hp_c2247().layout.zones[i];
    std::uint64_t sectors = *from.first_sector;
    for (std::uint32_t cylinder = from.first_cylinder; cylinder <= from.last_cylinder; ++cylinder) {
      for (std::uint32_t head = 0; head < 13; ++head) {
        const std::uint64_t exact =
            (sectors % from.sectors_per_track << 32) / from.sectors_per_track;
        ASSERT_EQ(hs_track_angle(&zone, {{cylinder}, {head}}), exact) << cylinder;
        sectors += (head == 12 ? from.cylinder_skew : from.track_skew)->numerator;
      }
    }
  }
  // Zone 1, cylinder 1, head 2: 12 * 14 + 32 + 2 * 14 = 228 sectors = 2 turns and 36 of 96.
  EXPECT_EQ(hs_track_angle(tables().geometry().zones, {{1}, {2}}), kTurn / 8 * 3);
}

static_assert(!std::is_copy_constructible_v<DriveTables>);
static_assert(std::is_nothrow_move_constructible_v<DriveTables>);

TEST(DriveTables, KeepTheirPointersWhenMoved) {
  DriveTables first(hp_c2247());
  DriveTables second(std::move(first));
  DriveTables third(hp_c2247());
  third = std::move(second);
  EXPECT_EQ(third.geometry().zones[7].head_skew[12], tables().geometry().zones[7].head_skew[12]);
  EXPECT_EQ(third.geometry().zones[0].slips[9].sector, 4919U * 96);
  EXPECT_EQ(third.mechanics().seek[2050], tables().mechanics().seek[2050]);
  EXPECT_EQ(third.mechanics().seek_bound[2050], tables().mechanics().seek[2050]);
}

// A tick is a 2^32nd of a revolution: below 4.295 ms a revolution, ticks share picoseconds.
TEST(TickClockTest, TicksSharePicosecondsOnAFastSpindle) {
  const auto shares = [](std::int64_t revolution) {
    return TickClock(Picoseconds{revolution}).shares_picoseconds();
  };
  EXPECT_TRUE(shares(2'000'000'000));
  EXPECT_TRUE(shares(4'000'000'000));  // 15,000 rpm
  EXPECT_TRUE(shares(4'294'967'295));
  EXPECT_FALSE(shares(4'294'967'297));
  EXPECT_FALSE(shares(11'111'111'111));
}

// The write segments are left out: one of several is for writes, none of one.
TEST(CacheSegments, ReadsHaveAllButThoseForWrites) {
  CacheConfig cache{};
  cache.size_blocks = 1'200;
  cache.segments = 4;
  EXPECT_EQ(read_segments(cache), 3U);
  EXPECT_EQ(largest_segment(cache), 300U);
  cache.write_segments = 2;
  EXPECT_EQ(read_segments(cache), 2U);
  EXPECT_EQ(largest_segment(cache), 300U);
  cache.adapt_segments_after = 1;  // reads may get one segment of all blocks for reads
  EXPECT_EQ(largest_segment(cache), 600U);
  cache.segments = 1;
  cache.write_segments = 0;
  EXPECT_EQ(read_segments(cache), 1U);
  EXPECT_EQ(largest_segment(cache), 1'200U);
}

// (768,398,401)^2 - 1 = 2 * (543,339,720)^2: beyond the precision of a double, whose root is one
// too high. The root part of a seek over two cylinders is 768,398,401 ps to the nearest.
TEST(SeekCurve, TheRootIsExact) {
  SeekConfig seek{};
  seek.root.base = Picoseconds{0};
  seek.root.per_root_cylinder = Picoseconds{543'339'720};
  seek.root.up_to = 10;
  EXPECT_EQ(seek_time(seek, 2), Picoseconds{768'398'401});
}

// A line that rises or falls, by each rise: the nearest picosecond.
TEST(SeekCurve, ALineIsTheNearestPicosecond) {
  for (std::int64_t rise = -40; rise <= 40; ++rise) {
    SeekConfig seek{};
    seek.points = {{3, Picoseconds{1'000}}, {12, Picoseconds{1'000 + rise}}};
    for (std::uint32_t cylinders = 3; cylinders <= 12; ++cylinders) {
      const std::int64_t time = seek_time(seek, cylinders).count();
      // in ninths of a picosecond
      const std::int64_t exact = 9 * 1'000 + rise * (std::int64_t{cylinders} - 3);
      EXPECT_LE(std::abs(9 * time - exact), 4) << rise << " over " << cylinders;
    }
  }
}

TEST(ZoneIndex, IsANumberBeforeADot) {
  const auto taken = [](std::string_view path) {
    const auto index = take_index(path);
    return index ? std::to_string(*index) + "|" + std::string(path) : "none";
  };
  EXPECT_EQ(taken("12.track_skew"), "12|track_skew");
  EXPECT_EQ(taken("0.a.b"), "0|a.b");
  for (const char* path : {"1x.a", "x.a", ".a", "12", "", "-1.a", "99999999999999999999.a"}) {
    EXPECT_EQ(taken(path), "none") << path;
  }
}

// Only a core's code takes time, and only with a clock. Then the drive chooses a task ahead, unless
// the file says otherwise.
TEST(ControllerTime, IsThatOfACoreWithAClock) {
  for (const ControllerCore core : {ControllerCore::host, ControllerCore::iss}) {
    for (const bool clocked : {false, true}) {
      ControllerConfig config{};
      config.core = core;
      if (clocked) {
        config.clock = Picoseconds{50'000};
      }
      const bool timed = core == ControllerCore::iss && clocked;
      EXPECT_EQ(config.takes_time(), timed);
      EXPECT_EQ(config.chooses_ahead(), timed);
      config.choice = ControllerChoice::ahead;
      EXPECT_TRUE(config.chooses_ahead());
      config.choice = ControllerChoice::when_free;
      EXPECT_FALSE(config.chooses_ahead());
    }
  }
}

TEST(NamesInNeed, AreThoseOfTheSchedulersThatNeedIt) {
  EXPECT_EQ(names_in_need(HS_NEEDS_WEIGHTS), "yfq, yfq_dor or yfq_tuned");
  EXPECT_EQ(names_in_need(HS_NEEDS_MIMIC), "smtf");
}

}  // namespace
}  // namespace headstack
