// When blocks leave the write buffer: at once, at an amount, when the drive is idle, when the room
// is needed, and when a host asks for it.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

extern "C" {
#include "firmware/controller/destage/recovery.h"
}

namespace headstack {
namespace {

// A C2247 that writes later. Half a segment, 128 blocks, is the amount. Idleness starts nothing.
RigOptions later(hs_destage_start start) {
  RigOptions options;
  options.config.cache.write_back = true;
  options.config.conditions.destage.start = start;
  options.config.conditions.destage.amount_ppm = 500'000;
  options.config.conditions.destage.idle_delay = Picoseconds{0};
  return options;
}

class Destage : public testing::Test {
 protected:
  static const hs_write_buffer& buffer(const BusRig& rig) {
    return rig.drives[0]->cpu.firmware().write_buffer;
  }
  // Writes of 16 blocks, far from each other, each 100 ms after the one before.
  static void write(BusRig& rig, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      rig.host().send_at(100.0 * i, write_order(10'000 * i, 16));
    }
  }
};

TEST_F(Destage, AnAmountStartsAtTheAmount) {
  BusRig below(later(HS_DESTAGE_AMOUNT));
  write(below, 7);
  below.run();
  EXPECT_EQ(buffer(below).blocks, 7U * 16);
}

TEST_F(Destage, AnAmountThatIsReached) {
  BusRig rig(later(HS_DESTAGE_AMOUNT));
  write(rig, 8);
  rig.run();
  EXPECT_EQ(buffer(rig).blocks, 0U);
  EXPECT_EQ(buffer(rig).count, 0U);
}

// 128 blocks start nothing where only need does.
TEST_F(Destage, NeedWaitsForNeed) {
  BusRig rig(later(HS_DESTAGE_NEED));
  write(rig, 8);
  rig.run();
  EXPECT_EQ(buffer(rig).blocks, 8U * 16);
}

TEST_F(Destage, AtOnce) {
  BusRig rig(later(HS_DESTAGE_AT_ONCE));
  write(rig, 3);
  rig.run();
  EXPECT_EQ(buffer(rig).blocks, 0U);
}

// SYNCHRONIZE CACHE waits for the medium. With IMMED its status comes at once, and the blocks leave
// all the same.
TEST_F(Destage, AHostAsksForIt) {
  for (const std::uint8_t immediate : {std::uint8_t{0x00}, std::uint8_t{0x02}}) {
    BusRig rig(later(HS_DESTAGE_NEED));
    write(rig, 4);
    rig.host().send_at(1'000, reply_order({0x35, immediate, 0, 0, 0, 0, 0, 0, 0, 0}, 0));
    rig.run();
    const Exchange& synchronize = rig.host()[4];
    EXPECT_EQ(sense(synchronize), kGood);
    const double took_ms = synchronize.end_ms() - synchronize.ms(0);
    EXPECT_EQ(took_ms < kTurnMs / 2, immediate != 0) << took_ms;
    EXPECT_EQ(buffer(rig).blocks, 0U);
  }
}

// A block that a retry has written counts once, however many retries it took.
TEST_F(Destage, ARetriedBlockCountsOnce) {
  hs_destage destage{};
  hs_counters writes{};
  hs_destage_retried(&destage, &writes);
  EXPECT_EQ(writes.with_delay, 0U);
  for (const std::uint8_t tries : {std::uint8_t{1}, std::uint8_t{5}}) {
    destage.tries = tries;
    hs_destage_retried(&destage, &writes);
    EXPECT_EQ(destage.tries, 0U);
    hs_destage_retried(&destage, &writes);
  }
  EXPECT_EQ(writes.with_delay, 2U);
}

// Every soft error is gone at the first retry. So each retry of a read is a block that was read
// with delay, also where the next block of the same read is bad too.
TEST_F(Destage, EachBlockOfAReadCountsByItself) {
  RigOptions options;
  options.config.conditions.defects.soft_rate_ppm = 50'000;
  options.config.conditions.defects.seed = 3;
  BusRig rig(options);
  for (std::uint32_t i = 0; i < 20; ++i) {
    rig.host().send_at(1'000.0 * i, read_order(10'000 * i, 100));
  }
  rig.run();
  const hs_counters& reads = rig.drives[0]->cpu.firmware().unit.reads;
  EXPECT_NEAR(reads.with_delay, 100, 50);  // 2000 blocks at 5 %
  EXPECT_EQ(reads.with_delay, reads.retries);
  EXPECT_EQ(reads.uncorrected, 0U);
}

// A sector that cannot be written: the drive writes it again as often as the mode page says, eight
// times, and then moves its block.
TEST_F(Destage, ABlockThatCannotBeWrittenMoves) {
  RigOptions options = later(HS_DESTAGE_NEED);
  const hs_pbn place = hs_lbn_to_pbn(&hp_c2247_tables().geometry(), {10'005});
  BadSector bad{};
  bad.cylinder = place.cylinder.value;
  bad.head = place.head.value;
  bad.sector = place.sector.value;
  options.config.conditions.defects.unwritable = {bad};
  BusRig rig(options);
  write(rig, 3);
  rig.host().send_at(1'000, reply_order({0x35, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0));
  rig.run();
  EXPECT_EQ(sense(rig.host()[3]), kGood);
  const hs_firmware& firmware = rig.drives[0]->cpu.firmware();
  EXPECT_EQ(firmware.unit.writes.retries, 8U);
  EXPECT_EQ(firmware.unit.writes.with_delay, 1U);
  EXPECT_EQ(firmware.unit.writes.uncorrected, 0U);
  EXPECT_EQ(buffer(rig).blocks, 0U);
}

// FUA: the blocks come from the medium, though the buffer has them (SCSI-2 9.2.6).
TEST_F(Destage, AReadWithForcedAccessGoesToTheMedium) {
  BusRig rig;
  rig.host().send(read_order(5'000, 16));
  rig.host().send_at(200, read_order(5'000, 16));
  Order forced = read_order(5'000, 16);
  forced.cdb[1] = 0x08;
  rig.host().send_at(400, forced);
  rig.run();
  const auto took_ms = [&rig](std::size_t i) {
    return rig.host()[i].end_ms() - rig.host()[i].ms(0);
  };
  // A hit: 0.953 ms of command, 16 blocks on the bus, and the end.
  EXPECT_NEAR(took_ms(1), 0.953 + 0.025 + 16 * kReadBlockMs + 0.057, 0.001);
  EXPECT_GT(rig.host()[2].phases.size(), rig.host()[1].phases.size());  // it disconnects
}

}  // namespace
}  // namespace headstack
