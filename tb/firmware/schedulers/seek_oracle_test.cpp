// The seek-reducing schedulers against plain scans of the queue, written down a second time here.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"

namespace headstack {
namespace {

constexpr std::uint32_t kFixed = 7;  // blocks of a cylinder at the level "fixed"
constexpr std::uint32_t kOne = HS_ONE;

// A queue, a view and a level, with every question answered by looking at all of it.
class Scan {
 public:
  Scan(const TestDrive& drive, std::uint32_t level) : drive_(drive), level_(level) {}

  std::int64_t place(hs_lbn lbn) const {
    switch (level_) {
      case HS_LEVEL_MAP:
        return hs_lbn_to_pbn(&drive_.geometry(), lbn).cylinder.value;
      case HS_LEVEL_FIXED:
        return lbn.value / kFixed;
      default:
        return lbn.value;
    }
  }
  std::int64_t places() const {
    switch (level_) {
      case HS_LEVEL_MAP:
        return drive_.geometry().cylinders;
      case HS_LEVEL_FIXED:
        return drive_.blocks() / kFixed + 1;
      default:
        return drive_.blocks();
    }
  }
  std::uint32_t level() const { return level_; }

 private:
  const TestDrive& drive_;
  std::uint32_t level_;
};

// The entry with the least rank(task).
template <typename Rank>
std::uint32_t least(const SchedulerBench& bench, const std::vector<std::uint32_t>& among,
                    const Rank& rank) {
  const auto found = std::min_element(
      among.begin(), among.end(),
      [&](std::uint32_t a, std::uint32_t b) { return rank(bench.task(a)) < rank(bench.task(b)); });
  return found == among.end() ? HS_NO_TASK : *found;
}

template <typename Keep>
std::vector<std::uint32_t> only(const SchedulerBench& bench, const Keep& keep) {
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t entry : bench.waiting()) {
    if (keep(bench.task(entry))) {
      kept.push_back(entry);
    }
  }
  return kept;
}

// A scheduler by definition; it may remember what it did.
using Oracle = std::function<std::uint32_t(const SchedulerBench&, const hs_drive_view&)>;
using MakeOracle = std::function<Oracle(const Scan&)>;

// Requests at the last one's place: from its block on, then the rest; each by block, then age.
std::uint32_t here(const Scan& scan, const SchedulerBench& bench, std::int64_t at,
                   std::uint32_t block) {
  return least(
      bench, only(bench, [&](const hs_task& t) { return scan.place(t.lbn) == at; }),
      [&](const hs_task& t) { return std::make_tuple(t.lbn.value < block, t.lbn.value, t.order); });
}

// On each side: its requests by distance, the first to be taken, the mean of the N nearest.
struct Side {
  std::vector<std::int64_t> distances;
  std::uint32_t first = HS_NO_TASK;
};

Side side(const Scan& scan, const SchedulerBench& bench, std::int64_t at, bool above) {
  const auto among = only(bench, [&](const hs_task& t) {
    return above ? scan.place(t.lbn) > at : scan.place(t.lbn) < at;
  });
  Side found;
  for (const std::uint32_t entry : among) {
    found.distances.push_back(std::abs(scan.place(bench.task(entry).lbn) - at));
  }
  std::sort(found.distances.begin(), found.distances.end());
  found.first = least(bench, among, [&](const hs_task& t) {
    return std::make_tuple(std::abs(scan.place(t.lbn) - at), t.lbn.value, t.order);
  });
  return found;
}

// Mean of the nearest `count`, as numerator and denominator.
std::pair<std::int64_t, std::int64_t> mean(const Side& side, std::size_t count, std::int64_t more) {
  const std::size_t n = std::min(count, side.distances.size());
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += side.distances[i] + more;
  }
  return {sum, static_cast<std::int64_t>(n)};
}

enum class From {
  start,
  end
};

// VSCAN and its kin: `penalty` is a share of all places, in 1/65536.
MakeOracle nearest(std::size_t count, std::int64_t penalty, From from) {
  return [=](const Scan& scan) -> Oracle {
    auto down = std::make_shared<bool>(false);
    return [=](const SchedulerBench& bench, const hs_drive_view& view) {
      std::uint32_t block = from == From::start ? view.last_first.value : view.last_end.value;
      std::uint32_t on = block;
      if (from == From::end && scan.level() != HS_LEVEL_LBN) {
        on = std::max(on, 1U) - 1;
      }
      const std::int64_t at = scan.place({on});
      const std::uint32_t same = here(scan, bench, at, block);
      if (same != HS_NO_TASK) {
        return same;
      }
      const std::int64_t more = scan.places() * penalty / 65536;
      const Side up = side(scan, bench, at, true);
      const Side below = side(scan, bench, at, false);
      if (up.first == HS_NO_TASK || below.first == HS_NO_TASK) {
        *down = up.first == HS_NO_TASK;
        return *down ? below.first : up.first;
      }
      const auto u = mean(up, count, *down ? more : 0);
      const auto b = mean(below, count, *down ? 0 : more);
      const std::int64_t a = u.first * b.second;
      const std::int64_t c = b.first * u.second;
      *down = c < a || (c == a && bench.task(below.first).order < bench.task(up.first).order);
      return *down ? below.first : up.first;
    };
  };
}

// LOOK, without a penalty in it: on in the direction while anything is there.
MakeOracle look() {
  return [](const Scan& scan) -> Oracle {
    auto down = std::make_shared<bool>(false);
    return [=](const SchedulerBench& bench, const hs_drive_view& view) {
      const std::int64_t at = scan.place(view.last_first);
      const std::uint32_t same = here(scan, bench, at, view.last_first.value);
      if (same != HS_NO_TASK) {
        return same;
      }
      const std::uint32_t ahead = side(scan, bench, at, !*down).first;
      if (ahead != HS_NO_TASK) {
        return ahead;
      }
      *down = !*down;
      return side(scan, bench, at, !*down).first;
    };
  };
}

MakeOracle upwards() {
  return [](const Scan& scan) -> Oracle {
    return [=](const SchedulerBench& bench, const hs_drive_view& view) {
      const std::int64_t at = scan.place(view.last_first);
      const std::uint32_t same = here(scan, bench, at, view.last_first.value);
      return same != HS_NO_TASK ? same : least(bench, bench.waiting(), [&](const hs_task& t) {
        return std::make_tuple(scan.place(t.lbn) < at, scan.place(t.lbn), t.lbn.value, t.order);
      });
    };
  };
}

MakeOracle batches() {
  return [](const Scan& scan) -> Oracle {
    auto before = std::make_shared<std::uint64_t>(0);  // orders below it are in the batch
    auto down = std::make_shared<bool>(false);
    return [=](const SchedulerBench& bench, const hs_drive_view& view) {
      const auto batch = [&] {
        return only(bench, [&](const hs_task& t) { return t.order < *before; });
      };
      const auto rank = [&](bool downwards) {
        return [&, downwards](const hs_task& t) {
          const std::int64_t place = scan.place(t.lbn);
          return std::make_tuple(downwards ? -place : place, t.lbn.value, t.order);
        };
      };
      if (batch().empty()) {
        *before = bench.task(bench.waiting().back()).order + 1;
        const std::int64_t at = scan.place(view.last_first);
        const auto far = [&](std::uint32_t entry) {
          return std::abs(scan.place(bench.task(entry).lbn) - at);
        };
        *down = far(least(bench, batch(), rank(true))) < far(least(bench, batch(), rank(false)));
      }
      return least(bench, batch(), rank(*down));
    };
  };
}

MakeOracle oldest() {
  return [](const Scan&) -> Oracle {
    return [](const SchedulerBench& bench, const hs_drive_view&) { return bench.waiting()[0]; };
  };
}

struct Case {
  std::string name;
  const hs_scheduler_ops* ops;
  std::vector<std::uint32_t> before;  // parameters before the level, if it has one
  MakeOracle oracle;
  std::vector<std::uint32_t> behind;  // parameters behind the level's
  std::uint32_t level = HS_LEVEL_LBN;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
  const std::vector<Case> once = {
      {"sstf", &hs_sstf, {}, nearest(1, 0, From::end), {0}},
      {"sstf_from_start", &hs_sstf, {}, nearest(1, 0, From::start), {1}},
      {"scan", &hs_scan, {}, look(), {}},
      {"cscan", &hs_cscan, {}, upwards(), {}},
      {"look", &hs_look, {}, look(), {}},
      {"clook", &hs_clook, {}, upwards(), {}},
      {"fscan", &hs_fscan, {}, batches(), {}},
      {"vscan_0", &hs_vscan, {0}, nearest(1, 0, From::start), {}},
      {"vscan_02", &hs_vscan, {13107}, nearest(1, 13107, From::start), {}},
      {"vscan_1", &hs_vscan, {kOne}, look(), {}},
      {"cvscan_1", &hs_cvscan, {kOne, 6554}, nearest(1, 6554, From::start), {}},
      {"cvscan_3", &hs_cvscan, {3 * kOne, 13107}, nearest(3, 13107, From::start), {}},
      {"cvscan_40", &hs_cvscan, {40 * kOne, 700}, nearest(40, 700, From::start), {}},
  };
  std::vector<Case> all = {{"fcfs", &hs_fcfs, {}, oldest(), {}}};
  const char* const levels[] = {"lbn", "map", "fixed"};
  for (const Case& c : once) {
    for (std::uint32_t level = 0; level < 3; ++level) {
      all.push_back(c);
      all.back().name += std::string("_") + levels[level];
      all.back().level = level;
    }
  }
  return all;
}

class SeekOracle : public testing::TestWithParam<Case> {
 protected:
  static std::vector<std::uint32_t> parameters() {
    const Case& c = GetParam();
    std::vector<std::uint32_t> all = c.before;
    all.push_back(c.level);
    all.push_back(kFixed * kOne);
    all.insert(all.end(), c.behind.begin(), c.behind.end());
    return all;
  }

  // Arrivals and picks mixed, the queue about `length` long; requests from `span` blocks.
  static void run(const TestDrive& drive, std::uint64_t seed, std::uint32_t length, int decisions) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", length " << length);
    Rng rng(seed);
    SchedulerBench bench(*GetParam().ops, drive, length, parameters());
    const Oracle oracle = GetParam().oracle(Scan(drive, GetParam().level));
    const std::uint32_t span = std::min(drive.blocks(), rng.one_in(2) ? 100U : drive.blocks());
    hs_drive_view view{};
    while (decisions > 0) {
      if (!bench.full() && (bench.waiting().empty() || rng.below(5) < 3)) {
        const std::uint32_t lbn = rng.below(span);
        bench.add(lbn, rng.between(1, std::min(20U, drive.blocks() - lbn)), rng.one_in(3));
        continue;
      }
      if (rng.one_in(20)) {
        bench.abort(any_of(rng, bench));
        continue;
      }
      if (rng.one_in(20)) {
        bench.enter_again(any_of(rng, bench));
        continue;
      }
      const std::uint32_t expected = oracle(bench, view);
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

TEST_P(SeekOracle, OnTheC2247) {
  const auto drive = c2247();
  for (const std::uint32_t length : {1U, 2U, 3U, 10U, 50U, 150U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 500));
    ASSERT_NO_FATAL_FAILURE(run(*drive, length + 1000, length, 500));
  }
}

TEST_P(SeekOracle, OnRandomLayouts) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, rng.between(1, 20));
    ASSERT_NO_FATAL_FAILURE(run(*layout.drive, seed, rng.between(1, 100), 100));
  }
}

INSTANTIATE_TEST_SUITE_P(PlainScan, SeekOracle, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
