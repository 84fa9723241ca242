// What each scheduler costs: bytes of memory, and tasks that a decision examines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "index/age_tree.h"
#include "schedulers/mimic_learner.h"

// position/candidates.h is C only.
std::size_t hs_candidates_memory(const hs_drive_params* drive, std::uint32_t capacity, bool aged);
}

namespace headstack {
namespace {

using Row = std::vector<std::uint64_t>;

// Bytes for 1, 3, 64 and 1,000 tasks on the HP C2247, which has 2,051 cylinders.
const std::map<std::string, Row> kBytes = {
    {"fcfs", {8, 8, 8, 8}},
    {"sstf", {48, 48, 48, 48}},
    {"scan", {48, 48, 48, 48}},
    {"cscan", {48, 48, 48, 48}},
    {"look", {48, 48, 48, 48}},
    {"clook", {48, 48, 48, 48}},
    {"fscan", {88, 88, 88, 88}},
    {"vscan", {48, 48, 48, 48}},
    {"cvscan", {48, 48, 48, 48}},
    {"sptf", {18332, 18596, 26648, 150200}},
    {"gstf", {18380, 18644, 26696, 150248}},
    {"gstf_frozen", {18380, 18644, 26696, 150248}},
    {"wstf", {18332, 18596, 26648, 150200}},
    {"asptf", {2312, 2576, 10116, 61860}},
    {"spctf", {18500, 18904, 35220, 222448}},
    {"aspctf", {2480, 2884, 18688, 134108}},
    {"aspctf_seq", {3504, 4176, 27516, 194684}},
    {"sptf_hw", {1424, 1424, 1480, 2416}},
    {"asptf_hw", {1424, 1424, 1480, 2416}},
    {"spctf_hw", {1560, 1700, 10020, 74632}},
    {"smtf", {48, 48, 48, 48}},
    {"smtf_online", {2144, 2144, 2144, 2144}},
    {"yfq", {10280, 10280, 10280, 10280}},
    {"yfq_dor", {10280, 10280, 10280, 10280}},
    {"yfq_tuned", {12664, 12664, 12664, 12664}},
    {"edf", {24, 24, 24, 24}},
    {"lsf", {1344, 1376, 2352, 17328}},
    {"rm", {24, 24, 24, 24}},
    {"fd_edf", {1376, 1424, 2888, 25352}},
    {"fd_scan", {1520, 1712, 7568, 97424}},
    {"pscan", {169, 171, 232, 1168}},
    {"scan_edf", {88, 88, 88, 88}},
    {"ssedo", {180, 380, 6480, 100080}},
    {"ssedv", {24, 24, 24, 24}},
    {"sptf_limits", {19836, 20308, 34704, 255600}},
    {"clook_limits", {1552, 1760, 8104, 105448}},
    {"mq_deadline", {360, 376, 864, 8352}},
    {"kyber", {216, 232, 720, 8208}},
    {"bfq", {30840, 30856, 31344, 38832}},
};

TEST(SchedulerCosts, BytesOfMemory) {
  const auto drive = c2247();
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    Row bytes;
    for (const std::uint32_t capacity : {1U, 3U, 64U, 1'000U}) {
      bytes.push_back(hs_scheduler_memory(*ops, &drive->params, capacity));
    }
    EXPECT_EQ(bytes, kBytes.at((*ops)->name)) << (*ops)->name;
  }
}

// Two neighbours among the chunks hold five tasks, and each column may have one chunk more.
TEST(SchedulerCosts, BytesOfCandidates) {
  for (const std::uint32_t cylinders : {1U, 31U, 32U, 33U, 1'024U, 1'025U, 2'051U}) {
    const auto drive = eighths_drive(cylinders);
    for (const std::uint32_t capacity : {1U, 5U, 100U, 10'000U}) {
      const std::uint64_t chunks = std::min(capacity, capacity * 2 / 5 + cylinders + 2);
      const std::uint64_t words = (cylinders + 31) / 32;
      const std::uint64_t set = words + (words + 31) / 32;
      EXPECT_EQ(hs_candidates_memory(&drive->params, capacity, false),
                64 + 128 * chunks + std::uint64_t{8} * cylinders + 4 * (capacity + set))
          << cylinders << " " << capacity;
    }
  }
}

// A tree of ages has groups of eight on each level, up to a single group.
TEST(SchedulerCosts, BytesOfAges) {
  const std::pair<std::uint32_t, std::uint32_t> cases[] = {{1, 8},
                                                           {8, 8},
                                                           {9, 16 + 8},
                                                           {64, 64 + 8},
                                                           {65, 72 + 16 + 8},
                                                           {512, 512 + 64 + 8},
                                                           {513, 520 + 72 + 16 + 8}};
  for (const auto& [columns, entries] : cases) {
    EXPECT_EQ(hs_age_tree_memory(columns), entries * sizeof(hs_ticks)) << columns;
  }
}

// Pages of 64 samples that are half full, two more for each kind, and a number of each for a kind.
TEST(SchedulerCosts, BytesOfALearner) {
  for (const std::uint32_t distances : {1U, 31U, 32U, 33U, 1'000U}) {
    const std::uint64_t pages = distances / 32 + 8;
    EXPECT_EQ(hs_mimic_learner_memory(distances), pages * (8 + 64 * 16 + 4 * 4)) << distances;
  }
}

// Tasks that the first decision examines, of 3 and of 10 tasks at the blocks 200,000, 400,000 and
// so on. Each number is for the last request at block 0, and at block 1,000,000.
const std::map<std::string, Row> kExamined = {
    {"fcfs", {1, 1, 1, 1}},         {"sstf", {1, 1, 1, 2}},       {"scan", {1, 1, 1, 1}},
    {"cscan", {1, 1, 1, 1}},        {"look", {1, 1, 1, 1}},       {"clook", {1, 1, 1, 1}},
    {"fscan", {1, 1, 1, 1}},        {"vscan", {1, 1, 1, 1}},      {"cvscan", {3, 3, 3, 1}},
    {"sptf", {3, 3, 5, 1}},         {"gstf", {3, 3, 3, 3}},       {"gstf_frozen", {3, 3, 3, 3}},
    {"wstf", {3, 3, 5, 1}},         {"asptf", {3, 3, 5, 1}},      {"spctf", {3, 3, 5, 1}},
    {"aspctf", {3, 3, 5, 1}},       {"aspctf_seq", {3, 3, 5, 1}}, {"edf", {1, 1, 1, 1}},
    {"lsf", {3, 3, 10, 10}},        {"rm", {1, 1, 1, 1}},         {"fd_edf", {1, 1, 1, 1}},
    {"fd_scan", {1, 1, 1, 1}},      {"pscan", {1, 1, 1, 1}},      {"scan_edf", {1, 1, 1, 1}},
    {"ssedo", {1, 2, 1, 2}},        {"ssedv", {3, 3, 10, 10}},    {"sptf_limits", {3, 3, 5, 1}},
    {"clook_limits", {1, 1, 1, 1}},
};

std::uint64_t examined(const hs_scheduler_ops& ops, const TestDrive& drive, std::uint32_t tasks,
                       std::uint32_t at) {
  SchedulerBench bench(ops, drive, 20);
  for (std::uint32_t i = 1; i <= tasks; ++i) {
    bench.add(i * 200'000, 1, false, 0, 50'000'000'000);
  }
  const hs_pbn place = hs_lbn_to_pbn(&drive.geometry(), {at});
  hs_drive_view view{};
  view.last_first = {at};
  view.last_end = {at + 1};
  view.track = {place.cylinder, place.head};
  view.now = view.free_at = 1'000'000;
  bench.pick(view);
  EXPECT_EQ(bench.scheduler().decisions, 1U);
  return bench.scheduler().examined;
}

TEST(SchedulerCosts, TasksExamined) {
  const auto drive = c2247();
  for (const hs_scheduler_ops* ops : in_software()) {
    Row row;
    for (const std::uint32_t tasks : {3U, 10U}) {
      for (const std::uint32_t at : {0U, 1'000'000U}) {
        row.push_back(examined(*ops, *drive, tasks, at));
      }
    }
    EXPECT_EQ(row, kExamined.at(ops->name)) << ops->name;
  }
}

}  // namespace
}  // namespace headstack
