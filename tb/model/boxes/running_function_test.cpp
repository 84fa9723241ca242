// The functions that run, as an observer sees them: calls and returns while the processor is awake.
#include "model/boxes/controller_cpu/running_function.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace headstack {
namespace {

class Observer : public DriveWatch {
 public:
  void command(const WatchedCommand& /*command*/) override {}
  void bus(const char* /*phase*/, hs_ticks /*time*/) override {}
  void medium(const MediaExtent& /*extent*/) override {}
  void medium_stopped(const MediaRest& /*rest*/) override {}
  void firmware(const FirmwareState& /*state*/) override {}
  void served(const RequestRecord& /*record*/) override {}
  void called(const char* name, std::int64_t time) override { told.emplace_back(name, time); }
  void returned(std::int64_t time) override { told.emplace_back("return", time); }
  void decided(std::int64_t /*begin*/, std::int64_t /*end*/) override {}

  std::vector<std::pair<std::string, std::int64_t>> told;
};

using Told = std::vector<std::pair<std::string, std::int64_t>>;

// A cycle takes 20 ps.
class RunningFunctionTest : public testing::Test {
 protected:
  const std::vector<std::string> names_ = {"outer", "inner"};
  Observer observer_;
  RunningFunction running_{names_, observer_, [](std::uint64_t cycles) {
                             return static_cast<std::int64_t>(cycles) * 20;
                           }};
};

TEST_F(RunningFunctionTest, ACallAndItsReturn) {
  running_.woken(1);
  EXPECT_TRUE(observer_.told.empty()) << "no function runs";
  running_.called(0, 2);
  running_.called(1, 5);
  running_.returned(9);
  running_.returned(10);
  EXPECT_EQ(observer_.told,
            (Told{{"outer", 40}, {"inner", 100}, {"return", 180}, {"return", 200}}));
}

// A processor that sleeps runs no function. When it wakes, the functions that waited are called
// again, the outer function first.
TEST_F(RunningFunctionTest, ASleep) {
  running_.called(0, 2);
  running_.asleep(3);
  EXPECT_TRUE(observer_.told.empty()) << "it is not awake yet";
  running_.woken(4);
  running_.asleep(6);
  running_.asleep(7);
  running_.called(1, 8);
  running_.woken(20);
  running_.returned(30);
  running_.asleep(40);
  EXPECT_EQ(observer_.told, (Told{{"outer", 80},
                                  {"return", 120},
                                  {"outer", 400},
                                  {"inner", 400},
                                  {"return", 600},
                                  {"return", 800}}));
}

}  // namespace
}  // namespace headstack
