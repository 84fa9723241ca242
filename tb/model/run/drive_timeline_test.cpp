// The drive's work as a timeline: a read miss by hand, and the slices against the rows of a run.
#include "model/boxes/drive_timeline.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/timeline_reader.h"

namespace headstack {
namespace {

constexpr std::int64_t kPsPerNs = 1000;
const std::string kDrive = "drive hp_c2247/";

class DriveTimelineTest : public testing::Test {
 protected:
  ~DriveTimelineTest() override { std::filesystem::remove(path_); }

  headstack::Setup setup_of(const std::string& scheduler) const {
    headstack::Setup setup{hp_c2247(), parse_scheduler(scheduler)};
    setup.timeline.file = path_;
    return setup;
  }
  std::vector<RequestRecord> rows_of(const std::string& scheduler, const Workload& workload) const {
    return run(setup_of(scheduler), workload).requests;
  }

  std::string path_ = (std::filesystem::path(testing::TempDir()) / "drive.pftrace").string();
};

// No two slices of one depth overlap on a track.
void expect_apart(const ReadTimeline& read) {
  for (const ReadTrack& track : read.tracks()) {
    std::map<std::size_t, std::int64_t> ends;  // by depth
    for (const ReadSlice& slice : track.slices) {
      EXPECT_GE(slice.start, ends[slice.depth]) << track.path << " " << slice.name;
      EXPECT_GE(slice.end, slice.start) << track.path << " " << slice.name;
      ends[slice.depth] = slice.end;
    }
  }
}

// The read of docs/inside/architecture.md: 16 blocks at 500,000, on cylinder 402 and head 9.
TEST_F(DriveTimelineTest, AReadMissByHand) {
  ReplayWorkload workload;
  workload.requests = {{500'000, 16, false, 0}};
  rows_of("fcfs", workload);
  const ReadTimeline read(path_);
  expect_apart(read);
  EXPECT_EQ(read.text("host/requests"), "read 0 17086, service 0 17086");
  EXPECT_EQ(read.text(kDrive + "task"), "task 0 17086");
  EXPECT_EQ(read.text(kDrive + "SCSI bus"), "connection 0 581, connection 14120 17086");
  EXPECT_EQ(read.text(kDrive + "target port"),
            "command 0 581, reselection 14120 14307, data_in 14307 17029, status 17029 17086");
  EXPECT_EQ(read.text(kDrive + "actuator"), "seek 558 10680");
  EXPECT_EQ(read.text(kDrive + "rotation"), "wait for sector 10680 12731");
  const auto transfers = read.slices(kDrive + "media transfer");
  ASSERT_EQ(transfers.size(), 2U);  // and the read-ahead after it
  EXPECT_EQ(transfers[0].name, "read");
  EXPECT_EQ((transfers[0].end + 500) / 1000, 14'583);
  EXPECT_EQ(transfers[0].facts.at("cylinder"), 402U);
  EXPECT_EQ(transfers[0].facts.at("head"), 9U);
  EXPECT_EQ(transfers[0].facts.at("blocks"), 16U);
  EXPECT_EQ(transfers[1].name, "read ahead");
  EXPECT_EQ(transfers[1].flow, 0U);
  const auto segment = read.slices(kDrive + "buffer/segment 0");
  ASSERT_FALSE(segment.empty());
  EXPECT_EQ(segment[0].name, "filling");
  EXPECT_EQ(segment[0].facts.at("first block"), 500'000U);
}

// A write of these blocks. The command takes 0.824 ms and the preparation of the data 0.025, the
// data 16 x 0.186861 and the disconnection 0.166. The seek of 10.122 ms settles for 0.650 more. The
// write is over with the sector that passes at 14.583 ms. The status comes 0.540 later, and takes
// 0.162 for the reselection and 0.050 for the completion.
TEST_F(DriveTimelineTest, AWriteByHand) {
  ReplayWorkload workload;
  workload.requests = {{500'000, 16, true, 0}};
  rows_of("fcfs", workload);
  const ReadTimeline read(path_);
  expect_apart(read);
  EXPECT_EQ(read.text(kDrive + "task"), "task 0 15335");
  EXPECT_EQ(read.text(kDrive + "SCSI bus"), "connection 0 4005, connection 15123 15335");
  EXPECT_EQ(read.text(kDrive + "target port"),
            "command 0 849, data_out 849 3839, message 3839 4005, status 15123 15335");
  EXPECT_EQ(read.text(kDrive + "actuator"), "seek 824 11596");
  EXPECT_EQ(read.text(kDrive + "rotation"), "wait for sector 11596 12731");
  EXPECT_EQ(read.text(kDrive + "media transfer"), "write 12731 14583");
}

// One flow for each request: its slice at the host, its task, its passes under the head, and its
// status, in this order.
TEST_F(DriveTimelineTest, OneFlowForEachRequest) {
  const auto rows = rows_of("sptf", ClosedWorkload{{200, 16, 2.0 / 3, 3}, 8});
  const ReadTimeline read(path_);
  expect_apart(read);
  std::map<std::uint64_t, std::vector<std::pair<std::string, ReadSlice>>> flows;
  for (const ReadTrack& track : read.tracks()) {
    for (const ReadSlice& slice : track.slices) {
      if (slice.flow != 0) {
        flows[slice.flow].emplace_back(track.path, slice);
      }
    }
  }
  ASSERT_EQ(flows.size(), rows.size());
  for (const RequestRecord& row : rows) {
    const auto& flow = flows.at(row.id + 1);
    std::size_t transfers = 0;
    std::size_t ends = 0;
    for (const auto& [path, slice] : flow) {
      ends += slice.last ? 1 : 0;
      if (path == "host/requests") {
        EXPECT_EQ(slice.start, row.arrival / kPsPerNs);
        EXPECT_EQ(slice.end, row.finish / kPsPerNs);
        EXPECT_EQ(slice.facts.at("first block"), row.lbn);
      } else if (path == kDrive + "task") {
        EXPECT_EQ(slice.start, row.start / kPsPerNs);
        EXPECT_EQ(slice.end, row.finish / kPsPerNs);
      } else if (path == kDrive + "media transfer") {
        transfers += slice.facts.at("blocks");
        EXPECT_EQ(slice.name, row.write ? "write" : "read");
      } else {
        EXPECT_EQ(path, kDrive + "target port");
        EXPECT_EQ(slice.name, "status");
        EXPECT_EQ(slice.end, row.finish / kPsPerNs);
        EXPECT_TRUE(slice.last);
      }
    }
    EXPECT_EQ(ends, 1U) << row.id;
    EXPECT_EQ(transfers, row.hit ? 0U : row.blocks) << row.id;
  }
}

// A second read stops the read-ahead of the first. The transfer ends before the arm leaves.
TEST_F(DriveTimelineTest, AReadAheadThatIsCutOff) {
  ReplayWorkload workload;
  workload.requests = {{500'000, 16, false, 0}, {1'500'000, 16, false, 1'000'000'000}};
  const auto rows = rows_of("fcfs", workload);
  const ReadTimeline read(path_);
  expect_apart(read);
  const auto seeks = read.slices(kDrive + "actuator");
  const auto transfers = read.slices(kDrive + "media transfer");
  const auto leaves = std::find_if(seeks.begin(), seeks.end(), [&](const ReadSlice& seek) {
    return seek.start == rows[1].seek_at / kPsPerNs;
  });
  ASSERT_NE(leaves, seeks.end());
  for (const ReadSlice& transfer : transfers) {
    EXPECT_FALSE(transfer.start < leaves->start && transfer.end > leaves->start) << transfer.start;
  }
}

// The counter has the tasks that have arrived at the drive and wait, at each decision.
TEST_F(DriveTimelineTest, DecisionsAndTheQueue) {
  const RunOutput output = run(setup_of("sptf"), ClosedWorkload{{100, 16, 1.0, 3}, 8});
  const std::vector<RequestRecord>& rows = output.requests;
  const ReadTimeline read(path_);
  const auto decisions = read.slices(kDrive + "decision");
  const auto counter =
      std::find_if(read.tracks().begin(), read.tracks().end(),
                   [](const ReadTrack& track) { return track.path == kDrive + "waiting tasks"; });
  ASSERT_NE(counter, read.tracks().end());
  ASSERT_EQ(decisions.size(), rows.size());
  for (std::size_t i = 8; i + 8 < rows.size(); ++i) {
    EXPECT_EQ(decisions[i].start, rows[i].start / kPsPerNs);
    EXPECT_EQ(decisions[i].facts.at("tag of the choice"), rows[i].tag);
    EXPECT_EQ(decisions[i].facts.at("tasks left"), 7U);
    EXPECT_LE(decisions[i].facts.at("tasks examined"), 8U);
  }
  std::uint64_t examined = 0;
  for (const ReadSlice& decision : decisions) {
    examined += decision.facts.at("tasks examined");
  }
  EXPECT_EQ(examined, output.examined);
  EXPECT_EQ(counter->counts.back().value, 0);
  EXPECT_EQ(
      std::max_element(counter->counts.begin(), counter->counts.end(),
                       [](const ReadCount& a, const ReadCount& b) { return a.value < b.value; })
          ->value,
      7);
}

// Functions on a core: each decision lies inside a call, and no function runs while the processor
// sleeps.
TEST_F(DriveTimelineTest, FunctionsOnACore) {
  headstack::Setup setup = setup_of("sptf");
  setup.drive.conditions.controller.core = ControllerCore::iss;
  setup.drive.conditions.controller.clock = Picoseconds{50'000};
  const auto rows = run(setup, ClosedWorkload{{60, 16, 2.0 / 3, 3}, 8}).requests;
  const ReadTimeline read(path_);
  expect_apart(read);
  const auto functions = read.slices(kDrive + "firmware");
  const auto decisions = read.slices(kDrive + "decision");
  ASSERT_EQ(decisions.size(), rows.size());
  std::set<std::string> names;
  for (const ReadSlice& function : functions) {
    names.insert(function.name);
  }
  for (const char* stage : {"hs_receive", "hs_task_queue_next", "hs_start", "hs_complete"}) {
    EXPECT_EQ(names.count(stage), 1U) << stage;
  }
  EXPECT_GT(names.size(), 20U);
  std::int64_t time = 0;
  for (const ReadSlice& decision : decisions) {
    time += decision.end - decision.start;
    EXPECT_TRUE(std::any_of(functions.begin(), functions.end(), [&](const ReadSlice& function) {
      return function.start <= decision.start && decision.end <= function.end;
    }));
  }
  EXPECT_GT(time, 0);
}

TEST_F(DriveTimelineTest, ChangesNothing) {
  const ClosedWorkload workload{{60, 16, 2.0 / 3, 3}, 8};
  for (const char* scheduler : {"fcfs", "sptf_hw"}) {
    const auto with = rows_of(scheduler, workload);
    const auto without = run({hp_c2247(), parse_scheduler(scheduler)}, workload).requests;
    ASSERT_EQ(with.size(), without.size());
    for (std::size_t i = 0; i < with.size(); ++i) {
      EXPECT_EQ(with[i].id, without[i].id);
      EXPECT_EQ(with[i].finish, without[i].finish);
    }
  }
}

// A window has the requests whose time touches it, and the waves see the same run beside it.
TEST_F(DriveTimelineTest, AWindowBesideWaves) {
  const std::string waves = path_ + ".vcd";
  headstack::Setup setup = setup_of("fcfs");
  setup.waves.file = waves;
  setup.timeline.window = {200'000'000'000, 300'000'000'000};
  const auto rows = run(setup, ClosedWorkload{{60, 16, 2.0 / 3, 3}, 4}).requests;
  EXPECT_GT(std::filesystem::file_size(waves), 10'000U);
  std::filesystem::remove(waves);
  const auto inside = std::count_if(rows.begin(), rows.end(), [&](const RequestRecord& row) {
    return setup.timeline.window.touches(row.arrival, row.finish);
  });
  const ReadTimeline read(path_);
  expect_apart(read);
  const auto shown = read.slices("host/requests");
  const auto requests = std::count_if(shown.begin(), shown.end(),
                                      [](const ReadSlice& slice) { return slice.depth == 0; });
  EXPECT_EQ(requests, inside);
  EXPECT_LT(inside, 60);
  EXPECT_GT(inside, 0);
}

}  // namespace
}  // namespace headstack
