// The first block that fails, against a look at each block: bad sectors of each kind and age, soft
// errors and growth by the random streams of the seed, and both sides of each limit.
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/medium/media_defects.h"
#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

const hs_geometry& geometry() { return hp_c2247_tables().geometry(); }
const TickClock& tick_clock() { return hp_c2247_tables().clock(); }

// An extent on cylinder 10, head 2, whose blocks from `in_order` on pass first.
MediaExtent extent_of(std::uint32_t sector, std::uint32_t blocks, bool write = false,
                      std::optional<std::uint32_t> in_order = std::nullopt) {
  MediaExtent extent = make_extent(10, 2, sector, blocks, write ? Kind::write : Kind::read);
  extent.in_order = in_order.value_or(blocks);
  const hs_ticks early = extent.offset(blocks) - extent.offset(extent.in_order);
  extent.first = 100 * kTurn;
  extent.from = extent.first + (extent.in_order == blocks ? 0 : early + kTurn / 4);
  extent.end = extent.from + extent.offset(extent.in_order);
  return extent;
}

hs_ticks begin_of(const MediaExtent& extent, std::uint32_t block) {
  return block < extent.in_order
             ? extent.from + extent.offset(block)
             : extent.first + extent.offset(block) - extent.offset(extent.in_order);
}

// -1: no block fails. 1,000 is added to a block that the ECC can correct.
int failure_of(MediaDefects& defects, const MediaExtent& extent, bool retry = false) {
  MediaFailure failure{};
  if (!defects.first_failure(extent, retry, failure)) {
    return -1;
  }
  return static_cast<int>(failure.block) + (failure.correctable ? 1'000 : 0);
}

BadSector bad(std::uint32_t sector, std::int64_t since_ps = 0) {
  return {10, 2, sector, Picoseconds{since_ps}};
}

TEST(MediaDefectsLimits, ErrorsOccurIfAKeySaysSo) {
  const auto any = [](const DefectsConfig& config) {
    return MediaDefects(config, geometry(), tick_clock()).any();
  };
  EXPECT_FALSE(any({}));
  DefectsConfig config{};
  config.soft_retries = 5;
  config.soft_correctable_ppm = 5;
  config.seed = 5;
  EXPECT_FALSE(any(config));
  config.soft_rate_ppm = 1;
  EXPECT_TRUE(any(config));
  config = {};
  config.growth_rate_ppm = 1;
  EXPECT_TRUE(any(config));
  config = {};
  config.growth_interval = Picoseconds{1};
  EXPECT_TRUE(any(config));
  for (std::vector<BadSector> DefectsConfig::*list :
       {&DefectsConfig::unreadable, &DefectsConfig::unwritable, &DefectsConfig::correctable}) {
    config = {};
    config.*list = {bad(1)};
    EXPECT_TRUE(any(config));
  }
}

// A bad sector just before, at both ends of, and just after an extent, for each kind.
TEST(MediaDefectsLimits, TheEndsOfAnExtent) {
  for (const std::uint32_t sector : {19U, 20U, 21U, 26U, 27U, 28U}) {
    const bool inside = sector >= 20 && sector < 28;
    const int block = static_cast<int>(sector) - 20;
    for (const bool write : {false, true}) {
      DefectsConfig config{};
      config.unreadable = {bad(sector)};
      MediaDefects unreadable(config, geometry(), tick_clock());
      EXPECT_EQ(failure_of(unreadable, extent_of(20, 8, write)), inside && !write ? block : -1);
      config = {};
      config.unwritable = {bad(sector)};
      MediaDefects unwritable(config, geometry(), tick_clock());
      EXPECT_EQ(failure_of(unwritable, extent_of(20, 8, write)), inside ? block : -1);
      config = {};
      config.correctable = {bad(sector)};
      MediaDefects correctable(config, geometry(), tick_clock());
      EXPECT_EQ(failure_of(correctable, extent_of(20, 8, write)),
                inside && !write ? block + 1'000 : -1);
    }
  }
}

// Another track and another cylinder have no bad sector.
TEST(MediaDefectsLimits, APlaceIsOneSector) {
  DefectsConfig config{};
  config.unreadable = {bad(20)};
  MediaDefects defects(config, geometry(), tick_clock());
  for (const auto& [cylinder, head] : {std::pair{9U, 2U}, {11U, 2U}, {10U, 1U}, {10U, 3U}}) {
    MediaExtent extent = make_extent(cylinder, head, 0, 40);
    extent.in_order = 40;
    EXPECT_EQ(failure_of(defects, extent), -1);
  }
}

// A sector is bad from the tick of its time on. A block is read at the start of its sector.
TEST(MediaDefectsLimits, ASectorIsBadFromItsTimeOn) {
  const std::int64_t since = 1'111'222'333'444;
  const hs_ticks tick = tick_clock().duration_ticks(Picoseconds{since});
  DefectsConfig config{};
  config.unreadable = {bad(24, since)};
  MediaDefects defects(config, geometry(), tick_clock());
  for (const std::uint32_t in_order : {8U, 5U, 4U, 2U}) {
    for (const int off : {-1, 0, 1}) {
      MediaExtent extent = extent_of(20, 8, false, in_order);
      const hs_ticks shift = tick + static_cast<hs_ticks>(off) - begin_of(extent, 4);
      extent.first += shift;
      extent.from += shift;
      extent.end += shift;
      EXPECT_EQ(failure_of(defects, extent), off < 0 ? -1 : 4) << in_order << " " << off;
    }
  }
}

// Several bad sectors of several kinds and ages: the first that counts, by a look at each.
TEST(MediaDefectsLimits, TheFirstOfManyFails) {
  std::mt19937_64 rng(3);
  for (int round = 0; round < 2'000; ++round) {
    DefectsConfig config{};
    struct One {
      std::uint32_t sector;
      hs_ticks since;
      int kind;  // 0 correctable, 1 unreadable, 2 unwritable
    };
    std::vector<One> all;
    for (int i = static_cast<int>(rng() % 6); i > 0; --i) {
      const auto sector = static_cast<std::uint32_t>(20 + rng() % 10);
      const auto since_ps = static_cast<std::int64_t>(rng() % 3 * 1'111'111'111'111);
      const int kind = static_cast<int>(rng() % 3);
      (kind == 0   ? config.correctable
       : kind == 1 ? config.unreadable
                   : config.unwritable)
          .push_back(bad(sector, since_ps));
      all.push_back({sector, tick_clock().duration_ticks(Picoseconds{since_ps}), kind});
    }
    MediaDefects defects(config, geometry(), tick_clock());
    const bool write = rng() % 3 == 0;
    const MediaExtent extent = extent_of(22, 6, write, static_cast<std::uint32_t>(1 + rng() % 6));
    int wanted = -1;
    for (std::uint32_t block = 0; block < 6 && wanted < 0; ++block) {
      bool fails = false;
      bool correctable = true;
      for (const One& one : all) {
        if (one.sector == 22 + block && one.since <= begin_of(extent, block) &&
            (!write || one.kind == 2)) {
          fails = true;
          correctable = correctable && one.kind == 0;
        }
      }
      wanted = fails ? static_cast<int>(block) + (correctable ? 1'000 : 0) : -1;
    }
    ASSERT_EQ(failure_of(defects, extent), wanted) << round;
  }
}

// ---- Random errors

// The events of a stream of the seed: blocks between events are geometric.
class Events {
 public:
  Events(std::uint32_t ppm, std::uint64_t stream)
      : rate_(-portable_log(1.0 - static_cast<double>(ppm) / 1e6)), random_(9, stream) {
    draw();
  }
  bool next() {
    if (left_ == 0) {
      draw();
      return true;
    }
    --left_;
    return false;
  }

 private:
  void draw() { left_ = static_cast<std::uint64_t>(random_.exponential() / rate_); }
  double rate_;
  Random random_;
  std::uint64_t left_ = 0;
};

// Soft errors of reads: the first block with an event. A retry fails as often as the keys say, and
// does not draw its first block again.
TEST(MediaDefectsLimits, SoftErrors) {
  for (const std::uint32_t retries : {1U, 2U, 3U}) {
    DefectsConfig config{};
    config.soft_rate_ppm = 100'000;
    config.soft_retries = retries;
    config.soft_correctable_ppm = 400'000;
    config.seed = 9;
    MediaDefects defects(config, geometry(), tick_clock());
    Events events(100'000, 0xdef1);
    Random correctable(9, 0xdef2);
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(failure_of(defects, extent_of(20, 9, true)), -1);  // writes draw nothing
      int wanted = -1;
      for (std::uint32_t block = 0; block < 9 && wanted < 0; ++block) {
        wanted = events.next() ? static_cast<int>(block) : -1;
      }
      const int block = wanted;
      if (wanted >= 0 && correctable.below(1'000'000) < 400'000) {
        wanted += 1'000;
      }
      ASSERT_EQ(failure_of(defects, extent_of(20, 9)), wanted) << i;
      if (wanted < 0) {
        continue;
      }
      const auto first = static_cast<std::uint32_t>(block);
      for (std::uint32_t retry = 1; retry < retries; ++retry) {
        ASSERT_EQ(failure_of(defects, extent_of(20 + first, 1), true), wanted >= 1'000 ? 1'000 : 0);
      }
      ASSERT_EQ(failure_of(defects, extent_of(20 + first, 1), true), -1);
    }
  }
}

// A new read forgets the retries that were still to fail.
TEST(MediaDefectsLimits, ARetryThatIsGivenUp) {
  DefectsConfig config{};
  config.soft_rate_ppm = 500'000;
  config.soft_retries = 5;
  config.seed = 9;
  MediaDefects defects(config, geometry(), tick_clock());
  Events events(500'000, 0xdef1);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(failure_of(defects, extent_of(30, 1)), events.next() ? 0 : -1);
  }
}

// Sectors grow bad as they pass. A read ends at the first of them, and a write goes on. From then
// on they cannot be read.
TEST(MediaDefectsLimits, SectorsGrowBadAsTheyPass) {
  DefectsConfig config{};
  config.growth_rate_ppm = 50'000;
  config.seed = 9;
  MediaDefects defects(config, geometry(), tick_clock());
  Events events(50'000, 0xdef3);
  std::set<std::uint32_t> grown;
  std::mt19937_64 rng(4);
  for (int i = 0; i < 60; ++i) {
    const auto sector = static_cast<std::uint32_t>(rng() % 40);
    const bool write = i % 2 == 0;
    MediaExtent extent = extent_of(sector, 12, write);
    const hs_ticks shift = static_cast<hs_ticks>(i) * kTurn;
    extent.first += shift;
    extent.from += shift;
    extent.end += shift;
    int wanted = -1;
    for (std::uint32_t block = 0; block < 12 && wanted < 0; ++block) {
      if (!write && grown.count(sector + block) != 0) {
        wanted = static_cast<int>(block);
      } else if (events.next()) {
        grown.insert(sector + block);
        wanted = write ? -1 : static_cast<int>(block);
      }
    }
    ASSERT_EQ(failure_of(defects, extent), wanted) << i;
  }
  EXPECT_GT(grown.size(), 5U);
}

}  // namespace
}  // namespace headstack
