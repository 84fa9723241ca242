// A whole HP C2247 seen from the bus: the time lines of Worthington 1994, tables A.4 and A.5,
// worked by hand. Logical block 0 is after 17 reserved tracks, on cylinder 1, head 4: sector 200 +
// 56 = 256, that is 64 of 96 into the turn, 7.407407 ms after the index. A sector takes 0.115741
// ms, a block on the bus 0.170100 (read) or 0.186861 ms (write). The platter is at its index at
// time 0.
#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

constexpr double kExact = 2e-5;  // ms: seek table, ticks and picoseconds, rounded several times
constexpr double kPaper = 2e-3;  // ms: constants that are printed with three digits

double ps_ms(std::int64_t time) { return static_cast<double>(time) / 1e9; }

TEST(DriveTiming, ReadMiss) {
  BusRig rig;
  Order order = read_order(0, 16);
  order.with_record = true;
  rig.host().send(order);
  rig.run();
  const Exchange& read = rig.host()[0];
  ASSERT_EQ(read.story(), "A S D R in !");
  EXPECT_EQ(read.ms(1), 0.0);
  EXPECT_NEAR(read.ms(2), 0.581, kExact);      // command 0.558, disconnect 0.023
  EXPECT_NEAR(read.ms(3), 8.796296, kExact);   // 12 of 16 blocks are in: 7.407407 + 12 sectors
  EXPECT_NEAR(read.ms(4), 8.983296, kExact);   // reselect 0.162, data 0.025
  EXPECT_NEAR(read.ms(5), 11.761891, kExact);  // 16 blocks at the bus's rate, completion 0.057
  EXPECT_EQ(read.status, 0x00);
  const RequestRecord& row = read.record;
  EXPECT_NEAR(ps_ms(row.seek), 2.69, kExact);
  EXPECT_NEAR(ps_ms(row.rotation), 7.407407 - 3.248, kExact);
  EXPECT_NEAR(ps_ms(row.transfer), 1.851852, kExact);
  EXPECT_NEAR(ps_ms(row.bus), 11.704891 - 9.259259, kExact);
  EXPECT_NEAR(ps_ms(row.overhead), 0.558 + 0.057, kExact);
  EXPECT_EQ(row.queue, 0);
  EXPECT_FALSE(row.hit);
}

// The absolute figure: a revolution at 5,400 rpm is 11.111 ms.
TEST(DriveTiming, TicksAreMilliseconds) {
  const BusRig rig;
  const Drive& drive = *rig.drives[0];
  EXPECT_NEAR(drive.ms(kTurn), 11.111111, 1e-6);
  EXPECT_NEAR(drive.ms(90 * kTurn), 1'000, 1e-6);
  EXPECT_EQ(drive.ms(0), 0);
  EXPECT_NEAR(static_cast<double>(drive.ticks(1'000'000'000'000)),
              90.0 * static_cast<double>(kTurn), 1e3);
}

TEST(DriveTiming, ReadMissAfterAWriteDisconnectsLater) {
  BusRig rig;
  rig.host().send(write_order(0, 1));
  rig.host().send_at(100, read_order(5'000, 1));
  rig.run();
  EXPECT_NEAR(rig.host()[1].ms(2), 100 + 0.558 + 0.046, kExact);
}

// From the queue a read has no command phase on the bus: it is reselected at the watermark.
TEST(DriveTiming, ReadMissFromTheQueue) {
  BusRig rig;
  rig.host().send(read_order(0, 16));
  rig.host().send_at(1, read_order(96 * 22, 4));
  rig.run();
  const Exchange& queued = rig.host()[1];
  ASSERT_EQ(queued.story(), "A S D R in !");
  EXPECT_NEAR(queued.ms(2), 1.0, kExact);  // taken up at 11.761891
  // The head is reading ahead on head 5; the sector under it is finished before the seek of
  // 2 cylinders, over at 11.761891 + 0.558 + 3.48 = 15.799891. Cylinder 3 begins 600 = 24 sectors
  // into the turn, 2.777778 ms: at 25.0 ms.
  EXPECT_NEAR(queued.ms(3), 25.0 + 3 * kTurnMs / 96, kExact);
}

TEST(DriveTiming, ReadHitByTheFormula) {
  BusRig rig;
  rig.host().send(read_order(0, 16));
  std::uint32_t lbn = 16;
  double time = 100;
  std::vector<std::uint16_t> sizes;
  for (std::uint16_t blocks = 1; blocks <= 128; ++blocks) {
    Order order = read_order(lbn, blocks);
    order.with_record = true;
    rig.host().send_at(time, order);
    sizes.push_back(blocks);
    lbn += blocks;
    time += 150;
  }
  rig.run();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Exchange& hit = rig.host()[i + 1];
    ASSERT_EQ(hit.story(), "A S in !");
    ASSERT_TRUE(hit.record.hit);
    const double took = hit.end_ms() - hit.ms(0);
    const double n = sizes[i];
    EXPECT_NEAR(took, 0.953 + 0.025 + n * kReadBlockMs + 0.057, kExact) << n;
    EXPECT_NEAR(took, 0.953 + 0.025 + n * 0.1701 + 0.057, kPaper) << n;
    EXPECT_NEAR(ps_ms(hit.record.bus), n * kReadBlockMs, kExact) << n;
    EXPECT_NEAR(ps_ms(hit.record.overhead), 1.035, kExact) << n;
    EXPECT_EQ(hit.record.actual_media, 0U);
  }
}

TEST(DriveTiming, ReadHitFromTheQueue) {
  BusRig rig;
  rig.host().send(read_order(0, 16));
  rig.host().send_at(1, read_order(16, 8));  // taken up at 11.761891
  rig.run();
  const Exchange& hit = rig.host()[1];
  ASSERT_EQ(hit.story(), "A S D R in !");
  EXPECT_NEAR(hit.ms(3), 11.761891 + 0.953, kExact);
  EXPECT_NEAR(hit.ms(4), 11.761891 + 0.953 + 0.162 + 0.025, kExact);
  EXPECT_NEAR(hit.end_ms(), hit.ms(4) + 8 * kReadBlockMs + 0.057, kExact);
}

// Blocks 96 to 99 are on head 5, past a skew of 14 sectors: they begin to come in at
// 7.407407 + 96 + 14 sectors = 20.138889 ms, long after the data phase could have begun.
TEST(DriveTiming, AHitOnBlocksInFlightWaitsForThem) {
  BusRig rig;
  rig.host().send(read_order(0, 16));
  rig.host().send_at(14, read_order(96, 4));
  rig.run();
  const Exchange& hit = rig.host()[1];
  ASSERT_EQ(hit.story(), "A S in !");
  EXPECT_NEAR(hit.ms(2), 14 + 0.978, kExact);
  EXPECT_NEAR(hit.end_ms(), 20.138889 + kTurnMs / 96 + 4 * kReadBlockMs + 0.057, kExact);
}

// The read-ahead of a read of 16 at block 0 is over when block 143 is in. At 300 ms, 27 turns
// later, a hit on block 16 lets it go on with block 144: sector 48 of head 5, 64 + 14 + 48 = 126
// sectors or 3.472222 ms into the turn. Whatever the drive did before.
TEST(DriveTiming, AHitOnAnIdleDriveStartsTheReadAheadAgain) {
  for (const bool other_read_before : {false, true}) {
    BusRig rig;
    if (other_read_before) {
      rig.host().send(read_order(96 * 22, 4));
    }
    rig.host().send_at(200, read_order(0, 16));
    rig.host().send_at(300, read_order(16, 1));
    rig.host().send_at(301.5, read_order(144, 1));
    rig.run();
    const Exchange& hit = rig.host()[other_read_before ? 3 : 2];
    ASSERT_EQ(hit.story(), "A S in !");
    EXPECT_NEAR(hit.ms(2), 302.478, kExact);
    EXPECT_NEAR(hit.end_ms(), 303.472222 + kTurnMs / 96 + kReadBlockMs + 0.057, kExact);
  }
}

TEST(DriveTiming, DoubleDisconnectWrite) {
  BusRig rig;
  Order order = write_order(0, 16);
  order.with_record = true;
  rig.host().send(order);
  rig.run();
  const Exchange& write = rig.host()[0];
  ASSERT_EQ(write.story(), "A S out D R !");
  EXPECT_NEAR(write.ms(2), 0.849, kExact);     // command 0.824, data 0.025
  EXPECT_NEAR(write.ms(3), 4.004781, kExact);  // 16 * 0.186861, disconnect 0.166
  // The arm is there at 0.824 + 2.69 + 0.65 = 4.164, ten blocks long before. The sector comes at
  // 7.407407, the last is written at 9.259259, and 0.540 later the bus is wanted.
  const double prepared = ps_ms(hp_c2247().write.reconnect_preparation.count());
  EXPECT_NEAR(write.ms(4), 9.259259 + prepared, kExact);
  EXPECT_NEAR(write.ms(5), write.ms(4) + 0.162 + 0.050, kExact);
  EXPECT_NEAR(ps_ms(write.record.seek), 3.34, kExact);
  EXPECT_NEAR(ps_ms(write.record.rotation), 7.407407 - 4.164, kExact);
  EXPECT_NEAR(ps_ms(write.record.transfer), 1.851852, kExact);
  EXPECT_NEAR(ps_ms(write.record.bus), 0, kExact);  // 0.849 to 0.824: hidden under the seek
  EXPECT_EQ(write.record.finish - write.record.arrival,
            write.record.overhead + write.record.seek + write.record.rotation +
                write.record.transfer + write.record.bus);
}

// From the queue the bus is won for the data, and the second reselection is the last.
TEST(DriveTiming, WriteFromTheQueue) {
  BusRig rig;
  rig.host().send(read_order(0, 16));
  rig.host().send_at(1, write_order(0, 16));  // taken up at 11.761891
  rig.run();
  const Exchange& write = rig.host()[1];
  ASSERT_EQ(write.story(), "A S D R out D R !");
  EXPECT_NEAR(write.ms(3), 11.761891 + 0.824, kExact);
  EXPECT_NEAR(write.ms(4), 11.761891 + 0.824 + 0.162 + 0.025, kExact);
  EXPECT_NEAR(write.ms(5), write.ms(4) + 16 * kWriteBlockMs + 0.166, kExact);
  EXPECT_NEAR(write.ms(7), write.ms(6) + 0.129 + 0.050, kExact);
}

// A sequential write after it: command 0.824, no least time before the media.
TEST(DriveTiming, SequentialWriteAfterAWrite) {
  BusRig rig;
  rig.host().send(write_order(0, 16));
  rig.host().send_at(100, write_order(16, 16));
  rig.run();
  const Exchange& write = rig.host()[1];
  ASSERT_EQ(write.story(), "A S out D R !");
  EXPECT_NEAR(write.ms(2), 100.849, kExact);
  // Ten blocks are there at 100.849 + 1.868613 = 102.717613; block 16 passes at
  // 9.259259 + 9 turns = 109.259259 and block 31 is over 16 sectors later.
  const double prepared = ps_ms(hp_c2247().write.reconnect_preparation.count());
  EXPECT_NEAR(write.ms(4), 109.259259 + 1.851852 + prepared, kExact);
}

TEST(DriveTiming, TripleDisconnectWrite) {
  BusRig rig;
  rig.host().send(write_order(0, 16));
  rig.host().send_at(100, write_order(96 * 22, 16));  // track 39: cylinder 3, head 0
  rig.run();
  const Exchange& write = rig.host()[1];
  ASSERT_EQ(write.story(), "A S D R out D R !");
  EXPECT_NEAR(write.ms(2), 100.688, kExact);  // command 0.642, disconnect 0.046
  EXPECT_NEAR(write.ms(3), 101.117, kExact);  // 0.429 later
  EXPECT_NEAR(write.ms(4), 101.304, kExact);  // reselect 0.162, data 0.025
  EXPECT_NEAR(write.ms(5), 101.304 + 2.989781 + 0.134, kExact);
  // Seek of 2 cylinders from 100.642 + 0.25, settled at 105.022. Cylinder 3 begins 24 sectors or
  // 2.777778 ms into the turn: at 102.777778, and again at 113.888889; written at 115.740741.
  const double prepared = ps_ms(hp_c2247().write.reconnect_preparation.count());
  EXPECT_NEAR(write.ms(6), 115.740741 + prepared, kExact);
  EXPECT_NEAR(write.ms(7), write.ms(6) + 0.129 + 0.050, kExact);
}

// A block that passes when a write may first touch the media is caught; a little earlier it is not.
// Both writes are to the track that the head is over.

double one_block_write(double at_ms, std::uint32_t lbn, const Order& before) {
  BusRig rig;
  rig.host().send(before);
  rig.host().send_at(at_ms, write_order(lbn, 1));
  rig.run();
  const Exchange& write = rig.host()[1];
  const double prepared = ps_ms(hp_c2247().write.reconnect_preparation.count());
  return write.ms(write.phases.size() - 2) - prepared - kTurnMs / 96;  // when the sector began
}

// Table A.5: 0.600 ms from the end of the command, 0.824 ms. After a read of block 0 the head is on
// head 5, where block 100 is 64 + 14 + 4 = 82 sectors, 9.490741 ms, into the turn.
TEST(DriveTiming, LeastTimeBeforeTheMedia) {
  const double block_100 = 100 + 9.490741;
  const double ready = 0.824 + 0.600;
  EXPECT_NEAR(one_block_write(block_100 - ready - 1e-4, 100, read_order(0, 1)), block_100, kExact);
  EXPECT_NEAR(one_block_write(block_100 - ready + 1e-4, 100, read_order(0, 1)), block_100 + kTurnMs,
              kExact);
}

// The data of a non-sequential write after a write: table A.4 sums to 1.304 ms, then one block.
// Block 8, on head 4, is 72 sectors or 8.333333 ms into the turn.
TEST(DriveTiming, DataBeforeTheMedia) {
  const double block_8 = 100 + 8.333333;
  const double ready = 1.304 + kWriteBlockMs;
  EXPECT_NEAR(one_block_write(block_8 - ready - 1e-4, 8, write_order(0, 1)), block_8, kExact);
  EXPECT_NEAR(one_block_write(block_8 - ready + 1e-4, 8, write_order(0, 1)), block_8 + kTurnMs,
              kExact);
}

// A sequential write after a write has no least time, only the time of its data.
TEST(DriveTiming, NoLeastTimeForASequentialWrite) {
  const double block_8 = 100 + 8.333333;
  const double ready = 0.849 + kWriteBlockMs;
  EXPECT_NEAR(one_block_write(block_8 - ready - 1e-4, 8, write_order(7, 1)), block_8, kExact);
  EXPECT_NEAR(one_block_write(block_8 - ready + 1e-4, 8, write_order(7, 1)), block_8 + kTurnMs,
              kExact);
}

// The seek of a non-sequential write starts 0.25 ms after its command; 2 cylinders and settling.
TEST(DriveTiming, SeekOfANonSequentialWrite) {
  const double cylinder_3 = 100 + 2.777778 + kTurnMs;
  const double ready = 0.642 + 0.25 + 3.48 + 0.65;
  EXPECT_NEAR(one_block_write(cylinder_3 - ready - 1e-4, 96 * 22, write_order(0, 1)), cylinder_3,
              kExact);
  EXPECT_NEAR(one_block_write(cylinder_3 - ready + 1e-4, 96 * 22, write_order(0, 1)),
              cylinder_3 + kTurnMs, kExact);
}

// ---- Zones

TEST(DriveTiming, SectorTimeOfEachZone) {
  // 11.111111 ms / sectors per track.
  const double sector_ms[] = {0.115741, 0.120773, 0.126263, 0.132275,
                              0.138889, 0.154321, 0.173611, 0.198413};
  const std::uint32_t first_lbn[] = {0,       664800,  894432,  1050016,
                                     1207264, 1350784, 1648432, 1871408};
  BusRig rig;
  for (std::size_t zone = 0; zone < 8; ++zone) {
    Order order = read_order(first_lbn[zone] + 3, 40);
    order.with_record = true;
    rig.host().send_at(200.0 * static_cast<double>(zone), order);
  }
  rig.run();
  for (std::size_t zone = 0; zone < 8; ++zone) {
    const RequestRecord& row = rig.host()[zone].record;
    EXPECT_FALSE(row.hit);
    EXPECT_NEAR(ps_ms(row.transfer), 40 * sector_ms[zone], 5e-5) << "zone " << zone + 1;
  }
}

// Twelve bytes at the 2.74 MB/s of data to the drive (table A.1), then Read Completion.
TEST(ParameterList, ComesAtTheWriteRate) {
  BusRig rig;
  rig.host().send(list_order({0x15, 0x10, 0, 0, 12, 0}, {0, 0, 0, 0, 0x0a, 6, 0, 0, 0, 0, 0, 0}));
  rig.run();
  const Exchange& e = rig.host()[0];
  ASSERT_EQ(e.story(), "A S out !");
  EXPECT_EQ(e.status, 0x00);
  EXPECT_NEAR(e.ms(3) - e.ms(2), 12 / 2.74e3 + 0.057, kExact);
}

}  // namespace
}  // namespace headstack
