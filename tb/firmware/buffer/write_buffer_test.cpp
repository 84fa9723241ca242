// The table of blocks that wait for the medium, compared with results by hand and with a set of
// blocks.
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "buffer/write_buffer.h"
}

namespace headstack {
namespace {

hs_lbn at(std::uint32_t block) { return {block}; }

TEST(WriteBuffer, NeighboursAreOneExtent) {
  hs_write_buffer buffer{};
  hs_write_buffer_add(&buffer, at(100), 8, 1);
  hs_write_buffer_add(&buffer, at(300), 8, 1);
  hs_write_buffer_add(&buffer, at(108), 8, 2);
  hs_write_buffer_add(&buffer, at(92), 8, 3);
  ASSERT_EQ(buffer.count, 2U);
  EXPECT_EQ(buffer.blocks, 32U);
  EXPECT_EQ(buffer.waiting[0].first.value, 92U);
  EXPECT_EQ(buffer.waiting[0].blocks, 24U);
  EXPECT_EQ(buffer.waiting[0].initiator, 3);
  EXPECT_TRUE(hs_write_buffer_covers(&buffer, at(92), 24));
  EXPECT_FALSE(hs_write_buffer_covers(&buffer, at(92), 25));
  EXPECT_FALSE(hs_write_buffer_covers(&buffer, at(91), 2));
  EXPECT_EQ(hs_write_buffer_find(&buffer, at(116), 184), HS_NO_EXTENT);
  EXPECT_EQ(hs_write_buffer_find(&buffer, at(116), 185), 1U);
}

TEST(WriteBuffer, WrittenAgainCountsOnce) {
  hs_write_buffer buffer{};
  hs_write_buffer_add(&buffer, at(10), 10, 0);
  hs_write_buffer_add(&buffer, at(15), 2, 0);
  EXPECT_EQ(buffer.blocks, 10U);
  hs_write_buffer_add(&buffer, at(5), 30, 0);
  EXPECT_EQ(buffer.count, 1U);
  EXPECT_EQ(buffer.blocks, 30U);
}

TEST(WriteBuffer, OrderOfTheNext) {
  hs_write_buffer buffer{};
  for (const std::uint32_t block : {500U, 100U, 900U}) {
    hs_write_buffer_add(&buffer, at(block), 4, 0);
  }
  const auto next = [&](hs_destage_order order, std::uint32_t from) {
    return buffer.waiting[hs_write_buffer_next(&buffer, static_cast<std::uint8_t>(order), at(from))]
        .first.value;
  };
  EXPECT_EQ(next(HS_DESTAGE_OLDEST, 600), 500U);
  EXPECT_EQ(next(HS_DESTAGE_ASCENDING, 0), 100U);
  EXPECT_EQ(next(HS_DESTAGE_ASCENDING, 100), 100U);
  EXPECT_EQ(next(HS_DESTAGE_ASCENDING, 101), 500U);
  EXPECT_EQ(next(HS_DESTAGE_ASCENDING, 901), 100U);
}

TEST(WriteBuffer, WhatIsUnderWayTakesRoomUntilItIsDone) {
  hs_write_buffer buffer{};
  hs_write_buffer_hand_over(&buffer, 60, 1000, 2000);
  EXPECT_TRUE(hs_write_buffer_fits(&buffer, 40, 100, 1500));
  EXPECT_FALSE(hs_write_buffer_fits(&buffer, 41, 100, 1999));
  EXPECT_TRUE(hs_write_buffer_fits(&buffer, 100, 100, 2000));
  hs_write_buffer_hand_over(&buffer, 10, 1500, 3000);
  EXPECT_EQ(hs_write_buffer_dirty(&buffer, 2999), 70U);
  EXPECT_EQ(hs_write_buffer_dirty(&buffer, 3000), 0U);
}

// An initiator that has left is in no extent. Its blocks stay, and the next writer takes its place.
TEST(WriteBuffer, AnInitiatorIsForgotten) {
  hs_write_buffer buffer{};
  hs_write_buffer_add(&buffer, at(10), 4, 5);
  hs_write_buffer_add(&buffer, at(20), 4, 6);
  hs_write_buffer_add(&buffer, at(30), 4, 5);
  hs_write_buffer_forget(&buffer, 5);
  EXPECT_EQ(buffer.count, 3U);
  EXPECT_EQ(buffer.blocks, 12U);
  EXPECT_EQ(buffer.waiting[0].initiator, HS_NO_INITIATOR);
  EXPECT_EQ(buffer.waiting[1].initiator, 6);
  EXPECT_EQ(buffer.waiting[2].initiator, HS_NO_INITIATOR);
  hs_write_buffer_remove(&buffer, at(11), 2);  // splits the first extent
  EXPECT_EQ(buffer.waiting[0].initiator, HS_NO_INITIATOR);
  EXPECT_EQ(buffer.waiting[1].initiator, HS_NO_INITIATOR);
  hs_write_buffer_add(&buffer, at(34), 1, 5);
  EXPECT_EQ(buffer.waiting[3].initiator, 5);
}

TEST(WriteBuffer, AFullTableTakesNoMore) {
  hs_write_buffer buffer{};
  for (std::uint32_t i = 0; i < HS_DIRTY_EXTENTS; ++i) {
    ASSERT_TRUE(hs_write_buffer_fits(&buffer, 1, 1'000'000, 0));
    hs_write_buffer_add(&buffer, at(10 * i), 3, 0);
  }
  EXPECT_FALSE(hs_write_buffer_fits(&buffer, 1, 1'000'000, 0));
  // Taking out the middle of an extent would need an entry more: it stays, and is written twice.
  hs_write_buffer_remove(&buffer, at(11), 1);
  EXPECT_EQ(buffer.blocks, 3 * HS_DIRTY_EXTENTS);
  hs_write_buffer_remove(&buffer, at(10), 3);
  EXPECT_EQ(buffer.count, HS_DIRTY_EXTENTS - 1);
}

TEST(WriteBuffer, AgainstASetOfBlocks) {
  Rng rng(3);
  hs_write_buffer buffer{};
  std::set<std::uint32_t> blocks;
  for (int step = 0; step < 20'000; ++step) {
    const auto first = static_cast<std::uint32_t>(rng.below(400));
    const auto count = static_cast<std::uint32_t>(1 + rng.below(20));
    if (rng.below(2) == 0 && hs_write_buffer_fits(&buffer, count, 100'000, 0)) {
      hs_write_buffer_add(&buffer, at(first), count, 0);
      for (std::uint32_t i = 0; i < count; ++i) {
        blocks.insert(first + i);
      }
    } else if (buffer.count < HS_DIRTY_EXTENTS) {
      hs_write_buffer_remove(&buffer, at(first), count);
      for (std::uint32_t i = 0; i < count; ++i) {
        blocks.erase(first + i);
      }
    }
    ASSERT_EQ(buffer.blocks, blocks.size());
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < buffer.count; ++i) {
      const hs_dirty_extent& extent = buffer.waiting[i];
      sum += extent.blocks;
      // Alone, with a gap on both sides.
      ASSERT_EQ(blocks.count(extent.first.value - 1), 0U);
      ASSERT_EQ(blocks.count(extent.first.value + extent.blocks), 0U);
      for (std::uint32_t j = 0; j < extent.blocks; ++j) {
        ASSERT_EQ(blocks.count(extent.first.value + j), 1U);
      }
    }
    ASSERT_EQ(sum, blocks.size());
  }
}

}  // namespace
}  // namespace headstack
