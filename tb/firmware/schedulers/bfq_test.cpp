// bfq: schedules by hand, and random traffic against the rules of Linux (plain_bfq.h).
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/plain_bfq.h"
#include "tb/firmware/support/rng.h"

namespace headstack {
namespace {

using Request = ElevatorRequest;
using Settings = BfqSettings;
using Scheduler = BfqBench;
using Plain = PlainBfq;

// --- by hand
// --------------------------------------------------------------------------------------

class Bfq : public testing::Test {
 protected:
  hs_ticks ms(std::uint64_t count) const { return count * drive_->params.second / 1000; }

  static std::uint32_t add(Scheduler& scheduler, std::uint16_t class_id, std::uint32_t lbn,
                           std::uint32_t blocks = 8, std::uint8_t priority = 0, hs_ticks now = 0) {
    return scheduler.add({lbn, false, priority, now, class_id, blocks});
  }

  // Serves requests one by one, each without time, until a budget of the settings counts. Each
  // request is of a class of its own, from 100 on.
  static void warm_up(Scheduler& scheduler, hs_ticks now = 0) {
    for (std::uint16_t i = 0; i < 11; ++i) {
      const std::uint32_t entry = add(scheduler, 100 + i, 0, 8, 0, now);
      ASSERT_EQ(scheduler.take(now), entry);
      scheduler.complete(entry, now);
    }
  }

  // Returns the names of the entries in the order of service, one at the drive.
  static std::string served(Scheduler& scheduler, const std::map<std::uint32_t, char>& names,
                            hs_ticks now = 0, hs_ticks each = 0) {
    std::string order;
    while (scheduler.waiting() != 0) {
      const std::uint32_t entry = scheduler.take(now);
      order += names.at(entry);
      now += each;
      scheduler.complete(entry, now);
    }
    EXPECT_TRUE(scheduler.intact());
    return order;
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(4000);  // 64,000 blocks
};

// The first request leaves the position at 308. From there, 330 is at 22 sectors, and 290 at 18
// backwards, which count twice. From 330: 400 is at 70, and 290 at 80. Then 290, and 100.
// With at most 16 KiB backwards, 290 and 100 are too far back from 400, and the lower goes first.
TEST_F(Bfq, AQueueGoesToTheNearest) {
  for (const bool far : {true, false}) {
    Settings settings;
    settings.back_seek_max_kib = far ? 16'384 : 16;
    Scheduler scheduler(*drive_, settings);
    std::map<std::uint32_t, char> names;
    const std::uint32_t first = add(scheduler, 1, 300);
    EXPECT_EQ(scheduler.take(0), first);
    names[add(scheduler, 1, 100)] = 'a';
    names[add(scheduler, 1, 290)] = 'b';
    names[add(scheduler, 1, 330)] = 'c';
    names[add(scheduler, 1, 400)] = 'd';
    EXPECT_EQ(served(scheduler, names), far ? "cdba" : "cdab");
  }
}

// The oldest request, x, has waited for 125 ms when a is taken. Once in a service, the oldest goes
// next. After x, all requests are too far back, and the lowest goes first.
TEST_F(Bfq, AnOldRequestGoesFirstOnceInAService) {
  const hs_ticks expire = 125 * (drive_->params.second / 1000);
  for (const bool old : {false, true}) {
    Scheduler scheduler(*drive_, {});
    std::map<std::uint32_t, char> names;
    names[add(scheduler, 1, 40'000)] = 'x';
    names[add(scheduler, 1, 39'000)] = 'y';
    names[add(scheduler, 1, 120)] = 'c';
    names[add(scheduler, 1, 110)] = 'b';
    names[add(scheduler, 1, 100)] = 'a';
    EXPECT_EQ(served(scheduler, names, expire - (old ? 0 : 1)), old ? "axybc" : "abcyx");
  }
}

// Two queues of the same weight 40. The first budget of a new queue is two thirds of 16 sectors,
// which is one request of 8. Further budgets are 16 sectors, two requests.
TEST_F(Bfq, BudgetsTakeTurns) {
  Settings settings;
  settings.max_budget = 16;
  Scheduler scheduler(*drive_, settings);
  warm_up(scheduler);
  std::map<std::uint32_t, char> names;
  for (std::uint32_t i = 0; i < 4; ++i) {
    names[add(scheduler, 1, 100 + 8 * i)] = 'a';
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    names[add(scheduler, 2, 5000 + 8 * i)] = 'b';
  }
  EXPECT_EQ(served(scheduler, names), "abaabbab");
}

// h has weight 80, l has weight 40. In virtual time from 0 on, with budgets as above:
//   h serves 8 (time 0.067, starts again at 0.1), l serves 8 (0.133, 0.2), h serves 16 (0.267,
//   0.3), l 16 (0.4, 0.6), h 16 (0.533, 0.5), h 16 (0.667, 0.7), l 16 (0.8, 1.0), and h the rest.
TEST_F(Bfq, TwiceTheWeightHasTwiceTheService) {
  Settings settings;
  settings.max_budget = 16;
  Scheduler scheduler(*drive_, settings);
  warm_up(scheduler);
  std::map<std::uint32_t, char> names;
  for (std::uint32_t i = 0; i < 5; ++i) {
    names[add(scheduler, 1, 5000 + 8 * i, 8, 9)] = 'l';
  }
  for (std::uint32_t i = 0; i < 9; ++i) {
    names[add(scheduler, 2, 100 + 8 * i, 8, 5)] = 'h';
  }
  EXPECT_EQ(served(scheduler, names), "hlhhllhhhhllhh");
}

TEST_F(Bfq, AHigherClassOfPriorityGoesFirst) {
  Scheduler scheduler(*drive_, {});
  std::map<std::uint32_t, char> names;
  for (std::uint32_t i = 0; i < 2; ++i) {
    names[add(scheduler, 1, 100 + 8 * i, 8, 15)] = 'i';
    names[add(scheduler, 2, 200 + 8 * i)] = 'b';
    names[add(scheduler, 3, 300 + 8 * i, 8, 4)] = 'r';
  }
  EXPECT_EQ(served(scheduler, names), "rrbbii");
}

// The idle class is looked at first if the last such look is more than 200 ms ago.
TEST_F(Bfq, TheIdleClassHasATurnAfter200Ms) {
  for (const bool late : {false, true}) {
    Scheduler scheduler(*drive_, {});
    const hs_ticks now = drive_->params.second / 5 + (late ? 1 : 0);
    std::map<std::uint32_t, char> names;
    names[add(scheduler, 1, 100, 8, 15, now)] = 'i';
    names[add(scheduler, 1, 108, 8, 15, now)] = 'i';
    names[add(scheduler, 2, 200, 8, 0, now)] = 'b';
    names[add(scheduler, 2, 208, 8, 0, now)] = 'b';
    EXPECT_EQ(served(scheduler, names, now), late ? "ibbi" : "bbii");
  }
}

// A queue that gets its first request ends the service of another queue. Both then have the same
// finish time, and the new queue is first.
TEST_F(Bfq, ANewQueuePreempts) {
  Scheduler scheduler(*drive_, {});
  std::map<std::uint32_t, char> names;
  const std::uint32_t first = add(scheduler, 1, 100);
  names[add(scheduler, 1, 108)] = 'a';
  names[add(scheduler, 1, 116)] = 'a';
  EXPECT_EQ(scheduler.take(0), first);
  names[add(scheduler, 2, 5000)] = 'b';
  EXPECT_EQ(served(scheduler, names), "baa");
}

// A service ends 125 ms after its beginning.
TEST_F(Bfq, AServiceHasATime) {
  for (const std::uint64_t each : {62U, 63U}) {
    Scheduler scheduler(*drive_, {});
    std::map<std::uint32_t, char> names;
    for (std::uint32_t i = 0; i < 3; ++i) {
      names[add(scheduler, 1, 100 + 8 * i)] = 'a';
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      names[add(scheduler, 2, 5000 + 8 * i)] = 'b';
    }
    EXPECT_EQ(served(scheduler, names, 0, ms(each)), each == 62 ? "aaabbb" : "aabbab");
  }
}

// --- against sorted lists
// -------------------------------------------------------------------------

struct Case {
  const char* name;
  Settings settings;
  std::uint32_t step_us;      // most time between two steps
  std::uint32_t classes;      // classes of the workload
  std::uint32_t priorities;   // in sixteen: share of classes with a priority
  bool near;                  // each class stays in a place of its own
  std::uint32_t unit_us = 1;  // each time between two steps is a multiple of this
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class BfqOracle : public testing::TestWithParam<Case> {};

// Requests of many classes arrive, go to the drive, end and are aborted at random.
TEST_P(BfqOracle, DecidesAsLinux) {
  const std::unique_ptr<TestDrive> drive = eighths_drive(6000);
  drive->params.second = 1'000'000'000;  // so that all limits are whole microseconds
  const hs_ticks unit = 1'000 * GetParam().unit_us;
  Rng rng(7);
  for (int run = 0; run < 20; ++run) {
    Scheduler scheduler(*drive, GetParam().settings);
    Plain plain(*drive, GetParam().settings);
    std::map<std::uint32_t, Request> waiting;
    std::map<std::uint32_t, Request> at_drive;
    std::map<std::uint16_t, std::uint8_t> priority;
    hs_ticks now = 0;
    for (int step = 0; step < 4000; ++step) {
      now += rng.below(GetParam().step_us) / GetParam().unit_us * unit;
      const std::uint32_t what = rng.below(12);
      if (what < 11) {  // an abort does not tell the time
        plain.pass(now);
      }
      if (what < 4 && !scheduler.full()) {
        const auto id = static_cast<std::uint16_t>(1 + rng.below(GetParam().classes));
        if (priority.count(id) == 0 || rng.one_in(20)) {
          const bool has = rng.below(16) < GetParam().priorities;
          priority[id] = static_cast<std::uint8_t>(has ? 1 + rng.below(15) : 0);
        }
        const std::uint32_t lbn =
            GetParam().near ? 5000 * id + rng.below(400) : rng.below(drive->blocks() - 300);
        const Request request{lbn, false, priority[id], now, id, 1 + rng.below(64)};
        const std::uint32_t entry = scheduler.add(request);
        plain.insert_request(request, entry);
        waiting[entry] = request;
      } else if (what < 8 && !waiting.empty()) {
        const std::uint32_t entry = scheduler.take(now);
        ASSERT_EQ(entry, plain.dispatch_request()) << "run " << run << ", step " << step;
        at_drive[entry] = waiting.at(entry);
        waiting.erase(entry);
      } else if (what < 11 && !at_drive.empty()) {
        const auto ended =
            std::next(at_drive.begin(), rng.below(static_cast<std::uint32_t>(at_drive.size())));
        scheduler.complete(ended->first, now);
        plain.completed_request(ended->second.class_id);
        at_drive.erase(ended);
      } else if (what == 11 && !waiting.empty() && rng.one_in(4)) {
        const auto aborted =
            std::next(waiting.begin(), rng.below(static_cast<std::uint32_t>(waiting.size())));
        scheduler.abort(aborted->first);
        plain.abort(aborted->first, aborted->second.class_id);
        waiting.erase(aborted);
      }
    }
    ASSERT_TRUE(scheduler.intact());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, BfqOracle,
    testing::Values(Case{"defaults", {}, 2000, 6, 4, false}, Case{"near", {}, 2000, 10, 4, true},
                    Case{"one_class", {}, 2000, 1, 0, false},
                    Case{"all_priorities", {}, 2000, 12, 16, true},
                    Case{"small_budgets", {125, 16'384, 2, 64, 125}, 500, 6, 8, true},
                    Case{"smallest_budgets", {125, 16'384, 2, 1, 125}, 500, 6, 8, false},
                    // services end just at the limits of 8, 20 and 125 ms
                    Case{"whole_ms", {125, 16'384, 2, 64, 125}, 9'000, 6, 8, true, 1'000},
                    Case{"fours_of_ms", {20, 64, 2, 32, 20}, 20'000, 4, 8, false, 4'000},
                    Case{"slow_drive", {125, 16'384, 2, 512, 125}, 20'000, 6, 8, true},
                    Case{"short_backwards", {20, 64, 7, 2048, 30}, 2000, 6, 8, false},
                    Case{"no_time", {0, 0, 1, 16'384, 0}, 2000, 6, 8, true}),
    [](const testing::TestParamInfo<Case>& of) { return of.param.name; });

}  // namespace
}  // namespace headstack
