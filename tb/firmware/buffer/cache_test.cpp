// The rules of cache.h, on the C2247's buffer: segments of 256 blocks, 128 read ahead; a disk of
// 10,000 blocks.
#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "buffer/cache.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kDisk = 10'000;

class Cache : public testing::Test {
 protected:
  Cache() {
    rules_.enabled = true;
    rules_.prefetch_on_idle_hit = true;
    rules_.hit_by_first_block = true;
    rules_.hit_on_written_data = true;
    rules_.segment_blocks = 256;
    rules_.prefetch_maximum_blocks = 128;
    geometry_.block_count = kDisk;
    hs_cache_init(&cache_, &rules_, &geometry_);
  }

  hs_cache_answer look_up(std::uint32_t lbn, std::uint32_t blocks) const {
    return hs_cache_look_up(&cache_, {lbn}, blocks);
  }
  // Reads return the end of the read-ahead.
  std::uint32_t miss(std::uint32_t lbn, std::uint32_t blocks, bool following = false) {
    return hs_cache_read_miss(&cache_, {lbn}, blocks, following).value;
  }
  std::uint32_t hit(std::uint32_t lbn, std::uint32_t blocks, bool reading = true) {
    const std::uint32_t segment = hs_cache_find(&cache_, {lbn}, blocks);
    return hs_cache_read_hit(&cache_, segment, {lbn}, blocks, reading, true).value;
  }
  void write(std::uint32_t lbn, std::uint32_t blocks) { hs_cache_write(&cache_, {lbn}, blocks); }

  // Reads that begin at first ... end - 1 hit; those just before and at the end do not.
  void expect_held(std::uint32_t first, std::uint32_t end) const {
    if (first > 0) {
      EXPECT_EQ(look_up(first - 1, 1), HS_CACHE_MISS);
    }
    EXPECT_EQ(look_up(first, 1), HS_CACHE_HIT);
    EXPECT_EQ(look_up(end - 1, 1), HS_CACHE_HIT);
    if (end < kDisk) {
      EXPECT_EQ(look_up(end, 1), HS_CACHE_MISS);
    }
  }

  hs_cache_rules rules_{};
  hs_geometry geometry_{};
  hs_cache cache_{};
};

TEST_F(Cache, StartsEmpty) {
  EXPECT_EQ(look_up(0, 1), HS_CACHE_MISS);
  EXPECT_EQ(look_up(kDisk - 1, 1), HS_CACHE_MISS);
}

TEST_F(Cache, AMissHoldsTheRequestAnd64KbMore) {
  EXPECT_EQ(miss(1000, 16), 1144U);  // 1000 + 16 + 128
  expect_held(1000, 1144);
}

// It begins inside: the rest comes, as the segment grows ahead of it.
TEST_F(Cache, AHitMayGoPastTheEnd) {
  miss(1000, 16);
  EXPECT_EQ(look_up(1143, 16), HS_CACHE_HIT);
  EXPECT_EQ(hit(1143, 16), 1287U);  // 1159 + 128
  expect_held(1031, 1287);          // 256 blocks: the oldest are overwritten
}

// On a drive that does not count a first block as a hit, all of the read must be there or on its
// way.
TEST_F(Cache, AHitByAllBlocks) {
  rules_.hit_by_first_block = false;
  miss(1000, 16);
  EXPECT_EQ(look_up(1000, 144), HS_CACHE_HIT);
  EXPECT_EQ(look_up(1000, 145), HS_CACHE_MISS);
  EXPECT_EQ(look_up(1143, 1), HS_CACHE_HIT);
  EXPECT_EQ(look_up(1143, 2), HS_CACHE_MISS);
  EXPECT_EQ(look_up(1144, 1), HS_CACHE_MISS);
  EXPECT_EQ(look_up(999, 2), HS_CACHE_MISS);
}

// The read-ahead may overwrite what has been returned: 200 blocks and 128 more are 328, the last
// 256 of which are left.
TEST_F(Cache, ReadAheadOverwritesTheOldest) {
  EXPECT_EQ(miss(1000, 200), 1328U);
  expect_held(1072, 1328);
}

TEST_F(Cache, AMissLargerThanTheSegment) {
  EXPECT_EQ(miss(1000, 300), 1428U);
  expect_held(1172, 1428);
  EXPECT_EQ(miss(2000, 256), 2384U);
  expect_held(2128, 2384);
}

// No more than a segment is read ahead.
TEST_F(Cache, ReadAheadIsASegmentAtMost) {
  rules_.prefetch_maximum_blocks = 1000;
  EXPECT_EQ(miss(1000, 16), 1272U);
  expect_held(1016, 1272);
}

// More than a segment is never a hit.
TEST_F(Cache, AHitHasAtMostASegment) {
  miss(1000, 16);
  EXPECT_EQ(look_up(1000, 256), HS_CACHE_HIT);
  EXPECT_EQ(look_up(1000, 257), HS_CACHE_MISS);
}

// A hit at the start asks for no more than was asked for already.
TEST_F(Cache, AHitNeverShortensTheReadAhead) {
  miss(1000, 16);
  EXPECT_EQ(hit(1000, 8), 1144U);  // 1008 + 128 = 1136 is less
  expect_held(1000, 1144);
  EXPECT_EQ(hit(1016, 8), 1152U);  // 1024 + 128
  expect_held(1000, 1152);
}

// Sequential hits: the segment slides along with them.
TEST_F(Cache, SequentialHitsSlide) {
  miss(0, 16);
  for (std::uint32_t lbn = 16; lbn < 2000; lbn += 16) {
    ASSERT_EQ(look_up(lbn, 16), HS_CACHE_HIT);
    const std::uint32_t end = lbn + 16 + 128;
    ASSERT_EQ(hit(lbn, 16), end);
    expect_held(end > 256 ? end - 256 : 0, end);
  }
}

TEST_F(Cache, AHitOfAWholeSegment) {
  miss(1000, 16);
  EXPECT_EQ(hit(1100, 256), 1484U);  // 1356 + 128
  expect_held(1228, 1484);
}

// The read-ahead has ended. Whether a hit starts it again is a rule of the drive; what the hit
// itself needs past the end is read in any case.
TEST_F(Cache, IdleHit) {
  miss(1000, 16);
  EXPECT_EQ(hit(1016, 16, false), 1160U);  // 1032 + 128
  rules_.prefetch_on_idle_hit = false;
  miss(1000, 16);
  EXPECT_EQ(hit(1016, 16, false), 1144U);
  EXPECT_EQ(hit(1140, 16, false), 1156U);
  expect_held(1000, 1156);
  EXPECT_EQ(hit(1016, 16, true), 1160U);  // still at work: it goes on
}

TEST_F(Cache, ReadAheadStopsAtTheEndOfTheDisk) {
  EXPECT_EQ(miss(kDisk - 50, 10), kDisk);
  expect_held(kDisk - 50, kDisk);
  EXPECT_EQ(hit(kDisk - 1, 1), kDisk);
  EXPECT_EQ(miss(kDisk - 1, 1), kDisk);
  expect_held(kDisk - 1, kDisk);
}

TEST_F(Cache, AMissElsewhereForgets) {
  miss(1000, 16);
  miss(5000, 16);
  EXPECT_EQ(look_up(1000, 1), HS_CACHE_MISS);
  expect_held(5000, 5144);
}

TEST_F(Cache, AnyWriteDropsTheReadSegment) {
  miss(1000, 16);
  write(7000, 8);
  EXPECT_EQ(look_up(1000, 16), HS_CACHE_MISS);
  EXPECT_EQ(look_up(0, 1), HS_CACHE_MISS);
}

// All of it has to be there.
TEST_F(Cache, WrittenBlocks) {
  write(7000, 8);
  EXPECT_EQ(look_up(7000, 8), HS_CACHE_WRITTEN);
  EXPECT_EQ(look_up(7003, 2), HS_CACHE_WRITTEN);
  EXPECT_EQ(look_up(7007, 1), HS_CACHE_WRITTEN);
  EXPECT_EQ(look_up(6999, 2), HS_CACHE_MISS);
  EXPECT_EQ(look_up(7007, 2), HS_CACHE_MISS);
  EXPECT_EQ(look_up(7008, 1), HS_CACHE_MISS);
}

// The write segment is another one: reads leave it, the next write takes it.
TEST_F(Cache, WrittenBlocksStayUntilTheNextWrite) {
  write(7000, 8);
  miss(1000, 16);
  EXPECT_EQ(look_up(7000, 8), HS_CACHE_WRITTEN);
  write(8000, 4);
  EXPECT_EQ(look_up(7000, 8), HS_CACHE_MISS);
  EXPECT_EQ(look_up(8000, 4), HS_CACHE_WRITTEN);
}

// Of a write larger than a segment the last 256 blocks are left.
TEST_F(Cache, LargeWrite) {
  write(7000, 300);
  EXPECT_EQ(look_up(7043, 1), HS_CACHE_MISS);
  EXPECT_EQ(look_up(7044, 256), HS_CACHE_WRITTEN);
}

TEST_F(Cache, WithoutHitsOnWrittenData) {
  rules_.hit_on_written_data = false;
  write(7000, 8);
  EXPECT_EQ(look_up(7000, 8), HS_CACHE_MISS);
}

// A speed-matching buffer holds nothing and reads nothing ahead.
TEST_F(Cache, SpeedMatching) {
  rules_.enabled = false;
  EXPECT_EQ(miss(1000, 16), 1016U);
  EXPECT_EQ(look_up(1000, 16), HS_CACHE_MISS);
  EXPECT_EQ(look_up(0, 1), HS_CACHE_MISS);
  write(7000, 8);
  EXPECT_EQ(look_up(7000, 8), HS_CACHE_MISS);
}

TEST_F(Cache, WithoutReadAhead) {
  rules_.prefetch_maximum_blocks = 0;
  EXPECT_EQ(miss(1000, 16), 1016U);
  expect_held(1000, 1016);
  EXPECT_EQ(hit(1010, 10), 1020U);
  expect_held(1000, 1020);
}

// Random traffic, against the set of blocks that the comments of cache.h describe.
TEST_F(Cache, FollowsItsRules) {
  Rng rng(1);
  std::int64_t first = 0;
  std::int64_t end = 0;
  for (int i = 0; i < 200'000; ++i) {
    const bool near = end > first && rng.one_in(2);
    const std::uint32_t lbn = near ? static_cast<std::uint32_t>(first) +
                                         rng.below(static_cast<std::uint32_t>(end - first))
                                   : rng.below(kDisk);
    const std::uint32_t blocks = rng.between(1, std::min(kDisk - lbn, rng.one_in(4) ? 400U : 20U));
    const std::int64_t request_end = lbn + blocks;
    const std::int64_t ahead = std::min(std::int64_t{kDisk}, request_end + 128);
    const bool reading = rng.one_in(2);
    rules_.prefetch_on_idle_hit = rng.one_in(2);
    if (rng.one_in(10)) {
      write(lbn, blocks);
      first = end = 0;
    } else if (look_up(lbn, blocks) == HS_CACHE_HIT) {
      ASSERT_TRUE(first <= lbn && lbn < end && blocks <= 256);
      end = std::max(end, reading || rules_.prefetch_on_idle_hit ? ahead : request_end);
      first = std::max(first, end - 256);
      ASSERT_EQ(hit(lbn, blocks, reading), end);
    } else {
      ASSERT_FALSE(first <= lbn && lbn < end && blocks <= 256);
      end = ahead;
      first = std::max(std::int64_t{lbn}, end - 256);
      ASSERT_EQ(miss(lbn, blocks), end);
    }
    ASSERT_EQ(cache_.segments[0].first, first);
    ASSERT_EQ(cache_.segments[0].end, end);
  }
}

}  // namespace
}  // namespace headstack
