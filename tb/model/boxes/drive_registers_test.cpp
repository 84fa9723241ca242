// The firmware's accesses by the boxes' types have the same effect as accesses by the register bus.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

struct Ends {
  std::vector<double> ms;
  std::uint64_t accesses = 0;  // that went by the bus
};

// Passes on to the drive's own bus.
class CountingBus : public Registers {
 public:
  explicit CountingBus(Registers& bus) : bus_(bus) {}
  std::uint64_t count = 0;
  bool read(std::uint32_t address, std::uint64_t& value) override {
    ++count;
    return bus_.read(address, value);
  }
  bool write(std::uint32_t address, std::uint64_t value) override {
    ++count;
    return bus_.write(address, value);
  }

 private:
  Registers& bus_;
};

Ends run(const std::string& scheduler, bool by_bus) {
  RigOptions options;
  options.scheduler = scheduler;
  BusRig rig(options);
  hs_hal& registers = rig.drives[0]->registers;
  CountingBus bus(*registers.bus);
  if (by_bus) {
#define HEADSTACK_BY_THE_BUS(page, member, Class) registers.member = nullptr;
    HEADSTACK_BOXES(HEADSTACK_BY_THE_BUS)
#undef HEADSTACK_BY_THE_BUS
  }
  registers.bus = &bus;
  std::mt19937_64 rng(7);
  for (int i = 0; i < 300; ++i) {
    const auto lbn = static_cast<std::uint32_t>(rng() % 2'000'000);
    const auto blocks = static_cast<std::uint16_t>(1 + rng() % 64);
    rig.host().send_at(12.0 * i, i % 3 == 0 ? write_order(lbn, blocks) : read_order(lbn, blocks));
  }
  rig.run();
  Ends ends;
  for (const Exchange& exchange : rig.host().exchanges()) {
    ends.ms.push_back(exchange.end_ms());
  }
  ends.accesses = bus.count;
  return ends;
}

TEST(DriveRegisters, ByTheBusAsByTheBoxes) {
  for (const char* scheduler : {"fcfs", "sptf", "sptf_hw"}) {
    const Ends direct = run(scheduler, false);
    const Ends by_bus = run(scheduler, true);
    EXPECT_EQ(direct.ms, by_bus.ms) << scheduler;
    EXPECT_EQ(direct.accesses, 0U) << scheduler;
    EXPECT_GT(by_bus.accesses, 300U * 10) << scheduler;
  }
}

}  // namespace
}  // namespace headstack
