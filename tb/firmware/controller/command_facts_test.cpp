// The facts that commands carry for schedulers: class, deadline and period.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/command_blocks.h"

extern "C" {
#include "hal/registers.h"
#include "schedulers/list.h"
#include "unit/facts.h"
}

namespace headstack {
namespace {

constexpr hs_ticks kSecond = hs_ticks{120} << 32;  // 7200 rpm

// A READ WITH DEADLINE of 5 blocks at block 9.
Cdb with_deadline(std::uint32_t us, std::uint32_t period_us = 0) {
  Cdb cdb{};
  cdb[0] = 0x7f;
  cdb[7] = 0x18;
  cdb[8] = 0xf8;
  cdb[19] = 9;
  cdb[31] = 5;
  for (std::size_t i = 0; i < 4; ++i) {
    cdb[20 + i] = static_cast<std::uint8_t>(us >> (24 - 8 * i));
    cdb[24 + i] = static_cast<std::uint8_t>(period_us >> (24 - 8 * i));
  }
  return cdb;
}

hs_task_facts facts_of(const Cdb& cdb) { return hs_command_facts(cdb.data(), kSecond); }

// The group number is in the byte before the control byte's length field (SBC-3, tables of READ and
// WRITE); the two highest bits have another meaning or none.
TEST(CommandFacts, TheGroupNumberIsTheClass) {
  for (const auto& [operation, byte] :
       {std::pair{0x28, 6}, {0x2a, 6}, {0x2f, 6}, {0xa8, 10}, {0xaa, 10}, {0x88, 14}, {0x8a, 14}}) {
    Cdb cdb{};
    cdb[0] = static_cast<std::uint8_t>(operation);
    EXPECT_EQ(facts_of(cdb).class_id, 0) << operation;
    cdb.fill(0xff);
    cdb[0] = static_cast<std::uint8_t>(operation);
    cdb[static_cast<std::size_t>(byte)] = 0xd5;
    EXPECT_EQ(facts_of(cdb).class_id, 0x15) << operation;
    EXPECT_EQ(facts_of(cdb).deadline, HS_NO_DEADLINE) << operation;
  }
  Cdb six{};
  six.fill(0xff);
  six[0] = 0x08;
  EXPECT_EQ(facts_of(six).class_id, 0);
  Cdb exact = with_deadline(1);
  exact[6] = 63;
  EXPECT_EQ(facts_of(exact).class_id, 63);
}

TEST(CommandFacts, ATimeIsRoundedDownToTicks) {
  for (const std::uint32_t us : {0U, 1U, 999'999U, 1'000'000U, 1'234'567U, 0xffff'fffeU}) {
    const auto exact = static_cast<unsigned __int128>(kSecond) * us / 1'000'000;
    EXPECT_EQ(facts_of(with_deadline(us)).deadline, static_cast<hs_ticks>(exact)) << us;
    EXPECT_EQ(facts_of(with_deadline(5, us)).period, static_cast<hs_ticks>(exact)) << us;
  }
  EXPECT_EQ(facts_of(with_deadline(0xffff'ffff)).deadline, HS_NO_DEADLINE);
}

TEST(CommandFacts, ACommandOf32BytesReadsOrWrites) {
  Cdb cdb = with_deadline(1);
  hs_command command = decode(cdb);
  EXPECT_EQ(command.action, HS_ACTION_READ);
  EXPECT_EQ(command.lbn.value, 9U);
  EXPECT_EQ(command.blocks, 5U);
  cdb[9] = 1;
  cdb[10] = 0x18;
  command = decode(cdb);
  EXPECT_EQ(command.action, HS_ACTION_WRITE);
  EXPECT_EQ(command.flags, HS_FLAG_FUA | HS_FLAG_DPO);
  cdb[28] = 0xff;
  EXPECT_EQ(rejected(cdb, HS_CODE_LBN_OUT_OF_RANGE).information, kBlocks);
}

// Each byte that must have a value is named if it has another one.
TEST(CommandFacts, AWrongByteIsNamed) {
  for (const auto& [byte, value, named] : {std::tuple{1, 0x04, 1},
                                           {2, 0x01, 2},
                                           {5, 0x80, 5},
                                           {6, 0x40, 6},
                                           {7, 0x17, 7},
                                           {8, 0xf7, 8},
                                           {9, 0x02, 8},
                                           {10, 0x20, 10},
                                           {10, 0x04, 10},
                                           {11, 0x01, 11}}) {
    Cdb cdb = with_deadline(1);
    cdb[static_cast<std::size_t>(byte)] = static_cast<std::uint8_t>(value);
    expect_bad_field(cdb, static_cast<std::size_t>(named));
  }
}

TEST(CommandFacts, OnlyAWeightedSchedulerAsksForAWeight) {
  hs_scheduler scheduler{};
  Cdb cdb{};
  cdb[0] = 0x28;
  cdb[6] = 2;
  scheduler.ops = &hs_edf;
  EXPECT_EQ(hs_class_sense(&scheduler, cdb.data()).key, 0);
  scheduler.ops = &hs_yfq;
  scheduler.tables.classes = 3;
  EXPECT_EQ(hs_class_sense(&scheduler, cdb.data()).key, 0);
  scheduler.tables.classes = 2;
  const hs_sense sense = hs_class_sense(&scheduler, cdb.data());
  EXPECT_EQ(sense.key, HS_SENSE_ILLEGAL_REQUEST);
  EXPECT_EQ(sense.information, 0xc0'0006U);
}

}  // namespace
}  // namespace headstack
