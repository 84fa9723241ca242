// Drives and test initiators on one SCSI bus, with a monitor between bus and drives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/boxes/drive.h"
#include "model/run/simulation_context.h"
#include "model/scsi/scsi_bus.h"
#include "tb/model/support/bus_monitor.h"
#include "tb/model/support/hp_c2247.h"
#include "tb/model/support/scsi_tester.h"

namespace headstack {

struct RigOptions {
  std::size_t drives = 1;
  std::size_t initiators = 1;
  std::string scheduler = "fcfs";
  DriveConfig config = hp_c2247();
  bool contents = false;
};

// The scheduler, with weights for three classes if it shares the drive.
inline SchedulerSpec scheduler_of(const std::string& text) {
  constexpr std::uint32_t kPercent = 1U << 16U;
  SchedulerSpec found = parse_scheduler(text);
  if ((found.ops->needs & HS_NEEDS_WEIGHTS) != 0) {
    found.weights = {50 * kPercent, 30 * kPercent, 20 * kPercent};
  }
  return found;
}

class BusRig {
 public:
  explicit BusRig(const RigOptions& options = RigOptions())
      : bus("bus"), monitor("monitor", options.drives) {
    for (std::size_t i = 0; i < options.initiators; ++i) {
      const std::string name = "host" + std::to_string(i);
      hosts.push_back(std::make_unique<ScsiTester>(name.c_str(), static_cast<std::uint8_t>(7 - i)));
      hosts.back()->scsi.bind(bus.initiators);
    }
    for (std::size_t i = 0; i < options.drives; ++i) {
      const std::string name = "drive" + std::to_string(i);
      drives.push_back(std::make_unique<Drive>(name.c_str(), options.config,
                                               scheduler_of(options.scheduler), options.contents));
      bus.targets.bind(monitor.in[i]);
      monitor.out[i].bind(drives.back()->scsi);
    }
  }

  ScsiTester& host(std::size_t number = 0) { return *hosts[number]; }

  // Runs until no event is left, and then checks that every command is over.
  void run() {
    sc_core::sc_start();
    for (const auto& each : hosts) {
      each->expect_all_done();
    }
    EXPECT_EQ(monitor.busy(), bus.busy_time());
  }

  SimulationContext context;
  ScsiBus bus;
  BusMonitor monitor;
  std::vector<std::unique_ptr<ScsiTester>> hosts;
  std::vector<std::unique_ptr<Drive>> drives;
};

}  // namespace headstack
