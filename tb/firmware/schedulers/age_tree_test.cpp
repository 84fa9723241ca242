// The tree of least ages against a plain search for the least of each group.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

extern "C" {
#include "index/age_tree.h"
}

namespace {

TEST(AgeTree, EachEntryIsTheLeastOfItsGroup) {
  std::mt19937_64 rng(1);
  for (const std::uint32_t cylinders : {1U, 8U, 9U, 64U, 65U, 1000U, 65536U}) {
    std::vector<hs_ticks> memory(hs_age_tree_memory(cylinders) / sizeof(hs_ticks), 7);
    hs_age_tree tree;
    hs_age_tree_init(&tree, cylinders, memory.data());
    ASSERT_LT(tree.top, HS_AGE_LEVELS);
    std::vector<hs_ticks> plain(cylinders, HS_NEVER);
    for (int step = 0; step < 300; ++step) {
      const auto at = static_cast<std::uint32_t>(rng() % cylinders);
      plain[at] = rng() % 3 == 0 ? HS_NEVER : rng() % 50;
      hs_age_tree_set(&tree, at, plain[at]);
      std::vector<hs_ticks> level = plain;
      for (std::uint32_t k = 0; k <= tree.top; ++k) {
        level.resize((level.size() + HS_AGE_GROUP - 1) / HS_AGE_GROUP * HS_AGE_GROUP, HS_NEVER);
        ASSERT_TRUE(std::equal(level.begin(), level.end(), tree.level[k])) << cylinders << " " << k;
        std::vector<hs_ticks> above(level.size() / HS_AGE_GROUP);
        for (std::size_t i = 0; i < above.size(); ++i) {
          above[i] = *std::min_element(level.begin() + static_cast<std::ptrdiff_t>(8 * i),
                                       level.begin() + static_cast<std::ptrdiff_t>(8 * i + 8));
        }
        level = above;
      }
      ASSERT_EQ(level.size(), 1U);
    }
  }
}

}  // namespace
