// YFQ with disk-overhead reduction against a plain version that is written down a second time here:
// every gap looks at every request. The same for the margins that yfq_tuned sets itself.
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
      : margins_(c.margins),
        lead_(std::uint64_t{c.margins.lead} << 8U),
        percent_(c.percent),
        bench_(bench),
        drive_(drive) {
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

  // Margins that change during a run: M_dmo in percent (Q16.16), and M_qos as a virtual time.
  void set_margins(std::uint32_t overhead, std::uint64_t lead) {
    margins_.overhead = overhead;
    lead_ = lead;
  }
  bool between_batches() const { return sequence_.empty(); }
  bool idle(std::size_t class_id) const { return classes_[class_id].unserved == 0; }
  bool idle() const {
    return std::all_of(classes_.begin(), classes_.end(),
                       [](const Class& c) { return c.unserved == 0; });
  }

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
    return !slowest || class_of(entry).inserted + cost(entry) <= *slowest + lead_;
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
    if (lead_ == 0) {
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
  std::uint64_t lead_;
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

// The rules of yfq_tuned's margins, as the header comment of its file has them. `ends`: steps at
// which M_dmo turned because it would have left 0 to 100 %.
class PlainTuned {
 public:
  PlainTuned(std::uint32_t accuracy, std::uint32_t window, const Case& c,
             const SchedulerBench& bench, const hs_drive_params& drive)
      : plain(c, bench, drive),
        allowed_((100 * std::uint64_t{HS_ONE} - accuracy) / 100),
        window_(window),
        percent_(c.percent),
        bytes_per_block_(drive.bytes_per_block),
        blocks_(c.percent.size()),
        idle_(c.percent.size(), true) {
    plain.set_margins(overhead_, lead_);
  }

  void arrived(std::uint32_t entry, hs_ticks now) {
    idle_time_ += plain.idle() ? now - idle_since_ : 0;
    plain.arrived(entry);
  }
  std::uint32_t pick() {
    const bool batch = plain.between_batches();
    for (std::size_t i = 0; batch && i < idle_.size(); ++i) {
      idle_[i] = idle_[i] || plain.idle(i);
    }
    return plain.pick();
  }
  void completed(std::uint16_t class_id, std::uint32_t blocks, hs_ticks now) {
    plain.completed(class_id);
    idle_since_ = plain.idle() ? now : idle_since_;
    blocks_[class_id] += blocks;
    step_blocks_ += blocks;
    if (++served_ < window_) {
      return;
    }
    tune_lead();
    if (++windows_ % 4 == 0) {
      tune_overhead(now);
    }
    plain.set_margins(overhead_, lead_);
    served_ = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      blocks_[i] = 0;
      idle_[i] = plain.idle(i);
    }
  }

  Plain plain;
  std::uint64_t raised = 0, lowered = 0, turned = 0, ends = 0;

 private:
  // Whether a class that always had requests was off its share by more than nine tenths of the
  // allowed part.
  bool far_off() const {
    std::uint64_t blocks = 0, weights = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      blocks += idle_[i] ? 0 : blocks_[i];
      weights += idle_[i] ? 0 : std::uint64_t{percent_[i]} << 16U;
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (idle_[i]) {
        continue;
      }
      const std::uint64_t due = blocks * (std::uint64_t{percent_[i]} << 16U) / weights;
      const std::uint64_t off = std::max(due, blocks_[i]) - std::min(due, blocks_[i]);
      if (due != 0 && (off << 16U) / due * 10 > allowed_ * 9) {
        return true;
      }
    }
    return false;
  }
  void tune_lead() {
    std::uint64_t all = 0;
    for (const std::uint64_t blocks : blocks_) {
      all += blocks;
    }
    const std::uint64_t most = all * bytes_per_block_ / 512 * allowed_ / 100 * 256;
    const bool down = far_off();
    (down ? lowered : raised)++;
    lead_ = down ? lead_ - lead_ / 5 : lead_ + lead_ / 20;
    lead_ = std::max(std::min(lead_, most), std::uint64_t{1} << 18U);  // 1/64 at least
  }
  void tune_overhead(hs_ticks now) {
    const std::uint64_t turns = (now - since_ - idle_time_) >> 24U;  // 256ths of a revolution
    const std::uint64_t rate = (step_blocks_ << 24U) / (turns + 1);
    turned += rate < rate_ ? 1 : 0;
    up_ = rate < rate_ ? !up_ : up_;
    rate_ = rate;
    since_ = now;
    idle_time_ = 0;
    step_blocks_ = 0;
    constexpr std::uint32_t kStep = 4 * HS_ONE;
    const bool at_end = up_ ? overhead_ + kStep > 100 * HS_ONE : overhead_ < kStep;
    ends += at_end ? 1 : 0;
    up_ = at_end ? !up_ : up_;
    overhead_ = up_ ? overhead_ + kStep : overhead_ - kStep;
  }

  std::uint64_t allowed_;
  std::uint32_t window_;
  std::vector<std::uint32_t> percent_;
  std::uint32_t bytes_per_block_;
  std::uint32_t overhead_ = 40 * HS_ONE;
  std::uint64_t lead_ = std::uint64_t{1} << 23U;  // 1/2
  bool up_ = true;
  std::vector<std::uint64_t> blocks_;
  std::vector<bool> idle_;
  std::uint32_t served_ = 0, windows_ = 0;
  hs_ticks since_ = 0, idle_since_ = 0, idle_time_ = 0;
  std::uint64_t step_blocks_ = 0, rate_ = 0;
};

struct TunedCase {
  std::string name;
  std::uint32_t accuracy;  // percent
  std::uint32_t window;    // requests
  std::uint32_t length;    // of the queue
  // longest service, in 64ths of a revolution; a longer one is less common; 0: each block takes
  // less time than the one before
  std::uint32_t turns;
};

hs_ticks service_time(const TunedCase& c, Rng& rng, std::uint32_t blocks, std::uint64_t decisions) {
  constexpr hs_ticks kPart = HS_TICKS_PER_REVOLUTION / 64;
  return c.turns != 0 ? rng.below(c.turns) * kPart : blocks * (kPart * 1000 / (1000 + decisions));
}

void PrintTo(const TunedCase& c, std::ostream* out) { *out << c.name; }

class YfqTunedOracle : public testing::TestWithParam<TunedCase> {};

TEST_P(YfqTunedOracle, TheMarginsFollowTheirRules) {
  const TunedCase& c = GetParam();
  // A gap takes any number, and seeks are those of the curve.
  const Case shares{c.name, {40 * HS_ONE, 0, 1, 1}, {60, 30, 10}, 40};
  const auto drive = c2247();
  const std::vector<std::uint32_t> weights = {60U << 16U, 30U << 16U, 10U << 16U};
  SchedulerBench bench(hs_yfq_tuned, *drive, c.length, {c.accuracy * HS_ONE, c.window * HS_ONE});
  bench.scheduler().tables.weights = weights.data();
  bench.scheduler().tables.classes = 3;
  PlainTuned tuned(c.accuracy * HS_ONE, c.window, shares, bench, drive->params);
  Rng rng(c.window);
  hs_drive_view view{};
  std::uint64_t inserted = 0;
  for (std::uint64_t decisions = 0; decisions < 12'000;) {
    const bool drains = decisions / 500 % 5 == 4;  // now and then the drive is idle
    if (!bench.full() && (bench.waiting().empty() || rng.below(16) < (drains ? 6U : 11U))) {
      view.now += bench.waiting().empty() ? rng.below(1000) * (HS_TICKS_PER_REVOLUTION / 64) : 0;
      const std::uint32_t blocks = rng.between(1, shares.most_blocks);
      const auto of = static_cast<std::uint16_t>(rng.below(5) / 2);
      const std::uint32_t lbn = rng.below(drive->blocks() - blocks);
      const std::uint32_t entry = bench.add(lbn, blocks, false, view.now, 0, of);
      tuned.arrived(entry, view.now);
      continue;
    }
    const std::uint32_t expected = tuned.pick();
    const std::uint32_t picked = bench.pick(view);
    ASSERT_EQ(picked, expected) << "decision " << decisions;
    inserted += bench.request(picked).inserted ? 1 : 0;
    view.now += service_time(c, rng, bench.request(picked).blocks, decisions);
    tuned.completed(bench.request(picked).class_id, bench.request(picked).blocks, view.now);
    hs_scheduler_completion(&bench.scheduler(), picked, &view);
    ++decisions;
  }
  EXPECT_TRUE(bench.intact());
  EXPECT_GT(inserted, 100U);
  EXPECT_GT(c.turns != 0 ? tuned.turned : tuned.ends, 3U);
  EXPECT_GT(tuned.raised + tuned.lowered, 50U);
}

INSTANTIATE_TEST_SUITE_P(PlainVersion, YfqTunedOracle,
                         testing::Values(TunedCase{"narrow", 98, 50, 40, 128},
                                         TunedCase{"wide", 60, 20, 60, 128},
                                         TunedCase{"wider", 50, 200, 100, 32},
                                         TunedCase{"short_window", 90, 10, 25, 256},
                                         TunedCase{"ever_faster", 90, 20, 40, 0}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
