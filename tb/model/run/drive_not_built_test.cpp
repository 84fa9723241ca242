// Drives that cannot be built: each check has its message, and its neighbour is built.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/boxes/drive.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

std::string built(const DriveConfig& config, const SchedulerSpec& scheduler) {
  const SimulationContext context;
  try {
    const Drive drive("drive", config, scheduler, false);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

std::string built(const std::string& scheduler,
                  const std::function<void(ControllerConfig&)>& change = nullptr) {
  DriveConfig config = hp_c2247();
  if (change != nullptr) {
    change(config.conditions.controller);
  }
  return built(config, parse_scheduler(scheduler));
}

SchedulerSpec weighted(std::size_t classes) {
  SchedulerSpec spec = parse_scheduler("yfq");
  spec.weights.assign(classes, 1U << 16);
  return spec;
}

TEST(DriveNotBuilt, TooManyClasses) {
  EXPECT_EQ(built(hp_c2247(), weighted(64)), "no error");
  EXPECT_EQ(built(hp_c2247(), weighted(65)),
            "weights: 65 classes; a drive shares among at most 64, because commands carry a class "
            "from 0 to 63; use fewer classes, or schedule in the host (--placement host)");
  EXPECT_NE(built(hp_c2247(), weighted(0)), "no error");
}

TEST(DriveNotBuilt, AProbeOfTheHost) {
  EXPECT_EQ(built("smtf_online"), "no error");
  EXPECT_EQ(built("smtf_online(idle=wait)"), "no error");
  EXPECT_EQ(built("smtf_online(idle=probe)"),
            "scheduler 'smtf_online' with idle=probe: a drive makes no reads of its own; leave "
            "idle out, or schedule in the host (--placement host)");
}

TEST(DriveNotBuilt, KeysOfACoreWithoutACore) {
  const std::string times =
      "controller.clock, controller.ram and wait states need a core, but the firmware runs on this "
      "machine, where its code takes no time: leave these keys out, or set controller.core to "
      "\"iss\"";
  EXPECT_EQ(built("fcfs"), "no error");
  EXPECT_EQ(built("fcfs", [](ControllerConfig& c) { c.firmware = "my.elf"; }),
            "controller.firmware is an image for a core, but the firmware runs on this machine: "
            "set controller.core to \"iss\", or leave the key out");
  EXPECT_EQ(built("fcfs", [](ControllerConfig& c) { c.clock = Picoseconds{50'000}; }), times);
  EXPECT_EQ(built("fcfs", [](ControllerConfig& c) { c.rom_wait = 0; }), times);
  EXPECT_EQ(built("fcfs", [](ControllerConfig& c) { c.ram_wait = 0; }), times);
  EXPECT_EQ(built("fcfs", [](ControllerConfig& c) { c.ram_kib = 64; }), times);
}

TEST(DriveNotBuilt, AnImageThatIsNotThere) {
  const std::string error = built("fcfs", [](ControllerConfig& c) {
    c.core = ControllerCore::iss;
    c.firmware = "/no/such/image.elf";
  });
  EXPECT_NE(error.find("/no/such/image.elf"), std::string::npos) << error;
}

// The comparator has a place for each cylinder: 2,051 of them.
TEST(DriveNotBuilt, ATableOfTheComparatorThatIsTooSmall) {
  DriveConfig config = hp_c2247();
  config.conditions.comparator.distances = 2'050;
  EXPECT_EQ(built(config, parse_scheduler("sptf")), "no error");
  EXPECT_NE(built(config, parse_scheduler("sptf_hw")), "no error");
  config.conditions.comparator.distances = 2'051;
  EXPECT_EQ(built(config, parse_scheduler("sptf_hw")), "no error");
}

}  // namespace
}  // namespace headstack
