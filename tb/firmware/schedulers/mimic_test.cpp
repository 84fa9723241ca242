// The Disk Mimic's table and the search in it: values by hand, bounds and picks against plain
// scans.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "schedulers/mimic.h"
}

namespace headstack {
namespace {

// A table that owns its points; the same for all kinds unless told otherwise.
struct Table {
  std::vector<std::int32_t> distance[HS_MIMIC_KINDS];
  std::vector<std::uint32_t> ns[HS_MIMIC_KINDS];
  hs_mimic mimic{};

  void finish(std::uint32_t blocks, std::uint32_t layers = 1) {
    mimic.layers = layers;
    for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
      mimic.points[kind] = {distance[kind].data(), ns[kind].data(),
                            static_cast<std::uint32_t>(distance[kind].size())};
    }
    hs_mimic_init(&mimic, blocks);
  }
};

Table by_hand() {
  Table table;
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    table.distance[kind] = {-100, -10, 1, 11, 50};
    table.ns[kind] = {9000, 4000, 1000, 5000, 3000};
  }
  table.ns[hs_mimic_kind(true, false)] = {9000, 4000, 2000, 5000, 3000};
  table.finish(128);
  return table;
}

TEST(Mimic, TakesTheLineBetweenTwoDistancesAndTheOutermostBeyond) {
  const Table table = by_hand();
  const std::uint32_t reads = hs_mimic_kind(false, false);
  EXPECT_EQ(hs_mimic_ns(&table.mimic, reads, 1, 0), 1000U);
  EXPECT_EQ(hs_mimic_ns(&table.mimic, reads, 6, 0), 3000U);     // half way from 1000 to 5000
  EXPECT_EQ(hs_mimic_ns(&table.mimic, reads, -55, 0), 6500U);   // half way from 9000 to 4000
  EXPECT_EQ(hs_mimic_ns(&table.mimic, reads, 51, 0), 3000U);    // beyond
  EXPECT_EQ(hs_mimic_ns(&table.mimic, reads, -101, 0), 9000U);  // beyond
  EXPECT_EQ(hs_mimic_ns(&table.mimic, hs_mimic_kind(true, false), 1, 0), 2000U);
}

TEST(Mimic, CountsFromTheLastBlockOfTheRequestBefore) {
  EXPECT_EQ(hs_mimic_distance({10}, {10}), 1);  // goes on
  EXPECT_EQ(hs_mimic_distance({10}, {9}), 0);   // the last block again
  EXPECT_EQ(hs_mimic_distance({10}, {0}), -9);
  EXPECT_EQ(hs_mimic_distance({0}, {5}), 6);  // before the first request
}

Table random_table(Rng& rng, std::uint32_t blocks, std::uint32_t layers) {
  Table table;
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    std::vector<std::int32_t> at;
    for (std::uint32_t i = rng.between(1, 40); i > 0; --i) {
      at.push_back(static_cast<std::int32_t>(rng.below(2 * blocks)) -
                   static_cast<std::int32_t>(blocks));
    }
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    for (const std::int32_t distance : at) {
      std::vector<std::uint32_t> samples;
      for (std::uint32_t i = 0; i < layers; ++i) {  // longer farther away, as on a drive
        samples.push_back(rng.below(200) + static_cast<std::uint32_t>(std::abs(distance)));
      }
      std::sort(samples.begin(), samples.end());
      table.ns[kind].insert(table.ns[kind].end(), samples.begin(), samples.end());
    }
    table.distance[kind] = at;
  }
  table.finish(blocks, layers);
  return table;
}

TEST(Mimic, ABoundBelowSaysNothingOfTheBlockItself) {
  hs_mimic_reach reach;
  hs_mimic_reach_init(&reach, 128);
  EXPECT_EQ(hs_mimic_bound(&reach, false, 0), UINT32_MAX);
  hs_mimic_reach_lower(&reach, false, -8, -1, 50);
  EXPECT_EQ(hs_mimic_bound(&reach, false, -1), 50U);
  EXPECT_EQ(hs_mimic_bound(&reach, false, -8), 50U);
  EXPECT_EQ(hs_mimic_bound(&reach, false, 0), UINT32_MAX);
  EXPECT_EQ(hs_mimic_bound(&reach, true, -1), UINT32_MAX);
  hs_mimic_reach_lower(&reach, false, 0, 0, 70);
  EXPECT_EQ(hs_mimic_bound(&reach, false, 0), 70U);
  EXPECT_EQ(hs_mimic_bound(&reach, false, 1), UINT32_MAX);
}

TEST(Mimic, NoTimeFartherOutIsBelowABound) {
  Rng rng(1);
  for (int round = 0; round < 20; ++round) {
    const auto blocks = static_cast<std::int32_t>(rng.between(10, 20'000));
    const Table table = random_table(rng, static_cast<std::uint32_t>(blocks), 1);
    for (const bool before : {false, true}) {
      for (const int sign : {1, -1}) {
        std::uint32_t least = UINT32_MAX;
        for (std::int32_t size = blocks; size > 0; --size) {
          const std::int32_t distance = sign * size;
          for (const bool write : {false, true}) {
            least = std::min(least,
                             hs_mimic_ns(&table.mimic, hs_mimic_kind(before, write), distance, 0));
          }
          ASSERT_LE(hs_mimic_bound(&table.mimic.reach, before, distance), least) << distance;
        }
      }
    }
  }
}

// The sample that a request draws at a decision, as smtf.c says.
std::uint32_t drawn(std::uint64_t decision, std::uint64_t order, std::uint32_t layers) {
  std::uint64_t h = decision * UINT64_C(0x9e3779b97f4a7c15) + order;
  h = (h ^ (h >> 33)) * UINT64_C(0xff51afd7ed558ccd);
  h = (h ^ (h >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
  return static_cast<std::uint32_t>(((h >> 32) * layers) >> 32);
}

// The least time, of equals the oldest, by looking at every task.
std::uint32_t scanned(const SchedulerBench& bench, const hs_drive_view& view, const Table& table) {
  const std::uint32_t layers = table.mimic.layers;
  const std::uint64_t decision = bench.scheduler().decisions + 1;
  std::uint32_t best = HS_NO_TASK;
  std::uint32_t best_ns = 0;
  for (const std::uint32_t entry : bench.waiting()) {  // oldest first
    const hs_task& task = bench.task(entry);
    const std::uint32_t ns = hs_mimic_ns(&table.mimic, hs_mimic_kind(view.last_write, task.write),
                                         hs_mimic_distance(view.last_end, task.lbn),
                                         layers == 1 ? 0 : drawn(decision, task.order, layers));
    if (best == HS_NO_TASK || ns < best_ns) {
      best = entry;
      best_ns = ns;
    }
  }
  return best;
}

TEST(Smtf, PicksAsAPlainScanDoesAndLooksAtFewer) {
  const auto drive = eighths_drive(64);
  Rng rng(2);
  std::uint64_t examined = 0;
  std::uint64_t waiting = 0;
  for (int round = 0; round < 50; ++round) {
    const Table table = random_table(rng, drive->blocks(), round % 3 == 0 ? 4 : 1);
    SchedulerBench bench(hs_smtf, *drive, 200);
    bench.scheduler().tables.mimic = &table.mimic;
    hs_drive_view view{};
    for (int step = 0; step < 500; ++step) {
      if (!bench.full() && (bench.waiting().empty() || rng.one_in(2))) {
        bench.add(rng.below(drive->blocks() - 8), rng.between(1, 8), rng.one_in(3));
        continue;
      }
      const std::uint32_t wanted = scanned(bench, view, table);
      waiting += bench.waiting().size();
      const std::uint32_t entry = bench.pick(view);
      ASSERT_EQ(entry, wanted);
      const hs_task& task = bench.task(entry);
      view.last_first = task.lbn;
      view.last_end = {task.lbn.value + task.blocks};
      view.last_write = task.write;
    }
    examined += bench.scheduler().examined;
    ASSERT_TRUE(bench.intact());
  }
  EXPECT_LT(examined, waiting / 2);
}

// Every task draws one of the samples at its distance, at each decision anew: with a near and a far
// task that have the same two samples, each of them is taken about half the time.
TEST(Smtf, DrawsFromTheSamplesOfAProbabilisticTable) {
  const auto drive = eighths_drive(64);
  Table table;
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    table.distance[kind] = {0};
    table.ns[kind] = {1000, 2000};
  }
  table.finish(drive->blocks(), 2);
  SchedulerBench bench(hs_smtf, *drive, 2);
  bench.scheduler().tables.mimic = &table.mimic;
  int near_taken = 0;
  for (int i = 0; i < 2000; ++i) {  // the older one wins when both have drawn alike
    bench.add(900);
    const std::uint32_t near = bench.add(10);
    near_taken += bench.pick(hs_drive_view{}) == near ? 1 : 0;
    bench.pick(hs_drive_view{});
  }
  EXPECT_NEAR(near_taken, 500, 60);  // binomial, 2000 x 1/4: standard deviation 19
}

// From the end at 30, in the table by hand.
TEST(Smtf, TakesTheShortestTimeNotTheShortestDistance) {
  const auto drive = eighths_drive(8);
  const Table table = by_hand();
  SchedulerBench bench(hs_smtf, *drive, 4);
  bench.scheduler().tables.mimic = &table.mimic;
  hs_drive_view view{};
  view.last_end = {30};
  const std::uint32_t far = bench.add(79);   // 50 on: 3000
  const std::uint32_t near = bench.add(38);  // 9 on: 4200
  EXPECT_EQ(bench.pick(view), far);
  EXPECT_EQ(bench.pick(view), near);
}

}  // namespace
}  // namespace headstack
