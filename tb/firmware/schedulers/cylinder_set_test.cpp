// The set of cylinders against std::set: the next member outward, from everywhere.
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "index/cylinder_set.h"
}

namespace headstack {
namespace {

class SetAndOracle {
 public:
  explicit SetAndOracle(std::uint32_t cylinders)
      : cylinders_(cylinders), memory_(hs_cylinder_set_words(cylinders) + 1, kFence) {
    const std::uint32_t* end = hs_cylinder_set_init(&set_, cylinders, memory_.data());
    EXPECT_EQ(end, &memory_.back());
  }

  void turn(std::uint32_t cylinder) {
    if (oracle_.erase(cylinder) != 0) {
      hs_cylinder_set_drop(&set_, cylinder);
    } else {
      oracle_.insert(cylinder);
      hs_cylinder_set_add(&set_, cylinder);
    }
  }

  void check(std::uint32_t from) const {
    const auto above = oracle_.lower_bound(from);
    const std::uint32_t up = above == oracle_.end() ? HS_NO_CYLINDER : *above;
    const auto past = oracle_.upper_bound(from);
    const std::uint32_t down = past == oracle_.begin() ? HS_NO_CYLINDER : *std::prev(past);
    ASSERT_EQ(hs_cylinder_set_up(&set_, from), up) << "from " << from << " of " << cylinders_;
    ASSERT_EQ(hs_cylinder_set_down(&set_, from), down) << "from " << from << " of " << cylinders_;
  }

  // A way to the end, and a step beyond it.
  void check_ways(std::uint32_t from) const {
    hs_cylinder_walk up = hs_cylinder_walk_up(&set_, from);
    for (auto at = oracle_.lower_bound(from); at != oracle_.end(); ++at) {
      ASSERT_EQ(hs_cylinder_next_up(&set_, &up), *at) << "from " << from << " of " << cylinders_;
    }
    hs_cylinder_walk down = hs_cylinder_walk_down(&set_, from);
    for (auto at = oracle_.upper_bound(from); at != oracle_.begin();) {
      ASSERT_EQ(hs_cylinder_next_down(&set_, &down), *--at)
          << "from " << from << " of " << cylinders_;
    }
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(hs_cylinder_next_up(&set_, &up), HS_NO_CYLINDER);
      ASSERT_EQ(hs_cylinder_next_down(&set_, &down), HS_NO_CYLINDER);
    }
  }

  void check_outside() const {
    for (const std::uint32_t from : {cylinders_, HS_NO_CYLINDER}) {
      ASSERT_EQ(hs_cylinder_set_up(&set_, from), HS_NO_CYLINDER);
    }
    ASSERT_EQ(hs_cylinder_set_down(&set_, HS_NO_CYLINDER), HS_NO_CYLINDER);
    ASSERT_EQ(memory_.back(), kFence);
  }

 private:
  static constexpr std::uint32_t kFence = 0xdeadbeef;

  std::uint32_t cylinders_;
  std::vector<std::uint32_t> memory_;
  hs_cylinder_set set_{};
  std::set<std::uint32_t> oracle_;
};

// Every size around the boundaries of a word (32 cylinders) and of a summary word (1024).
const std::uint32_t kSizes[] = {1,    2,    31,   32,   33,   63,   64,   65,
                                1023, 1024, 1025, 2047, 2049, 2051, 33000};

void check_random_set(std::uint32_t cylinders) {
  Rng rng(cylinders);
  SetAndOracle set(cylinders);
  for (int step = 0; step < 10'000; ++step) {
    set.turn(rng.below(cylinders));
    ASSERT_NO_FATAL_FAILURE(set.check(rng.below(cylinders)));
    if (step % 64 == 0) {
      ASSERT_NO_FATAL_FAILURE(set.check_ways(rng.below(cylinders)));
    }
  }
  ASSERT_NO_FATAL_FAILURE(set.check_outside());
}

TEST(CylinderSet, FollowsASet) {
  for (const std::uint32_t cylinders : kSizes) {
    ASSERT_NO_FATAL_FAILURE(check_random_set(cylinders));
  }
}

// As many as a drive file may have, and fewer members to each word.
TEST(CylinderSet, FollowsALargeSet) {
  for (const std::uint32_t cylinders : {510'400U, 1U << 20}) {
    ASSERT_NO_FATAL_FAILURE(check_random_set(cylinders));
  }
}

// One member, in turn each one next to a boundary: found from everywhere on its side.
TEST(CylinderSet, OneMember) {
  for (const std::uint32_t cylinders : kSizes) {
    for (const std::uint32_t edge : {0U, 32U, 64U, 1024U, 2048U, 32768U, cylinders}) {
      for (std::uint32_t only = edge == 0 ? 0 : edge - 1; only <= edge && only < cylinders;
           ++only) {
        SetAndOracle set(cylinders);
        set.turn(only);
        const std::uint32_t step = cylinders > 5000 ? 31 : 1;
        for (std::uint32_t from = 0; from < cylinders; from += step) {
          ASSERT_NO_FATAL_FAILURE(set.check(from));
          ASSERT_NO_FATAL_FAILURE(set.check_ways(from));
        }
        ASSERT_NO_FATAL_FAILURE(set.check(cylinders - 1));
      }
    }
  }
}

}  // namespace
}  // namespace headstack
