// What remains: of a segment that a write has cut, and of the segments that become fewer. Segments
// of 64 blocks, 16 read ahead, on a disk of 10,000 blocks.
#include <cstdint>

#include <gtest/gtest.h>

extern "C" {
#include "buffer/cache.h"
}

namespace headstack {
namespace {

class Remainders : public testing::Test {
 protected:
  Remainders() {
    rules_.enabled = true;
    rules_.prefetch_on_idle_hit = true;
    rules_.segment_blocks = 64;
    rules_.prefetch_maximum_blocks = 16;
    geometry_.block_count = 10'000;
  }
  void power_on(std::uint32_t segments) {
    rules_.read_segments = segments;
    hs_cache_init(&cache_, &rules_, &geometry_);
  }
  bool hits(std::uint32_t lbn, std::uint32_t blocks) const {
    return hs_cache_look_up(&cache_, {lbn}, blocks) == HS_CACHE_HIT;
  }
  void miss(std::uint32_t lbn, std::uint32_t blocks) {
    hs_cache_read_miss(&cache_, {lbn}, blocks, false);
  }
  void hit(std::uint32_t lbn, std::uint32_t blocks) {
    const std::uint32_t segment = hs_cache_find(&cache_, {lbn}, blocks);
    ASSERT_NE(segment, HS_NO_SEGMENT);
    hs_cache_read_hit(&cache_, segment, {lbn}, blocks, false, true);
  }
  void write(std::uint32_t lbn, std::uint32_t blocks) { hs_cache_write(&cache_, {lbn}, blocks); }

  hs_cache_rules rules_{};
  hs_geometry geometry_{};
  hs_cache cache_{};
};

// A remainder that begins with block 0 has no hole. So the next write cuts only its own blocks.
TEST_F(Remainders, ThatBeginsWithBlock0HasNoHole) {
  rules_.keep_reads_on_write = true;
  rules_.keep_both_sides = true;
  power_on(3);
  miss(0, 8);
  write(10, 14);  // up to the end
  EXPECT_TRUE(hits(0, 10));
  EXPECT_FALSE(hits(0, 11));
  write(5, 1);
  EXPECT_TRUE(hits(0, 5));
  EXPECT_FALSE(hits(0, 6));
  EXPECT_TRUE(hits(6, 4));
}

// Three runs, and two streams. Of the five segments, the four newest remain, and the next miss
// takes the oldest of these.
TEST_F(Remainders, TheNewestSegmentsRemain) {
  rules_.adapt_segments_after = 8;
  power_on(8);
  for (const std::uint32_t lbn : {2000U, 3000U, 4000U, 5000U, 6000U}) {
    miss(lbn, 8);
  }
  hit(5008, 8);
  hit(6008, 8);
  hit(5016, 8);
  miss(9000, 8);
  ASSERT_EQ(cache_.count, 4U);
  EXPECT_FALSE(hits(2000, 8));
  EXPECT_FALSE(hits(3000, 8));
  EXPECT_TRUE(hits(4000, 8));
  EXPECT_TRUE(hits(5016, 8));
  EXPECT_TRUE(hits(6008, 8));
  EXPECT_TRUE(hits(9000, 8));
}

}  // namespace
}  // namespace headstack
