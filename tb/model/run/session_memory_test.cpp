// A session may live long. The memory of a command is therefore released at the command's end.
#include <gtest/gtest.h>

#include "model/host/command_port.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

std::shared_ptr<HostCommand> test_unit_ready() {
  auto command = std::make_shared<HostCommand>();
  command->cdb[0] = 0x00;
  return command;
}

TEST(CommandPort, TransactionsAreUsedAgain) {
  const SimulationContext context;
  CommandPort host("host", 0);
  ScsiBus bus("bus");
  Drive drive("drive", hp_c2247(), parse_scheduler("fcfs"));
  host.scsi.bind(bus.initiators);
  bus.targets.bind(drive.scsi);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(host.under_way(), 0U);
  for (int i = 0; i < 100; ++i) {
    const std::shared_ptr<HostCommand> first = test_unit_ready();
    const std::shared_ptr<HostCommand> second = test_unit_ready();
    host.submit(first);
    host.submit(second);
    EXPECT_EQ(host.under_way(), 2U);
    sc_core::sc_start();
    EXPECT_EQ(first->state, HostCommand::State::done);
    EXPECT_EQ(host.under_way(), 0U);
    EXPECT_EQ(first.use_count(), 1) << "the port keeps no command that is over";
  }
  EXPECT_EQ(host.most_under_way(), 2U);
}

}  // namespace
}  // namespace headstack
