// The schedulers that decide in the comparator take the decisions of those in software: whole runs,
// request for request and to the picosecond.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/boxes/comparator/body.h"
#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

using Schedule = std::vector<std::pair<std::uint64_t, std::int64_t>>;  // id, finish

struct Outcome {
  Schedule schedule;
  std::uint64_t decisions = 0;
  std::uint64_t examined = 0;
};

Outcome outcome_of(const DriveConfig& drive, const std::string& scheduler,
                   const Workload& workload) {
  const RunOutput output = run({drive, parse_scheduler(scheduler)}, workload);
  Outcome outcome;
  for (const RequestRecord& row : output.requests) {
    outcome.schedule.emplace_back(row.id, row.finish);
  }
  outcome.decisions = output.decisions;
  outcome.examined = output.examined;
  return outcome;
}

ClosedWorkload closed(std::uint32_t outstanding, std::uint64_t requests) {
  return {{requests, 8, 2.0 / 3, 7}, outstanding};
}

DriveConfig drive_named(const std::string& name) {
  return load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives" /
                    (name + ".toml"));
}

// Scans a decision: a winner's bound is its time but for a rare one, or it has to be confirmed and
// another takes its place, as often as not.
constexpr double kBoundsAreTimes = 1.05;
constexpr double kBoundsAreLoose = 2;

struct Case {
  std::string name;
  std::string drive;
  bool rtl;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* drive :
       {"hp_c2247", "hp_c2247a", "hp_97560", "fujitsu_m2361a", "ibm_dnes_309170w", "ibm_9lzx_3"}) {
    all.push_back({drive + std::string("_behavioural"), drive, false});
    if (!rtl_comparators().empty()) {
      all.push_back({drive + std::string("_rtl"), drive, true});
    }
  }
  return all;
}

class ComparatorSchedules : public testing::TestWithParam<Case> {
 protected:
  static DriveConfig drive() {
    DriveConfig drive = drive_named(GetParam().drive);
    drive.conditions.comparator.body.kind =
        GetParam().rtl ? ComparatorBodyKind::rtl : ComparatorBodyKind::behavioural;
    drive.queue.depth = 300;
    return drive;
  }
  // Expects equal results with at most `scans` scans a decision. A seek table that was not loaded
  // would not change a pick, but would cost many scans.
  static void expect_same(const DriveConfig& drive, const char* hardware, const char* software,
                          const Workload& workload, double scans) {
    SCOPED_TRACE(hardware);
    const Outcome hw = outcome_of(drive, hardware, workload);
    const Outcome sw = outcome_of(drive, software, workload);
    EXPECT_TRUE(hw.schedule == sw.schedule);
    EXPECT_EQ(hw.decisions, sw.decisions);
    EXPECT_LE(static_cast<double>(hw.examined), scans * static_cast<double>(hw.decisions));
    RecordProperty(hardware, std::to_string(static_cast<double>(hw.examined) /
                                            static_cast<double>(hw.decisions)));
    if (std::getenv("HEADSTACK_SCANS") != nullptr) {
      std::printf("%s %s: %.3f scans a decision\n", GetParam().name.c_str(), hardware,
                  static_cast<double>(hw.examined) / static_cast<double>(hw.decisions));
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Drives, ComparatorSchedules, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

TEST_P(ComparatorSchedules, AreThoseOfSoftware) {
  const std::uint64_t requests = GetParam().rtl ? 300 : 2000;
  for (const auto& [hardware, software] :
       {std::pair{"sptf_hw", "sptf"}, std::pair{"asptf_hw(6)", "asptf(6)"},
        std::pair{"asptf_hw(500)", "asptf(500)"}, std::pair{"asptf_hw(65535)", "asptf(65535)"},
        std::pair{"spctf_hw", "spctf"}}) {
    expect_same(drive(), hardware, software, closed(20, requests), kBoundsAreTimes);
    expect_same(drive(), hardware, software, closed(256, requests + 256), kBoundsAreTimes);
    expect_same(drive(), hardware, software, OpenWorkload{{requests, 8, 0.5, 3}, 25},
                kBoundsAreTimes);
  }
}

// Rules that move the first sector: sectors in any order, whole tracks, data ahead of the medium,
// terms of the command, many ties.
TEST_P(ComparatorSchedules, WhateverTheDrivesRulesAre) {
  const std::vector<std::vector<std::pair<const char*, const char*>>> rules = {
      {{"cache.zero_latency_read", "true"}},
      {{"write.zero_latency", "true"}},
      {{"cache.zero_latency_read", "true"}, {"write.zero_latency", "true"}},
      {{"cache.whole_track_read", "true"}},
      {{"write.seek_with_data", "true"}},
      {{"write.start", "\"whole request\""}},
      {{"write.ahead", "\"3.5 blocks\""}, {"write.ahead_delay", "\"0.5 ms\""}},
      {{"bus.start_marks_per_revolution", "64"}},
      {{"seek.read_settle", "\"-0.4 ms\""}, {"seek.same_cylinder", "\"1 ms\""}},
  };
  for (const auto& keys : rules) {
    DriveConfig changed = drive();
    std::string what;
    for (const auto& [key, value] : keys) {
      changed = with_value(changed, key, value);
      what += std::string(key) + " ";
    }
    SCOPED_TRACE(what);
    expect_same(changed, "sptf_hw", "sptf", closed(40, GetParam().rtl ? 200 : 1000),
                kBoundsAreLoose);
    expect_same(changed, "spctf_hw", "spctf", closed(40, GetParam().rtl ? 200 : 1000),
                kBoundsAreLoose);
  }
}

}  // namespace
}  // namespace headstack
