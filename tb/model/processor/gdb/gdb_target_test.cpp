// Registers and memory through the debugger.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/processor/gdb/text.h"
#include "tb/model/processor/support/debugged.h"

namespace headstack {
namespace {

using gdb::hex_word;

constexpr std::size_t kBeforePc = std::size_t{32} * 8;  // digits

std::string read(std::uint32_t address, std::uint32_t bytes) {
  return fmt::format("m{:x},{:x}", address, bytes);
}
std::string write(std::uint32_t address, std::uint32_t bytes, const std::string& contents) {
  return fmt::format("M{:x},{:x}:{}", address, bytes, contents);
}

TEST(GdbTargetTest, RegistersAreReadInTheirOrder) {
  Debugged d({rv::kNop});
  d.machine.with({1, 2, 0x12345678});
  const std::string all = d.answer("g");
  ASSERT_EQ(all.size(), kBeforePc + 8);
  EXPECT_EQ(all.substr(0, 40),
            "00000000"
            "01000000"
            "02000000"
            "78563412"
            "00000000");
  EXPECT_EQ(all.substr(kBeforePc), hex_word(HS_MAP_RESET));
  EXPECT_EQ(d.answer("p3"), "78563412");
  EXPECT_EQ(d.answer("p20"), hex_word(HS_MAP_RESET));
}

TEST(GdbTargetTest, RegistersAreWrittenButForTheFirst) {
  Debugged d({rv::kNop});
  EXPECT_EQ(d.answer("P1f=efbeadde"), "OK");
  EXPECT_EQ(d.machine.x(31), 0xdeadbeefU);
  EXPECT_EQ(d.answer("P0=01000000"), "OK");
  EXPECT_EQ(d.machine.x(0), 0U);
  EXPECT_EQ(d.answer("P20=84000010"), "OK");
  EXPECT_EQ(d.machine.iss.pc(), HS_MAP_RESET + 4U);
  std::string all;
  for (std::uint32_t number = 0; number < 32; ++number) {
    all += hex_word(0x100 + number);
  }
  EXPECT_EQ(d.answer("G" + all + hex_word(HS_MAP_RESET + 8)), "OK");
  EXPECT_EQ(d.machine.x(0), 0U);
  EXPECT_EQ(d.machine.x(1), 0x101U);
  EXPECT_EQ(d.machine.x(31), 0x11fU);
  EXPECT_EQ(d.machine.iss.pc(), HS_MAP_RESET + 8U);
}

TEST(GdbTargetTest, WrongRegistersAreRefused) {
  Debugged d({rv::kNop});
  d.machine.with({7});
  const std::string many(kBeforePc + 7, '1');
  for (const std::string& packet :
       {std::string("p"), std::string("p21"), std::string("p1,"), std::string("pffffffffff"),
        std::string("P1"), std::string("P1="), std::string("P1=0000"), std::string("P1=0000000g"),
        std::string("P21=00000000"), std::string("P=00000000"), std::string("g1"), std::string("G"),
        "G" + many, "G" + many + "11", "G" + many + "g"}) {
    EXPECT_EQ(d.answer(packet), "E01") << packet;
  }
  EXPECT_EQ(d.machine.x(1), 7U);
}

TEST(GdbTargetTest, MemoriesAreRead) {
  Debugged d({rv::kNop});
  d.machine.memories.ram.put<std::uint32_t>(HS_MAP_RAM + 4, 0x44332211);
  d.machine.memories.parameters.put<std::uint32_t>(HS_MAP_PARAMETERS, 0x88776655);
  EXPECT_EQ(d.answer(read(HS_MAP_RESET, 8)), hex_word(rv::kNop) + hex_word(rv::kEbreak));
  EXPECT_EQ(d.answer(read(HS_MAP_RAM + 5, 2)), "2233");
  EXPECT_EQ(d.answer(read(HS_MAP_PARAMETERS + 1, 1)), "66");
}

TEST(GdbTargetTest, WhereAMemoryEndsThereIsLess) {
  Debugged d({rv::kNop});
  const std::uint32_t last = HS_MAP_RAM + 0x100 - 4;
  d.machine.memories.ram.put<std::uint32_t>(last, 0x44332211);
  EXPECT_EQ(d.answer(read(last, 4)), "11223344");
  EXPECT_EQ(d.answer(read(last, 100)), "11223344");
  EXPECT_EQ(d.answer(read(last + 4, 1)), "E01");
}

TEST(GdbTargetTest, TheRamIsWritten) {
  Debugged d({rv::kNop});
  EXPECT_EQ(d.answer(write(HS_MAP_RAM + 1, 3, "aabbcc")), "OK");
  EXPECT_EQ(d.machine.memories.ram.get<std::uint32_t>(HS_MAP_RAM), 0xccbbaa00U);
  EXPECT_EQ(d.answer(write(HS_MAP_RAM, 0, "")), "OK") << "GDB may ask what it can";
}

// Reading a register of the drive takes what is in it.
TEST(GdbTargetTest, TheDrivesRegistersAreRefused) {
  Debugged d({rv::kNop});
  EXPECT_EQ(d.answer(read(HS_MAP_REGISTERS, 4)), "E01");
  EXPECT_EQ(d.answer(write(HS_MAP_REGISTERS, 1, "00")), "E01");
}

TEST(GdbTargetTest, WrongAccessesAreRefused) {
  Debugged d({rv::kNop});
  const std::string before = d.answer(read(HS_MAP_RAM, 0x100));
  for (const std::string& packet : {write(HS_MAP_ROM, 1, "00"),
                                    write(HS_MAP_PARAMETERS, 1, "00"),
                                    write(0, 1, "00"),
                                    write(HS_MAP_RAM + 0xff, 2, "0000"),
                                    write(HS_MAP_RAM, 2, "00"),
                                    write(HS_MAP_RAM, 1, "0"),
                                    write(HS_MAP_RAM, 1, "0000"),
                                    write(HS_MAP_RAM, 1, "zz"),
                                    write(HS_MAP_RAM, 0xffffffff, ""),
                                    read(0, 4),
                                    read(HS_MAP_RAM, 0),
                                    read(HS_MAP_RAM, 0x801),
                                    read(0xffffffff, 2),
                                    std::string("m"),
                                    std::string("m30000000"),
                                    std::string("m30000000,"),
                                    std::string("m30000000,4,"),
                                    std::string("m,4"),
                                    std::string("m130000000,4"),
                                    std::string("M30000000,1"),
                                    std::string("M30000000:00")}) {
    EXPECT_EQ(d.answer(packet), "E01") << packet;
  }
  EXPECT_EQ(d.answer(read(HS_MAP_RAM, 0x100)), before);
}

}  // namespace
}  // namespace headstack
