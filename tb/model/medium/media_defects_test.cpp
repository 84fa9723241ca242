// Where sectors go bad as time passes: anywhere on the medium, each sector alike.
#include "model/medium/media_defects.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr hs_ticks kNow = 180 * kTurn;  // 2 s

// A read of one sector that has passed just before `now`.
bool is_bad(MediaDefects& defects, const hs_zone& zone, std::uint32_t cylinder, std::uint32_t head,
            std::uint32_t sector, hs_ticks now = kNow) {
  MediaExtent extent;
  extent.track = {{cylinder}, {head}};
  extent.zone = &zone;
  extent.sector = sector;
  extent.blocks = extent.in_order = 1;
  extent.from = extent.first = extent.end = now;
  MediaFailure failure{};
  return defects.first_failure(extent, false, failure);
}

void expect_share(std::uint64_t count, double share, double all, const char* what) {
  const double expected = share * all;
  EXPECT_NEAR(static_cast<double>(count), expected, 5 * std::sqrt(expected)) << what;
}

// A new one each 2 ms: some 1,000 in 2 s, in each zone and under each head by its sectors.
TEST(MediaDefectsTest, SectorsGoBadAnywhere) {
  DefectsConfig config{};
  config.growth_interval = Picoseconds{2'000'000'000};
  config.seed = 1;
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  MediaDefects defects(config, geometry, hp_c2247_tables().clock());
  std::vector<std::uint64_t> in_zone(geometry.zone_count);
  std::vector<std::uint64_t> sectors(geometry.zone_count);
  std::vector<std::uint64_t> under_head(geometry.heads);
  std::uint64_t all = 0;
  std::uint64_t bad = 0;
  for (std::uint32_t z = 0; z < geometry.zone_count; ++z) {
    const hs_zone& zone = geometry.zones[z];
    for (std::uint32_t c = zone.first_cylinder.value; c <= zone.last_cylinder.value; ++c) {
      for (std::uint32_t head = 0; head < geometry.heads; ++head) {
        for (std::uint32_t s = 0; s < zone.sectors_per_track; ++s) {
          const std::uint64_t found = is_bad(defects, zone, c, head, s) ? 1 : 0;
          in_zone[z] += found;
          under_head[head] += found;
          bad += found;
          ++sectors[z];
          ++all;
        }
      }
    }
  }
  expect_share(bad, 1, 1000, "in all");
  for (std::uint32_t z = 0; z < geometry.zone_count; ++z) {
    expect_share(in_zone[z], static_cast<double>(sectors[z]) / static_cast<double>(all),
                 static_cast<double>(bad), "in a zone");
  }
  for (std::uint32_t head = 0; head < geometry.heads; ++head) {
    expect_share(under_head[head], 1.0 / geometry.heads, static_cast<double>(bad), "under a head");
  }
}

// At the shortest interval, the mean time is a tick, and the next sector goes bad a tick later at
// the earliest. The mean of the whole ticks of an exponential time is 1 / (e - 1) = 0.582, so a
// sector goes bad each 1.582 ticks.
TEST(MediaDefectsTest, OneSectorATickGoesBadAtMost) {
  DefectsConfig config{};
  config.growth_interval = Picoseconds{3};
  config.seed = 1;
  ASSERT_EQ(hp_c2247_tables().clock().duration_ticks(config.growth_interval), 1U);
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  MediaDefects defects(config, geometry, hp_c2247_tables().clock());
  constexpr hs_ticks kTicks = 20'000;
  double bad = 0;
  for (std::uint32_t z = 0; z < geometry.zone_count; ++z) {
    const hs_zone& zone = geometry.zones[z];
    for (std::uint32_t c = zone.first_cylinder.value; c <= zone.last_cylinder.value; ++c) {
      for (std::uint32_t head = 0; head < geometry.heads; ++head) {
        for (std::uint32_t s = 0; s < zone.sectors_per_track; ++s) {
          bad += is_bad(defects, zone, c, head, s, kTicks) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_NEAR(bad, static_cast<double>(kTicks) / 1.582, 0.03 * static_cast<double>(kTicks));
}

// The first sector goes bad after an exponential time with the mean of the interval. So of 300
// disks a share of 1 - e^(-1/2) has a bad sector after half an interval.
TEST(MediaDefectsTest, TheFirstSectorGoesBadAfterAnExponentialTime) {
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  int bad = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    DefectsConfig config{};
    config.growth_interval = Picoseconds{4'000'000'000'000};  // 4 s, and kNow is 2 s
    config.seed = seed;
    MediaDefects defects(config, geometry, hp_c2247_tables().clock());
    bool found = false;
    for (std::uint32_t z = 0; z < geometry.zone_count; ++z) {
      const hs_zone& zone = geometry.zones[z];
      for (std::uint32_t c = zone.first_cylinder.value; c <= zone.last_cylinder.value; ++c) {
        for (std::uint32_t head = 0; head < geometry.heads && !found; ++head) {
          MediaExtent extent;
          extent.track = {{c}, {head}};
          extent.zone = &zone;
          extent.sector = 0;
          extent.blocks = extent.in_order = zone.sectors_per_track;
          extent.from = extent.first = extent.end = kNow;
          MediaFailure failure{};
          found = defects.first_failure(extent, false, failure);
        }
      }
    }
    bad += found ? 1 : 0;
  }
  EXPECT_NEAR(bad / 300.0, 1 - std::exp(-0.5), 4 * std::sqrt(0.25 / 300));
}

// A share of the soft errors can be corrected by the code: all, none, or about a half.
TEST(MediaDefectsTest, AShareOfSoftErrorsCanBeCorrected) {
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  for (const std::uint32_t ppm : {0U, 500'000U, 1'000'000U}) {
    DefectsConfig config{};
    config.soft_rate_ppm = 500'000;
    config.soft_correctable_ppm = ppm;
    config.seed = 1;
    MediaDefects defects(config, geometry, hp_c2247_tables().clock());
    int correctable = 0;
    for (int failed = 0; failed < 400;) {
      MediaExtent extent;
      extent.zone = &geometry.zones[0];
      extent.blocks = extent.in_order = 1;
      MediaFailure failure{};
      if (defects.first_failure(extent, false, failure)) {
        ++failed;
        correctable += failure.correctable ? 1 : 0;
      }
    }
    EXPECT_NEAR(correctable, 400 * (ppm / 1e6), ppm == 500'000 ? 40 : 0);
  }
}

}  // namespace
}  // namespace headstack
