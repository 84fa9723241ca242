// The run of a read miss, and the tracks beside a block, against a look at each block's place.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/random_layout.h"

extern "C" {
#include "disk/read_run.h"
#include "disk/reallocation.h"
}

namespace headstack {
namespace {

// The places of all blocks.
class Places {
 public:
  explicit Places(const hs_geometry& geometry) {
    for (std::uint32_t lbn = 0; lbn < geometry.block_count; ++lbn) {
      at_.push_back(hs_lbn_to_pbn(&geometry, {lbn}));
    }
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(at_.size()); }
  bool same_cylinder(std::uint32_t a, std::uint32_t b) const {
    return at_[a].cylinder.value == at_[b].cylinder.value;
  }
  bool same_track(std::uint32_t a, std::uint32_t b) const {
    return same_cylinder(a, b) && at_[a].head.value == at_[b].head.value;
  }
  // Whether the blocks from `first` to `last` lie side by side on a track.
  bool adjacent(std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t lbn = first; lbn < last; ++lbn) {
      if (!same_track(lbn, lbn + 1) || at_[lbn + 1].sector.value != at_[lbn].sector.value + 1) {
        return false;
      }
    }
    return true;
  }
  // How many of the blocks after `lbn` follow each other on its track or in its cylinder.
  std::uint32_t after(std::uint32_t lbn, std::uint32_t most, bool cylinder) const {
    std::uint32_t n = 0;
    while (n < most &&
           (cylinder ? same_cylinder(lbn, lbn + n + 1) : same_track(lbn, lbn + n + 1))) {
      ++n;
    }
    return n;
  }
  // The block on the track's first sector, if it lies at most `most` blocks before `lbn` without a
  // gap.
  std::uint32_t front(std::uint32_t lbn, std::uint32_t most) const {
    const std::uint32_t n = std::min(lbn, at_[lbn].sector.value);
    return n <= most && adjacent(lbn - n, lbn) ? lbn - n : lbn;
  }

 private:
  std::vector<hs_pbn> at_;
};

void check_block(const hs_geometry& g, const Places& places, std::uint32_t lbn) {
  const std::uint32_t left = places.count() - 1 - lbn;
  for (const std::uint32_t most : {0U, 1U, 2U, 7U, 8U, 9U, 40U, 1'000U}) {
    const std::uint32_t possible = std::min(most, left);
    for (const bool cylinder : {false, true}) {
      ASSERT_EQ(hs_blocks_within(&g, {lbn}, possible, cylinder),
                places.after(lbn, possible, cylinder))
          << lbn << " " << most;
    }
  }
}

TEST(ReadRun, BlocksAfterABlockOnItsTrackOrInItsCylinder) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 5));
    const Places places(layout.drive->geometry());
    for (int i = 0; i < 200; ++i) {
      check_block(layout.drive->geometry(), places, rng.below(places.count()));
    }
    if (HasFatalFailure()) {
      return;
    }
  }
}

TEST(ReadRun, BlocksBeforeABlockOnItsTrack) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 5));
    const Places places(layout.drive->geometry());
    for (std::uint32_t lbn = 0; lbn < places.count(); ++lbn) {
      std::uint32_t n = 0;
      while (n < lbn && places.same_track(lbn - n - 1, lbn)) {
        ++n;
      }
      ASSERT_EQ(hs_blocks_before(&layout.drive->geometry(), {lbn}), n) << seed << ": " << lbn;
    }
  }
}

// Whole tracks: the run has the front of the first track if the segment has room for it, and then
// as much of the last track as the segment has room for. With the last track only, a run that
// crosses a track end has no front.
void check_run(const hs_geometry& g, const Places& places, const hs_cache_rules& rules,
               std::uint32_t lbn, std::uint32_t blocks) {
  const hs_read_run run = hs_run_of_miss(&rules, &g, {lbn}, blocks, false);
  if (blocks > rules.segment_blocks) {
    ASSERT_EQ(run.first.value, lbn);
    ASSERT_EQ(run.end.value, lbn + blocks);
    ASSERT_EQ(run.on_arrival, rules.zero_latency_read);
    return;
  }
  const bool crosses = !places.same_track(lbn, lbn + blocks - 1);
  const std::uint32_t first = rules.whole_track_read_of_last_only && crosses
                                  ? lbn
                                  : places.front(lbn, rules.segment_blocks - blocks);
  const std::uint32_t room = rules.segment_blocks - (lbn + blocks - first);
  const std::uint32_t last = lbn + blocks - 1;
  ASSERT_EQ(run.first.value, first);
  ASSERT_EQ(run.end.value,
            last + 1 + places.after(last, std::min(room, places.count() - 1 - last), false));
  ASSERT_TRUE(run.on_arrival);
}

void check_whole_tracks(const hs_geometry& g, Rng& rng) {
  const Places places(g);
  for (int i = 0; i < 400; ++i) {
    hs_cache_rules rules{};
    rules.enabled = true;
    rules.whole_track_read = true;
    rules.whole_track_read_of_last_only = rng.one_in(2);
    rules.zero_latency_read = rng.one_in(2);
    rules.segment_blocks = rng.between(1, 50);
    const std::uint32_t lbn = rng.below(places.count());
    check_run(g, places, rules, lbn, rng.between(1, std::min(60U, places.count() - lbn)));
  }
}

TEST(ReadRun, WholeTracksFillASegment) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, static_cast<std::uint32_t>(1 + seed % 5));
    check_whole_tracks(layout.drive->geometry(), rng);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// Blocks that have moved to spare places are gaps on their tracks.
TEST(ReadRun, WholeTracksWithMovedBlocks) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const std::unique_ptr<TestDrive> drive = spared_drive();
    Arena arena(hs_reallocations_memory(16));
    hs_reallocations table{};
    hs_reallocations_init(&table, arena.memory(), 16, nullptr);
    hs_geometry geometry = drive->geometry();
    geometry.reallocations = &table;
    hs_pbn spare{};
    for (std::uint32_t i = rng.between(1, 10); i > 0; --i) {
      ASSERT_TRUE(hs_reallocate(&geometry, &table, {rng.below(48)}, 1, &spare));
    }
    check_whole_tracks(geometry, rng);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// The share of the blocks, rounded down, or all but some of them: at least 1, at most all.
TEST(ReadRun, WatermarkByItsFormula) {
  for (const std::uint32_t segment : {1U, 16U, 100U}) {
    for (const bool of_segment : {false, true}) {
      for (std::uint32_t chunk = 1; chunk <= 120; ++chunk) {
        hs_cache_rules rules{};
        rules.segment_blocks = segment;
        rules.read_watermark_of_segment = of_segment;
        for (const std::uint32_t ppm : {0U, 1U, 250'000U, 500'000U, 999'999U, 1'000'000U}) {
          rules.read_watermark_ppm = ppm;
          const std::uint64_t share = std::uint64_t{of_segment ? segment : chunk} * ppm / 1'000'000;
          ASSERT_EQ(hs_read_watermark(&rules, chunk), std::clamp<std::uint64_t>(share, 1, chunk))
              << segment << " " << chunk << " " << ppm;
        }
        for (const std::uint32_t but : {1U, 2U, 5U, 119U, 120U, 121U}) {
          rules.read_watermark_all_but = but;
          ASSERT_EQ(hs_read_watermark(&rules, chunk), chunk > but ? chunk - but : 1U);
        }
      }
    }
  }
}

}  // namespace
}  // namespace headstack
