// Loads and stores of memories, of the drive's registers, and of addresses without memory or
// register.
#include <gtest/gtest.h>

#include "tb/model/processor/support/machine.h"

namespace headstack {
namespace {

TEST(AccessTest, LoadsExtendAsTheySay) {
  Machine m({rv::i_type(1, 1, 0, 2, 3), rv::i_type(2, 1, 1, 3, 3), rv::i_type(0, 1, 2, 4, 3),
             rv::i_type(1, 1, 4, 5, 3), rv::i_type(2, 1, 5, 6, 3)});
  m.with({HS_MAP_RAM});
  m.memories.ram.put<std::uint32_t>(HS_MAP_RAM, 0x8765fe21);
  const std::uint64_t before = m.iss.cycles();
  m.run();
  EXPECT_EQ(m.x(2), 0xfffffffeU);
  EXPECT_EQ(m.x(3), 0xffff8765U);
  EXPECT_EQ(m.x(4), 0x8765fe21U);
  EXPECT_EQ(m.x(5), 0xfeU);
  EXPECT_EQ(m.x(6), 0x8765U);
  EXPECT_EQ(m.iss.cycles() - before, 10U);
}

TEST(AccessTest, StoresTakeTheirBytesOnly) {
  Machine m({rv::s_type(1, 2, 1, 0), rv::s_type(6, 2, 1, 1), rv::s_type(-4, 2, 1, 2)});
  m.with({HS_MAP_RAM + 4, 0xa1b2c3d4});
  for (std::uint32_t i = 0; i < 4; ++i) {
    m.memories.ram.put<std::uint32_t>(HS_MAP_RAM + 4 * i, 0);
  }
  m.run();
  EXPECT_EQ(m.memories.ram.get<std::uint32_t>(HS_MAP_RAM), 0xa1b2c3d4U);
  EXPECT_EQ(m.memories.ram.get<std::uint32_t>(HS_MAP_RAM + 4), 0x0000d400U);
  EXPECT_EQ(m.memories.ram.get<std::uint32_t>(HS_MAP_RAM + 8), 0xc3d40000U);
}

TEST(AccessTest, ConstantsAndParametersCanBeRead) {
  Machine m({rv::lw(3, 1, 0), rv::lw(4, 2, 0)});
  m.with({HS_MAP_ROM + 8, HS_MAP_PARAMETERS + 12});
  m.memories.rom.put<std::uint32_t>(HS_MAP_ROM + 8, 55);
  m.memories.parameters.put<std::uint32_t>(HS_MAP_PARAMETERS + 12, 66);
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(3), 55U);
  EXPECT_EQ(m.x(4), 66U);
}

TEST(AccessTest, WaitStatesAreAdded) {
  Machine m({rv::lw(5, 1, 0), rv::lw(5, 2, 0), rv::lw(5, 3, 0), rv::sw(5, 2, 0), rv::lw(5, 4, 0)},
            {}, WaitStates{0, 10, 100, 1000});
  m.with({HS_MAP_ROM, HS_MAP_RAM, HS_MAP_PARAMETERS, HS_MAP_REGISTERS});
  const std::uint64_t before = m.iss.cycles();
  EXPECT_EQ(m.run().reason, StopReason::load);
  EXPECT_EQ(m.iss.cycles() - before, 2U + 102 + 12 + 102);
  m.run();
  EXPECT_EQ(m.iss.cycles() - before, 2U + 102 + 12 + 102 + 1002);
}

TEST(AccessTest, ALoadOfARegisterWaitsForItsAnswer) {
  Machine m({rv::kNop, rv::lw(2, 1, 8), rv::addi(3, 2, 1)});
  m.with({HS_MAP_REGISTERS + 0x100});
  const std::uint64_t before = m.iss.cycles();
  Stop stop = m.run();
  EXPECT_EQ(stop.reason, StopReason::load);
  EXPECT_EQ(stop.address, HS_MAP_REGISTERS + 0x108U);
  EXPECT_EQ(stop.bytes, 4);
  EXPECT_EQ(stop.pc, HS_MAP_RESET + 4U);
  EXPECT_EQ(m.iss.pc(), HS_MAP_RESET + 4U);
  EXPECT_EQ(m.iss.cycles() - before, 1U) << "before the cycle of the access";
  m.iss.answer(41);
  stop = m.run();
  EXPECT_EQ(stop.fault, Fault::breakpoint);
  EXPECT_EQ(m.x(3), 42U);
  EXPECT_EQ(m.iss.cycles() - before, 4U);
  EXPECT_EQ(m.iss.instructions(), 3U);
}

TEST(AccessTest, AnAccessMayTakeLonger) {
  for (const bool store : {false, true}) {
    Machine m({store ? rv::sw(2, 1, 8) : rv::lw(2, 1, 8), rv::kNop});
    m.with({HS_MAP_REGISTERS + 0x100});
    const std::uint64_t before = m.iss.cycles();
    m.run();
    m.iss.wait(7);
    EXPECT_EQ(m.iss.cycles() - before, 7U);
    m.iss.answer(1);
    EXPECT_EQ(m.run().fault, Fault::breakpoint);
    EXPECT_EQ(m.iss.cycles() - before, 2U + 7 + 1);
  }
}

TEST(AccessTest, PartsOfARegisterExtendAsWell) {
  Machine m({rv::i_type(3, 1, 0, 2, 3), rv::i_type(2, 1, 1, 3, 3), rv::i_type(1, 1, 4, 4, 3),
             rv::i_type(2, 1, 5, 5, 3)});
  m.with({HS_MAP_REGISTERS});
  const std::uint8_t bytes[] = {1, 2, 1, 2};
  const std::uint32_t offsets[] = {3, 2, 1, 2};
  for (int i = 0; i < 4; ++i) {
    const Stop stop = m.run();
    EXPECT_EQ(stop.bytes, bytes[i]);
    EXPECT_EQ(stop.address, HS_MAP_REGISTERS + offsets[i]);
    m.iss.answer(0x1234fedc);
  }
  m.run();
  EXPECT_EQ(m.x(2), 0xffffffdcU);
  EXPECT_EQ(m.x(3), 0xfffffedcU);
  EXPECT_EQ(m.x(4), 0xdcU);
  EXPECT_EQ(m.x(5), 0xfedcU);
}

TEST(AccessTest, AStoreToARegisterHasItsValue) {
  Machine m({rv::sw(2, 1, 0), rv::s_type(4, 2, 1, 1), rv::s_type(4, 2, 1, 0)});
  m.with({HS_MAP_REGISTERS, 0x87654321});
  const std::uint32_t values[] = {0x87654321, 0x4321, 0x21};
  for (const std::uint32_t value : values) {
    const Stop stop = m.run();
    EXPECT_EQ(stop.reason, StopReason::store);
    EXPECT_EQ(stop.value, value);
  }
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
}

struct Wrong {
  const char* name;
  std::uint32_t word;
  std::uint32_t address;
  Fault fault;
};

class WrongAccess : public testing::TestWithParam<Wrong> {};

TEST_P(WrongAccess, IsAFaultThatChangesNothing) {
  const Wrong& p = GetParam();
  Machine m({p.word});
  m.with({p.address, 7});
  const Stop stop = m.run();
  EXPECT_EQ(stop.reason, StopReason::fault) << p.name;
  EXPECT_EQ(stop.fault, p.fault) << p.name << ": " << fault_text(stop.fault);
  EXPECT_EQ(stop.address, p.address);
  EXPECT_EQ(stop.pc, HS_MAP_RESET);
  EXPECT_EQ(m.x(2), 7U);
  EXPECT_EQ(m.iss.instructions(), 0U);
}

constexpr std::uint32_t kByte = rv::i_type(0, 1, 0, 2, 3);
constexpr std::uint32_t kHalf = rv::i_type(0, 1, 1, 2, 3);
constexpr std::uint32_t kWord = rv::lw(2, 1, 0);
constexpr std::uint32_t kPutByte = rv::s_type(0, 2, 1, 0);
constexpr std::uint32_t kPutHalf = rv::s_type(0, 2, 1, 1);
constexpr std::uint32_t kPutWord = rv::sw(2, 1, 0);
constexpr std::uint32_t kRamEnd = HS_MAP_RAM + 0x100;
constexpr std::uint32_t kRegistersEnd = HS_MAP_REGISTERS + HS_MAP_REGISTERS_BYTES;
INSTANTIATE_TEST_SUITE_P(
    Accesses, WrongAccess,
    testing::Values(
        Wrong{"nothing at 0", kWord, 0, Fault::load_outside},
        Wrong{"nothing at 0", kPutWord, 0, Fault::store_outside},
        Wrong{"below the RAM", kWord, HS_MAP_RAM - 4U, Fault::load_outside},
        Wrong{"behind the RAM", kByte, kRamEnd, Fault::load_outside},
        Wrong{"behind the RAM", kPutByte, kRamEnd, Fault::store_outside},
        Wrong{"half in the RAM", kHalf, kRamEnd - 1, Fault::load_misaligned},
        Wrong{"behind the registers", kWord, kRegistersEnd, Fault::load_outside},
        Wrong{"the last address", kByte, 0xffffffff, Fault::load_outside},
        Wrong{"into the ROM", kPutWord, HS_MAP_ROM, Fault::store_outside},
        Wrong{"into the parameters", kPutWord, HS_MAP_PARAMETERS, Fault::store_outside},
        Wrong{"odd half", kHalf, HS_MAP_RAM + 1, Fault::load_misaligned},
        Wrong{"odd word", kWord, HS_MAP_RAM + 2, Fault::load_misaligned},
        Wrong{"odd half", kPutHalf, HS_MAP_RAM + 3, Fault::store_misaligned},
        Wrong{"odd word", kPutWord, HS_MAP_RAM + 1, Fault::store_misaligned},
        Wrong{"odd word of a register", kWord, HS_MAP_REGISTERS + 2, Fault::load_misaligned},
        Wrong{"odd half of a register", kPutHalf, HS_MAP_REGISTERS + 1, Fault::store_misaligned}));

// The offset is signed: 12 bits, from -2048 to 2047.
TEST(AccessTest, LoadsAddTheirOffset) {
  Machine m({rv::lw(3, 1, 8), rv::lw(4, 1, -4), rv::i_type(-3, 1, 4, 5, 3), rv::lw(6, 2, -2048)});
  m.with({HS_MAP_RAM + 8, HS_MAP_RAM + 2048});
  for (std::uint32_t i = 0; i < 8; ++i) {
    m.memories.ram.put<std::uint32_t>(HS_MAP_RAM + 4 * i, 0x01020300 + i);
  }
  m.run();
  EXPECT_EQ(m.x(3), 0x01020304U);
  EXPECT_EQ(m.x(4), 0x01020301U);
  EXPECT_EQ(m.x(5), 0x03U);  // byte 5 of the memory
  EXPECT_EQ(m.x(6), 0x01020300U);
}

}  // namespace
}  // namespace headstack
