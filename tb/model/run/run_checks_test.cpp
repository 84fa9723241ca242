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

}  // namespace
}  // namespace headstack
