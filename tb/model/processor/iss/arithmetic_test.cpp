// Each arithmetic instruction, with results worked out by hand.
#include <gtest/gtest.h>

#include "tb/model/processor/support/machine.h"

namespace headstack {
namespace {

constexpr std::uint32_t kMinimum = 0x80000000;
constexpr std::uint32_t kMaximum = 0x7fffffff;
constexpr std::uint32_t kMinusOne = 0xffffffff;
constexpr std::uint32_t minus(std::uint32_t v) { return 0 - v; }

struct TwoOperands {
  const char* name;
  std::uint32_t f7, f3, a, b, result, cycles;
};

class Registers : public testing::TestWithParam<TwoOperands> {};

TEST_P(Registers, GiveTheResult) {
  const TwoOperands& p = GetParam();
  Machine m({rv::r_type(p.f7, 2, 1, p.f3, 3)});
  m.with({p.a, p.b});
  const std::uint64_t before = m.iss.cycles();
  const Stop stop = m.run();
  EXPECT_EQ(stop.fault, Fault::breakpoint);
  EXPECT_EQ(m.x(3), p.result) << p.name;
  EXPECT_EQ(m.iss.cycles() - before, p.cycles) << p.name;
  EXPECT_EQ(m.iss.instructions(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Instructions, Registers,
    testing::Values(
        TwoOperands{"add", 0, 0, 5, 7, 12, 1}, TwoOperands{"add", 0, 0, kMinusOne, 2, 1, 1},
        TwoOperands{"sub", 0x20, 0, 5, 7, minus(2), 1},
        TwoOperands{"sub", 0x20, 0, kMinimum, 1, kMaximum, 1},
        TwoOperands{"sll", 0, 1, 1, 31, kMinimum, 1},
        TwoOperands{"sll by its lowest five bits", 0, 1, 3, 33, 6, 1},
        TwoOperands{"slt", 0, 2, minus(1), 1, 1, 1}, TwoOperands{"slt", 0, 2, 1, minus(1), 0, 1},
        TwoOperands{"slt", 0, 2, kMinimum, kMaximum, 1, 1},
        TwoOperands{"slt of equals", 0, 2, 4, 4, 0, 1},
        TwoOperands{"sltu", 0, 3, minus(1), 1, 0, 1}, TwoOperands{"sltu", 0, 3, 1, minus(1), 1, 1},
        TwoOperands{"xor", 0, 4, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0, 1},
        TwoOperands{"srl", 0, 5, kMinimum, 31, 1, 1},
        TwoOperands{"srl by its lowest five bits", 0, 5, 8, 34, 2, 1},
        TwoOperands{"sra", 0x20, 5, kMinimum, 31, kMinusOne, 1},
        TwoOperands{"sra", 0x20, 5, minus(8), 1, minus(4), 1},
        TwoOperands{"or", 0, 6, 0x0f0f0f0f, 0x00ff00ff, 0x0fff0fff, 1},
        TwoOperands{"and", 0, 7, 0x0f0f0f0f, 0x00ff00ff, 0x000f000f, 1},
        TwoOperands{"mul", 1, 0, 7, minus(3), minus(21), 3},
        TwoOperands{"mul, its low half", 1, 0, 0x10001, 0x10001, 0x20001, 3},
        TwoOperands{"mulh", 1, 1, kMinimum, kMinimum, 0x40000000, 4},
        TwoOperands{"mulh", 1, 1, minus(1), 1, kMinusOne, 4},
        TwoOperands{"mulh", 1, 1, minus(1), minus(1), 0, 4},
        TwoOperands{"mulhsu", 1, 2, minus(1), kMinusOne, kMinusOne, 4},
        TwoOperands{"mulhsu", 1, 2, kMaximum, kMinusOne, 0x7ffffffe, 4},
        TwoOperands{"mulhsu", 1, 2, kMinimum, 2, kMinusOne, 4},
        TwoOperands{"mulhu", 1, 3, kMinusOne, kMinusOne, 0xfffffffe, 4},
        TwoOperands{"div", 1, 4, minus(7), 2, minus(3), 37},
        TwoOperands{"div", 1, 4, 7, minus(2), minus(3), 37},
        TwoOperands{"div by 0", 1, 4, 7, 0, kMinusOne, 2},
        TwoOperands{"div beyond the range", 1, 4, kMinimum, kMinusOne, kMinimum, 37},
        TwoOperands{"divu", 1, 5, minus(7), 2, 0x7ffffffc, 37},
        TwoOperands{"divu by 0", 1, 5, 7, 0, kMinusOne, 2},
        TwoOperands{"rem", 1, 6, minus(7), 2, minus(1), 37},
        TwoOperands{"rem", 1, 6, 7, minus(2), 1, 37},
        TwoOperands{"rem by 0", 1, 6, minus(7), 0, minus(7), 2},
        TwoOperands{"rem beyond the range", 1, 6, kMinimum, kMinusOne, 0, 37},
        TwoOperands{"remu", 1, 7, minus(7), 4, 1, 37},
        TwoOperands{"remu by 0", 1, 7, minus(7), 0, minus(7), 2}));

struct OneOperand {
  const char* name;
  std::int32_t immediate;
  std::uint32_t f3, a, result;
};

class Immediates : public testing::TestWithParam<OneOperand> {};

TEST_P(Immediates, GiveTheResult) {
  const OneOperand& p = GetParam();
  Machine m({rv::i_type(p.immediate, 1, p.f3, 3, 0x13)});
  m.with({p.a});
  m.run();
  EXPECT_EQ(m.x(3), p.result) << p.name;
}

INSTANTIATE_TEST_SUITE_P(
    Instructions, Immediates,
    testing::Values(OneOperand{"addi", -1, 0, 0, kMinusOne}, OneOperand{"addi", 2047, 0, 1, 2048},
                    OneOperand{"addi", -2048, 0, 0, minus(2048)},
                    OneOperand{"slli", 31, 1, 1, kMinimum}, OneOperand{"slti", -1, 2, minus(2), 1},
                    OneOperand{"slti", -1, 2, 0, 0}, OneOperand{"sltiu", -1, 3, 5, 1},
                    OneOperand{"sltiu", 1, 3, 0, 1}, OneOperand{"sltiu", 1, 3, 1, 0},
                    OneOperand{"xori", -1, 4, 0x0f0f0f0f, 0xf0f0f0f0},
                    OneOperand{"srli", 4, 5, kMinimum, 0x08000000},
                    OneOperand{"srai", 0x404, 5, kMinimum, 0xf8000000},
                    OneOperand{"ori", -16, 6, 5, 0xfffffff5},
                    OneOperand{"andi", -16, 7, 0x1234567f, 0x12345670}));

TEST(ArithmeticTest, UpperImmediates) {
  Machine m({rv::lui(1, 0xfffff000), rv::auipc(2, 0x1000), rv::auipc(3, 0xfffff000)});
  m.run();
  EXPECT_EQ(m.x(1), 0xfffff000U);
  EXPECT_EQ(m.x(2), HS_MAP_RESET + 4U + 0x1000U);
  EXPECT_EQ(m.x(3), HS_MAP_RESET + 8U - 0x1000U);
}

TEST(ArithmeticTest, RegisterZeroStaysZero) {
  Machine m({rv::addi(0, 0, 5), rv::add(1, 0, 0), rv::lw(0, 2, 0), rv::jal(0, 4),
             rv::csrrw(0, rv::kMscratch, 2), rv::add(3, 0, 0)});
  m.with({1, HS_MAP_RAM, 3});
  m.memories.ram.put<std::uint32_t>(HS_MAP_RAM, 77);
  m.iss.set_register(0, 9);
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.x(0), 0U);
  EXPECT_EQ(m.x(1), 0U);
  EXPECT_EQ(m.x(3), 0U);
}

TEST(ArithmeticTest, FenceDoesNothingInACycleOrTwo) {
  Machine m({rv::kFence, rv::kFenceI});
  const std::uint64_t before = m.iss.cycles();
  EXPECT_EQ(m.run().fault, Fault::breakpoint);
  EXPECT_EQ(m.iss.cycles() - before, 3U);
}

}  // namespace
}  // namespace headstack
