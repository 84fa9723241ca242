// Blocks that are moved to spare places, worked by hand on the drive of spared_drive.
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/reallocation.h"
}

namespace headstack {
namespace {

class Reallocation : public testing::Test {
 protected:
  void make(std::uint32_t capacity, const hs_reallocations* factory = nullptr) {
    arena_ = std::make_unique<Arena>(hs_reallocations_memory(capacity));
    hs_reallocations_init(&table_, arena_->memory(), capacity, factory);
    geometry_ = drive_->geometry();
    geometry_.reallocations = &table_;
  }

  // The place, as a number over the disk; -1 if there is none.
  int reallocate(std::uint32_t lbn, std::uint32_t blocks = 1) {
    hs_pbn spare{};
    const bool done = hs_reallocate(&geometry_, &table_, {lbn}, blocks, &spare);
    EXPECT_TRUE(arena_->intact());
    return done ? number(spare) : -1;
  }
  int place_of(std::uint32_t lbn) const { return number(hs_lbn_to_pbn(&geometry_, {lbn})); }
  // The block on a sector; -1 if there is none.
  int block_on(std::uint32_t sector) const {
    hs_lbn lbn{};
    const hs_pbn place = {{sector / 16}, {sector / 8 % 2}, {sector % 8}};
    return hs_pbn_to_lbn(&geometry_, place, &lbn) ? static_cast<int>(lbn.value) : -1;
  }
  // Lengths of the extents of a request.
  std::vector<std::uint32_t> extents(std::uint32_t lbn, std::uint32_t blocks) const {
    std::vector<std::uint32_t> lengths;
    hs_walk walk = hs_walk_begin(&geometry_, {lbn});
    while (blocks > 0) {
      lengths.push_back(hs_walk_next(&walk, blocks).blocks);
      blocks -= lengths.back();
    }
    return lengths;
  }

  hs_reallocations table_{};
  hs_geometry geometry_{};

 private:
  static int number(hs_pbn place) {
    return static_cast<int>(place.cylinder.value * 16 + place.head.value * 8 + place.sector.value);
  }

  const std::unique_ptr<TestDrive> drive_ = spared_drive();
  std::unique_ptr<Arena> arena_;
};

using Lengths = std::vector<std::uint32_t>;

TEST_F(Reallocation, AnEmptyTableChangesNothing) {
  make(4);
  for (std::uint32_t lbn = 0; lbn < 48; ++lbn) {
    EXPECT_EQ(place_of(lbn), static_cast<int>(lbn));
    EXPECT_EQ(block_on(lbn), static_cast<int>(lbn));
  }
  EXPECT_EQ(block_on(48), -1);
  EXPECT_EQ(extents(0, 48), (Lengths{8, 8, 8, 8, 8, 8}));
}

TEST_F(Reallocation, OfASector) {
  make(4);
  EXPECT_EQ(reallocate(5), 48);
  EXPECT_EQ(place_of(5), 48);
  EXPECT_EQ(block_on(48), 5);
  EXPECT_EQ(block_on(5), -1);
  EXPECT_EQ(block_on(49), -1);
  EXPECT_EQ(extents(0, 20), (Lengths{5, 1, 2, 8, 4}));
  EXPECT_EQ(extents(5, 1), (Lengths{1}));
  EXPECT_EQ(extents(6, 3), (Lengths{2, 1}));
  EXPECT_EQ(reallocate(47), 49);
  EXPECT_EQ(extents(40, 8), (Lengths{7, 1}));
}

TEST_F(Reallocation, OfATrack) {
  make(4);
  EXPECT_EQ(reallocate(3), 48);
  EXPECT_EQ(reallocate(8, 8), 56);  // the first spare track is no longer whole
  EXPECT_EQ(place_of(15), 63);
  EXPECT_EQ(block_on(60), 12);
  EXPECT_EQ(extents(8, 16), (Lengths{8, 8}));
  EXPECT_EQ(reallocate(16, 8), -1);
  EXPECT_EQ(reallocate(16, 7), 49);
  EXPECT_EQ(reallocate(0), -1) << "no spare place is left";
}

// A spare place that goes bad is not used again, and splits the run that it is in.
TEST_F(Reallocation, OfASpareSector) {
  make(8);
  EXPECT_EQ(reallocate(8, 8), 48);
  EXPECT_EQ(reallocate(10), 56);
  EXPECT_EQ(reallocate(10), 57);
  EXPECT_EQ(place_of(9), 49);
  EXPECT_EQ(place_of(10), 57);
  EXPECT_EQ(place_of(11), 51);
  EXPECT_EQ(block_on(50), -1);
  EXPECT_EQ(block_on(56), -1);
  EXPECT_EQ(block_on(57), 10);
  EXPECT_EQ(extents(8, 8), (Lengths{2, 1, 5}));
  EXPECT_EQ(table_.moved, 3U);
  EXPECT_EQ(table_.taken, 5U);  // 48-49, 50 bad, 51-55, 56 bad, 57
}

TEST_F(Reallocation, AFullTableIsLeftAlone) {
  make(2);
  EXPECT_EQ(reallocate(1), 48);
  EXPECT_EQ(reallocate(2), 49);
  EXPECT_EQ(reallocate(3), -1);
  EXPECT_EQ(reallocate(1), -1) << "a bad spare place needs an entry too";
  EXPECT_EQ(place_of(1), 48);
  EXPECT_EQ(place_of(3), 3);
}

TEST_F(Reallocation, StartsWithTheFactorysTable) {
  make(1);
  EXPECT_EQ(reallocate(7), 48);
  const hs_reallocations small = table_;
  std::vector<hs_reallocation> memory(6);
  hs_reallocations grown{};
  hs_reallocations_init(&grown, memory.data(), 3, &small);
  geometry_.reallocations = &grown;
  hs_pbn spare{};
  EXPECT_TRUE(hs_reallocate(&geometry_, &grown, {8}, 1, &spare));
  EXPECT_EQ(place_of(7), 48);
  EXPECT_EQ(place_of(8), 49);
  EXPECT_EQ(small.moved, 1U);
}

}  // namespace
}  // namespace headstack
