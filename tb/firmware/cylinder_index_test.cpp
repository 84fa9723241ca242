// The cylinder index against std::map: lists by cylinder, and the nearest occupied ones.
#include <algorithm>
#include <cstdint>
#include <list>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/rng.h"

extern "C" {
#include "firmware/schedulers/cylinder_index.h"
}

namespace headstack {
namespace {

class IndexAndOracle {
 public:
  IndexAndOracle(std::uint32_t cylinders, std::uint32_t size)
      : cylinders_(cylinders),
        tasks_(size),
        free_(size),
        arena_(hs_cylinder_index_memory(cylinders)),
        index_(static_cast<hs_cylinder_index*>(arena_.memory())) {
    std::iota(free_.begin(), free_.end(), 0U);
    hs_cylinder_index_init(arena_.memory(), tasks_.data(), cylinders);
  }

  bool full() const { return free_.empty(); }
  bool empty() const { return in_.empty(); }
  bool intact() const { return arena_.intact(); }

  void insert(std::uint32_t cylinder) {
    const std::uint32_t task = free_.back();
    free_.pop_back();
    in_.push_back(task);
    tasks_[task].track.cylinder.value = cylinder;
    hs_cylinder_index_insert(index_, task);
    oracle_[cylinder].push_back(task);
  }

  void remove(Rng& rng) {
    const std::uint32_t pick = rng.below(static_cast<std::uint32_t>(in_.size()));
    std::swap(in_[pick], in_.back());
    const std::uint32_t task = in_.back();
    in_.pop_back();
    free_.push_back(task);
    hs_cylinder_index_remove(index_, task);
    const std::uint32_t cylinder = tasks_[task].track.cylinder.value;
    oracle_[cylinder].remove(task);
    if (oracle_[cylinder].empty()) {
      oracle_.erase(cylinder);
    }
  }

  void check_search(std::uint32_t from) const {
    const auto up = oracle_.lower_bound(from);
    ASSERT_EQ(hs_cylinder_index_up(index_, from), up == oracle_.end() ? HS_NO_CYLINDER : up->first)
        << "from " << from << " of " << cylinders_;
    const auto past = oracle_.upper_bound(from);
    ASSERT_EQ(hs_cylinder_index_down(index_, from),
              past == oracle_.begin() ? HS_NO_CYLINDER : std::prev(past)->first)
        << "from " << from << " of " << cylinders_;
  }

  // The list of a cylinder, from the oldest to the youngest and back.
  void check_list(std::uint32_t cylinder) const {
    std::vector<std::uint32_t> expected;
    const auto found = oracle_.find(cylinder);
    if (found != oracle_.end()) {
      expected.assign(found->second.begin(), found->second.end());
    }
    std::vector<std::uint32_t> listed;
    for (std::uint32_t i = index_->oldest[cylinder]; i != HS_NO_TASK; i = tasks_[i].right) {
      listed.push_back(i);
    }
    ASSERT_EQ(listed, expected);
    std::reverse(expected.begin(), expected.end());
    listed.clear();
    for (std::uint32_t i = index_->youngest[cylinder]; i != HS_NO_TASK; i = tasks_[i].left) {
      listed.push_back(i);
    }
    ASSERT_EQ(listed, expected);
  }

 private:
  std::uint32_t cylinders_;
  std::vector<hs_task> tasks_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> in_;
  Arena arena_;
  hs_cylinder_index* index_;
  std::map<std::uint32_t, std::list<std::uint32_t>> oracle_;
};

// Every size around the boundaries of a word (32 cylinders) and of a summary word (1024).
const std::uint32_t kSizes[] = {1,    2,    31,   32,   33,   63,   64,   65,
                                1023, 1024, 1025, 2047, 2049, 2051, 33000};

TEST(CylinderIndex, FollowsAMap) {
  for (const std::uint32_t cylinders : kSizes) {
    for (const std::uint32_t size : {1U, 4U, 60U, 5000U}) {
      SCOPED_TRACE(testing::Message() << cylinders << " cylinders, " << size << " tasks");
      Rng rng(cylinders * 7 + size);
      IndexAndOracle index(cylinders, size);
      bool growing = true;
      for (int step = 0; step < 10'000; ++step) {
        growing = index.empty() || (growing && !index.full());
        const std::uint32_t cylinder = rng.below(cylinders);
        if (!index.full() && (index.empty() || rng.one_in(4) != growing)) {
          index.insert(cylinder);
        } else {
          index.remove(rng);
        }
        ASSERT_NO_FATAL_FAILURE(index.check_search(rng.below(cylinders)));
        ASSERT_NO_FATAL_FAILURE(index.check_list(cylinder));
      }
      ASSERT_TRUE(index.intact());
    }
  }
}

// One cylinder occupied, in turn each one next to a boundary: found from everywhere on its side.
TEST(CylinderIndex, OneOccupied) {
  for (const std::uint32_t cylinders : kSizes) {
    for (const std::uint32_t edge : {0U, 32U, 64U, 1024U, 2048U, 32768U, cylinders}) {
      for (std::uint32_t only = edge == 0 ? 0 : edge - 1; only <= edge && only < cylinders;
           ++only) {
        IndexAndOracle index(cylinders, 1);
        index.insert(only);
        for (std::uint32_t from = 0; from<cylinders; from += cylinders> 5000 ? 31 : 1) {
          ASSERT_NO_FATAL_FAILURE(index.check_search(from));
        }
        ASSERT_NO_FATAL_FAILURE(index.check_search(cylinders - 1));
      }
    }
  }
}

TEST(CylinderIndex, OutsideIsNone) {
  Arena arena(hs_cylinder_index_memory(33));
  std::vector<hs_task> tasks(1);
  tasks[0].track.cylinder.value = 32;
  hs_cylinder_index_init(arena.memory(), tasks.data(), 33);
  auto* const bare = static_cast<hs_cylinder_index*>(arena.memory());
  hs_cylinder_index_insert(bare, 0);
  EXPECT_EQ(hs_cylinder_index_up(bare, 33), HS_NO_CYLINDER);
  EXPECT_EQ(hs_cylinder_index_up(bare, HS_NO_CYLINDER), HS_NO_CYLINDER);
  EXPECT_EQ(hs_cylinder_index_down(bare, HS_NO_CYLINDER), HS_NO_CYLINDER);
  EXPECT_EQ(hs_cylinder_index_down(bare, 32), 32U);
  EXPECT_EQ(hs_cylinder_index_down(bare, 31), HS_NO_CYLINDER);
}

}  // namespace
}  // namespace headstack
