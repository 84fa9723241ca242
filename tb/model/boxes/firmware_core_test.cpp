// The firmware's image on a processor in the drive. The images are small programs with times by
// hand, faulty images, and the firmware with code that takes time.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>

#include <gtest/gtest.h>

#include "model/processor/own_image.h"
#include "tb/model/processor/support/assembler.h"
#include "tb/model/processor/support/elf_file.h"
#include "tb/model/support/bus_rig.h"

extern "C" {
#include <image/layout.h>
}

namespace headstack {
namespace {

using namespace rv;

constexpr std::uint32_t kWfi = 0x10500073;
constexpr std::uint32_t kVariables = HS_MAP_RAM + HS_MAP_STACK_BYTES;
constexpr std::uint32_t kResult = kVariables + 0x100;  // where a program leaves 64 bits for a test

void add_words(ElfFile& file, std::uint32_t address, const std::vector<std::uint32_t>& words) {
  std::vector<std::uint8_t> bytes(words.size() * 4);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  const auto size = static_cast<std::uint32_t>(bytes.size());
  file.parts.push_back({address, address, std::move(bytes), size});
}

// An image of `body` in a loop that begins with wfi: x5 leads to the registers, x6 to the
// variables. What it leaves at kResult is FirmwareState::decisions.
std::string image_of(const std::vector<std::uint32_t>& body) {
  ElfFile file;
  std::vector<std::uint32_t> code = {lui(5, HS_MAP_REGISTERS),
                                     lui(6, kVariables),
                                     lui(7, 0x1000),
                                     addi(7, 7, -2048),  // the external interrupt's bit
                                     i_type(kMie, 7, 1, 0, 0x73),
                                     kWfi};
  const auto loop = static_cast<std::int32_t>(body.size() + 1) * -4;
  code.insert(code.end(), body.begin(), body.end());
  code.push_back(jal(0, loop));
  add_words(file, HS_MAP_RESET, code);
  constexpr std::uint32_t kLayout = HS_MAP_ROM + 0x1000;
  std::vector<std::uint32_t> layout(HS_LAYOUT_PARTS);
  layout.at(HS_LAYOUT_DECISIONS) = kResult;
  add_words(file, kLayout, layout);
  file.names = {{"handler", HS_MAP_RESET, static_cast<std::uint32_t>(code.size() * 4)},
                {"hs_image_layout", kLayout, HS_LAYOUT_PARTS * 4, STT_OBJECT}};
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::path(testing::TempDir()) / (std::string(test.name()) + ".elf");
  const std::vector<char> bytes = file.bytes();
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path.string();
}

CoreSetup setup_of(const std::string& image, Picoseconds cycle) {
  CoreSetup setup;
  setup.image = image;
  setup.cycle = cycle;
  setup.most_cycles = 10'000;
  return setup;
}

// A drive whose firmware is the image, and a command for it.
class SmallImage : public testing::Test {
 protected:
  void run(const std::vector<std::uint32_t>& body, Picoseconds cycle = Picoseconds{0}) {
    rig.drives[0]->cpu.run_on(setup_of(image_of(body), cycle));
    rig.host().send(read_order(0, 1));
    sc_core::sc_start(1, sc_core::SC_MS);
  }
  std::string message_of(const std::vector<std::uint32_t>& body) {
    try {
      run(body);
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return "";
  }

  BusRig rig;
};

// The spindle's clock, twice, with 96 instructions of one cycle between, after the two of each of
// two loads: 100 cycles of 50 ns are 5 us.
TEST_F(SmallImage, TimePassesByItsCycles) {
  const std::int32_t now = HS_SPINDLE_NOW;
  std::vector<std::uint32_t> body = {lw(7, 5, HS_INTERRUPT_CAUSE), lw(8, 5, now),
                                     lw(9, 5, now + 4)};
  body.insert(body.end(), 96, addi(0, 0, 0));
  for (const std::uint32_t word :
       {lw(10, 5, now), lw(11, 5, now + 4), r_type(0x20, 8, 10, 0, 10), sw(10, 6, 0x100)}) {
    body.push_back(word);
  }
  run(body, Picoseconds{50'000});
  const double turn_s = 60.0 / 5400;
  EXPECT_NEAR(static_cast<double>(rig.drives[0]->cpu.state().decisions),
              5e-6 / turn_s * static_cast<double>(HS_TICKS_PER_REVOLUTION), 1.0);
}

TEST_F(SmallImage, WhereCodeTakesNoTimeTheClockStands) {
  const std::int32_t now = HS_SPINDLE_NOW;
  std::vector<std::uint32_t> body = {lw(7, 5, HS_INTERRUPT_CAUSE), lw(8, 5, now)};
  body.insert(body.end(), 96, addi(0, 0, 0));
  for (const std::uint32_t word :
       {lw(10, 5, now), r_type(0x20, 8, 10, 0, 10), addi(10, 10, 7), sw(10, 6, 0x100)}) {
    body.push_back(word);
  }
  run(body);
  EXPECT_EQ(rig.drives[0]->cpu.state().decisions, 7U);  // the 7 says that it has run
}

TEST_F(SmallImage, AnEndlessHandlerIsStopped) {
  EXPECT_NE(message_of({jal(0, 0)}).find("at handler+0x18, cycle"), std::string::npos);
}

TEST_F(SmallImage, OneThatLeavesTheCausePending) {
  EXPECT_NE(message_of({addi(0, 0, 0)}).find("in 10000 cycles; an interrupt is pending until"),
            std::string::npos);
}

TEST_F(SmallImage, AnIllegalInstruction) {
  const std::string said = message_of({addi(0, 0, 0), 0xffffffff});
  EXPECT_NE(said.find("at handler+0x1c, cycle"), std::string::npos) << said;
  EXPECT_NE(said.find("value 0xffffffff"), std::string::npos) << said;
}

TEST_F(SmallImage, AnAddressThatIsNotThere) {
  const std::string said = message_of({lui(7, 0x50000000), sw(0, 7, 4)});
  EXPECT_NE(said.find("address 0x50000004"), std::string::npos) << said;
}

TEST_F(SmallImage, ARegisterThatIsNotThere) {
  const std::string said = message_of({lw(7, 5, 0x7f0)});
  EXPECT_NE(said.find("at handler+0x18, cycle"), std::string::npos) << said;
  EXPECT_NE(said.find("bus error: read of register 0x7f0"), std::string::npos) << said;
}

TEST_F(SmallImage, AByteOfARegister) {
  const std::string said = message_of({i_type(HS_SPINDLE_NOW, 5, 0, 7, 0x03)});
  EXPECT_NE(said.find("an access of 1 bytes to the register at 0x40000100"), std::string::npos)
      << said;
}

TEST_F(SmallImage, WhatIsNoImage) {
  const auto path = std::filesystem::path(testing::TempDir()) / "no_image.elf";
  std::ofstream(path) << "MZ";
  EXPECT_THROW(rig.drives[0]->cpu.run_on(setup_of(path.string(), Picoseconds{0})), ConfigError);
}

TEST(ControllerCore, OfTheHostHasNoProfileAndNoDebugger) {
  BusRig rig;
  EXPECT_THROW(rig.drives[0]->cpu.profile(), ConfigError);
  EXPECT_THROW(rig.drives[0]->cpu.debug(1), ConfigError);
}

// Returns the ends of the commands, in ms, of a drive whose firmware runs with this clock cycle.
std::vector<double> ends_of(std::optional<Picoseconds> cycle, const std::string& scheduler) {
  RigOptions options;
  options.scheduler = scheduler;
  BusRig rig(options);
  if (cycle) {
    CoreSetup setup;
    setup.cycle = *cycle;
    rig.drives[0]->cpu.run_on(setup);
    rig.drives[0]->channel.take_late();
  }
  for (std::uint32_t i = 0; i < 60; ++i) {
    const std::uint32_t lbn = i * 7'919'001U % 2'000'000U;
    const auto blocks = static_cast<std::uint16_t>(1 + i % 20);
    rig.host().send(i % 3 == 0 ? write_order(lbn, blocks) : read_order(lbn, blocks));
  }
  rig.run();
  std::vector<double> ends;
  for (const auto& exchange : rig.host().exchanges()) {
    EXPECT_EQ(exchange.status, 0);
    ends.push_back(exchange.end_ms());
  }
  return ends;
}

class TimedImage : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!has_own_image()) {
      GTEST_SKIP() << "built without a cross compiler";
    }
  }
};

// At a picosecond a cycle the longest handler takes nanoseconds, which the overheads hide.
TEST_P(TimedImage, AFastProcessorIsTheHosts) {
  const std::vector<double> host = ends_of(std::nullopt, GetParam());
  const std::vector<double> fast = ends_of(Picoseconds{1}, GetParam());
  ASSERT_EQ(fast.size(), host.size());
  for (std::size_t i = 0; i < host.size(); ++i) {
    EXPECT_NEAR(fast[i], host[i], 1e-4) << i;
  }
}

TEST_P(TimedImage, ASlowOneServesAllAndIsLater) {
  const std::vector<double> host = ends_of(std::nullopt, GetParam());
  const std::vector<double> slow = ends_of(Picoseconds{200'000}, GetParam());  // 5 MHz
  ASSERT_EQ(slow.size(), host.size());
  EXPECT_GT(*std::max_element(slow.begin(), slow.end()),
            *std::max_element(host.begin(), host.end()));
  EXPECT_GT(std::accumulate(slow.begin(), slow.end(), 0.0),
            std::accumulate(host.begin(), host.end(), 0.0));
}

INSTANTIATE_TEST_SUITE_P(Schedulers, TimedImage, testing::Values("fcfs", "clook", "sptf"));

}  // namespace
}  // namespace headstack
