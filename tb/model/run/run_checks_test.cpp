// Checks of a run's settings that C++ does, without the checks of the Python package. Values are
// accepted at the limit, and rejected beyond it.
#include "model/run/run_checks.h"

#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr std::uint32_t kDisk = 100'000;

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

std::string check(const Workload& workload, std::uint32_t blocks = kDisk) {
  return error_of([&] { check_workload(workload, blocks); });
}

bool fine(const Workload& workload, std::uint32_t blocks = kDisk) {
  return check(workload, blocks) == "no error";
}

ClosedWorkload closed(std::uint32_t outstanding) { return {{10, 8, 0.5, 1}, outstanding}; }

TEST(RunChecks, OutstandingRequests) {
  EXPECT_EQ(check(closed(0)), "outstanding: 0 requests; at least 1");
  EXPECT_TRUE(fine(closed(1)));
}

TEST(RunChecks, SizesAndShares) {
  const auto with = [](std::uint64_t requests, std::uint32_t blocks, double reads) {
    return ClosedWorkload{{requests, blocks, reads, 1}, 1};
  };
  EXPECT_EQ(check(with(0, 8, 0.5)), "requests: 0 is no run; at least 1");
  EXPECT_TRUE(fine(with(1, 8, 0.5)));
  EXPECT_EQ(check(with(1, 0, 0.5)), "size: 0 blocks; a request is 1 to 65535 blocks");
  EXPECT_TRUE(fine(with(1, 1, 0.5)));
  EXPECT_TRUE(fine(with(1, 65'535, 0.5)));
  EXPECT_FALSE(fine(with(1, 65'536, 0.5)));
  EXPECT_TRUE(fine(with(1, 100, 0.5), 100));
  EXPECT_EQ(check(with(1, 101, 0.5), 100), "size: 101 blocks; a request is 1 to 100 blocks");
  EXPECT_TRUE(fine(with(1, 8, 0)));
  EXPECT_TRUE(fine(with(1, 8, 1)));
  EXPECT_FALSE(fine(with(1, 8, -0.001)));
  EXPECT_FALSE(fine(with(1, 8, 1.001)));
  EXPECT_FALSE(fine(with(1, 8, std::numeric_limits<double>::quiet_NaN())));
}

TEST(RunChecks, Rates) {
  const auto with = [](double rate) { return OpenWorkload{{10, 8, 0.5, 1}, rate}; };
  EXPECT_TRUE(fine(with(1e-6)));
  EXPECT_FALSE(fine(with(0.99e-6)));
  EXPECT_FALSE(fine(with(0)));
  EXPECT_FALSE(fine(with(std::numeric_limits<double>::infinity())));
  EXPECT_FALSE(fine(with(std::numeric_limits<double>::quiet_NaN())));
}

TEST(RunChecks, DeviationsOfSizes) {
  const auto with = [](std::uint32_t outstanding, double mean, double deviation, double reads) {
    return ClassesWorkload{{{outstanding, mean, deviation, reads}}, 10, 1};
  };
  EXPECT_TRUE(fine(with(1, 16, 0, 0.5)));
  EXPECT_TRUE(fine(with(1, 16, 16, 0.5)));
  EXPECT_EQ(check(with(1, 16, 16.5, 0.5)),
            "classes: 1 outstanding of 16 blocks, deviation 16.5, 0.5 of them reads; at least 1, 1 "
            "to 65535 blocks, a deviation of at most as much, a share from 0 to 1");
  EXPECT_FALSE(fine(with(1, 16, -0.001, 0.5)));
  EXPECT_FALSE(fine(with(0, 16, 0, 0.5)));
  EXPECT_TRUE(fine(with(1, 1, 0, 0.5)));
  EXPECT_FALSE(fine(with(1, 0.999, 0, 0.5)));
  EXPECT_TRUE(fine(with(1, 65'535, 0, 0.5)));
  EXPECT_FALSE(fine(with(1, 65'536, 0, 0.5)));
  EXPECT_FALSE(fine(with(1, 16, 0, 1.001)));
}

TEST(RunChecks, RowsFitTheDrive) {
  const auto with = [](std::uint32_t lbn, std::uint32_t blocks, std::int64_t wait) {
    ReplayWorkload workload;
    workload.requests.push_back({lbn, blocks, false, wait});
    return workload;
  };
  EXPECT_TRUE(fine(with(kDisk - 8, 8, 0)));
  EXPECT_FALSE(fine(with(kDisk - 7, 8, 0)));
  EXPECT_TRUE(fine(with(kDisk - 1, 1, 0)));
  EXPECT_FALSE(fine(with(kDisk, 1, 0)));
  EXPECT_FALSE(fine(with(0, 0, 0)));
  EXPECT_FALSE(fine(with(0, 8, -1)));
}

TEST(RunChecks, Streams) {
  const auto with = [](std::uint32_t least, std::uint32_t most, std::uint32_t blocks) {
    StreamsWorkload workload;
    workload.groups = {{1, 100.0, 0, 1.0}};
    workload.requests = 10;
    workload.least_tracks = least;
    workload.most_tracks = most;
    workload.track_blocks = blocks;
    return workload;
  };
  EXPECT_TRUE(fine(with(1, 1, 8)));
  EXPECT_TRUE(fine(with(2, 2, 8)));
  EXPECT_EQ(check(with(0, 1, 8)),
            "streams: 0 to 1 tracks of 8 blocks; a request is 1 to 65535 blocks");
  EXPECT_EQ(check(with(3, 2, 8)),
            "streams: 3 to 2 tracks of 8 blocks; a request is 1 to 65535 blocks");
  EXPECT_EQ(check(with(1, 2, 0)),
            "streams: 1 to 2 tracks of 0 blocks; a request is 1 to 65535 blocks");
  EXPECT_TRUE(fine(with(1, 5, 20), 100));
  EXPECT_EQ(check(with(1, 5, 21), 100),
            "streams: 1 to 5 tracks of 21 blocks; a request is 1 to 100 blocks");
}

TEST(RunChecks, Classes) {
  const std::string most = std::to_string(HS_MOST_CLASSES);
  const std::string rule = "; 1 to " + most + " classes, and at least 1 request";
  const LoadClass one = {1, 16, 0, 0.5};
  EXPECT_TRUE(fine(ClassesWorkload{{one}, 1, 1}));
  EXPECT_EQ(check(ClassesWorkload{{}, 7, 1}), "classes: 0 classes and 7 requests" + rule);
  EXPECT_EQ(check(ClassesWorkload{{one, one}, 0, 1}), "classes: 2 classes and 0 requests" + rule);
  EXPECT_TRUE(fine(ClassesWorkload{std::vector<LoadClass>(HS_MOST_CLASSES, one), 9, 1}));
  EXPECT_EQ(check(ClassesWorkload{std::vector<LoadClass>(HS_MOST_CLASSES + 1, one), 9, 1}),
            "classes: " + std::to_string(HS_MOST_CLASSES + 1) + " classes and 9 requests" + rule);
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(RunChecks, SharesOfClasses) {
  const auto with = [](double reads) { return ClassesWorkload{{{1, 16, 0, reads}}, 10, 1}; };
  EXPECT_TRUE(fine(with(0)));
  EXPECT_TRUE(fine(with(1)));
  for (const double reads : {-0.001, 1.001, kNaN}) {
    EXPECT_FALSE(fine(with(reads))) << reads;
  }
  EXPECT_TRUE(fine(ClassesWorkload{{{1, 100, 0, 0.5}}, 10, 1}, 100));
  EXPECT_FALSE(fine(ClassesWorkload{{{1, 100.5, 0, 0.5}}, 10, 1}, 100));
  EXPECT_FALSE(fine(ClassesWorkload{{{1, kNaN, 0, 0.5}}, 10, 1}));
  EXPECT_FALSE(fine(ClassesWorkload{{{1, 16, kNaN, 0.5}}, 10, 1}));
  // Every class counts, not the first alone.
  EXPECT_FALSE(fine(ClassesWorkload{{{1, 16, 0, 0.5}, {0, 16, 0, 0.5}}, 10, 1}));
}

TEST(RunChecks, FirstBlocksAreMultiples) {
  const auto with = [](std::uint32_t align) { return ClosedWorkload{{1, 8, 0.5, 1, align}, 1}; };
  EXPECT_EQ(check(with(0)), "align: 0 blocks; 1 to 100000, the disk's");
  EXPECT_TRUE(fine(with(1)));
  EXPECT_TRUE(fine(with(kDisk)));
  EXPECT_FALSE(fine(with(kDisk + 1)));
}

StreamsWorkload streams() {
  StreamsWorkload workload;
  workload.groups = {{1, 100.0, 0, 1.0}};
  workload.requests = 1;
  workload.track_blocks = 8;
  return workload;
}

// The streams with a change of their only group.
Workload group_with(const std::function<void(StreamGroup&)>& change) {
  StreamsWorkload workload = streams();
  change(workload.groups[0]);
  return workload;
}

TEST(RunChecks, GroupsOfStreams) {
  EXPECT_TRUE(fine(streams()));
  EXPECT_EQ(check(group_with([](StreamGroup& g) { g.streams = 0; })),
            "streams: a group has 0 streams; at least 1");
  EXPECT_TRUE(fine(group_with([](StreamGroup& g) { g.blocks_per_s = 1e-6; })));
  EXPECT_EQ(check(group_with([](StreamGroup& g) { g.blocks_per_s = 0; })),
            "streams: 0 blocks a second; it must be above 0, at least 1e-06");
  for (const double rate : {0.99e-6, -1.0, kInfinite, kNaN}) {
    EXPECT_FALSE(fine(group_with([rate](StreamGroup& g) { g.blocks_per_s = rate; }))) << rate;
  }
  EXPECT_TRUE(fine(group_with([](StreamGroup& g) { g.buffered_ps = 1; })));
  EXPECT_EQ(check(group_with([](StreamGroup& g) { g.buffered_ps = -1; })),
            "streams: -1 ps buffered; at least 0");
  EXPECT_TRUE(fine(group_with([](StreamGroup& g) { g.read_fraction = 0; })));
  for (const double reads : {-0.001, 1.001, kNaN}) {
    EXPECT_FALSE(fine(group_with([reads](StreamGroup& g) { g.read_fraction = reads; }))) << reads;
  }
}

TEST(RunChecks, StreamsAsAWhole) {
  const auto with = [](const std::function<void(StreamsWorkload&)>& change) {
    StreamsWorkload workload = streams();
    change(workload);
    return Workload(workload);
  };
  const std::string none = "streams: a run needs at least 1 stream and at least 1 request";
  EXPECT_EQ(check(with([](StreamsWorkload& w) { w.groups.clear(); })), none);
  EXPECT_EQ(check(with([](StreamsWorkload& w) { w.requests = 0; })), none);
  EXPECT_TRUE(fine(with([](StreamsWorkload& w) { w.first_per_s = 1e-6; })));
  EXPECT_EQ(check(with([](StreamsWorkload& w) { w.first_per_s = 0.5e-6; })),
            "streams: 5e-07 begin a second; it must be above 0, at least 1e-06");
  for (const double rate : {0.0, kInfinite, kNaN}) {
    EXPECT_FALSE(fine(with([rate](StreamsWorkload& w) { w.first_per_s = rate; }))) << rate;
  }
  EXPECT_TRUE(fine(with([](StreamsWorkload& w) { w.track_blocks = 65'535; })));
  EXPECT_FALSE(fine(with([](StreamsWorkload& w) { w.track_blocks = 65'536; })));
}

TEST(RunChecks, BestEffortBesideStreams) {
  const auto with = [](std::uint64_t requests, double rate, std::uint32_t outstanding) {
    StreamsWorkload workload = streams();
    workload.best_effort = {{requests, 8, 0.5, 1}, rate, outstanding};
    return workload;
  };
  EXPECT_TRUE(fine(with(0, 0, 0)));  // no such traffic
  EXPECT_TRUE(fine(with(1, 1e-6, 0)));
  EXPECT_EQ(check(with(1, 0, 0)),
            "best effort: 0 requests a second; it must be above 0, at least 1e-06; or say how many "
            "are outstanding");
  EXPECT_TRUE(fine(with(1, 0, 1)));
  for (const double rate : {0.99e-6, kInfinite, kNaN}) {
    EXPECT_FALSE(fine(with(1, rate, 0))) << rate;
  }
  StreamsWorkload large = with(1, 0, 1);
  large.best_effort.what.blocks = kDisk + 1;
  EXPECT_FALSE(fine(large));
}

TEST(RunChecks, ARow) {
  ReplayWorkload workload;
  workload.requests.push_back({10, 8, false, 0, -1});
  EXPECT_EQ(check(workload),
            "row 0: lbn 10 + 8 blocks after 0 ps does not fit a drive of 100000 blocks, or its "
            "deadline, -1 ps after its arrival, is before the arrival");
  workload.requests[0].due_ps = 0;
  EXPECT_TRUE(fine(workload));
  workload.requests[0].blocks = 65'536;
  EXPECT_FALSE(fine(workload));
  workload.requests[0].blocks = 65'535;
  EXPECT_TRUE(fine(workload));
  workload.requests.push_back({kDisk, 1, false, 0});
  EXPECT_EQ(check(workload).substr(0, 6), "row 1:");
  workload.requests.pop_back();
  workload.outstanding = 0;
  EXPECT_EQ(check(workload), "outstanding: 0 requests; at least 1");
}

BusSetup bus(const std::string& scheduler = "fcfs") {
  BusSetup setup;
  setup.drives.push_back({{hp_c2247(), parse_scheduler(scheduler)}, 0});
  setup.streams.push_back({0, 7, closed(1)});
  return setup;
}

// A bus with a scheduler in the host.
BusSetup with_host(const std::string& scheduler) {
  BusSetup setup = bus();
  setup.drives[0].setup.host = HostQueue{parse_scheduler(scheduler), 1};
  return setup;
}

std::string bus_error(const BusSetup& setup) {
  return error_of([&] { check_bus(setup); });
}

TEST(RunChecks, ABusNeedsAWorkloadForADriveThatItHas) {
  EXPECT_EQ(bus_error(bus()), "no error");
  BusSetup setup = bus();
  setup.streams[0].drive = 1;
  EXPECT_EQ(bus_error(setup), "a workload for drive 1 of 1, counted from 0");
  setup.streams.clear();
  EXPECT_EQ(bus_error(setup), "a bus without a workload is no run");
}

TEST(RunChecks, AnIdBelongsToOne) {
  BusSetup setup = bus();
  setup.drives[0].scsi_id = 15;
  EXPECT_EQ(bus_error(setup), "no error");
  setup.drives[0].scsi_id = 16;
  EXPECT_EQ(bus_error(setup), "SCSI id 16 of a drive: ids are 0 to 15");
  setup.drives[0].scsi_id = 7;
  EXPECT_EQ(bus_error(setup), "SCSI id 7 is taken twice; give the host another");
  setup.drives.push_back({{hp_c2247(), parse_scheduler("fcfs")}, 7});
  EXPECT_EQ(bus_error(setup), "SCSI id 7 is taken twice; give the drive another");
  setup = bus();
  setup.streams[0].host_id = 16;
  EXPECT_EQ(bus_error(setup), "SCSI id 16 of a host: ids are 0 to 15");
  setup = bus();
  setup.streams.push_back(setup.streams[0]);  // two workloads of one host
  EXPECT_EQ(bus_error(setup), "no error");
}

TEST(RunChecks, ASchedulerInTheHost) {
  EXPECT_EQ(bus_error(with_host("sptf")), "no error");
  BusSetup setup = with_host("sptf");
  setup.drives[0].setup.host->outstanding = 0;
  EXPECT_EQ(bus_error(setup), "host_outstanding: 0 commands; at least 1");
  setup = with_host("sptf");
  setup.drives[0].setup.host->depth = 0;
  EXPECT_EQ(bus_error(setup), "host_queue_depth: 0 requests; at least 1");
  EXPECT_EQ(bus_error(with_host("sptf_hw")),
            "scheduler 'sptf_hw' decides in the drive's comparator, which the host does not have; "
            "place it in the drive");
  EXPECT_EQ(bus_error(bus("sptf_hw")), "no error");
  setup = with_host("sptf");
  setup.drives[0].setup.drive.conditions.controller.core = ControllerCore::iss;
  EXPECT_EQ(bus_error(setup).substr(0, 55),
            "controller.core is for a scheduler in the drive, since ");
  setup.drives[0].setup.host.reset();
  EXPECT_EQ(bus_error(setup), "no error");
}

// A scheduler by deadlines wants a workload that has some: rows with a deadline, a source that says
// so, or streams. A drive without a workload wants nothing.
TEST(RunChecks, DeadlinesForASchedulerOfDeadlines) {
  const std::string rule =
      "scheduler 'edf' schedules by deadlines, but no request of the workload has a deadline; use "
      "a workload of streams, or arrivals with deadlines";
  BusSetup setup = with_host("edf");
  EXPECT_EQ(bus_error(setup), rule);
  setup.streams[0].workload = streams();
  EXPECT_EQ(bus_error(setup), "no error");
  ReplayWorkload replay;
  replay.requests = {{10, 8, false, 0}, {20, 8, false, 0}};
  setup.streams[0].workload = replay;
  EXPECT_EQ(bus_error(setup), rule);
  replay.requests[1].due_ps = 5;
  setup.streams[0].workload = replay;
  EXPECT_EQ(bus_error(setup), "no error");
  replay.requests[1].due_ps = kNoDeadline;
  replay.deadlines = true;
  setup.streams[0].workload = replay;
  EXPECT_EQ(bus_error(setup), "no error");
  // Of two workloads of a drive, one is enough. That of another drive does not count.
  setup = with_host("edf");
  setup.drives.push_back({{hp_c2247(), parse_scheduler("fcfs")}, 1});
  setup.streams.push_back({1, 6, streams()});
  EXPECT_EQ(bus_error(setup), rule);
  setup.streams[1].drive = 0;
  EXPECT_EQ(bus_error(setup), "no error");
  setup.streams.clear();
  setup.streams.push_back({1, 6, closed(1)});
  EXPECT_EQ(bus_error(setup), "no error");
}

TEST(RunChecks, WeightsAndTablesForSchedulersThatNeedThem) {
  EXPECT_EQ(bus_error(with_host("yfq")),
            "scheduler 'yfq' shares the drive by weights; give each class a weight, as the "
            "workload classes(80: closed(8), 20: closed(8)) does");
  BusSetup setup = with_host("yfq");
  setup.drives[0].setup.host->scheduler.weights = {1U << 16};
  EXPECT_EQ(bus_error(setup), "no error");
  setup = with_host("sptf");
  setup.drives[0].setup.host->scheduler.weights = {1U << 16};
  EXPECT_EQ(bus_error(setup).substr(0, 54),
            "scheduler 'sptf' has no use for weights; leave them ou");
  EXPECT_EQ(bus_error(with_host("smtf")),
            "scheduler 'smtf' decides by a table of the drive's times; probe the drive (headstack "
            "mimic) and give the table, as in 'smtf(mimic=mimic.parquet)'");
  setup = bus();
  setup.drives[0].setup.scheduler.weights = {1U << 16};
  EXPECT_NE(bus_error(setup), "no error");
}

TEST(RunChecks, DistancesFitTheTables) {
  const auto distances = [](const char* scheduler, std::uint32_t blocks) {
    return error_of([&] { check_distances(parse_scheduler(scheduler), blocks); });
  };
  for (const char* scheduler : {"smtf", "smtf_online"}) {
    EXPECT_EQ(distances(scheduler, 0x7fff'ffff), "no error");
    EXPECT_EQ(distances(scheduler, 0x8000'0000),
              "scheduler '" + std::string(scheduler) +
                  "' decides by distances of up to 2147483647 blocks, and the disk has 2147483648");
  }
  EXPECT_EQ(distances("sptf", 0x8000'0000), "no error");
}

}  // namespace
}  // namespace headstack
