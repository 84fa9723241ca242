// The schedulers with limits against plain scans of the queue. The rule is written down a second
// time here, without indexes and without bounds.
#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"
#include "tb/firmware/support/service_scan.h"

extern "C" {
#include "disk/situation.h"
}

namespace headstack {
namespace {

constexpr std::size_t kMostSkipped = 8;

struct Case {
  std::string name;
  const hs_scheduler_ops* ops;
  std::uint32_t patience_ms;
  std::uint32_t ahead;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Oracle {
 public:
  Oracle(const SchedulerBench& bench, const hs_drive_params& drive, const Case& rule)
      : bench_(bench), drive_(drive), rule_(rule) {}

  std::uint32_t pick(const hs_drive_view& view) const {
    const auto waiting = bench_.waiting();
    if (waiting.size() == 1) {
      return waiting[0];
    }
    const hs_ticks patience = drive_.second / 1000 * rule_.patience_ms;
    for (const std::uint32_t entry : waiting) {
      const bool overdue = view.now - std::min(view.now, task(entry).arrival) >= patience;
      if (rule_.patience_ms != 65535 && overdue && !hopeless(view, entry)) {
        return entry;
      }
    }
    const auto ordered = by_base(view);
    const auto limited = window(view);
    for (std::size_t i = 0; i < std::min(ordered.size(), kMostSkipped); ++i) {
      if (!hopeless(view, ordered[i]) && !endangers(view, limited, ordered[i])) {
        return ordered[i];
      }
    }
    for (const std::uint32_t entry : limited) {
      if (!endangers(view, limited, entry)) {
        return entry;
      }
    }
    if (!limited.empty()) {
      return limited[0];
    }
    for (const std::uint32_t entry : waiting) {
      if (!task(entry).strict) {
        return entry;
      }
    }
    return ordered[0];
  }

 private:
  BenchRequest task(std::uint32_t entry) const { return bench_.request(entry); }

  // All waiting tasks, the best of the base order first.
  std::vector<std::uint32_t> by_base(const hs_drive_view& view) const {
    std::vector<std::tuple<hs_ticks, hs_ticks, std::uint64_t, std::uint32_t>> ranked;
    for (const std::uint32_t entry : bench_.waiting()) {
      const BenchRequest t = task(entry);
      if (rule_.ops == &hs_sptf_limits) {
        ranked.emplace_back(hs_predict_media_start(&drive_, &view, &t), 0, t.order, entry);
      } else {
        ranked.emplace_back(t.lbn.value < view.last_first.value ? 1 : 0, t.lbn.value, t.order,
                            entry);
      }
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::uint32_t> entries;
    for (const auto& [first, second, order, entry] : ranked) {
      entries.push_back(entry);
    }
    return entries;
  }

  hs_ticks end(const hs_drive_view& view, std::uint32_t entry) const {
    return view.now + service(drive_, view, task(entry));
  }
  bool meets(const hs_drive_view& view, std::uint32_t entry) const {
    return end(view, entry) <= task(entry).deadline && view.now <= task(entry).start_by;
  }
  // The last block leaves the medium by the deadline.
  bool can_meet(const hs_drive_view& view, std::uint32_t entry) const {
    const BenchRequest t = task(entry);
    const hs_ticks over = hs_predict_media_start(&drive_, &view, &t) + time_on_medium(drive_, t);
    const bool buffered = t.write && drive_.cache.write_back;
    const hs_ticks rounded =
        t.deadline == HS_NO_DEADLINE ? t.deadline : t.deadline + (drive_.second >> 19);
    return (buffered || over <= rounded) && view.now <= t.start_by && view.now <= t.deadline;
  }
  bool hopeless(const hs_drive_view& view, std::uint32_t entry) const {
    return task(entry).strict && !can_meet(view, entry);
  }

  std::vector<std::uint32_t> window(const hs_drive_view& view) const {
    std::vector<std::tuple<hs_ticks, std::uint64_t, std::uint32_t>> ranked;
    for (const std::uint32_t entry : bench_.waiting()) {
      const BenchRequest t = task(entry);
      const hs_ticks limit = std::min(t.deadline, t.start_by);
      if (limit != HS_NO_DEADLINE && can_meet(view, entry)) {
        ranked.emplace_back(limit, t.order, entry);
      }
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::uint32_t> entries;
    for (const auto& [limit, order, entry] : ranked) {
      if (entries.size() < rule_.ahead) {
        entries.push_back(entry);
      }
    }
    return entries;
  }

  // The drive after it has served the task.
  hs_drive_view after(const hs_drive_view& view, std::uint32_t entry) const {
    const BenchRequest t = task(entry);
    hs_drive_view next = view;
    next.now = end(view, entry);
    next.last_sequential = t.write == view.last_write && t.lbn.value == view.last_end.value;
    next.last_first = t.lbn;
    next.last_end = {t.lbn.value + t.blocks};
    next.last_write = t.write;
    next.last_hit = false;
    next.read_done = t.write ? view.read_done : next.now;
    const hs_pbn last = hs_lbn_to_pbn(&drive_.geometry, {t.lbn.value + t.blocks - 1});
    next.track = {last.cylinder, last.head};
    next.free_at = next.now;
    if (!t.write && drive_.cache.prefetch_maximum_blocks != 0) {
      next.free_at += hs_sector_offset(hs_zone_of_lbn(&drive_.geometry, t.lbn), 1);
      next.reading = drive_.overheads.prefetch_interrupt != 0;
    } else {
      next.reading = false;
    }
    return next;  // the host has no registers, so the next command holds the bus too
  }

  // The end of each task that the chain from `view` meets, without `without`. A task that is not
  // surely late is met.
  std::map<std::uint32_t, hs_ticks> first_chain(hs_drive_view view,
                                                const std::vector<std::uint32_t>& limited,
                                                std::uint32_t without) const {
    std::map<std::uint32_t, hs_ticks> met;
    for (const std::uint32_t entry : limited) {
      if (entry != without && can_meet(view, entry)) {
        met[entry] = end(view, entry);
        view = after(view, entry);
      }
    }
    return met;
  }

  // The second chain meets a task by the estimate, or if the task ends no later than in the first.
  bool endangers(const hs_drive_view& view, const std::vector<std::uint32_t>& limited,
                 std::uint32_t entry) const {
    const auto first = first_chain(view, limited, entry);
    hs_drive_view then = after(view, entry);
    for (const std::uint32_t other : limited) {
      const auto found = first.find(other);
      const bool no_later = found != first.end() && end(then, other) <= found->second &&
                            then.now <= task(other).start_by;
      if (other == entry) {
        continue;
      }
      if (meets(then, other) || no_later) {
        then = after(then, other);
      } else if (found != first.end()) {
        return true;
      }
    }
    return false;
  }

  const SchedulerBench& bench_;
  const hs_drive_params& drive_;
  const Case& rule_;
};

// Requests with deadlines and latest starts, near and far, some strict. How tight the limits are
// changes from time to time.
std::uint32_t add_any(Rng& rng, SchedulerBench& bench, const TestDrive& drive,
                      const hs_drive_view& view, std::uint32_t tightness) {
  const std::uint32_t near = view.last_end.value;
  const std::uint32_t lbn =
      rng.one_in(6) && near < drive.blocks() ? near : rng.below(drive.blocks());
  const std::uint32_t blocks = rng.between(1, std::min(60U, drive.blocks() - lbn));
  hs_task_facts facts = hs_facts_of_class(0);
  const auto some_time = [&] { return view.now + (rng.next() >> (24 + rng.below(tightness))); };
  if (rng.one_in(2)) {
    facts.deadline = some_time();
  }
  if (rng.one_in(5)) {
    facts.start_by = some_time();
  }
  facts.strict = rng.one_in(4);
  return bench.add(lbn, blocks, rng.one_in(3), view.now, facts);
}

class LimitsOracle : public testing::TestWithParam<Case> {
 protected:
  static void run(const TestDrive& drive, std::uint64_t seed, std::uint32_t length, int decisions) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", length " << length);
    const Case& c = GetParam();
    Rng rng(seed);
    SchedulerBench bench(*c.ops, drive, length, {c.patience_ms * HS_ONE, c.ahead * HS_ONE});
    const Oracle oracle(bench, drive.params, c);
    hs_drive_view view{};
    while (decisions > 0) {
      if (!bench.full() && (bench.waiting().empty() || rng.below(5) < 3)) {
        add_any(rng, bench, drive, view, 4 + static_cast<std::uint32_t>(decisions / 50 % 8));
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
      const std::uint32_t expected = oracle.pick(view);
      const std::uint32_t picked = bench.pick(view);
      const hs_task task = bench.task(picked);
      ASSERT_EQ(picked, expected) << "order " << task.order << ", not "
                                  << bench.task(expected).order << ", at " << view.now;
      view = view_after(drive, task, hs_predict_media_start(&drive.params, &view, &task));
      view.connected = rng.one_in(2);
      view.free_at += rng.one_in(3) ? rng.below(kTurn / 4) : 0;
      --decisions;
    }
    ASSERT_TRUE(bench.intact());
  }
};

TEST_P(LimitsOracle, OnTheC2247) {
  const auto drive = c2247();
  for (const std::uint32_t length : {1U, 2U, 3U, 5U, 10U, 50U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 1000));
  }
}

TEST_P(LimitsOracle, OnALongQueue) {
  const auto drive = c2247();
  ASSERT_NO_FATAL_FAILURE(run(*drive, 7, 300, 1000));
}

TEST_P(LimitsOracle, WithReadAheadAndAWriteCache) {
  const auto drive = c2247();
  drive->params.cache.write_back = true;
  drive->params.cache.prefetch_maximum_blocks = 100;
  drive->params.overheads.prefetch_interrupt = us(100);
  for (const std::uint32_t length : {2U, 10U, 50U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 500));
  }
}

TEST_P(LimitsOracle, OnRandomLayouts) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, rng.between(1, 20));
    ASSERT_NO_FATAL_FAILURE(run(*layout.drive, seed, rng.between(1, 40), 100));
  }
}

// Near requests with limits arrive without end, and each decision would make one of them late. A
// far request without a limit starts when it has waited for the patience, after the service that is
// then under way.
TEST_P(LimitsOracle, NoRequestStarves) {
  const Case& c = GetParam();
  const auto drive = c2247();
  const hs_ticks patience = drive->params.second / 1000 * c.patience_ms;
  Rng rng(1);
  SchedulerBench bench(*c.ops, *drive, 10, {c.patience_ms * HS_ONE, c.ahead * HS_ONE});
  const std::uint32_t far = bench.add(drive->blocks() - 1, 1, false, 0, HS_NO_DEADLINE);
  hs_drive_view view{};
  hs_ticks before = 0;
  for (std::uint32_t picked = HS_NO_TASK; picked != far;) {
    while (!bench.full()) {
      bench.add(rng.below(1000), 1, false, view.now, view.now + rng.between(1, 4) * kTurn);
    }
    before = view.now;
    picked = bench.pick(view);
    const hs_task task = bench.task(picked);
    view = view_after(*drive, task, hs_predict_media_start(&drive->params, &view, &task));
    if (c.patience_ms == 65535 && view.now > drive->params.second * 10) {
      return;  // without end
    }
  }
  EXPECT_NE(c.patience_ms, 65535U);
  EXPECT_GE(before, patience);
  EXPECT_LT(before, patience + 4 * kTurn);
}

INSTANTIATE_TEST_SUITE_P(PlainScan, LimitsOracle,
                         testing::Values(Case{"sptf", &hs_sptf_limits, 5000, 8},
                                         Case{"clook", &hs_clook_limits, 5000, 8},
                                         Case{"sptf_1", &hs_sptf_limits, 100, 1},
                                         Case{"clook_2", &hs_clook_limits, 500, 2},
                                         Case{"sptf_16", &hs_sptf_limits, 65535, 16},
                                         Case{"clook_16", &hs_clook_limits, 65535, 16},
                                         Case{"sptf_0", &hs_sptf_limits, 0, 8}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
