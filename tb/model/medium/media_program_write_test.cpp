// Writes in a media program, whose data come over a bus that is slower than the medium.
#include <gtest/gtest.h>

#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

// 2.74 MB/s is 0.186861 ms a block; a sector of zone 1 takes 0.115741 ms.
const hs_ticks kBusBlock = ticks(kWriteBlockMs);
const double kSectorMs = sector_ms(96);

TEST(MediaProgramWrite, HasNoTimesBeforeItsDataAreScheduled) {
  Media media;
  media.program.begin(0);
  media.program.set_fill(1);
  media.add(make_extent(0, 0, 0, 4, Kind::write));
  EXPECT_TRUE(media.worked_out.empty());
  EXPECT_EQ(media.done_at(1), ~hs_ticks{0});
  EXPECT_EQ(media.program.done_by(~hs_ticks{0}), 0U);
  media.schedule_data(0, kBusBlock);
  EXPECT_EQ(media.worked_out.size(), 1U);
  EXPECT_NE(media.done_at(4), ~hs_ticks{0});
}

TEST(MediaProgramWrite, SettlesAfterAnyMovementAndOnlyThen) {
  for (const auto& [cylinder, head, settled_ms] :
       {std::tuple{0U, 0U, 0.0}, std::tuple{0U, 1U, 0.89 + 0.65},
        std::tuple{1U, 0U, 2.69 + 0.65}}) {
    Media media;
    media.program.begin(0);
    media.add(make_extent(cylinder, head, 0, 1, Kind::write));
    media.schedule_data(0, kBusBlock);
    EXPECT_NEAR(ms(media.worked_out[0].arrive), settled_ms, kRoundingMs);
  }
}

// Ten blocks of data from 5 ms on are there at 6.868613 ms. The sector that begins right then is
// caught, and one tick too early is missed.
TEST(MediaProgramWrite, WaitsForTheMinimumOfBlocks) {
  const hs_zone* zone = make_extent(0, 0, 0, 1).zone;
  for (const hs_ticks late : {0U, 1U}) {
    Media media;
    media.program.begin(0);
    media.program.set_fill(10);
    media.add(make_extent(0, 0, 60, 16, Kind::write));
    media.schedule_data(hs_sector_offset(zone, 60) - 10 * kBusBlock + late, kBusBlock);
    EXPECT_EQ(media.worked_out[0].first, hs_sector_offset(zone, 60) + late * kTurn);
  }
}

TEST(MediaProgramWrite, AMinimumAboveTheRequestIsTheRequest) {
  Media media;
  media.program.begin(0);
  media.program.set_fill(10);
  media.add(make_extent(0, 0, 60, 3, Kind::write));  // at 6.944444 ms
  media.schedule_data(ticks(6.2), kBusBlock);        // three are there at 6.760584 ms
  EXPECT_NEAR(ms(media.worked_out[0].first), 6.944444, kRoundingMs);
}

// With ten blocks ahead, block b is there when its sector begins as long as
// (b + 1) * 0.186861 <= 10 * 0.186861 + b * 0.115741, that is up to b = 23.
TEST(MediaProgramWrite, AnUnderrunCostsARevolution) {
  const hs_zone* zone = make_extent(0, 0, 0, 1).zone;
  const hs_ticks from = hs_sector_offset(zone, 20);
  Media media;
  media.program.begin(0);
  media.program.set_fill(10);
  media.add(make_extent(0, 0, 20, 40, Kind::write));
  media.schedule_data(from - 10 * kBusBlock, kBusBlock);
  ASSERT_EQ(media.worked_out.size(), 2U);
  EXPECT_EQ(media.worked_out[0].blocks, 24U);
  EXPECT_EQ(media.worked_out[1].blocks, 16U);
  EXPECT_EQ(media.worked_out[1].first, hs_sector_offset(zone, 44) + kTurn);
  EXPECT_NEAR(ms(media.done_at(24) - from), 24 * kSectorMs, kRoundingMs);
  EXPECT_NEAR(ms(media.done_at(25) - from), 25 * kSectorMs + kTurnMs, kRoundingMs);
  EXPECT_NEAR(ms(media.done_at(40) - from), 40 * kSectorMs + kTurnMs, kRoundingMs);
}

TEST(MediaProgramWrite, FastDataNeverUnderrun) {
  const hs_zone* zone = make_extent(0, 0, 0, 1).zone;
  Media media;
  media.program.begin(0);
  media.program.set_fill(1);
  media.add(make_extent(0, 0, 20, 76, Kind::write));
  media.schedule_data(0, hs_sector_offset(zone, 1));
  ASSERT_EQ(media.worked_out.size(), 1U);
  EXPECT_EQ(media.worked_out[0].end, hs_sector_offset(zone, 96));
}

// Data at 1 ms a block: each revolution fits 11 blocks.
TEST(MediaProgramWrite, VerySlowDataUnderrunAgainAndAgain) {
  const hs_zone* zone = make_extent(0, 0, 0, 1).zone;
  Media media;
  media.program.begin(0);
  media.program.set_fill(1);
  media.add(make_extent(0, 0, 0, 30, Kind::write));
  media.schedule_data(0, ticks(1.0));
  std::uint32_t blocks = 0;
  for (const MediaExtent& part : media.worked_out) {
    EXPECT_EQ(part.first_block, blocks);
    EXPECT_EQ(part.sector, blocks);
    blocks += part.blocks;
  }
  EXPECT_EQ(blocks, 30U);
  // Block b begins at b * 0.115741 ms of turn n and must be there: b + 1 <= n * 11.1111 + b *
  // 0.1157.
  EXPECT_EQ(media.worked_out.size(), 3U);
  EXPECT_EQ(media.done_at(11), hs_sector_offset(zone, 11) + kTurn);      // 11 <= 11.11 + 1.16
  EXPECT_EQ(media.done_at(12), hs_sector_offset(zone, 12) + kTurn);      // 12 <= 11.11 + 1.27
  EXPECT_EQ(media.done_at(13), hs_sector_offset(zone, 13) + 2 * kTurn);  // 13 > 11.11 + 1.39
  EXPECT_EQ(media.done_at(24), hs_sector_offset(zone, 24) + 2 * kTurn);  // 24 <= 22.22 + 2.66
  EXPECT_EQ(media.done_at(25), hs_sector_offset(zone, 25) + 3 * kTurn);  // 25 > 22.22 + 2.78
}

TEST(MediaProgramWrite, NoMediaAccessBeforeReady) {
  Media media;
  media.program.begin(0);
  media.program.set_ready(ticks(7.0));
  media.add(make_extent(0, 0, 60, 1, Kind::write));  // at 6.944444 ms
  media.schedule_data(0, kBusBlock);
  EXPECT_NEAR(ms(media.worked_out[0].first), 6.944444 + kTurnMs, kRoundingMs);
}

// The second extent's data need not have come when the first begins.
TEST(MediaProgramWrite, GoesOnOverATrackBoundary) {
  Media media;
  media.program.begin(0);
  media.program.set_fill(10);
  media.add(make_extent(0, 0, 76, 20, Kind::write));
  media.add(make_extent(0, 1, 0, 5, Kind::write));
  media.schedule_data(0, kBusBlock);
  ASSERT_EQ(media.worked_out.size(), 2U);
  EXPECT_NEAR(ms(media.worked_out[0].first), 8.796296, kRoundingMs);  // 76 * 0.115741
  EXPECT_NEAR(ms(media.worked_out[0].end), 11.111111, kRoundingMs);
  EXPECT_NEAR(ms(media.worked_out[1].arrive), 12.651111, kRoundingMs);  // + 0.89 + 0.65
  EXPECT_NEAR(ms(media.worked_out[1].first), 12.731481, kRoundingMs);   // + 14 sectors
}

// As long as data come at a rate and media are faster, 64 extents that all split are still placed.
TEST(MediaProgramWrite, AFullProgramThatSplits) {
  Media media;
  media.program.begin(0);
  for (std::uint32_t i = 0; i < HS_CHANNEL_EXTENTS; ++i) {
    ASSERT_TRUE(media.add(make_extent(20 + i, 0, 0, 40, Kind::write)));
  }
  EXPECT_FALSE(media.add(make_extent(0, 0, 0, 1, Kind::write)));
  media.schedule_data(0, ticks(2.0));
  std::uint32_t blocks = 0;
  for (const MediaExtent& part : media.worked_out) {
    ASSERT_EQ(part.first_block, blocks);
    blocks += part.blocks;
    for (std::uint32_t b = 0; b < part.blocks; ++b) {
      ASSERT_GE(part.first + part.offset(b), media.fill.filled_at(part.first_block + b + 1));
    }
  }
  EXPECT_EQ(blocks, 64U * 40U);
  EXPECT_EQ(media.program.done_by(~hs_ticks{0} >> 1), 64U * 40U);
}

}  // namespace
}  // namespace headstack
