// When the watch says that a firmware does not serve: at the greatest number of cycles or time, and
// not before.
#include "model/boxes/controller_cpu/service_watch.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "model/base/timer.h"
#include "model/run/simulation_context.h"

extern "C" {
#include <hal/registers.h>
#include <image/memory_map.h>
}

namespace headstack {
namespace {

constexpr std::uint64_t kMostUnserved = 100;  // cycles
constexpr std::uint64_t kMostIdle = 500;

struct Waiting : Commands {
  std::size_t waiting() const override { return count; }
  std::size_t count = 1;
};

// The watch's wire, and a timer that lets time pass.
struct Port : sc_core::sc_module {
  explicit Port(sc_core::sc_module_name name) : sc_module(name) { timer.calls<&Port::ring>(*this); }
  void ring() {}
  void pass(const sc_core::sc_time& time) {
    timer.set(time);
    sc_core::sc_start();
  }
  Wire<Commands> commands;
  Timer timer;
};

class ServiceWatchTest : public testing::Test {
 protected:
  ServiceWatchTest() {
    port_.commands.bind(commands_);
    port_.pass(sc_core::SC_ZERO_TIME);
  }
  static CoreSetup setup() {
    CoreSetup setup;
    setup.most_cycles = kMostIdle;
    setup.most_unserved_cycles = kMostUnserved;
    setup.most_unserved_time = sc_core::sc_time(3, sc_core::SC_SEC);
    return setup;
  }
  void access(StopReason reason, std::uint32_t address, std::uint64_t cycles) {
    Stop stop;
    stop.reason = reason;
    stop.address = HS_MAP_REGISTERS + address;
    watch_.accessed(stop, cycles);
  }
  // The last cycle at which the firmware serves.
  void expect_served_until(std::uint64_t cycles) {
    EXPECT_EQ(watch_.rested(cycles), "") << cycles;
    EXPECT_NE(watch_.rested(cycles + 1), "") << cycles + 1;
  }

  SimulationContext context_;
  Waiting commands_;
  Port port_{"port"};
  ServiceWatch watch_{setup(), port_.commands};
};

TEST_F(ServiceWatchTest, ACommandBeginsAWait) {
  for (const std::uint32_t cause : {HS_CAUSE_COMMAND, HS_CAUSE_FUNCTION}) {
    watch_.woken(cause | HS_CAUSE_WAKE, 1'000);
    expect_served_until(1'000 + kMostUnserved);
  }
}

// A wake-up of its own and an event of a task that waits begin no new wait.
TEST_F(ServiceWatchTest, OtherCausesOfADriveWithCommandsBeginNone) {
  watch_.woken(HS_CAUSE_COMMAND, 0);
  watch_.woken(HS_CAUSE_WAKE, 60);
  watch_.woken(HS_CAUSE_MEDIA, 70);
  expect_served_until(kMostUnserved);
}

// An order has 64 bits: it is given with its upper half.
TEST_F(ServiceWatchTest, AnOrderToThePortBeginsAnother) {
  watch_.woken(HS_CAUSE_COMMAND, 0);
  access(StopReason::store, HS_PORT_GO, 50);
  access(StopReason::load, HS_PORT_GO + 4, 50);
  access(StopReason::store, HS_PORT_GO + 8, 50);
  expect_served_until(kMostUnserved);
  access(StopReason::store, HS_PORT_GO + 4, 50);
  expect_served_until(50 + kMostUnserved);
}

TEST_F(ServiceWatchTest, AWaitHasALongestTime) {
  watch_.woken(HS_CAUSE_COMMAND, 0);
  port_.pass({3, sc_core::SC_SEC});
  EXPECT_EQ(watch_.rested(1), "");
  port_.pass({1, sc_core::SC_PS});
  EXPECT_NE(watch_.rested(1), "");
}

TEST_F(ServiceWatchTest, TheMessageSaysWhatIsMissing) {
  watch_.woken(HS_CAUSE_COMMAND, 0);
  watch_.woken(HS_CAUSE_WAKE, 0);
  EXPECT_EQ(watch_.rested(200),
            "it serves no command: 1 waits, and in 2 wakes, 200 cycles and 0.000 s of simulated "
            "time it has not taken it from the port (HS_PORT_NEXUS)");
  access(StopReason::load, HS_PORT_NEXUS, 10);
  commands_.count = 2;
  EXPECT_EQ(watch_.rested(200),
            "it serves no command: 2 wait, and in 2 wakes, 200 cycles and 0.000 s of simulated "
            "time it has given the port no order (HS_PORT_GO)");
}

TEST_F(ServiceWatchTest, TheCausesAreReadInEachHandler) {
  watch_.woken(HS_CAUSE_COMMAND, 0);
  EXPECT_FALSE(watch_.causes_read());
  access(StopReason::store, HS_INTERRUPT_CAUSE, 1);
  access(StopReason::load, HS_PORT_NEXUS, 1);
  EXPECT_FALSE(watch_.causes_read());
  access(StopReason::load, HS_INTERRUPT_CAUSE, 1);
  EXPECT_TRUE(watch_.causes_read());
  watch_.woken(HS_CAUSE_WAKE, 2);
  EXPECT_FALSE(watch_.causes_read());
}

// Without a command, a firmware may wake itself 1,000 times, and then for as long as its first
// handler may take or for a minute.
TEST_F(ServiceWatchTest, AFirmwareThatOnlyWakesItself) {
  commands_.count = 0;
  watch_.woken(HS_CAUSE_MEDIA, 0);
  for (int wake = 1; wake < 1'000; ++wake) {
    watch_.woken(HS_CAUSE_WAKE, 1);
  }
  EXPECT_EQ(watch_.rested(10'000), "");
  EXPECT_FALSE(watch_.only_wakes_itself()) << "1,000 wakes";
  watch_.woken(HS_CAUSE_WAKE, 1);
  EXPECT_EQ(watch_.rested(kMostIdle), "");
  EXPECT_FALSE(watch_.only_wakes_itself());
  EXPECT_EQ(watch_.rested(kMostIdle + 1), "");
  EXPECT_TRUE(watch_.only_wakes_itself());
  watch_.woken(HS_CAUSE_MEDIA, kMostIdle + 2);
  EXPECT_FALSE(watch_.only_wakes_itself()) << "another event";
}

TEST_F(ServiceWatchTest, AFirmwareThatOnlyWakesItselfForAMinute) {
  commands_.count = 0;
  watch_.woken(HS_CAUSE_MEDIA, 0);
  for (int wake = 0; wake < 1'000; ++wake) {
    watch_.woken(HS_CAUSE_WAKE, 0);
  }
  port_.pass({60, sc_core::SC_SEC});
  watch_.rested(1);
  EXPECT_FALSE(watch_.only_wakes_itself());
  port_.pass({1, sc_core::SC_PS});
  watch_.rested(1);
  EXPECT_TRUE(watch_.only_wakes_itself());
}

}  // namespace
}  // namespace headstack
