// mq-deadline: schedules by hand, and random traffic against the rules of Linux's
// block/mq-deadline.c, written down a second time here with plain lists.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/elevator_bench.h"
#include "tb/firmware/support/rng.h"

namespace headstack {
namespace {

struct Settings {
  std::uint32_t read_expire_ms = 500;
  std::uint32_t write_expire_ms = 5000;
  std::uint32_t writes_starved = 2;
  std::uint32_t fifo_batch = 16;
  std::uint32_t aging_ms = 10'000;
};

using Request = ElevatorRequest;

class Scheduler : public ElevatorBench {
 public:
  Scheduler(const TestDrive& drive, const Settings& settings)
      : ElevatorBench(hs_mq_deadline, drive,
                      {settings.read_expire_ms, settings.write_expire_ms, settings.writes_starved,
                       settings.fifo_batch, settings.aging_ms}) {}
};

// --- by hand
// --------------------------------------------------------------------------------------

class MqDeadline : public testing::Test {
 protected:
  // First blocks in the order of service, if the clock stands at `now`. A write has a minus sign.
  // Each request is over before the next choice.
  std::vector<int> served(const std::vector<Request>& requests, hs_ticks now = 0,
                          const Settings& settings = {}) const {
    Scheduler scheduler(*drive_, settings);
    std::map<std::uint32_t, int> by_entry;
    for (const Request& request : requests) {
      const auto lbn = static_cast<int>(request.lbn);
      by_entry[scheduler.add(request)] = request.write ? -lbn : lbn;
    }
    std::vector<int> order;
    while (scheduler.waiting() != 0) {
      const std::uint32_t entry = scheduler.take(now);
      if (entry == HS_NO_TASK) {
        ADD_FAILURE() << "no request may go to the drive";
        break;
      }
      order.push_back(by_entry.at(entry));
      scheduler.complete(entry);
    }
    EXPECT_TRUE(scheduler.intact());
    return order;
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(20);
};

using Order = std::vector<int>;

const std::vector<Request> kReads = {{80}, {9}, {7}, {18}, {40}, {2}};

TEST_F(MqDeadline, ABatchGoesByAddress) { EXPECT_EQ(served(kReads), (Order{2, 7, 9, 18, 40, 80})); }

// Linux begins in the direction of writes. After this batch of two, reads have two batches. Then
// writes have been starved twice, and have a batch.
TEST_F(MqDeadline, ReadsStarveWritesOnlySoOften) {
  std::vector<Request> all = kReads;
  for (const std::uint32_t lbn : {50U, 5U, 60U, 3U}) {
    all.push_back({lbn, true});
  }
  Settings settings;
  settings.fifo_batch = 2;
  EXPECT_EQ(served(all, 0, settings), (Order{-3, -5, 2, 7, 9, 18, -50, -60, 40, 80}));
  settings.writes_starved = 0;
  EXPECT_EQ(served(all, 0, settings), (Order{-3, -5, -50, -60, 2, 7, 9, 18, 40, 80}));
}

// All reads have waited for 667 ms. A batch therefore begins with the oldest read, and continues
// upwards. After 80 no read lies upwards.
TEST_F(MqDeadline, ALateReadBeginsABatch) {
  EXPECT_EQ(served(kReads, 40 * kTurn), (Order{80, 9, 18, 40, 7, 2}));
  Settings settings;
  settings.fifo_batch = 1;
  EXPECT_EQ(served(kReads, 40 * kTurn, settings), (Order{80, 9, 7, 18, 40, 2}));
  settings.read_expire_ms = 700;
  EXPECT_EQ(served(kReads, 40 * kTurn, settings), (Order{2, 7, 9, 18, 40, 80}));
}

// The real-time class is priority 1 to 4, the idle class is 15, and all others are best effort.
TEST_F(MqDeadline, AHigherClassGoesFirst) {
  EXPECT_EQ(served({{80, false, 15}, {60, false, 5}, {40}, {30, false, 4}, {10, false, 1}}),
            (Order{10, 30, 40, 60, 80}));
}

// A lower class also waits for the requests of a higher class that are at the drive.
TEST_F(MqDeadline, ALowerClassWaitsForTheDrive) {
  Scheduler scheduler(*drive_, {});
  const std::uint32_t high = scheduler.add({10, false, 1});
  const std::uint32_t low = scheduler.add({20});
  EXPECT_EQ(scheduler.take(0), high);
  EXPECT_EQ(scheduler.take(0), HS_NO_TASK);
  EXPECT_EQ(scheduler.waiting(), 1U);
  EXPECT_EQ(scheduler.decisions(), 1U);
  scheduler.complete(high);
  EXPECT_EQ(scheduler.take(0), low);
}

// Ten seconds are 600 turns.
TEST_F(MqDeadline, AClassThatHasWaitedForTenSecondsWaitsNoMore) {
  for (const bool aged : {false, true}) {
    Scheduler scheduler(*drive_, {});
    const std::uint32_t low = scheduler.add({20});
    const std::uint32_t high = scheduler.add({10, false, 1, 599 * kTurn});
    EXPECT_EQ(scheduler.take((aged ? 600 : 599) * kTurn), aged ? low : high);
  }
}

// --- against plain lists
// --------------------------------------------------------------------------

struct Known : Request {
  std::uint32_t entry;
};

// The function names are those of Linux.
class Plain {
 public:
  Plain(const TestDrive& drive, const Settings& settings)
      : settings_(settings), millisecond_(drive.params.second / 1000) {}

  void insert(const Known& request) {
    classes_[class_of(request)].waiting.push_back(request);
    ++classes_[class_of(request)].queued;
  }
  void abort(std::uint32_t entry) {
    for (Class& of : classes_) {
      const auto found = std::find_if(of.waiting.begin(), of.waiting.end(),
                                      [entry](const Known& one) { return one.entry == entry; });
      if (found != of.waiting.end()) {
        of.waiting.erase(found);
        --of.queued;
        return;
      }
    }
  }
  void complete(const Request& request) { --classes_[class_of(request)].queued; }

  std::uint32_t dispatch_request(hs_ticks now) {
    if (std::count_if(classes_.begin(), classes_.end(),
                      [](const Class& of) { return of.queued != 0; }) >= 2) {
      for (const std::size_t prio : {1U, 2U}) {
        const auto aged = dispatch_class(classes_[prio], now, settings_.aging_ms * millisecond_);
        if (aged) {
          return *aged;
        }
      }
    }
    for (Class& of : classes_) {
      const auto found = dispatch_class(of, now, 0);
      if (found) {
        return *found;
      }
      if (of.queued != 0) {
        break;
      }
    }
    return HS_NO_TASK;
  }

 private:
  struct Class {
    std::vector<Known> waiting;  // by age
    std::uint32_t latest_pos[2] = {0, 0};
    std::uint32_t queued = 0;
  };
  using Found = std::vector<Known>::iterator;

  static std::size_t class_of(const Request& request) {
    if (request.priority >= 1 && request.priority <= 4) {
      return 0;
    }
    return request.priority == 15 ? 2 : 1;
  }
  static Found fifo_request(Class& of, bool write) {
    return std::find_if(of.waiting.begin(), of.waiting.end(),
                        [write](const Known& one) { return one.write == write; });
  }
  static Found next_request(Class& of, bool write) {
    Found best = of.waiting.end();
    for (Found one = of.waiting.begin(); one != of.waiting.end(); ++one) {
      const bool fits = one->write == write && one->lbn >= of.latest_pos[write];
      if (fits && (best == of.waiting.end() || one->lbn < best->lbn)) {
        best = one;
      }
    }
    return best;
  }
  bool expired(const Known& request, hs_ticks now) const {
    const hs_ticks ms = request.write ? settings_.write_expire_ms : settings_.read_expire_ms;
    return request.arrival + ms * millisecond_ <= now;
  }
  // Whether writes have the next batch. Nothing: no request waits.
  std::optional<bool> direction(Class& of) {
    const bool reads = fifo_request(of, false) != of.waiting.end();
    const bool writes = fifo_request(of, true) != of.waiting.end();
    if (reads) {
      if (!writes || starved_++ < settings_.writes_starved) {
        return false;
      }
    } else if (!writes) {
      return std::nullopt;
    }
    starved_ = 0;
    return true;
  }
  std::optional<std::uint32_t> dispatch_class(Class& of, hs_ticks now, hs_ticks least_wait) {
    Found request = next_request(of, last_dir_);
    if (request == of.waiting.end() || batching_ >= settings_.fifo_batch) {
      const std::optional<bool> write = direction(of);
      if (!write) {
        return std::nullopt;
      }
      request = next_request(of, *write);
      const Found oldest = fifo_request(of, *write);
      if (request == of.waiting.end() || expired(*oldest, now)) {
        request = oldest;
      }
      last_dir_ = *write;
      batching_ = 0;
    }
    if (now - request->arrival < least_wait) {
      return std::nullopt;
    }
    ++batching_;
    of.latest_pos[request->write] = request->lbn;
    const std::uint32_t entry = request->entry;
    of.waiting.erase(request);
    return entry;
  }

  Settings settings_;
  hs_ticks millisecond_;
  std::array<Class, 3> classes_;
  bool last_dir_ = true;
  std::uint32_t batching_ = 0;
  std::uint32_t starved_ = 0;
};

struct Case {
  const char* name;
  Settings settings;
  std::uint32_t priorities;  // in sixteen: share of requests with a priority
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class MqDeadlineOracle : public testing::TestWithParam<Case> {};

// Requests arrive, go to the drive, end and are aborted at random. The clock moves by some
// milliseconds a step, so that requests expire.
TEST_P(MqDeadlineOracle, DecidesAsLinux) {
  const std::unique_ptr<TestDrive> drive = eighths_drive(40);
  Rng rng(7);
  for (int run = 0; run < 40; ++run) {
    Scheduler scheduler(*drive, GetParam().settings);
    Plain plain(*drive, GetParam().settings);
    std::map<std::uint32_t, Request> waiting;
    std::map<std::uint32_t, Request> at_drive;
    hs_ticks now = 0;
    for (int step = 0; step < 1000; ++step) {
      now += rng.below(3) * kTurn;
      const std::uint32_t what = rng.below(10);
      if (what < 4 && !scheduler.full()) {
        Request request{rng.below(drive->blocks()), rng.one_in(3), 0, now};
        if (rng.below(16) < GetParam().priorities) {
          request.priority = static_cast<std::uint8_t>(1 + rng.below(15));
        }
        const std::uint32_t entry = scheduler.add(request);
        plain.insert({request, entry});
        waiting[entry] = request;
      } else if (what < 7 && !waiting.empty()) {
        const std::uint32_t entry = scheduler.take(now);
        ASSERT_EQ(entry, plain.dispatch_request(now)) << "run " << run << ", step " << step;
        if (entry != HS_NO_TASK) {
          at_drive[entry] = waiting.at(entry);
          waiting.erase(entry);
        } else {
          ASSERT_FALSE(at_drive.empty()) << "a request must be able to go to an idle drive";
        }
      } else if (what < 9 && !at_drive.empty()) {
        const auto ended =
            std::next(at_drive.begin(), rng.below(static_cast<std::uint32_t>(at_drive.size())));
        scheduler.complete(ended->first);
        plain.complete(ended->second);
        at_drive.erase(ended);
      } else if (what == 9 && !waiting.empty() && rng.one_in(4)) {
        const auto aborted =
            std::next(waiting.begin(), rng.below(static_cast<std::uint32_t>(waiting.size())));
        scheduler.abort(aborted->first);
        plain.abort(aborted->first);
        waiting.erase(aborted);
      }
    }
    ASSERT_TRUE(scheduler.intact());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, MqDeadlineOracle,
    testing::Values(Case{"defaults", {}, 4}, Case{"no_priorities", {}, 0},
                    Case{"all_priorities", {}, 16},
                    Case{"short_batches", {500, 5000, 2, 1, 10'000}, 4},
                    Case{"never_a_batch", {500, 5000, 0, 0, 10'000}, 4},
                    Case{"soon_expired", {20, 60, 3, 4, 100}, 8},
                    Case{"at_once_expired", {0, 0, 1, 16, 0}, 8},
                    Case{"never_expired", {65'535, 65'535, 60'000, 5, 65'535}, 4}),
    [](const testing::TestParamInfo<Case>& of) { return of.param.name; });

}  // namespace
}  // namespace headstack
