// Parameters at their limits turn one scheduler into another: not similar averages, the same
// schedule, request for request and to the picosecond. And how long a request can wait.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/placement.h"

namespace headstack {
namespace {

using Schedule = std::vector<std::pair<std::uint64_t, std::int64_t>>;  // id, finish

std::vector<RequestRecord> rows_of(const std::string& scheduler, const Workload& workload,
                                   const DriveConfig& drive = hp_c2247(),
                                   Placement placement = Placement::drive) {
  return run(placed(drive, scheduler, placement), workload).requests;
}

Schedule schedule_of(const std::vector<RequestRecord>& rows) {
  Schedule schedule;
  schedule.reserve(rows.size());
  for (const RequestRecord& row : rows) {
    schedule.emplace_back(row.id, row.finish);
  }
  return schedule;
}

ClosedWorkload closed(std::uint32_t outstanding, std::uint64_t requests = 4000) {
  return {{requests, 16, 2.0 / 3, 7}, outstanding};
}

struct Same {
  const char* name;
  const char* scheduler;
  const char* limit;
};

void PrintTo(const Same& same, std::ostream* out) { *out << same.name; }

class SchedulerLimit : public testing::TestWithParam<Same> {};

INSTANTIATE_TEST_SUITE_P(
    Pairs, SchedulerLimit,
    testing::Values(Same{"vscan_0", "vscan(0)", "sstf(from=start)"},
                    Same{"vscan_0_map", "vscan(0, map)", "sstf(map, from=start)"},
                    Same{"vscan_1", "vscan(1)", "look"},
                    Same{"vscan_1_map", "vscan(1, map)", "look(map)"},
                    Same{"cvscan_1_02", "cvscan(1, 0.2)", "vscan(0.2)"},
                    Same{"cvscan_1_05_map", "cvscan(1, 0.5, map)", "vscan(0.5, map)"},
                    Same{"scan", "scan", "look(map)"}, Same{"cscan", "cscan", "clook(map)"},
                    Same{"gstf_1", "gstf(1)", "sptf"}, Same{"asptf_0", "asptf(0)", "sptf"},
                    Same{"aspctf_0", "aspctf(0)", "spctf"},
                    // The largest W and M stand for any larger ones.
                    Same{"asptf_most", "asptf(65535)", "fcfs"},
                    Same{"aspctf_most", "aspctf(65535)", "fcfs"},
                    Same{"aspctf_seq_most", "aspctf_seq(65535)", "fcfs"},
                    Same{"wstf_most", "wstf(65535)", "sptf(io)"},
                    Same{"wstf_positioning_most", "wstf(65535, positioning)", "sptf"},
                    Same{"asptf_0_mechanics", "asptf(0, mechanics)", "sptf(mechanics)"}),
    [](const auto& test) { return test.param.name; });

TEST_P(SchedulerLimit, IsTheSameSchedule) {
  for (const std::uint32_t outstanding : {1U, 5U, 60U}) {
    EXPECT_EQ(schedule_of(rows_of(GetParam().scheduler, closed(outstanding))),
              schedule_of(rows_of(GetParam().limit, closed(outstanding))))
        << outstanding;
  }
}

// Credit decides as soon as arrivals differ by more than positioning times do, 30 ms / 65.5. Only
// without a bound on W is it FCFS: for any number, two requests can come so close together that the
// nearer one is worth the wait.
TEST(SchedulerLimits, AsptfWithAVeryLargeWeightIsFcfs) {
  const OpenWorkload load{{3000, 16, 2.0 / 3, 3}, 44};
  const Schedule fcfs = schedule_of(rows_of("fcfs", load));
  const Schedule aged = schedule_of(rows_of("asptf(65534)", load));
  // Two that come within half a millisecond of each other may change places.
  std::size_t moved = 0;
  for (std::size_t i = 0; i < fcfs.size(); ++i) {
    moved += fcfs[i].first != aged[i].first ? 1 : 0;
  }
  EXPECT_LE(moved, fcfs.size() / 20);
}

// The weights of requests that wait for seconds differ by some 10^-4: only what nearly ties can
// change places; for any number, some do.
TEST(SchedulerLimits, WstfWithAVeryLargeLimitTendsToSptf) {
  for (const auto& [limit, weighted] :
       {std::pair{"sptf(io)", "wstf(65534)"}, std::pair{"sptf", "wstf(65534, positioning)"}}) {
    const std::vector<RequestRecord> sptf = rows_of(limit, closed(60, 500));
    const std::vector<RequestRecord> wstf = rows_of(weighted, closed(60, 500));
    for (std::size_t i = 0; i < 50; ++i) {
      EXPECT_EQ(wstf[i].id, sptf[i].id) << weighted << " " << i;
    }
    EXPECT_NEAR(static_cast<double>(wstf.back().finish), static_cast<double>(sptf.back().finish),
                0.01 * static_cast<double>(sptf.back().finish));
  }
}

TEST(SchedulerLimits, SpctfIsSptfWithTheCacheOff) {
  DriveConfig drive = hp_c2247();
  drive.cache.mode = CacheMode::speed_matching;
  drive.cache.hit_on_written_data = false;
  EXPECT_EQ(schedule_of(rows_of("spctf", closed(40), drive)),
            schedule_of(rows_of("sptf", closed(40), drive)));
  EXPECT_EQ(schedule_of(rows_of("aspctf(6)", closed(40), drive)),
            schedule_of(rows_of("asptf(6)", closed(40), drive)));
}

TEST(SchedulerLimits, EverySchedulerIsFcfsAtQueueLengthOne) {
  for (const Placement placement : {Placement::drive, Placement::host}) {
    const Schedule fcfs = schedule_of(rows_of("fcfs", closed(1, 500), hp_c2247(), placement));
    for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
      const bool host = placement == Placement::host;
      const auto given = host ? std::uint32_t{HS_NEEDS_LEARNER} : std::uint32_t{0};
      if ((host && (*ops)->in_comparator) || ((*ops)->needs & ~given) != 0) {
        continue;
      }
      EXPECT_EQ(schedule_of(rows_of((*ops)->name, closed(1, 500), hp_c2247(), placement)), fcfs)
          << (*ops)->name;
    }
  }
}

// --- how long a request can wait ----------------------------------------------------------------

// The most requests that were served between a request's arrival and its own service.
std::uint64_t most_overtaken(const std::vector<RequestRecord>& rows) {
  std::vector<std::int64_t> starts;
  starts.reserve(rows.size());
  for (const RequestRecord& row : rows) {
    starts.push_back(row.start);
  }
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto first = std::lower_bound(starts.begin(), starts.end(), rows[i].arrival);
    most =
        std::max(most, static_cast<std::uint64_t>(starts.begin() + static_cast<long>(i) - first));
  }
  return most;
}

// The batch that is being served, at most all the others, and the request's own.
TEST(Starvation, FscanServesWithinTwoBatches) {
  for (const char* scheduler : {"fscan", "fscan(map)"}) {
    for (const std::uint32_t q : {2U, 20U, 100U}) {
      EXPECT_LE(most_overtaken(rows_of(scheduler, closed(q, 20'000))), 2U * q) << scheduler;
    }
  }
  EXPECT_GT(most_overtaken(rows_of("sstf", closed(100, 20'000))), 250U);
}

// A sweep returns to a request's place after one way around the disk, and the disk has a limited
// number of places.
TEST(Starvation, CscanIsBounded) {
  const auto cscan = most_overtaken(rows_of("cscan", closed(100, 20'000)));
  const auto sstf = most_overtaken(rows_of("sstf(map)", closed(100, 20'000)));
  EXPECT_LT(cscan, 300U);
  EXPECT_GT(sstf, cscan);
}

// 50 requests a second leave room: none waits much longer than M, where SPTF lets some wait.
TEST(Starvation, WstfServesWithinItsLimit) {
  const OpenWorkload load{{60'000, 16, 2.0 / 3, 5}, 50};
  const auto longest = [&](const char* scheduler) {
    std::int64_t most = 0;
    for (const RequestRecord& row : rows_of(scheduler, load)) {
      most = std::max(most, row.start - row.arrival);
    }
    return most;
  };
  constexpr std::int64_t kSecond = 1'000'000'000'000;
  EXPECT_GT(longest("sptf"), kSecond);
  EXPECT_LT(longest("wstf(0.6)"), 7 * kSecond / 10);
}

}  // namespace
}  // namespace headstack
