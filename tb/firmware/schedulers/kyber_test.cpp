// kyber: schedules by hand, and random traffic against the rules of Linux's block/kyber-iosched.c,
// written down a second time here. The second writing keeps each latency in a list, and has a timer
// that expires by itself.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/elevator_bench.h"
#include "tb/firmware/support/rng.h"

namespace headstack {
namespace {

struct Settings {
  std::uint32_t read_lat_ms = 2;
  std::uint32_t write_lat_ms = 10;
};

constexpr std::uint32_t kCapacity = 600;

class Scheduler : public ElevatorBench {
 public:
  Scheduler(const TestDrive& drive, const Settings& settings)
      : ElevatorBench(hs_kyber, drive, {settings.read_lat_ms, settings.write_lat_ms}, kCapacity) {}
};

// --- by hand
// --------------------------------------------------------------------------------------

class Kyber : public testing::Test {
 protected:
  hs_ticks ms(std::uint64_t count) const { return count * drive_->params.second / 1000; }

  // Gives requests of one direction to the drive. Each request takes `lasts_ms`, and all are over
  // at `end`. Precondition: the drive has a token for each request.
  static void serve(Scheduler& scheduler, bool write, int count, hs_ticks end, hs_ticks lasts) {
    std::vector<std::uint32_t> entries;
    for (int i = 0; i < count; ++i) {
      scheduler.add({static_cast<std::uint32_t>(i), write, 0, end - lasts});
      entries.push_back(scheduler.take(end - lasts));
      ASSERT_NE(entries.back(), HS_NO_TASK);
    }
    for (const std::uint32_t entry : entries) {
      scheduler.complete(entry, end);
    }
  }

  // Returns the number of tokens of a direction: requests that go to an idle drive at `now`.
  static int tokens(Scheduler& scheduler, bool write, hs_ticks now) {
    std::vector<std::uint32_t> waiting;
    for (int i = 0; i < 300; ++i) {
      waiting.push_back(scheduler.add({0, write, 0, now}));
    }
    std::vector<std::uint32_t> taken;
    for (std::uint32_t entry = scheduler.take(now); entry != HS_NO_TASK;
         entry = scheduler.take(now)) {
      taken.push_back(entry);
    }
    for (const std::uint32_t entry : waiting) {
      if (std::find(taken.begin(), taken.end(), entry) == taken.end()) {
        scheduler.abort(entry);
      }
    }
    for (const std::uint32_t entry : taken) {
      scheduler.complete(entry, now);
    }
    return static_cast<int>(taken.size());
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(20);
};

// Twenty reads and ten writes: 16 reads, 8 writes, and the rest of both, each in order of arrival.
TEST_F(Kyber, ReadsAndWritesTakeTurns) {
  Scheduler scheduler(*drive_, {});
  for (std::uint32_t i = 0; i < 10; ++i) {
    scheduler.add({90 - i, true});
    scheduler.add({80 - i});
    scheduler.add({50 + i});
  }
  std::string order;
  std::vector<std::uint32_t> entries;
  while (scheduler.waiting() != 0) {
    entries.push_back(scheduler.take(0));
    order += entries.back() % 3 == 0 ? 'w' : 'r';
  }
  EXPECT_EQ(order, std::string(16, 'r') + std::string(8, 'w') + "rrrr" + "ww");
  EXPECT_EQ(std::vector<std::uint32_t>(entries.begin(), entries.begin() + 4),
            (std::vector<std::uint32_t>{1, 2, 4, 5}));
  EXPECT_TRUE(scheduler.intact());
}

// A batch of reads that finds no read ends. The writes then have a whole batch.
TEST_F(Kyber, AnEmptyQueueEndsItsBatch) {
  Scheduler scheduler(*drive_, {});
  const std::uint32_t read = scheduler.add({1});
  EXPECT_EQ(scheduler.take(0), read);
  std::vector<std::uint32_t> writes;
  for (std::uint32_t i = 0; i < 9; ++i) {
    writes.push_back(scheduler.add({i, true}));
  }
  EXPECT_EQ(scheduler.take(0), writes[0]);
  const std::uint32_t late = scheduler.add({2});
  for (std::size_t i = 1; i < 8; ++i) {
    EXPECT_EQ(scheduler.take(0), writes[i]);
  }
  EXPECT_EQ(scheduler.take(0), late);
  EXPECT_EQ(scheduler.take(0), writes[8]);
}

TEST_F(Kyber, ADirectionHasSoManyRequestsAtTheDrive) {
  Scheduler scheduler(*drive_, {});
  EXPECT_EQ(tokens(scheduler, false, 0), 256);
  EXPECT_EQ(tokens(scheduler, true, 0), 128);
}

// No token is left for a write, so the write waits. The read goes.
TEST_F(Kyber, AnEndedRequestGivesItsTokenBack) {
  Scheduler scheduler(*drive_, {});
  std::vector<std::uint32_t> writes;
  for (std::uint32_t i = 0; i < 129; ++i) {
    writes.push_back(scheduler.add({i, true}));
  }
  for (std::size_t i = 0; i < 128; ++i) {
    ASSERT_EQ(scheduler.take(0), writes[i]);
  }
  EXPECT_EQ(scheduler.take(0), HS_NO_TASK);
  EXPECT_EQ(scheduler.waiting(), 1U);
  EXPECT_EQ(scheduler.decisions(), 128U);
  const std::uint32_t read = scheduler.add({1});
  EXPECT_EQ(scheduler.take(0), read);
  EXPECT_EQ(scheduler.take(0), HS_NO_TASK);
  scheduler.complete(writes[7], 0);
  EXPECT_EQ(scheduler.take(0), writes[128]);
}

// Reads take 100 ms, and the target is 2 ms: the drive is congested. Writes take 1 ms of 10 ms, in
// the first of four quarters. So 100 ms after the first completion, the writes keep a quarter of
// 128 tokens. The reads cannot get more tokens than 256.
TEST_F(Kyber, AGoodQueueOfACongestedDriveLosesTokens) {
  Scheduler scheduler(*drive_, {});
  for (int i = 0; i < 5; ++i) {
    serve(scheduler, false, 100, ms(200), ms(100));
    serve(scheduler, true, 100, ms(200), ms(1));
  }
  EXPECT_EQ(tokens(scheduler, true, ms(300) - 1), 128);
  EXPECT_EQ(tokens(scheduler, true, ms(300)), 32);
  EXPECT_EQ(tokens(scheduler, false, ms(300)), 256);
}

// 99 in 100 writes count. A write of 7 ms is in the third of four quarters of 10 ms, a write of 8
// ms in the fourth. Of 500 writes, five may be slower.
TEST_F(Kyber, TheSlowestHundredthDoesNotCount) {
  for (const int slow : {5, 6}) {
    Scheduler scheduler(*drive_, {});
    for (int i = 0; i < 5; ++i) {
      serve(scheduler, false, 100, ms(200), ms(100));
    }
    serve(scheduler, true, slow, ms(200), ms(8));
    for (int left = 500 - slow; left > 0; left -= 99) {
      serve(scheduler, true, std::min(left, 99), ms(200), ms(7));
    }
    EXPECT_EQ(tokens(scheduler, true, ms(300)), slow == 5 ? 96 : 128);
  }
}

// With 10 % of slow reads, 9 in 10 are fast, and the drive is not congested.
TEST_F(Kyber, ATenthOfTheRequestsMayBeSlow) {
  for (const int slow : {50, 51}) {
    Scheduler scheduler(*drive_, {});
    serve(scheduler, false, slow, ms(200), ms(100));
    for (int left = 500 - slow; left > 0; left -= 90) {
      serve(scheduler, false, std::min(left, 90), ms(200), ms(1));
    }
    for (int i = 0; i < 5; ++i) {
      serve(scheduler, true, 100, ms(200), ms(1));
    }
    EXPECT_EQ(tokens(scheduler, true, ms(300)), slow == 50 ? 128 : 32);
  }
}

// A quarter of the target is in the first quarter, and a tick more is in the second.
TEST_F(Kyber, AQuarterIncludesItsEnd) {
  const hs_ticks quarter = 10 * (drive_->params.second / 1000) / 4;
  for (const hs_ticks more : {0U, 1U}) {
    Scheduler scheduler(*drive_, {});
    for (int i = 0; i < 5; ++i) {
      serve(scheduler, false, 100, ms(200), ms(100));
      serve(scheduler, true, 100, ms(200), quarter + more);
    }
    EXPECT_EQ(tokens(scheduler, true, ms(300)), more == 0 ? 32 : 64);
  }
}

// A read is over at 200 ms. The timer expires at 300 ms, and the clock of a second is over at
// 1300 ms, although the scheduler is called at 350 ms only. At 1300 ms, one slow read is enough.
TEST_F(Kyber, ASecondBeginsWhenTheTimerExpires) {
  Scheduler scheduler(*drive_, {});
  serve(scheduler, false, 1, ms(200), ms(100));
  scheduler.add({1, false, 0, ms(350)});
  scheduler.take(ms(350));
  for (int i = 0; i < 5; ++i) {
    serve(scheduler, true, 100, ms(1200), ms(1));
  }
  EXPECT_EQ(tokens(scheduler, true, ms(1300)), 32);
}

// A queue with a latency above its target gets more tokens: here 5/4 of the present number.
TEST_F(Kyber, ABadQueueGetsTokensBack) {
  Scheduler scheduler(*drive_, {});
  for (int i = 0; i < 5; ++i) {
    serve(scheduler, false, 100, ms(200), ms(100));
    serve(scheduler, true, 100, ms(200), ms(1));
  }
  for (int i = 0; i < 25; ++i) {  // at 400 ms, the comparison of 300 ms is done
    serve(scheduler, true, 20, ms(400), ms(12));
  }
  EXPECT_EQ(tokens(scheduler, true, ms(500)), 40);
}

// Linux starts the clock of a second once for both latencies of a queue. The latency at the drive
// is compared first, and stops this clock. So the whole latency is counted only with 500 requests.
TEST_F(Kyber, FewRequestsDoNotChangeTheTokens) {
  Scheduler scheduler(*drive_, {});
  for (std::uint64_t second = 1; second <= 9; ++second) {
    serve(scheduler, false, 50, ms(1200 * second), ms(100));
    serve(scheduler, true, 50, ms(1200 * second), ms(1));
  }
  serve(scheduler, false, 50, ms(12'000), ms(100));
  serve(scheduler, true, 49, ms(12'000), ms(1));
  EXPECT_EQ(tokens(scheduler, false, ms(12'100)), 256);
  EXPECT_EQ(tokens(scheduler, true, ms(12'100)), 128);
}

// --- against lists of latencies
// -------------------------------------------------------------------

// The function names are those of Linux.
class Plain {
 public:
  Plain(const TestDrive& drive, const Settings& settings) : second_(drive.params.second) {
    targets_[0] = settings.read_lat_ms * (second_ / 1000);
    targets_[1] = settings.write_lat_ms * (second_ / 1000);
  }

  // Lets the time pass, and the timer expire.
  void pass(hs_ticks now) {
    if (timer_runs_ && timer_ <= now) {
      timer_runs_ = false;
      timer_fn(timer_);
    }
    now_ = now;
  }
  void insert(std::uint32_t entry, bool write) { queues_[write].push_back({entry, now_, 0}); }
  void abort(std::uint32_t entry) {
    for (Queue& queue : queues_) {
      queue.erase(std::remove_if(queue.begin(), queue.end(),
                                 [entry](const Request& one) { return one.entry == entry; }),
                  queue.end());
    }
  }
  void completed_request(std::uint32_t entry) {
    for (std::size_t domain = 0; domain < 2; ++domain) {
      const auto found = at_drive_[domain].find(entry);
      if (found != at_drive_[domain].end()) {
        total_[domain].push_back(now_ - found->second.arrival);
        io_[domain].push_back(now_ - found->second.start);
        at_drive_[domain].erase(found);
        timer_ = timer_runs_ ? timer_ : now_ + second_ / 10;
        timer_runs_ = true;
      }
    }
  }
  std::uint32_t dispatch_request() {
    static constexpr std::array<unsigned, 4> kBatch = {16, 8, 1, 1};
    if (batching_ < kBatch[cur_domain_]) {
      const std::uint32_t found = dispatch_cur_domain();
      if (found != HS_NO_TASK) {
        return found;
      }
    }
    batching_ = 0;
    for (int i = 0; i < 4; ++i) {
      cur_domain_ = (cur_domain_ + 1) % 4;
      const std::uint32_t found = dispatch_cur_domain();
      if (found != HS_NO_TASK) {
        return found;
      }
    }
    return HS_NO_TASK;
  }

 private:
  struct Request {
    std::uint32_t entry;
    hs_ticks arrival;
    hs_ticks start;
  };
  using Queue = std::deque<Request>;
  using Latencies = std::vector<hs_ticks>;

  std::uint32_t dispatch_cur_domain() {
    if (cur_domain_ >= 2 || queues_[cur_domain_].empty() ||
        at_drive_[cur_domain_].size() >= depth_[cur_domain_]) {
      return HS_NO_TASK;
    }
    Request found = queues_[cur_domain_].front();
    queues_[cur_domain_].pop_front();
    found.start = now_;
    at_drive_[cur_domain_][found.entry] = found;
    ++batching_;
    return found.entry;
  }
  // Quarters of the target that `percent` of the latencies need, less one, up to 7. -1: too few.
  int calculate_percentile(std::size_t domain, Latencies& all, std::size_t percent, hs_ticks now) {
    if (all.empty()) {
      return -1;
    }
    if (!timeout_runs_[domain]) {
      timeout_[domain] = now + second_;
      timeout_runs_[domain] = true;
    }
    if (all.size() < 500 && timeout_[domain] > now) {
      return -1;
    }
    timeout_runs_[domain] = false;
    std::sort(all.begin(), all.end());
    const hs_ticks latency = all[(all.size() * percent + 99) / 100 - 1];
    all.clear();
    const hs_ticks quarter = std::max<hs_ticks>(targets_[domain] / 4, 1);
    int found = 0;
    while (found < 7 && latency > static_cast<hs_ticks>(found + 1) * quarter) {
      ++found;
    }
    return found;
  }
  void timer_fn(hs_ticks now) {
    bool bad = false;
    for (std::size_t domain = 0; domain < 2; ++domain) {
      bad = calculate_percentile(domain, io_[domain], 90, now) >= 4 || bad;
    }
    for (std::size_t domain = 0; domain < 2; ++domain) {
      int p99 = calculate_percentile(domain, total_[domain], 99, now);
      if (bad) {
        p99 = p99 < 0 ? p99_[domain] : p99;
        p99_[domain] = -1;
      } else if (p99 >= 0) {
        p99_[domain] = p99;
      }
      if (p99 >= 0 && (bad || p99 >= 4)) {
        const std::size_t wanted = depth_[domain] * static_cast<std::size_t>(p99 + 1) / 4;
        depth_[domain] = std::clamp<std::size_t>(wanted, 1, domain == 0 ? 256 : 128);
      }
    }
  }

  hs_ticks second_;
  std::array<hs_ticks, 2> targets_{};
  std::array<Queue, 2> queues_;
  std::array<std::map<std::uint32_t, Request>, 2> at_drive_;
  std::array<std::size_t, 2> depth_ = {256, 128};
  std::array<Latencies, 2> total_;
  std::array<Latencies, 2> io_;
  std::array<int, 2> p99_ = {-1, -1};
  std::array<hs_ticks, 2> timeout_{};
  std::array<bool, 2> timeout_runs_{};
  hs_ticks timer_ = 0;
  bool timer_runs_ = false;
  hs_ticks now_ = 0;
  std::size_t cur_domain_ = 0;
  unsigned batching_ = 0;
};

struct Case {
  const char* name;
  Settings settings;
  std::uint32_t step_us;      // most time between two steps
  std::uint32_t write_parts;  // in sixteen: share of writes
  bool throttles;             // some requests wait for a token
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class KyberOracle : public testing::TestWithParam<Case> {};

// Requests arrive, go to the drive, end and are aborted at random. In some stretches of time, reads
// or writes end late.
TEST_P(KyberOracle, DecidesAsLinux) {
  const std::unique_ptr<TestDrive> drive = eighths_drive(40);
  const hs_ticks microsecond = drive->params.second / 1'000'000;
  Rng rng(7);
  int declined = 0;
  for (int run = 0; run < 10; ++run) {
    Scheduler scheduler(*drive, GetParam().settings);
    Plain plain(*drive, GetParam().settings);
    std::deque<std::uint32_t> waiting;
    std::array<std::deque<std::uint32_t>, 2> at_drive;
    hs_ticks now = 0;
    for (int step = 0; step < 60'000; ++step) {
      now += rng.below(GetParam().step_us) * microsecond;
      plain.pass(now);
      const std::uint32_t what = rng.below(12);
      if (what < 3 && !scheduler.full()) {
        const bool write = rng.below(16) < GetParam().write_parts;
        const std::uint32_t entry =
            scheduler.add({static_cast<std::uint32_t>(step), write, 0, now});
        plain.insert(entry, write);
        waiting.push_back(entry);
      } else if (what < 7 && !waiting.empty()) {
        const std::uint32_t entry = scheduler.take(now);
        ASSERT_EQ(entry, plain.dispatch_request()) << "run " << run << ", step " << step;
        if (entry != HS_NO_TASK) {
          waiting.erase(std::find(waiting.begin(), waiting.end(), entry));
          at_drive[scheduler.is_write(entry)].push_back(entry);
        } else {
          ASSERT_FALSE(at_drive[0].empty() && at_drive[1].empty());
          ++declined;
        }
      } else if (what < 11) {
        const bool slow_stretch = step / 500 % 4 == 0 && step / 6000 % 2 == 0;
        const bool slow_write = step / 12'000 % 2 == 0;  // otherwise reads are slow
        const bool chosen = rng.one_in(2);
        const bool write = at_drive[chosen].empty() ? !chosen : chosen;
        std::deque<std::uint32_t>& ends = at_drive[write];
        const bool slow = slow_stretch && slow_write == write && ends.size() < 150;
        if (!ends.empty() && !slow) {
          scheduler.complete(ends.front(), now);
          plain.completed_request(ends.front());
          ends.pop_front();
        }
      } else if (!waiting.empty() && rng.one_in(4)) {
        const auto aborted =
            waiting.begin() + rng.below(static_cast<std::uint32_t>(waiting.size()));
        scheduler.abort(*aborted);
        plain.abort(*aborted);
        waiting.erase(aborted);
      }
    }
    ASSERT_TRUE(scheduler.intact());
  }
  EXPECT_EQ(declined > 0, GetParam().throttles);
}

INSTANTIATE_TEST_SUITE_P(Settings, KyberOracle,
                         testing::Values(Case{"defaults", {}, 40, 5, true},
                                         Case{"half_writes", {}, 20, 8, true},
                                         Case{"no_target", {0, 0}, 200, 5, false},
                                         Case{"far_targets", {60'000, 60'000}, 200, 5, false},
                                         Case{"fast_writes", {2, 1000}, 400, 8, true},
                                         Case{"fast_reads", {1000, 2}, 400, 8, true}),
                         [](const testing::TestParamInfo<Case>& of) { return of.param.name; });

}  // namespace
}  // namespace headstack
