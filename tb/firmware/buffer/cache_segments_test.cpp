// Several read segments: which one a miss takes, which hit, what a write leaves of them, how far
// the read-ahead goes. Segments of 64 blocks, 16 read ahead, on a disk of 10,000 blocks.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "buffer/cache.h"
#include "disk/read_run.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kDisk = 10'000;

class Segments : public testing::Test {
 protected:
  Segments() {
    rules_.enabled = true;
    rules_.prefetch_on_idle_hit = true;
    rules_.segment_blocks = 64;
    rules_.prefetch_maximum_blocks = 16;
    geometry_.block_count = kDisk;
    power_on(3);
  }
  void power_on(std::uint32_t segments) {
    rules_.read_segments = segments;
    hs_cache_init(&cache_, &rules_, &geometry_);
  }

  bool hits(std::uint32_t lbn, std::uint32_t blocks) const {
    return hs_cache_look_up(&cache_, {lbn}, blocks) == HS_CACHE_HIT;
  }
  std::uint32_t miss(std::uint32_t lbn, std::uint32_t blocks, bool following = false) {
    return hs_cache_read_miss(&cache_, {lbn}, blocks, following).value;
  }
  std::uint32_t hit(std::uint32_t lbn, std::uint32_t blocks, bool reading = true,
                    bool may_read = true) {
    const std::uint32_t segment = hs_cache_find(&cache_, {lbn}, blocks);
    EXPECT_NE(segment, HS_NO_SEGMENT);
    return hs_cache_read_hit(&cache_, segment, {lbn}, blocks, reading, may_read).value;
  }
  void write(std::uint32_t lbn, std::uint32_t blocks) { hs_cache_write(&cache_, {lbn}, blocks); }

  hs_cache_rules rules_{};
  hs_geometry geometry_{};
  hs_cache cache_{};
};

TEST_F(Segments, EachMissHasItsOwn) {
  miss(1000, 8);
  miss(2000, 8);
  miss(3000, 8);
  EXPECT_TRUE(hits(1000, 24));
  EXPECT_TRUE(hits(2000, 24));
  EXPECT_TRUE(hits(3000, 24));
  EXPECT_FALSE(hits(1000, 25));
}

TEST_F(Segments, TheOneNotUsedForLongestGoes) {
  miss(1000, 8);
  miss(2000, 8);
  miss(3000, 8);
  hit(1008, 8);
  miss(4000, 8);
  EXPECT_TRUE(hits(1000, 8));
  EXPECT_FALSE(hits(2000, 8));
  EXPECT_TRUE(hits(3000, 8));
  miss(5000, 8);
  EXPECT_FALSE(hits(3000, 8));
  EXPECT_TRUE(hits(1000, 8));
}

TEST_F(Segments, ASegmentThatAWriteEmptiedGoesFirst) {
  rules_.keep_reads_on_write = true;
  miss(1000, 8);
  miss(2000, 8);
  miss(3000, 8);
  write(2990, 64);
  miss(4000, 8);
  EXPECT_TRUE(hits(1000, 8));
  EXPECT_TRUE(hits(2000, 8));
  EXPECT_TRUE(hits(4000, 8));
}

TEST_F(Segments, OnlyTheNewestHits) {
  rules_.hit_newest_segment_only = true;
  miss(1000, 8);
  miss(2000, 8);
  EXPECT_FALSE(hits(1000, 8));
  EXPECT_TRUE(hits(2000, 8));
}

TEST_F(Segments, AnyWriteDropsThemAll) {
  miss(1000, 8);
  miss(2000, 8);
  write(7000, 8);
  EXPECT_FALSE(hits(1000, 8));
  EXPECT_FALSE(hits(2000, 8));
}

// [1000, 1024) and [2000, 2024): all of the one that it touches goes, and the filling one's number.
TEST_F(Segments, AWriteDropsTheSegmentThatItOverlaps) {
  rules_.keep_reads_on_write = true;
  rules_.drop_overlapped_segment = true;
  const auto after = [this](std::uint32_t lbn, std::uint32_t blocks) {
    power_on(3);
    miss(1000, 8);
    miss(2000, 8);
    write(lbn, blocks);
    EXPECT_TRUE(hits(2000, 24));
    return hits(1000, 1) || hits(1023, 1);
  };
  EXPECT_TRUE(after(900, 100));
  EXPECT_FALSE(after(900, 101));
  EXPECT_FALSE(after(1010, 1));
  EXPECT_FALSE(after(1023, 1));
  EXPECT_TRUE(after(1024, 1));
}

// [1000, 1024): the longer part beside the write stays; both are as long: the one behind.
TEST_F(Segments, AWriteDropsWhatItOverlaps) {
  rules_.keep_reads_on_write = true;
  const auto after = [this](std::uint32_t lbn, std::uint32_t blocks) {
    power_on(3);
    miss(1000, 8);
    miss(2000, 8);
    write(lbn, blocks);
    EXPECT_TRUE(hits(2000, 24));
    std::vector<std::uint32_t> held;
    for (std::uint32_t b = 990; b < 1030; ++b) {
      if (hits(b, 1)) {
        held.push_back(b);
      }
    }
    return held.empty() ? std::vector<std::uint32_t>{}
                        : std::vector<std::uint32_t>{held.front(), held.back() + 1};
  };
  using Range = std::vector<std::uint32_t>;
  EXPECT_EQ(after(900, 100), (Range{1000, 1024}));
  EXPECT_EQ(after(900, 101), (Range{1001, 1024}));
  EXPECT_EQ(after(1024, 5), (Range{1000, 1024}));
  EXPECT_EQ(after(1023, 5), (Range{1000, 1023}));
  EXPECT_EQ(after(1004, 2), (Range{1006, 1024}));
  EXPECT_EQ(after(1018, 2), (Range{1000, 1018}));
  EXPECT_EQ(after(1011, 2), (Range{1013, 1024}));
  EXPECT_EQ(after(1000, 24), (Range{}));
}

// [1000, 1024) with one hole, of all that writes made old between its ends, or shorter.
TEST_F(Segments, AWriteLeavesBothSides) {
  rules_.keep_reads_on_write = true;
  rules_.keep_both_sides = true;
  const auto after = [this](const std::vector<std::pair<std::uint32_t, std::uint32_t>>& writes) {
    power_on(3);
    miss(1000, 8);
    miss(2000, 8);
    for (const auto& [lbn, blocks] : writes) {
      write(lbn, blocks);
    }
    EXPECT_TRUE(hits(2000, 24));
    std::string held;
    for (std::uint32_t b = 998; b < 1026; ++b) {
      held += hits(b, 1) ? 'x' : '.';
    }
    return held;
  };
  EXPECT_EQ(after({{1004, 2}}), "..xxxx..xxxxxxxxxxxxxxxxxx..");
  EXPECT_FALSE(hits(1003, 2));
  EXPECT_FALSE(hits(1003, 4));
  EXPECT_FALSE(hits(1005, 2));
  EXPECT_TRUE(hits(1006, 18));
  EXPECT_TRUE(hits(1000, 4));
  EXPECT_EQ(after({{1004, 2}, {1008, 3}}), "..xxxx.......xxxxxxxxxxxxx..");
  EXPECT_EQ(after({{1008, 3}, {1004, 2}}), "..xxxx.......xxxxxxxxxxxxx..");
  EXPECT_EQ(after({{1004, 2}, {998, 4}}), "........xxxxxxxxxxxxxxxxxx..");
  EXPECT_EQ(after({{1004, 2}, {1020, 9}}), "..xxxx......................");
  EXPECT_EQ(after({{900, 101}}), "...xxxxxxxxxxxxxxxxxxxxxxx..");
  EXPECT_EQ(after({{1004, 2}, {1000, 24}}), "............................");
  rules_.hit_by_first_block = true;
  after({{1004, 2}});
  EXPECT_FALSE(hits(1003, 2));  // no read-ahead will bring the rest
  EXPECT_TRUE(hits(1020, 20));
  miss(3000, 8);
  miss(4000, 8);
  miss(1000, 8);  // the hole is gone with what had it
  EXPECT_TRUE(hits(1000, 24));
}

// What was stopped short holds what the head had read by then.
TEST_F(Segments, AStoppedReadAhead) {
  miss(1000, 8);
  cache_.program_first = 1000;
  ASSERT_TRUE(hs_cache_wants_stops(&cache_));
  hs_cache_stopped(&cache_, 13);
  EXPECT_TRUE(hits(1000, 13));
  EXPECT_FALSE(hits(1000, 14));
  miss(2000, 8);
  EXPECT_TRUE(hits(1000, 13));
  EXPECT_FALSE(hits(1013, 1));
}

TEST_F(Segments, ReadAheadOfSequentialReadsOnly) {
  rules_.read_ahead_after_sequential_only = true;
  EXPECT_EQ(miss(1000, 8), 1008U);
  EXPECT_EQ(miss(2000, 8), 2008U);
  EXPECT_EQ(miss(1008, 8), 1032U);  // goes on where the first one ended
  EXPECT_EQ(miss(1017, 8), 1025U);
}

TEST_F(Segments, ReadAheadOfMissesOnly) {
  rules_.read_ahead_of_misses_only = true;
  EXPECT_EQ(miss(1000, 8), 1024U);
  EXPECT_EQ(hit(1008, 8), 1024U);
  EXPECT_EQ(hit(1016, 8, false), 1024U);
}

TEST_F(Segments, ReadAheadBesideTheRead) {
  rules_.read_ahead_keeps_read = true;
  EXPECT_EQ(miss(1000, 8), 1024U);
  EXPECT_EQ(miss(1000, 56), 1064U);
  EXPECT_EQ(miss(1000, 64), 1064U);
  EXPECT_EQ(miss(1000, 300), 1300U);
}

// A hit beside a read-ahead for another segment does not begin one.
TEST_F(Segments, AHitThatMayNotRead) {
  miss(1000, 8);
  EXPECT_EQ(hit(1008, 8, false, false), 1024U);
  EXPECT_EQ(hit(1008, 8, false, true), 1032U);
}

// 2 heads, 8 sectors a track: block 16 c + 8 h + s.
class Reach : public Segments {
 protected:
  Reach() : drive_(eighths_drive(50)) { geometry_ = drive_->geometry(); }
  std::unique_ptr<TestDrive> drive_;
};

TEST_F(Reach, ToTheEndOfTheTrack) {
  rules_.read_ahead_reach = HS_REACH_TRACK;
  EXPECT_EQ(miss(2, 3), 8U);
  EXPECT_EQ(miss(2, 6), 8U);   // it ends the track: nothing more
  EXPECT_EQ(miss(2, 7), 16U);  // it ends on the next one
  rules_.prefetch_maximum_blocks = 2;
  EXPECT_EQ(miss(2, 3), 7U);
}

TEST_F(Reach, ToTheEndOfTheCylinder) {
  rules_.read_ahead_reach = HS_REACH_CYLINDER;
  EXPECT_EQ(miss(2, 3), 16U);
  EXPECT_EQ(miss(2, 14), 16U);
  EXPECT_EQ(miss(2, 15), 32U);
  EXPECT_EQ(miss(795, 2), 800U);  // the end of the disk
  EXPECT_EQ(miss(799, 1), 800U);
}

TEST_F(Reach, AsTheRead) {
  rules_.read_ahead_reach = HS_REACH_AS_READ;
  EXPECT_EQ(miss(2, 5), 8U);
  EXPECT_EQ(miss(2, 6), 16U);   // ends its track: all of the next
  EXPECT_EQ(miss(2, 7), 24U);   // crosses: this track and the next
  EXPECT_EQ(miss(2, 14), 24U);  // crosses, and ends the track that it has come to
  rules_.prefetch_maximum_blocks = 5;
  EXPECT_EQ(miss(2, 7), 14U);
  rules_.prefetch_maximum_blocks = 16;
  EXPECT_EQ(miss(795, 2), 800U);
  EXPECT_EQ(miss(790, 2), 800U);
}

TEST_F(Reach, WholeTracks) {
  rules_.whole_track_read = true;
  rules_.prefetch_maximum_blocks = 0;
  power_on(1);
  EXPECT_EQ(miss(10, 3), 16U);
  EXPECT_TRUE(hits(8, 8));
  EXPECT_FALSE(hits(7, 1));
  EXPECT_EQ(miss(20, 6), 32U);  // both of its tracks
  EXPECT_TRUE(hits(16, 16));
  EXPECT_FALSE(hits(15, 1));
  const hs_read_run run = hs_run_of_miss(&rules_, &geometry_, {10}, 3, false);
  EXPECT_EQ(run.first.value, 8U);
  EXPECT_EQ(run.end.value, 16U);
  EXPECT_TRUE(run.on_arrival);
  rules_.segment_blocks = 6;  // has room for what lies before it only
  EXPECT_EQ(hs_run_of_miss(&rules_, &geometry_, {10}, 3, false).first.value, 8U);
  EXPECT_EQ(hs_run_of_miss(&rules_, &geometry_, {10}, 3, false).end.value, 14U);
  rules_.segment_blocks = 4;
  EXPECT_EQ(hs_run_of_miss(&rules_, &geometry_, {10}, 3, false).first.value, 10U);
}

TEST_F(Reach, WholeTracksOfWhatFollowsTheRequestBefore) {
  rules_.whole_track_read = true;
  rules_.whole_track_read_if_following = true;
  rules_.prefetch_maximum_blocks = 0;
  power_on(1);
  EXPECT_EQ(miss(10, 3), 13U);
  EXPECT_FALSE(hits(8, 1));
  EXPECT_EQ(miss(10, 3, true), 16U);
  EXPECT_TRUE(hits(8, 8));
  EXPECT_FALSE(hs_run_of_miss(&rules_, &geometry_, {10}, 3, false).on_arrival);
  EXPECT_TRUE(hs_run_of_miss(&rules_, &geometry_, {10}, 3, true).on_arrival);
}

// An emptied write segment is continued by no write, and by none at block 0 either.
TEST_F(Segments, AWriteAfterTheWriteSegmentWasEmptied) {
  rules_.hit_on_written_data = true;
  rules_.hit_on_written_run = true;
  power_on(1);
  write(100, 8);
  EXPECT_EQ(hs_cache_look_up(&cache_, {100}, 8), HS_CACHE_WRITTEN);
  hs_cache_drop_written(&cache_);
  EXPECT_EQ(hs_cache_look_up(&cache_, {100}, 8), HS_CACHE_MISS);
  write(0, 8);
  EXPECT_EQ(hs_cache_look_up(&cache_, {0}, 8), HS_CACHE_WRITTEN);
  EXPECT_EQ(hs_cache_look_up(&cache_, {7}, 2), HS_CACHE_MISS);
  write(8, 8);  // goes on
  EXPECT_EQ(hs_cache_look_up(&cache_, {0}, 16), HS_CACHE_WRITTEN);
  hs_cache_drop_all(&cache_);
  EXPECT_EQ(hs_cache_look_up(&cache_, {8}, 1), HS_CACHE_MISS);
}

// What a read has taken is gone, and what lies before it; the read-ahead is there once.
TEST_F(Segments, GiveABlockOnce) {
  rules_.read_once = true;
  power_on(2);
  const std::uint32_t end = miss(100, 4);
  ASSERT_GT(end, 112U);
  EXPECT_FALSE(hits(100, 4));
  EXPECT_FALSE(hits(103, 2));
  EXPECT_TRUE(hits(104, 4));
  hit(106, 2);
  EXPECT_FALSE(hits(104, 2));
  EXPECT_FALSE(hits(106, 2));
  EXPECT_TRUE(hits(108, 2));
}

// Two writes elsewhere leave the reads, the third in a row does not; a read between begins anew.
TEST_F(Segments, SurviveSoManyWrites) {
  rules_.keep_reads_on_write = true;
  rules_.reads_survive_writes = 2;
  power_on(2);
  miss(100, 4);
  hs_cache_write(&cache_, {900}, 4);
  hs_cache_write(&cache_, {910}, 4);
  EXPECT_TRUE(hits(104, 4));
  hit(104, 4, false);
  hs_cache_write(&cache_, {900}, 4);
  hs_cache_write(&cache_, {910}, 4);
  EXPECT_TRUE(hits(108, 4));
  hs_cache_write(&cache_, {920}, 4);
  EXPECT_FALSE(hits(108, 4));
}

// Two streams, then no stream. The number of segments is the number of streams plus 1, rounded to
// a power of two. The memory of all segments stays the same.
TEST_F(Segments, FollowTheStreams) {
  rules_.adapt_segments_after = 8;
  power_on(8);
  EXPECT_EQ(cache_.count, 8U);
  std::uint32_t at[] = {1000, 5000};
  for (int i = 0; i < 20; ++i) {
    std::uint32_t& lbn = at[i % 2];
    hits(lbn, 8) ? hit(lbn, 8, false, i % 4 < 2) : miss(lbn, 8);
    lbn += 8;
  }
  miss(8000, 8);
  EXPECT_EQ(cache_.count, 4U);
  EXPECT_EQ(cache_.segment_blocks, 128U);
  for (int i = 0; i < 9; ++i) {
    miss(100 * static_cast<std::uint32_t>(i), 8);
  }
  EXPECT_EQ(cache_.count, 1U);  // none
  EXPECT_EQ(cache_.segment_blocks, 512U);
}

// Random traffic against a list of runs, newest first.
struct Held {
  std::int64_t first;
  std::int64_t end;
};

TEST_F(Segments, FollowTheirRules) {
  for (const bool keep : {false, true}) {
    for (const std::uint32_t segments : {1U, 2U, 7U, 64U}) {
      rules_.keep_reads_on_write = keep;
      power_on(segments);
      Rng rng(segments);
      std::vector<Held> runs;
      std::uint32_t hit_count = 0;
      for (int i = 0; i < 20'000; ++i) {
        std::uint32_t lbn = rng.below(kDisk - 40);
        if (!runs.empty() && rng.one_in(2)) {
          const Held& near = runs[rng.below(static_cast<std::uint32_t>(runs.size()))];
          lbn = std::min<std::uint32_t>(
              kDisk - 40, static_cast<std::uint32_t>(near.first) +
                              rng.below(static_cast<std::uint32_t>(near.end - near.first)));
        }
        const std::uint32_t blocks = rng.between(1, rng.one_in(4) ? 40 : 8);
        const std::int64_t end = lbn + blocks;
        if (rng.one_in(12)) {
          write(lbn, blocks);
          std::vector<Held> left;
          for (Held run : runs) {
            if (!keep) {
              continue;
            }
            if (run.first < end && run.end > lbn) {
              const Held before = {run.first, lbn};
              const Held behind = {end, run.end};
              run = behind.end - behind.first >= before.end - before.first ? behind : before;
            }
            if (run.end > run.first) {
              left.push_back(run);
            }
          }
          runs = left;
          continue;
        }
        const auto found = std::find_if(runs.begin(), runs.end(), [&](const Held& run) {
          return run.first <= lbn && end <= run.end;
        });
        ASSERT_EQ(hits(lbn, blocks), found != runs.end());
        const std::int64_t ahead = std::min<std::int64_t>(kDisk, end + 16);
        if (found == runs.end()) {
          ASSERT_EQ(miss(lbn, blocks), ahead);
          runs.insert(runs.begin(), Held{lbn, ahead});
          runs.resize(std::min<std::size_t>(runs.size(), segments));
          continue;
        }
        // Where two hold it, either may serve it: the cache says which.
        const hs_cache_segment& served = cache_.segments[hs_cache_find(&cache_, {lbn}, blocks)];
        const auto same = std::find_if(runs.begin(), runs.end(), [&](const Held& run) {
          return run.first == served.first && run.end == served.end;
        });
        ASSERT_NE(same, runs.end());
        Held grown = {same->first, std::max(same->end, ahead)};
        grown.first = std::max(grown.first, grown.end - 64);
        runs.erase(same);
        ASSERT_EQ(hit(lbn, blocks), grown.end);
        runs.insert(runs.begin(), grown);
        ++hit_count;
      }
      EXPECT_GT(hit_count, 500U);
    }
  }
}

// One stream in a segment of all the memory, 256 blocks; then two segments of 128, for it and for
// what is no stream: of the 216 blocks that it holds the last 128 stay.
TEST_F(Segments, ASegmentThatGetsShorterKeepsItsEnd) {
  rules_.adapt_segments_after = 8;
  rules_.prefetch_maximum_blocks = 24;
  power_on(4);
  for (std::uint32_t i = 0; i < 9; ++i) {
    miss(9000 - 100 * i, 8);
  }
  ASSERT_EQ(cache_.count, 1U);
  ASSERT_EQ(cache_.segment_blocks, 256U);
  miss(1000, 24);
  for (std::uint32_t lbn = 1024; lbn < 1192; lbn += 24) {
    ASSERT_TRUE(hits(lbn, 24));
    hit(lbn, 24);
  }
  ASSERT_EQ(cache_.count, 1U);
  ASSERT_TRUE(hits(1000, 216));
  hs_segmentation_adapt(&cache_);
  EXPECT_EQ(cache_.count, 2U);
  EXPECT_EQ(cache_.segment_blocks, 128U);
  EXPECT_TRUE(hits(1088, 128));
  EXPECT_FALSE(hits(1087, 1));
}

}  // namespace
}  // namespace headstack
