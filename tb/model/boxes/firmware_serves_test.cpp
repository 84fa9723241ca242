// Images that do not serve, on every available processor. Each run ends with a message about the
// missing service. For an access outside all memories, all processors give an equal message.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "model/base/interruption.h"
#include "model/base/run_error.h"
#include "tb/model/processor/support/assembler.h"
#include "tb/model/processor/support/elf_file.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

using namespace rv;

using Words = std::vector<std::uint32_t>;

// x5 leads to the registers, x7 has the external interrupt's bit, x6 leads to the variables.
Words start(bool enabled = true) {
  Words words = {lui(5, HS_MAP_REGISTERS), lui(7, 0x1000), addi(7, 7, -2048),
                 lui(6, HS_MAP_RAM + HS_MAP_STACK_BYTES)};
  words.push_back(enabled ? csrrs(0, kMie, 7) : addi(0, 0, 0));
  return words;
}

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// `body` in a loop.
Words loop(const Words& body) {
  Words words = body;
  words.push_back(jal(0, static_cast<std::int32_t>(body.size()) * -4));
  return words;
}

// Makes a program that reads the causes, and then orders the channel to wake the processor `ticks`
// ticks later.
Words wakes_itself(std::uint32_t ticks) {
  Words body = {kWfi,
                lw(8, 5, HS_INTERRUPT_CAUSE),
                lw(9, 5, HS_SPINDLE_NOW),
                lw(10, 5, HS_SPINDLE_NOW + 4),
                lui(11, ticks),
                add(12, 9, 11),
                r_type(0, 9, 12, 3, 13),  // sltu: the carry
                add(10, 10, 13),
                sw(12, 5, HS_CHANNEL_WAKE),
                sw(10, 5, HS_CHANNEL_WAKE + 4)};
  return loop(body);
}

std::string image_of(const Words& words) {
  ElfFile file;
  std::vector<std::uint8_t> bytes(words.size() * 4);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  const auto size = static_cast<std::uint32_t>(bytes.size());
  file.parts.push_back({HS_MAP_RESET, HS_MAP_RESET, std::move(bytes), size});
  std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  std::replace(name.begin(), name.end(), '/', '_');
  const auto path = std::filesystem::path(testing::TempDir()) / (name + ".elf");
  const std::vector<char> elf = file.bytes();
  std::ofstream(path, std::ios::binary).write(elf.data(), static_cast<std::streamsize>(elf.size()));
  return path.string();
}

struct Way {
  CoreKind kind;
  Picoseconds cycle;
};

std::string name_of_way(const testing::TestParamInfo<Way>& info) {
  return std::string(name_of(info.param.kind)) + (info.param.cycle.count() == 0 ? "" : "_timed");
}

// Every processor, where its code takes no time and where it does (20 MHz).
std::vector<Way> ways() {
  std::vector<Way> all;
  for (const CoreKind kind : kCoreKinds) {
    all.push_back({kind, Picoseconds{0}});
    all.push_back({kind, Picoseconds{50'000}});
  }
  return all;
}

class FirmwareServes : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (!has_core(GetParam().kind)) {
      GTEST_SKIP() << "this build has no " << name_of(GetParam().kind);
    }
  }

  // A command for a drive with the image, and what the run says of it; empty: it has ended.
  std::string run(const Words& words, sc_core::sc_time most_time = {3600, sc_core::SC_SEC}) {
    CoreSetup setup;
    setup.kind = GetParam().kind;
    setup.cycle = GetParam().cycle;
    setup.image = image_of(words);
    setup.most_cycles = 20'000;
    setup.most_unserved_cycles = 20'000;
    setup.most_unserved_time = most_time;
    rig.drives[0]->cpu.run_on(setup);
    if (command) {
      rig.host().send(read_order(0, 1));
    }
    try {
      sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
      type = report.get_msg_type();
      return report.get_msg();
    }
    return "";
  }
  void expect(const std::string& said, const std::string& wanted) {
    EXPECT_NE(said.find(wanted), std::string::npos) << said;
  }

  // Ticks that are over when the handler is: none where its code takes no time, else 11 us.
  static std::uint32_t soon() { return GetParam().cycle.count() == 0 ? 0 : 0x400000; }

  bool command = true;
  std::string type;
  BusRig rig;
};

TEST_P(FirmwareServes, TheInterruptIsNotEnabled) {
  expect(run(joined(start(false), loop({kWfi}))), "it has not enabled the external interrupt");
}

TEST_P(FirmwareServes, CausesAreNotRead) {
  const std::string said = run(joined(start(), loop({kWfi})));
  expect(said, "has not come to a rest (wfi, and no interrupt pending) in 20000 cycles");
  expect(said, "an interrupt is pending until the firmware reads HS_INTERRUPT_CAUSE");
}

TEST_P(FirmwareServes, ItWakesItselfAtEachTick) {
  const std::string said = run(joined(start(), wakes_itself(soon())));
  expect(said, "it serves no command: 1 waits, and in ");
  expect(said, "not taken it from the port (HS_PORT_NEXUS)");
}

TEST_P(FirmwareServes, ItWakesItselfSeldom) {
  // At each quarter of a revolution of 11.1 ms: 200 ms come before 20,000 cycles.
  const std::string said =
      run(joined(start(), wakes_itself(static_cast<std::uint32_t>(HS_TICKS_PER_REVOLUTION / 4))),
          sc_core::sc_time(200, sc_core::SC_MS));
  expect(said, "it serves no command: 1 waits, and in ");
  expect(said, "0.20");
}

// Nobody waits for it: it may have a clock of its own, and the simulation can end.
TEST_P(FirmwareServes, ItWakesItselfWithoutACommand) {
  command = false;
  Words once = {lw(9, 5, HS_SPINDLE_NOW), lw(10, 5, HS_SPINDLE_NOW + 4), sw(9, 5, HS_CHANNEL_WAKE),
                sw(10, 5, HS_CHANNEL_WAKE + 4)};
  EXPECT_EQ(run(joined(joined(start(), once), wakes_itself(soon()))), "");
  EXPECT_EQ(sc_core::sc_get_status(), sc_core::SC_PAUSED);
  EXPECT_TRUE(rig.drives[0]->cpu.only_wakes_itself());
}

TEST_P(FirmwareServes, ItIsInterruptedInAHandlerWithoutAnEnd) {
  ask_for_interrupts([] { return true; });
  const std::string said = run(joined(start(), loop({addi(0, 0, 0)})));
  ask_for_interrupts(nullptr);
  expect(said, "the run was interrupted");
  EXPECT_EQ(type, "headstack/interrupted");
}

struct Access {
  std::uint32_t word;
  Fault fault;
  std::uint32_t offset;
};

// To RAM (x6), and to the drive's registers (x5), where the address is wrong in two ways.
TEST_P(FirmwareServes, MisalignedAccesses) {
  constexpr auto lh = [](std::uint32_t from, std::int32_t at) {
    return i_type(at, from, 1, 9, 0x03);
  };
  constexpr auto lhu = [](std::uint32_t from, std::int32_t at) {
    return i_type(at, from, 5, 9, 0x03);
  };
  constexpr auto sh = [](std::uint32_t to, std::int32_t at) { return s_type(at, 9, to, 1); };
  std::vector<Access> all;
  for (const std::uint32_t base : {5, 6}) {
    for (const std::int32_t at : {1, 2, 3}) {
      const auto offset = static_cast<std::uint32_t>(at);
      all.push_back({lw(9, base, at), Fault::load_misaligned, offset});
      all.push_back({sw(9, base, at), Fault::store_misaligned, offset});
      if (at != 2) {
        all.push_back({lh(base, at), Fault::load_misaligned, offset});
        all.push_back({lhu(base, at), Fault::load_misaligned, offset});
        all.push_back({sh(base, at), Fault::store_misaligned, offset});
      }
    }
  }
  for (const Access& each : all) {
    Memories memories({0x2000, 0x100, 0x8000});
    std::uint32_t at = HS_MAP_RESET;
    for (const std::uint32_t word : joined(start(), {each.word, kEbreak})) {
      memories.rom.put(at, word);
      at += 4;
    }
    const Memories before = memories;
    const std::unique_ptr<Core> core = make_core(GetParam().kind, memories, {});
    const Stop stop = core->run(10'000);
    EXPECT_EQ(stop.reason, StopReason::fault);
    EXPECT_EQ(stop.fault, each.fault) << fault_text(stop.fault);
    EXPECT_EQ(stop.address % 4, each.offset);
    EXPECT_EQ(stop.pc, HS_MAP_RESET + 4 * start().size());
    EXPECT_EQ(0, std::memcmp(before.ram.data(), memories.ram.data(), before.ram.size()));
  }
}

TEST_P(FirmwareServes, JumpsAndCompressedInstructions) {
  constexpr std::uint32_t kCompressedNop = 0x00010001;
  const std::pair<Words, Fault> cases[] = {
      {{auipc(9, 0), jalr(0, 9, 10), kCompressedNop, kEbreak}, Fault::fetch_misaligned},
      {{kCompressedNop, kEbreak}, Fault::illegal},
  };
  for (const auto& [words, fault] : cases) {
    Memories memories({0x2000, 0x100, 0x8000});
    std::uint32_t at = HS_MAP_RESET;
    for (const std::uint32_t word : words) {
      memories.rom.put(at, word);
      at += 4;
    }
    const std::unique_ptr<Core> core = make_core(GetParam().kind, memories, {});
    const Stop stop = core->run(10'000);
    EXPECT_EQ(stop.reason, StopReason::fault);
    EXPECT_EQ(stop.fault, fault) << fault_text(stop.fault);
  }
}

INSTANTIATE_TEST_SUITE_P(Cores, FirmwareServes, testing::ValuesIn(ways()), name_of_way);

}  // namespace
}  // namespace headstack
