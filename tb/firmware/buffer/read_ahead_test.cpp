// The end of a read-ahead, on the drive of eighths: 8 blocks on a track, 16 on a cylinder.
#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "buffer/cache.h"
}

namespace headstack {
namespace {

class ReadAhead : public testing::Test {
 protected:
  ReadAhead() {
    rules_.enabled = true;
    rules_.segment_blocks = 40;
    rules_.prefetch_maximum_blocks = 10;
    hs_cache_init(&cache_, &rules_, &drive_->geometry());
  }

  std::uint32_t end_of(std::uint32_t lbn, std::uint32_t end, bool sequential = false) {
    hs_cached_read read{};
    read.lbn = {lbn};
    read.end = end;
    read.sequential = sequential;
    return hs_read_ahead_end(&cache_, &read);
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(4);  // 64 blocks
  hs_cache_rules rules_{};
  hs_cache cache_{};
};

TEST_F(ReadAhead, IsAsLongAsItsLimitAndTheDisk) {
  EXPECT_EQ(end_of(17, 20), 30U);
  EXPECT_EQ(end_of(50, 54), 64U);
  EXPECT_EQ(end_of(50, 60), 64U);
  rules_.prefetch_maximum_blocks = 100;
  EXPECT_EQ(end_of(0, 2), 42U);  // a segment
  rules_.read_ahead_keeps_read = true;
  EXPECT_EQ(end_of(0, 2), 40U);
  EXPECT_EQ(end_of(0, 40), 40U);
  EXPECT_EQ(end_of(0, 41), 41U);
}

TEST_F(ReadAhead, OnlyAfterASequentialRead) {
  rules_.read_ahead_after_sequential_only = true;
  EXPECT_EQ(end_of(17, 20), 20U);
  EXPECT_EQ(end_of(17, 20, true), 30U);
}

// Blocks 16 to 23 are a track, 16 to 31 a cylinder.
TEST_F(ReadAhead, EndsAtABoundary) {
  rules_.read_ahead_reach = HS_REACH_TRACK;
  EXPECT_EQ(end_of(17, 20), 24U);
  EXPECT_EQ(end_of(17, 24), 24U);
  rules_.read_ahead_reach = HS_REACH_CYLINDER;
  EXPECT_EQ(end_of(17, 24), 32U);
  EXPECT_EQ(end_of(17, 20), 30U);
  rules_.read_ahead_reach = HS_REACH_AS_READ;
  EXPECT_EQ(end_of(17, 20), 24U);  // the read stays on its track
  rules_.prefetch_maximum_blocks = 14;
  EXPECT_EQ(end_of(14, 20), 32U);  // the read has crossed, so one track more
  EXPECT_EQ(end_of(17, 24), 32U);  // and so has a read to the end of its track
  rules_.prefetch_maximum_blocks = 3;
  EXPECT_EQ(end_of(14, 20), 23U);
}

// Each read of the disk, with each limit, counted block by block.
TEST_F(ReadAhead, StopsAtTheFirstBlockThatItMayNotRead) {
  for (const hs_read_ahead_reach reach :
       {HS_REACH_DISK, HS_REACH_CYLINDER, HS_REACH_TRACK, HS_REACH_AS_READ}) {
    rules_.read_ahead_reach = reach;
    for (const std::uint32_t most : {0U, 1U, 2U, 7U, 8U, 9U, 20U}) {
      rules_.prefetch_maximum_blocks = most;
      for (std::uint32_t end = 1; end <= 64; ++end) {
        for (std::uint32_t lbn = 0; lbn < end; ++lbn) {
          const std::uint32_t track = (end - 1) / 8;
          const std::uint32_t last_track = reach == HS_REACH_DISK       ? 7
                                           : reach == HS_REACH_CYLINDER ? track | 1U
                                           : reach == HS_REACH_TRACK    ? track
                                           : lbn / 8 != end / 8         ? track + 1
                                                                        : track;
          std::uint32_t behind = end;
          while (behind < end + most && behind < 64 && behind / 8 <= last_track) {
            ++behind;
          }
          ASSERT_EQ(end_of(lbn, end), behind) << reach << " " << most << ": " << lbn;
        }
      }
    }
  }
}

// A drive that reads whole tracks continues at least to the end of the track.
TEST_F(ReadAhead, OfWholeTracks) {
  rules_.whole_track_read = true;
  EXPECT_EQ(end_of(17, 20), 30U);
  EXPECT_EQ(end_of(17, 23), 33U);
  rules_.prefetch_maximum_blocks = 2;
  EXPECT_EQ(end_of(17, 20), 24U);
  EXPECT_EQ(end_of(17, 23), 25U);
  rules_.prefetch_maximum_blocks = 0;
  EXPECT_EQ(end_of(17, 20), 24U);
}

}  // namespace
}  // namespace headstack
