// The tagged queue against its definition, read off a plain list; and at its greatest depth.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/queue_bench.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/software_schedulers.h"

namespace headstack {
namespace {

struct Waiting {
  hs_attribute attribute;
  std::uint32_t lbn;
  std::uint32_t entry;
};

// `waiting` is in order of arrival. The newest HEAD OF QUEUE; else, of the SIMPLE ones older than
// every ORDERED one, the scheduler's (C-LOOK's) choice; else the oldest ORDERED one.
std::size_t to_run(const std::vector<Waiting>& waiting, std::uint32_t last_first) {
  for (std::size_t i = waiting.size(); i-- > 0;) {
    if (waiting[i].attribute == HS_ATTRIBUTE_HEAD_OF_QUEUE) {
      return i;
    }
  }
  if (waiting[0].attribute == HS_ATTRIBUTE_ORDERED) {
    return 0;
  }
  std::size_t best = 0;
  const auto rank = [&](std::size_t i) {
    return std::make_pair(waiting[i].lbn < last_first, waiting[i].lbn);
  };
  for (std::size_t i = 1; i < waiting.size() && waiting[i].attribute == HS_ATTRIBUTE_SIMPLE; ++i) {
    best = rank(i) < rank(best) ? i : best;
  }
  return best;
}

TEST(TaskQueueOracle, RandomAttributes) {
  const auto drive = eighths_drive(64);
  for (const std::uint32_t depth : {1U, 2U, 5U, 20U, 100U}) {
    SCOPED_TRACE(depth);
    Rng rng(depth);
    QueueBench bench(hs_clook, *drive, depth);
    std::vector<Waiting> waiting;
    std::uint32_t running = HS_NO_TASK;
    hs_drive_view view{};
    for (int step = 0; step < 60'000; ++step) {
      const auto held =
          static_cast<std::uint32_t>(waiting.size()) + (running != HS_NO_TASK ? 1 : 0);
      ASSERT_EQ(bench.queue().held, held);
      if (rng.below(20) < 11) {
        const std::uint32_t kind = rng.below(8);
        const hs_attribute attribute = kind == 0   ? HS_ATTRIBUTE_HEAD_OF_QUEUE
                                       : kind == 1 ? HS_ATTRIBUTE_ORDERED
                                                   : HS_ATTRIBUTE_SIMPLE;
        const std::uint32_t lbn = rng.below(drive->blocks());
        const std::uint32_t entry = bench.add(attribute, lbn);
        ASSERT_EQ(entry == HS_NO_TASK, held == depth);
        if (entry != HS_NO_TASK) {
          waiting.push_back({attribute, lbn, entry});
        }
      } else if (!waiting.empty() && rng.one_in(10)) {
        const std::size_t victim = rng.below(static_cast<std::uint32_t>(waiting.size()));
        const hs_task& task = bench.task(waiting[victim].entry);
        ASSERT_EQ(hs_task_queue_find(&bench.queue(), task.initiator, task.tag, false),
                  waiting[victim].entry);
        bench.abort(waiting[victim].entry);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(victim));
      } else if (running != HS_NO_TASK) {
        bench.finish(running);
        running = HS_NO_TASK;
      } else {
        ASSERT_EQ(bench.ready(), !waiting.empty());
        running = bench.next(view);
        if (waiting.empty()) {
          ASSERT_EQ(running, HS_NO_TASK);
          continue;
        }
        const std::size_t expected = to_run(waiting, view.last_first.value);
        ASSERT_EQ(running, waiting[expected].entry);
        view.last_first = {waiting[expected].lbn};
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(expected));
      }
    }
    ASSERT_TRUE(bench.intact());
  }
}

TEST(TaskQueueDepth, SixtyFiveThousandFiveHundredAndThirtySix) {
  constexpr std::uint32_t depth = 65536;
  const auto drive = c2247();
  for (const hs_scheduler_ops* ops : in_drive()) {
    SCOPED_TRACE(ops->name);
    Rng rng(9);
    QueueBench bench(*ops, *drive, depth);
    std::vector<bool> used(depth, false);
    for (std::uint32_t i = 0; i < depth; ++i) {
      const std::uint32_t entry = bench.add(HS_ATTRIBUTE_SIMPLE, rng.below(drive->blocks()));
      ASSERT_LT(entry, depth);
      ASSERT_FALSE(used[entry]);
      used[entry] = true;
    }
    ASSERT_EQ(bench.add(HS_ATTRIBUTE_SIMPLE, 0), HS_NO_TASK);
    for (std::uint32_t i = 0; i < depth; ++i) {
      hs_drive_view view{};
      view.track = {{rng.below(2051)}, {rng.below(13)}};
      view.last_first = {rng.below(drive->blocks())};
      const std::uint32_t entry = bench.next(view);
      ASSERT_LT(entry, depth);
      ASSERT_TRUE(used[entry]);
      used[entry] = false;
      bench.finish(entry);
    }
    ASSERT_FALSE(bench.ready());
    ASSERT_EQ(bench.queue().held, 0U);
    ASSERT_TRUE(bench.intact());
  }
}

}  // namespace
}  // namespace headstack
