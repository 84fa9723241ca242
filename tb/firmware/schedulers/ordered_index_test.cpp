// The ordered index against std::multimap, in which equal keys stay in the order of their
// insertion.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "index/ordered_index.h"
}

namespace headstack {
namespace {

class IndexAndOracle {
 public:
  explicit IndexAndOracle(std::uint32_t size) : tasks_(size), sizes_(size), free_(size) {
    std::iota(free_.begin(), free_.end(), 0U);
    hs_ordered_init(&index_, tasks_.data());
    hs_ordered_keep_sizes(&index_, sizes_.data());
  }

  bool full() const { return free_.empty(); }
  bool empty() const { return oracle_.empty(); }

  void insert(Rng& rng, std::uint64_t key) {
    const std::uint32_t pick = rng.below(static_cast<std::uint32_t>(free_.size()));
    std::swap(free_[pick], free_.back());
    const std::uint32_t task = free_.back();
    free_.pop_back();
    tasks_[task].order = next_order_++;
    hs_ordered_insert(&index_, task, key);
    in_.push_back(oracle_.emplace(key, task));
  }

  void remove(Rng& rng) {
    const std::uint32_t pick = rng.below(static_cast<std::uint32_t>(in_.size()));
    std::swap(in_[pick], in_.back());
    hs_ordered_remove(&index_, in_.back()->second);
    free_.push_back(in_.back()->second);
    oracle_.erase(in_.back());
    in_.pop_back();
  }

  void check_ranks() const {
    std::uint32_t rank = 0;
    for (const auto& [key, task] : oracle_) {
      ASSERT_EQ(hs_ordered_rank(&index_, task), rank++);
    }
  }

  void check_search(std::uint64_t key) const {
    const auto at_least = oracle_.lower_bound(key);
    ASSERT_EQ(hs_ordered_at_least(&index_, key),
              at_least == oracle_.end() ? HS_NO_TASK : at_least->second);
    ASSERT_EQ(hs_ordered_last_below(&index_, key), before(at_least));
    if (at_least != oracle_.end()) {
      const auto next = std::next(at_least);
      ASSERT_EQ(hs_ordered_next(&index_, at_least->second),
                next == oracle_.end() ? HS_NO_TASK : next->second);
      ASSERT_EQ(hs_ordered_previous(&index_, at_least->second), before(at_least));
    }
  }

 private:
  using Oracle = std::multimap<std::uint64_t, std::uint32_t>;

  std::uint32_t before(Oracle::const_iterator at) const {
    return at == oracle_.begin() ? HS_NO_TASK : std::prev(at)->second;
  }

  std::vector<hs_task> tasks_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> free_;
  hs_ordered_index index_{};
  Oracle oracle_;
  std::vector<Oracle::iterator> in_;
  std::uint64_t next_order_ = 0;
};

// Fills and empties the index several times over; keys from a small or a large range.
void run_sequence(std::uint32_t size, std::uint64_t keys, int steps) {
  SCOPED_TRACE(testing::Message() << size << " tasks, " << keys << " keys");
  Rng rng(size * 31 + keys);
  IndexAndOracle index(size);
  bool growing = true;
  for (int step = 0; step < steps; ++step) {
    growing = index.empty() || (growing && !index.full());
    const bool insert = !index.full() && (index.empty() || rng.one_in(4) != growing);
    if (insert) {
      index.insert(rng, rng.next() % keys);
    } else {
      index.remove(rng);
    }
    index.check_search(rng.next() % keys);
    if (step % 64 == 0) {
      index.check_ranks();
    }
    if (testing::Test::HasFatalFailure()) {
      return;
    }
  }
  index.check_search(0);
  index.check_search(UINT64_MAX);
}

TEST(OrderedIndex, FollowsAMultimap) {
  for (const std::uint32_t size : {1U, 2U, 3U, 7U, 33U, 300U, 5000U}) {
    for (const std::uint64_t keys : {UINT64_C(1), UINT64_C(5), UINT64_C(1000), UINT64_MAX}) {
      run_sequence(size, keys, size < 1000 ? 20'000 : 60'000);
    }
  }
}

// Keys that come in rising or falling order, which would make a plain tree a list.
TEST(OrderedIndex, StaysShallow) {
  constexpr std::uint32_t size = 5000;
  std::vector<hs_task> tasks(size);
  hs_ordered_index index{};
  hs_ordered_init(&index, tasks.data());
  for (std::uint32_t i = 0; i < size; ++i) {
    tasks[i].order = i;
    hs_ordered_insert(&index, i, i);
  }
  std::uint32_t deepest = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    std::uint32_t depth = 1;
    for (std::uint32_t node = i; node != index.root; node = tasks[node].parent) {
      ++depth;
    }
    deepest = std::max(deepest, depth);
  }
  EXPECT_LT(deepest,
            60U);  // a random tree of 5000: 2 ln(5000) = 17 on the mean, 4.31 ln 5000 = 37 deep
}

// Of equal keys the lowest order comes first, whichever was inserted first.
TEST(OrderedIndex, TiesGoByOrder) {
  const std::vector<std::uint64_t> orders = {4, 1, 3, 0, 2};
  std::vector<hs_task> tasks(5);
  hs_ordered_index index{};
  hs_ordered_init(&index, tasks.data());
  for (std::uint32_t i = 0; i < 5; ++i) {
    tasks[i].order = orders[i];
    hs_ordered_insert(&index, i, 77);
  }
  for (const std::uint32_t task : {3U, 1U, 4U, 2U, 0U}) {
    EXPECT_EQ(hs_ordered_at_least(&index, 77), task);
    EXPECT_EQ(hs_ordered_last_below(&index, 78), 0U);  // the youngest
    hs_ordered_remove(&index, task);
  }
  EXPECT_EQ(hs_ordered_at_least(&index, 0), HS_NO_TASK);
}

TEST(OrderedIndex, EmptyFindsNothing) {
  hs_ordered_index index{};
  hs_ordered_init(&index, nullptr);
  EXPECT_EQ(hs_ordered_at_least(&index, 0), HS_NO_TASK);
  EXPECT_EQ(hs_ordered_last_below(&index, UINT64_MAX), HS_NO_TASK);
}

}  // namespace
}  // namespace headstack
