// The scheduler that learns times, at its edges: both base schedulers, probes by their own random
// numbers, the limit of a confirmed time, and the bounds that a new time lowers.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "schedulers/mimic_learner.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kSet = 0;
constexpr std::uint32_t kPriority = 1;
constexpr std::uint32_t kSstf = 0;
constexpr std::uint32_t kClook = 1;
constexpr std::uint32_t kProbe = 1;

struct Learner {
  explicit Learner(std::uint32_t distances, std::uint32_t blocks = 100'000)
      : arena(hs_mimic_learner_memory(distances)) {
    hs_mimic_learner_init(&learner, distances, blocks, arena.memory());
  }
  Arena arena;
  hs_mimic_learner learner{};
};

// ---- The base scheduler

// The task that a base scheduler chooses, by looking at all tasks: C-LOOK counts from the first
// block of the last request, SSTF from its end; the older task wins a tie.
std::uint32_t base_choice(const SchedulerBench& bench, const hs_drive_view& view, bool clook) {
  const std::uint32_t from = clook ? view.last_first.value : view.last_end.value;
  std::uint32_t best = HS_NO_TASK;
  std::uint64_t best_key = 0;
  for (const std::uint32_t entry : bench.waiting()) {
    const std::uint32_t lbn = bench.task(entry).lbn.value;
    const std::uint64_t up = lbn >= from ? lbn - from : UINT64_C(1) << 32 | lbn;
    const std::uint64_t near = lbn >= from ? lbn - from : from - lbn;
    const std::uint64_t key = clook ? up : near;
    if (best == HS_NO_TASK || key < best_key) {
      best = entry;
      best_key = key;
    }
  }
  return best;
}

// Nothing is known, so the base decides.
TEST(SmtfOnlineBase, DecidesWhileNothingIsKnown) {
  const auto drive = eighths_drive(64);
  for (const std::uint32_t policy : {kSet, kPriority}) {
    for (const std::uint32_t base : {kSstf, kClook}) {
      Rng rng(policy * 2 + base);
      SchedulerBench bench(hs_smtf_online, *drive, 20, {policy, base, 1, HS_ONE});
      Learner fresh(10);
      bench.scheduler().tables.learner = &fresh.learner;
      hs_drive_view view{};
      std::set<std::uint32_t> used;
      for (int step = 0; step < 2'000; ++step) {
        if (!bench.full() && (bench.waiting().empty() || rng.one_in(2))) {
          const std::uint32_t lbn = rng.below(1'000);
          if (used.insert(lbn).second) {
            bench.add(lbn, rng.between(1, 8));
          }
          continue;
        }
        const std::uint32_t wanted = base_choice(bench, view, base == kClook);
        const std::uint32_t entry = bench.pick(view);
        ASSERT_EQ(entry, wanted) << policy << base << " " << step;
        const hs_task& task = bench.task(entry);
        used.erase(task.lbn.value);
        view.last_first = task.lbn;
        view.last_end = {task.lbn.value + task.blocks};
      }
    }
  }
}

// ---- Probes

// The random numbers of the probes, as a hash of a counter (index/mix.h).
class Draws {
 public:
  std::uint64_t next() {
    std::uint64_t h = ++count_ * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ (h >> 33)) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ (h >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ (h >> 33);
  }

 private:
  std::uint64_t count_ = 0;
};

struct Served {
  std::uint32_t first;
  std::uint32_t blocks;
};

// The first block of the next probe, of `tries` tries; -1: none.
std::int64_t next_probe(Draws& draws, const std::vector<Served>& recent, std::uint32_t disk,
                        const hs_mimic_learner& learner, hs_lbn end) {
  const std::uint32_t last = recent.back().blocks;
  const std::size_t kept = std::min<std::size_t>(recent.size(), 256);
  const std::size_t round = recent.size() / 256 * 256;
  for (int i = 0; i < 8; ++i) {
    // The place of a request among the last 256 is its number modulo 256.
    std::size_t place = draws.next() % kept;
    place = place + round < recent.size() ? place + round : place + round - 256;
    const std::uint64_t away = 1 + draws.next() % 32;
    const auto blocks = static_cast<std::int64_t>(away * last);
    const std::int64_t first =
        std::int64_t{recent[place].first} + ((draws.next() & 1) != 0 ? -blocks : blocks);
    if (first < 0 || first + last > disk) {
      continue;
    }
    const bool lately = std::any_of(
        recent.end() - static_cast<std::ptrdiff_t>(kept), recent.end(), [&](const Served& s) {
          return first < std::int64_t{s.first} + s.blocks && s.first < first + last;
        });
    const hs_lbn lbn = {static_cast<std::uint32_t>(first)};
    if (!lately && hs_mimic_learnt_ns(&learner, 0, hs_mimic_distance(end, lbn), 1, false) ==
                       HS_MIMIC_UNKNOWN) {
      return first;
    }
  }
  return -1;
}

TEST(SmtfOnlineProbe, IsNearARecentRequest) {
  for (const std::uint32_t cylinders : {8U, 64U}) {
    const auto drive = eighths_drive(cylinders);
    drive->params.second = 90 * kTurn;
    Learner learner(50, drive->blocks());
    SchedulerBench bench(hs_smtf_online, *drive, 2, {kSet, kSstf, 1, HS_ONE, kProbe});
    bench.scheduler().tables.learner = &learner.learner;
    Rng rng(cylinders);
    Draws draws;
    std::vector<Served> recent;
    hs_drive_view view{};
    int probes = 0;
    for (int i = 0; i < 600; ++i) {
      const Served served = {rng.below(drive->blocks() - 4), rng.between(1, 4)};
      const std::uint32_t entry = bench.add(served.first, served.blocks);
      ASSERT_EQ(bench.pick(view), entry);
      view.now += us(900);
      hs_scheduler_completion(&bench.scheduler(), entry, &view);
      recent.push_back(served);
      view.last_end = {served.first + served.blocks};
      const std::int64_t wanted =
          next_probe(draws, recent, drive->blocks(), learner.learner, view.last_end);
      const bool probed = hs_smtf_online.idle(&bench.scheduler(), &view, entry);
      ASSERT_EQ(probed, wanted >= 0) << i;
      if (probed) {
        const hs_task& probe = bench.task(entry);
        ASSERT_EQ(probe.lbn.value, wanted) << i;
        ASSERT_EQ(probe.blocks, served.blocks);
        view.now += us(300);
        hs_scheduler_completion(&bench.scheduler(), entry, &view);
        view.last_end = {probe.lbn.value + probe.blocks};
        ++probes;
      }
    }
    EXPECT_GT(probes, 20);
  }
}

// ---- What is learnt

// A request of up to 4 s is learnt as it was; a longer one takes the longest time. A second has
// 2^20 ticks here, so that no time is rounded.
TEST(SmtfOnlineTime, OfUpToFourSeconds) {
  const auto drive = eighths_drive(8);
  drive->params.second = 1U << 20U;
  for (const std::int64_t off : {-1'024, 0, 1'024}) {
    Learner learner(10, drive->blocks());
    SchedulerBench bench(hs_smtf_online, *drive, 1, {kSet, kSstf, 1, HS_ONE});
    bench.scheduler().tables.learner = &learner.learner;
    hs_drive_view view{};
    view.now = 1'024;
    const std::uint32_t entry = bench.add(10);
    ASSERT_EQ(bench.pick(view), entry);
    const hs_ticks took = (4U << 20U) + static_cast<hs_ticks>(off);
    view.now += took;
    hs_scheduler_completion(&bench.scheduler(), entry, &view);
    const std::uint32_t ns = hs_mimic_learnt_ns(&learner.learner, 0, 11, 1, false);
    EXPECT_EQ(ns, off > 0 ? HS_MIMIC_UNKNOWN - 1
                          : static_cast<std::uint32_t>((took >> 10) * 1'000'000'000 >> 10))
        << off;
  }
}

// The check points at 10 and 20 lie on a line from 0 to 30. One of them is off the line, and the
// time at 15 is known if each is within 2 % of its own time.
TEST(MimicConfirmed, WithinTwoPerCent) {
  for (const std::int32_t off_line : {10, 20}) {
    int known = 0;
    for (std::int64_t ns = 1'900; ns <= 3'100; ++ns) {
      Learner l(10);
      std::int64_t times[4] = {1'000, 2'000, 3'000, 4'000};
      times[off_line / 10] = ns;
      for (std::int32_t i = 0; i < 4; ++i) {
        hs_mimic_observe(&l.learner, 1, 10 * i, static_cast<std::uint32_t>(times[i]));
      }
      const auto fits = [&](int i) {  // the line through both neighbours, rounded towards the first
        const std::int64_t off = times[i - 1] + (times[i + 1] - times[i - 1]) / 2 - times[i];
        return std::max(off, -off) * 100 <= 2 * times[i];
      };
      const bool confirmed = fits(1) && fits(2);
      known += confirmed ? 1 : 0;
      ASSERT_EQ(hs_mimic_learnt_ns(&l.learner, 1, 15, 1, true),
                confirmed ? times[1] + (times[2] - times[1]) / 2 : HS_MIMIC_UNKNOWN)
          << off_line << " " << ns;
    }
    EXPECT_GT(known, 60);
  }
}

// Each of the four samples must have been seen often enough.
TEST(MimicConfirmed, ByEnoughSamplesOfEach) {
  for (const std::int32_t rare : {0, 10, 20, 30, -1}) {
    Learner l(10);
    for (const std::int32_t distance : {0, 10, 20, 30}) {
      for (int i = distance == rare ? 1 : 0; i < 3; ++i) {
        hs_mimic_observe(&l.learner, 2, distance, static_cast<std::uint32_t>(1'000 + distance));
      }
    }
    EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, 2, 15, 3, true),
              rare == -1 ? 1'015U : HS_MIMIC_UNKNOWN);
    EXPECT_EQ(hs_mimic_learnt_ns(&l.learner, 2, 15, 2, true), 1'015U);
  }
}

// A time counts between its neighbours, and a neighbour's time between the neighbour and the new
// distance. One bucket is one distance here.
TEST(MimicReach, IsLoweredBetweenTheNeighbours) {
  for (const std::uint32_t kind : {0U, 1U, 2U, 3U}) {
    for (const int sign : {1, -1}) {
      Learner l(10, 4'000);
      std::map<std::int32_t, std::uint32_t> seen;
      std::vector<std::uint32_t> bounds(451, UINT32_MAX);  // which never rise
      for (const auto& [size, ns] :
           {std::pair{100, 500U}, {300, 900U}, {200, 700U}, {400, 800U}, {50, 950U}}) {
        hs_mimic_observe(&l.learner, kind, sign * size, ns);
        seen[sign * size] = ns;
        for (std::int32_t at = 1; at <= 450; ++at) {
          std::uint32_t& bound = bounds[static_cast<std::size_t>(at)];
          for (auto one = seen.begin(); one != seen.end(); ++one) {
            // The time reaches to the neighbour that is farther out.
            auto outer = one;
            if (sign > 0 && std::next(one) != seen.end()) {
              outer = std::next(one);
            } else if (sign < 0 && one != seen.begin()) {
              outer = std::prev(one);
            }
            if (sign * outer->first >= at) {
              bound = std::min(bound, one->second);
            }
          }
          ASSERT_EQ(hs_mimic_bound(&l.learner.reach, kind >= 2, sign * at), bound)
              << kind << " " << sign << " " << size << " " << at;
          ASSERT_EQ(hs_mimic_bound(&l.learner.reach, kind < 2, sign * at), UINT32_MAX);
          ASSERT_EQ(hs_mimic_bound(&l.learner.reach, kind >= 2, -sign * at), UINT32_MAX);
        }
      }
    }
  }
}

}  // namespace
}  // namespace headstack
