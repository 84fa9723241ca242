// YFQ with disk-overhead reduction against a plain version that is written down a second time here:
// every gap looks at every request.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"

namespace headstack {
namespace {

// The scheduler's parameters, in their order.
struct Margins {
  std::uint32_t overhead;  // percent, Q16.16
  std::uint32_t lead;      // Q16.16
  std::uint32_t literal;
  std::uint32_t curve;
};

struct Case {
  std::string name;
  Margins margins;
  std::vector<std::uint32_t> percent;  // of each class
  std::uint32_t most_blocks;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Plain {
 public:
  Plain(const Case& c, const SchedulerBench& bench, const hs_drive_params& drive)
      : margins_(c.margins), percent_(c.percent), bench_(bench), drive_(drive) {
    classes_.resize(percent_.size());
  }

  void arrived(std::uint32_t entry) {
    Class& c = class_of(entry);
    const bool new_comer = c.unserved++ == 0;
    if (c.queue.empty()) {
      c.start = std::max(now_, c.finish);
      c.finish = c.start + cost(entry);
    }
    if (const auto slowest = slowest_but(&c); new_comer && slowest) {
      c.inserted = std::max(c.inserted, *slowest);
    }
    c.queue.push_back(entry);
  }
  void aborted(std::uint32_t entry) {
    class_of(entry).unserved--;
    if (const auto at = std::find(sequence_.begin(), sequence_.end(), entry);
        at != sequence_.end()) {
      sequence_.erase(at);
    } else {
      withdraw(entry);
    }
  }
  void completed(std::uint16_t class_id) { classes_[class_id].unserved--; }

  std::uint32_t pick() {
    if (sequence_.empty()) {
      batch();
      expand();
      end_ = cylinder(sequence_.back());
    }
    const std::uint32_t entry = sequence_.front();
    sequence_.pop_front();
    return entry;
  }

 private:
  struct Class {
    std::deque<std::uint32_t> queue;
    std::uint64_t start = 0, finish = 0, inserted = 0;
    std::uint32_t unserved = 0;
  };
  using Place = std::list<std::uint32_t>::iterator;

  Class& class_of(std::uint32_t entry) { return classes_[bench_.request(entry).class_id]; }
  std::uint32_t cylinder(std::uint32_t entry) const {
    return bench_.task(entry).track.cylinder.value;
  }
  std::uint64_t cost(std::uint32_t entry) const {
    const BenchRequest task = bench_.request(entry);
    return (std::uint64_t{task.blocks} * drive_.bytes_per_block << 31U) /
           (std::uint64_t{percent_[task.class_id]} << 16U);
  }
  std::optional<std::uint64_t> slowest_but(const Class* but) const {
    std::optional<std::uint64_t> slowest;
    for (const Class& c : classes_) {
      if (&c != but && c.unserved != 0) {
        slowest = std::min(slowest.value_or(c.inserted), c.inserted);
      }
    }
    return slowest;
  }

  void withdraw(std::uint32_t entry) {
    Class& c = class_of(entry);
    const bool first = c.queue.front() == entry;
    c.queue.erase(std::find(c.queue.begin(), c.queue.end(), entry));
    if (first) {
      c.finish = c.start + (c.queue.empty() ? 0 : cost(c.queue.front()));
    }
  }

  void batch() {
    for (int i = 0; i < 4; ++i) {
      Class* next = nullptr;
      for (Class& c : classes_) {
        const auto rank = [&](const Class& x) {
          return std::make_tuple(x.finish, bench_.task(x.queue.front()).order);
        };
        if (!c.queue.empty() && (next == nullptr || rank(c) < rank(*next))) {
          next = &c;
        }
      }
      if (next == nullptr) {
        break;
      }
      sequence_.push_back(next->queue.front());
      next->queue.pop_front();
      now_ = next->start;
      if (!next->queue.empty()) {
        next->start = next->finish;
        next->finish += cost(next->queue.front());
      }
    }
    const auto rank = [&](std::uint32_t entry) {
      const hs_task& t = bench_.task(entry);
      return std::make_tuple(t.lbn.value < from_, t.lbn.value, t.order);
    };
    sequence_.sort([&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    const hs_task& last = bench_.task(sequence_.back());
    from_ = last.lbn.value + last.blocks;
  }

  hs_ticks seek(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t distance = std::max(from, to) - std::min(from, to);
    const std::uint32_t farthest = drive_.geometry.cylinders - 1;
    const auto by_table = [&](std::uint32_t d) {
      return hs_ticks{drive_.mechanics.seek[d]} << HS_SEEK_SHIFT;
    };
    if (distance == 0 || margins_.curve != 0) {
      return by_table(distance);
    }
    const hs_ticks start = drive_.second / 500;
    return start + (by_table(farthest) - start) / farthest * distance;
  }
  bool fits(std::uint32_t entry, std::uint32_t from, std::uint32_t to) const {
    const hs_ticks full = hs_ticks{drive_.mechanics.seek[drive_.geometry.cylinders - 1]}
                          << HS_SEEK_SHIFT;
    const hs_ticks margin = (full / 100 * margins_.overhead) >> 16U;
    return seek(from, cylinder(entry)) + seek(cylinder(entry), to) <= seek(from, to) + margin;
  }
  bool may_lead(std::uint32_t entry) {
    const auto slowest = slowest_but(&class_of(entry));
    const std::uint64_t lead = std::uint64_t{margins_.lead} << 8U;
    return !slowest || class_of(entry).inserted + cost(entry) <= *slowest + lead;
  }

  // Into the gap between cylinder `from` and the request at `next`.
  bool fill(std::uint32_t from, Place next) {
    for (Class& c : classes_) {
      for (const std::uint32_t entry : c.queue) {
        if (fits(entry, from, cylinder(*next)) && may_lead(entry)) {
          withdraw(entry);
          c.inserted += cost(entry);
          sequence_.insert(next, entry);
          return true;
        }
      }
    }
    return false;
  }
  void expand() {
    const Place last = std::prev(sequence_.end());
    Place at = sequence_.begin();
    if (margins_.lead == 0) {
      return;
    }
    if (margins_.literal == 0) {
      fill(end_, at);
    }
    while (at != last) {
      const Place next = std::next(at);
      const bool filled = fill(cylinder(*at), next);
      at = filled && margins_.literal != 0 ? std::prev(next) : next;
    }
  }

  Margins margins_;
  std::vector<std::uint32_t> percent_;
  const SchedulerBench& bench_;
  const hs_drive_params& drive_;
  std::vector<Class> classes_;
  std::list<std::uint32_t> sequence_;
  std::uint64_t now_ = 0;
  std::uint32_t from_ = 0;
  std::uint32_t end_ = 0;
};

class YfqDorOracle : public testing::TestWithParam<Case> {};

TEST_P(YfqDorOracle, EveryGapTakesWhatThePlainVersionDoes) {
  const Case& c = GetParam();
  const auto drive = c2247();
  std::vector<std::uint32_t> weights;
  for (const std::uint32_t percent : c.percent) {
    weights.push_back(percent << 16U);
  }
  std::uint64_t inserted = 0;
  for (const std::uint32_t length : {1U, 3U, 10U, 40U, 200U}) {
    SCOPED_TRACE(length);
    Rng rng(length);
    SchedulerBench bench(hs_yfq_dor, *drive, length,
                         {c.margins.overhead, c.margins.lead, c.margins.literal, c.margins.curve});
    bench.scheduler().tables.weights = weights.data();
    bench.scheduler().tables.classes = static_cast<std::uint32_t>(weights.size());
    Plain plain(c, bench, drive->params);
    const hs_drive_view view{};
    for (int decisions = 0; decisions < 1500;) {
      if (!bench.full() && (bench.waiting().empty() || rng.below(8) < 5)) {
        const std::uint32_t blocks = rng.between(1, c.most_blocks);
        // The last class comes seldom, and is often without requests.
        const auto of = rng.below(static_cast<std::uint32_t>(weights.size()) * 2 - 1) / 2;
        const std::uint32_t lbn = rng.below(drive->blocks() - blocks);
        plain.arrived(bench.add(lbn, blocks, false, 0, 0, static_cast<std::uint16_t>(of)));
        continue;
      }
      if (rng.one_in(30)) {
        const std::uint32_t entry = any_of(rng, bench);
        plain.aborted(entry);
        bench.abort(entry);
        continue;
      }
      const std::uint32_t expected = plain.pick();
      const std::uint32_t picked = bench.pick(view);
      ASSERT_EQ(picked, expected) << "decision " << decisions;
      inserted += bench.request(picked).inserted ? 1 : 0;
      plain.completed(bench.request(picked).class_id);
      hs_scheduler_completion(&bench.scheduler(), picked, &view);
      ++decisions;
    }
    ASSERT_TRUE(bench.intact());
  }
  EXPECT_GT(inserted, 100U);
}

INSTANTIATE_TEST_SUITE_P(
    PlainVersion, YfqDorOracle,
    testing::Values(Case{"by_default", {20 * HS_ONE, HS_ONE / 2, 0, 0}, {80, 20}, 16},
                    Case{"by_curve", {30 * HS_ONE, HS_ONE, 0, 1}, {50, 30, 20}, 64},
                    Case{"literal", {20 * HS_ONE, 2 * HS_ONE, 1, 1}, {50, 30, 20}, 64},
                    Case{"narrow", {HS_ONE, 8 * HS_ONE, 0, 0}, {60, 30, 10}, 40},
                    Case{"large_and_small", {60 * HS_ONE, HS_ONE, 1, 0}, {70, 20, 10}, 200}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
