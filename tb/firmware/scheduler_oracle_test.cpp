// fcfs, sstf and clook against plain scans of the queue.
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"

namespace headstack {
namespace {

std::uint32_t distance(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

// The entry with the least rank(task); a rank is a tuple that ends with the order of arrival.
template <typename Rank>
std::uint32_t least(const SchedulerBench& bench, const Rank& rank) {
  return *std::min_element(
      bench.waiting().begin(), bench.waiting().end(),
      [&](std::uint32_t a, std::uint32_t b) { return rank(bench.task(a)) < rank(bench.task(b)); });
}

using Oracle = std::uint32_t (*)(const SchedulerBench&, const TestDrive&, const hs_drive_view&);

std::uint32_t scan_fcfs(const SchedulerBench& bench, const TestDrive&, const hs_drive_view&) {
  return least(bench, [](const hs_task& t) { return t.order; });
}

std::uint32_t scan_sstf_lbn(const SchedulerBench& bench, const TestDrive&,
                            const hs_drive_view& view) {
  return least(bench, [&](const hs_task& t) {
    return std::make_tuple(distance(t.lbn.value, view.last_end.value), t.order);
  });
}

// Not yet past the last first block come first, each group by block.
std::uint32_t scan_clook_lbn(const SchedulerBench& bench, const TestDrive&,
                             const hs_drive_view& view) {
  return least(bench, [&](const hs_task& t) {
    return std::make_tuple(t.lbn.value < view.last_first.value, t.lbn.value, t.order);
  });
}

std::uint32_t scan_clook_map(const SchedulerBench& bench, const TestDrive& drive,
                             const hs_drive_view& view) {
  const hs_pbn last = hs_lbn_to_pbn(&drive.geometry(), view.last_first);
  const auto from = std::make_tuple(last.cylinder.value, view.last_first.value);
  return least(bench, [&](const hs_task& t) {
    const auto at = std::make_tuple(t.track.cylinder.value, t.lbn.value);
    return std::make_tuple(at < from, at, t.order);
  });
}

// The nearest cylinder; of two equally near ones that whose first request in C-LOOK order is older.
// Within a cylinder C-LOOK from the end of the last request if it is the same, else from its
// lowest.
std::uint32_t scan_sstf_map(const SchedulerBench& bench, const TestDrive& drive,
                            const hs_drive_view& view) {
  const std::uint32_t last = std::max(view.last_end.value, 1U) - 1;
  const std::uint32_t here = hs_lbn_to_pbn(&drive.geometry(), {last}).cylinder.value;
  const auto rank = [&](const hs_task& t) {
    const std::uint32_t cylinder = t.track.cylinder.value;
    const bool behind = cylinder == here && t.lbn.value < view.last_end.value;
    return std::make_tuple(distance(cylinder, here), behind, t.lbn.value, t.order);
  };
  const auto side = [&](bool above) {
    return [&rank, here, above](const hs_task& t) {
      return std::make_tuple((t.track.cylinder.value >= here) != above, rank(t));
    };
  };
  const std::uint32_t up = least(bench, side(true));
  const std::uint32_t down = least(bench, side(false));
  const auto far = [&](std::uint32_t e) {
    return std::make_tuple(distance(bench.task(e).track.cylinder.value, here), bench.task(e).order);
  };
  return far(up) < far(down) ? up : down;
}

struct Case {
  const char* name;
  const hs_scheduler_ops* ops;
  std::uint32_t level;
  Oracle oracle;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class SchedulerOracle : public testing::TestWithParam<Case> {
 protected:
  // Arrivals and picks mixed, the queue about `length` long; requests from `span` blocks.
  void run(const TestDrive& drive, std::uint64_t seed, std::uint32_t length, int decisions) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", length " << length);
    Rng rng(seed);
    SchedulerBench bench(*GetParam().ops, drive, length, GetParam().level);
    const std::uint32_t span = std::min(drive.blocks(), rng.one_in(2) ? 100U : drive.blocks());
    hs_drive_view view{};
    while (decisions > 0) {
      if (!bench.full() && (bench.waiting().empty() || rng.below(5) < 3)) {
        const std::uint32_t lbn = rng.below(span);
        bench.add(lbn, rng.between(1, std::min(20U, drive.blocks() - lbn)), rng.one_in(3));
        continue;
      }
      const std::uint32_t expected = GetParam().oracle(bench, drive, view);
      const std::uint32_t picked = bench.pick(view);
      ASSERT_EQ(picked, expected) << "last " << view.last_first.value << "-" << view.last_end.value
                                  << ": block " << bench.task(picked).lbn.value << ", not "
                                  << bench.task(expected).lbn.value;
      view.last_first = bench.task(picked).lbn;
      view.last_end = {view.last_first.value + bench.task(picked).blocks};
      --decisions;
    }
    ASSERT_TRUE(bench.intact());
  }
};

TEST_P(SchedulerOracle, OnTheC2247) {
  const auto drive = c2247();
  for (const std::uint32_t length : {1U, 2U, 3U, 10U, 50U, 150U, 300U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 3000));
    ASSERT_NO_FATAL_FAILURE(run(*drive, length + 1000, length, 3000));
  }
}

TEST_P(SchedulerOracle, OnRandomLayouts) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, rng.between(1, 20));
    ASSERT_NO_FATAL_FAILURE(run(*layout.drive, seed, rng.between(1, 300), 300));
  }
}

INSTANTIATE_TEST_SUITE_P(PlainScan, SchedulerOracle,
                         testing::Values(Case{"fcfs", &hs_fcfs, HS_LEVEL_LBN, scan_fcfs},
                                         Case{"sstf_lbn", &hs_sstf, HS_LEVEL_LBN, scan_sstf_lbn},
                                         Case{"sstf_map", &hs_sstf, HS_LEVEL_MAP, scan_sstf_map},
                                         Case{"clook_lbn", &hs_clook, HS_LEVEL_LBN, scan_clook_lbn},
                                         Case{"clook_map", &hs_clook, HS_LEVEL_MAP,
                                              scan_clook_map}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace headstack
