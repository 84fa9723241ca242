// Schedules of four requests A-D with limits, worked by hand, on the drive of eighths: block
// 16 c + 8 h + s is cylinder c, head h, sector s. In order of arrival:
//
//            A        B        C        D
//  c,h,s     0,0,2    0,0,4    1,0,4    3,0,6
//  block     2        4        20       54
//
// In eighths of a turn, sector s begins at s, s + 8, s + 16, ... A seek over d cylinders takes 1 +
// d. A service is the way to the sector and 1. From time 0 over 0,0, SPTF and C-LOOK both serve
//
//   A   at 2, ends at 3        (B, C: 4; D: 6)
//   B   at 4, ends at 5        (C: over 1,0 at 5, at 12; D: over 3,0 at 7, at 14)
//   C   over 1,0 at 7, at 12, ends at 13
//   D   over 3,0 at 16, at 22, ends at 23
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"
#include "tb/firmware/support/service_scan.h"

namespace headstack {
namespace {

constexpr hs_ticks kEighth = kTurn / 8;
constexpr std::uint32_t kBlocks[] = {2, 4, 20, 54};
constexpr hs_ticks kRounding = (60 * kTurn) >> 19;  // two microseconds
constexpr std::uint32_t kEndless = 65535 * HS_ONE;

hs_task_facts due(hs_ticks deadline, bool strict = false) {
  hs_task_facts facts = hs_facts_of_class(0);
  facts.deadline = deadline;
  facts.strict = strict;
  return facts;
}

hs_task_facts start_by(hs_ticks time, bool strict = false) {
  hs_task_facts facts = hs_facts_of_class(0);
  facts.start_by = time;
  facts.strict = strict;
  return facts;
}

// The limits of A to D; other requests have none.
using Limits = std::map<char, hs_task_facts>;

class LimitsSchedule : public testing::TestWithParam<const hs_scheduler_ops*> {
 protected:
  struct Start {
    hs_ticks now = 0;
    std::uint32_t cylinder = 0;
    std::uint32_t last_first = 0;
    std::vector<std::uint32_t> parameters = {kEndless};
    std::string arrivals = "ABCD";  // in this order
    hs_ticks first_arrival = 0;     // the others arrive at `now`
  };

  // Letters in the order in which the scheduler serves A-D. The clock runs as it does in a drive.
  std::string order(const Limits& limits) const { return order(limits, Start()); }
  std::string order(const Limits& limits, const Start& start) const {
    SchedulerBench bench(*GetParam(), *drive_, 4, start.parameters);
    for (const char letter : start.arrivals) {
      const auto found = limits.find(letter);
      const bool first = letter == start.arrivals[0];
      bench.add(kBlocks[letter - 'A'], 1, false, first ? start.first_arrival : start.now,
                found == limits.end() ? due(HS_NO_DEADLINE) : found->second);
    }
    hs_drive_view view{};
    view.now = view.free_at = start.now;
    view.track = {{start.cylinder}, {0}};
    view.last_first = {start.last_first};
    view.last_end = {start.last_first + 1};
    std::string letters;
    while (!bench.waiting().empty()) {
      const hs_task& task = bench.task(bench.pick(view));
      letters += start.arrivals[task.order];
      view.now = view.free_at = view.now + service(drive_->params, view, task);
      view.track = task.track;
      view.last_first = task.lbn;
      view.last_end = {task.lbn.value + 1};
    }
    EXPECT_TRUE(bench.intact());
    return letters;
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(4);
};

TEST_P(LimitsSchedule, WithoutLimits) { EXPECT_EQ(order({}), "ABCD"); }

// D from now ends at 7, after A or B at 15 (over 3,0 at 7 or 9), after C at 23.
TEST_P(LimitsSchedule, ATaskThatWouldMakeALimitLateWaits) {
  EXPECT_EQ(order({{'D', due(23 * kEighth)}}), "ABCD");
  EXPECT_EQ(order({{'D', due(23 * kEighth - 1)}}), "ABDC");
  EXPECT_EQ(order({{'D', due(15 * kEighth)}}), "ABDC");
}

// D first ends at 7. Then: C over 1,0 at 10, at 12, and ties with B, over 0,0 at 11. B is older,
// and C-LOOK returns to the lowest, A, over 0,0 at 11, at 18.
TEST_P(LimitsSchedule, TheLimitIsMetUpToTheTick) {
  const std::string rest = GetParam() == &hs_sptf_limits ? "DBAC" : "DABC";
  EXPECT_EQ(order({{'D', due(15 * kEighth - 1)}}), rest);
  EXPECT_EQ(order({{'D', due(7 * kEighth)}}), rest);
  EXPECT_EQ(order({{'D', due(7 * kEighth - kRounding - 1)}}), "ABCD");  // nothing meets it
}

// C ends at 13, B at 5. After A and D, at 15 over 3,0: C over 1,0 at 18, B over 0,0 at 19. Both are
// at 20, and B is older.
TEST_P(LimitsSchedule, ALatestStart) {
  EXPECT_EQ(order({{'D', start_by(13 * kEighth)}}), "ABCD");
  EXPECT_EQ(order({{'D', start_by(13 * kEighth - 1)}}), "ABDC");
  EXPECT_EQ(order({{'D', start_by(5 * kEighth)}}), "ABDC");
  EXPECT_EQ(order({{'D', start_by(5 * kEighth - 1)}}), "ADBC");
  EXPECT_EQ(order({{'D', start_by(1)}}), GetParam() == &hs_sptf_limits ? "DBAC" : "DABC");
}

// A deadline may be early by its rounding. A strict task that cannot be met is served
// last, as long as the drive does not end it. B and C tie at 4, and B is older. At 5: C and D as
// without limits.
TEST_P(LimitsSchedule, AStrictTaskThatIsLateWaitsForAllOthers) {
  EXPECT_EQ(order({{'A', due(3 * kEighth, true)}}), "ABCD");
  EXPECT_EQ(order({{'A', due(3 * kEighth - kRounding - 1, true)}}), "BCDA");
  EXPECT_EQ(order({{'A', due(3 * kEighth - kRounding - 1)}}), "ABCD");
  EXPECT_EQ(order({{'A', start_by(0, true)}}), "ABCD");
}

// If nothing can be met, and the drive ends all, the base order remains.
TEST_P(LimitsSchedule, OnlyLateStrictTasks) {
  const hs_task_facts late = due(1, true);
  EXPECT_EQ(order({{'A', late}, {'B', late}, {'C', late}, {'D', late}}), "ABCD");
}

// D from now ends at 7, B at 5, each of them after the other: B 13, D 15. One of them is late. The
// earlier limit decides. A does not change this: B ends at 5 also after A.
TEST_P(LimitsSchedule, OfTwoLimitsThatExcludeEachOtherTheEarlierIsMet) {
  EXPECT_EQ(order({{'B', due(5 * kEighth)}, {'D', due(8 * kEighth)}}), "ABCD");
  EXPECT_EQ(order({{'B', due(8 * kEighth)}, {'D', due(7 * kEighth)}}).substr(0, 1), "D");
}

// One endangers the other, in whatever order the base would serve them.
TEST_P(LimitsSchedule, AllEndangerOthers) {
  EXPECT_EQ(order({{'A', due(6 * kEighth)}, {'D', due(7 * kEighth)}}).substr(0, 1), "A");
  EXPECT_EQ(order({{'A', due(7 * kEighth)}, {'D', due(7 * kEighth)}}).substr(0, 1), "A");
  EXPECT_EQ(order({{'A', due(8 * kEighth)}, {'D', due(7 * kEighth)}}).substr(0, 1), "D");
}

// B at 5 and D at 15 are both possible, in this order. A endangers B: B would pass at 4 after A,
// and ends at 5. So A passes too.
TEST_P(LimitsSchedule, TwoLimits) {
  EXPECT_EQ(order({{'B', due(5 * kEighth)}, {'D', due(15 * kEighth)}}), "ABDC");
  EXPECT_EQ(order({{'A', due(11 * kEighth)}, {'D', due(7 * kEighth)}}).substr(0, 1), "D");
}

// The limits of A to C and the place of A in C-LOOK's order, after block 4: B, C, D, A. B ends at
// 5, and A after B at 11 (over 0,0 at 5, at 10). A from now ends at 3.
TEST_P(LimitsSchedule, TheNextOfTheBaseOrder) {
  Start start;
  start.last_first = 3;
  const bool clook = GetParam() == &hs_clook_limits;
  EXPECT_EQ(order({}, start), clook ? "BCDA" : "ABCD");
  EXPECT_EQ(order({{'A', due(11 * kEighth)}}, start), clook ? "BACD" : "ABCD");
  EXPECT_EQ(order({{'A', due(11 * kEighth - 1)}}, start), "ABCD");
}

// D is the oldest, and has waited for 1 ms.
TEST_P(LimitsSchedule, Patience) {
  Start start;
  start.now = 80 * kEighth;
  start.parameters = {HS_ONE};
  start.arrivals = "DABC";
  start.first_arrival = start.now - drive_->params.second / 1000;
  const auto first = [&](const Limits& limits) { return order(limits, start)[0]; };
  EXPECT_EQ(first({}), 'D');
  // also if it makes a limit late, but not for a strict task that is late already
  EXPECT_EQ(first({{'A', due(start.now + 3 * kEighth)}}), 'D');
  EXPECT_EQ(first({{'D', due(start.now + 7 * kEighth, true)}}), 'D');
  EXPECT_EQ(first({{'D', due(start.now + 7 * kEighth - kRounding - 1, true)}}), 'A');
  start.first_arrival += 1;
  EXPECT_EQ(first({}), 'A');
  EXPECT_EQ(first({{'A', due(start.now + 3 * kEighth)}}), 'A');
  start.first_arrival = 0;
  start.parameters = {kEndless};
  EXPECT_EQ(first({}), 'A');
}

// At 3, over 1,0, C is next: it ends at 5. D from now ends at 7, and B after D at 13. After C, D
// ends at 15 and B at 21. With `ahead` 1, only the earliest limit counts: D's.
TEST_P(LimitsSchedule, TheChainIsNoLongerThanAhead) {
  const Limits limits = {{'D', due(15 * kEighth)}, {'B', due(20 * kEighth)}};
  Start start;
  start.now = 3 * kEighth;
  start.cylinder = 1;
  start.last_first = 20;
  start.parameters = {kEndless, 2 * HS_ONE};
  EXPECT_EQ(order(limits, start)[0], 'D');
  start.parameters = {kEndless, HS_ONE};
  EXPECT_EQ(order(limits, start)[0], 'C');
}

INSTANTIATE_TEST_SUITE_P(Both, LimitsSchedule, testing::Values(&hs_sptf_limits, &hs_clook_limits),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace headstack
