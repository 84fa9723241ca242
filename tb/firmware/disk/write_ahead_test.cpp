// The rule that the buffer stays ahead of a media write, against the same rule for each sector.
#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "disk/plan.h"
}

namespace headstack {
namespace {

hs_zone zone_of(std::uint32_t sectors) {
  hs_zone zone{};
  zone.sectors_per_track = sectors;
  zone.pitch_q16 = (std::uint64_t{1} << 48) / sectors;
  return zone;
}

// Before sector j begins, first + j + 1 + ahead blocks must have come, but no more than all.
hs_ticks of_each_sector(const hs_ahead_rule& rule, std::uint32_t first, std::uint32_t sectors,
                        const hs_zone& zone, std::uint32_t sector) {
  hs_ticks ready = 0;
  for (std::uint32_t j = 0; j < sectors; ++j) {
    const std::uint64_t needed_q8 = std::min(std::uint64_t{rule.blocks} << 8,
                                             ((std::uint64_t{first} + j + 1) << 8) + rule.ahead_q8);
    const hs_ticks come = rule.data_start + (needed_q8 * rule.per_block >> 8) + rule.delay;
    const hs_ticks into = hs_sector_offset(&zone, sector + j) - hs_sector_offset(&zone, sector);
    ready = std::max(ready, come > into ? come - into : 0);
  }
  return ready;
}

TEST(WriteAhead, IsTheLatestOfAllSectors) {
  Rng rng(1);
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t on_track = 20 + rng.below(200);
    const hs_zone zone = zone_of(on_track);
    const std::uint32_t sectors = 1 + rng.below(on_track);
    const std::uint32_t first = rng.below(50);
    hs_ahead_rule rule{};
    rule.blocks = first + sectors + rng.below(20);
    rule.ahead_q8 = rng.below(20 << 8);
    rule.delay = rng.below(1U << 30);
    rule.data_start = rng.below(1U << 30);
    rule.per_block = (hs_sector_offset(&zone, 1) / 4) * (1 + rng.below(12));
    const std::uint32_t sector = rng.below(on_track);
    ASSERT_EQ(hs_write_ahead(&rule, first, sectors, &zone, sector),
              of_each_sector(rule, first, sectors, zone, sector))
        << "round " << round;
  }
}

}  // namespace
}  // namespace headstack
