// The firmware's register accesses for writes, in order, with the delays of tables A.4 and A.5.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

// Of unit/replies.h, which is C only.
extern "C" void hs_mode_apply(hs_logical_unit* unit, const hs_cache_rules* built_in);

namespace headstack {
namespace {

constexpr hs_ticks kNow = 5000 * kTurn + 12345;

class FirmwareWrite : public FirmwareBench {
 protected:
  // The channel's program: what it waits for. The extents follow, then the mark.
  void expect_program(hs_ticks seek_start, hs_ticks ready, std::uint32_t fill) {
    regs_.write(HS_CHANNEL_BEGIN, seek_start);
    regs_.write(HS_CHANNEL_READY, ready);
    regs_.write(HS_CHANNEL_FILL, fill);
  }
  // The blocks are on the medium: status, after a reselection.
  void finish(hs_ticks reselect) {
    const hs_ticks now = kNow + 2 * kTurn;
    expect_cause(HS_CAUSE_MEDIA);
    expect_now(now);
    regs_.write(HS_PORT_NOT_BEFORE, now + us(540));
    regs_.write(HS_PORT_BEFORE, reselect + us(50));
    expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 0);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    interrupt();
    EXPECT_EQ(firmware_.queue.held, 0U);
  }
  // WRITE(6) of 8 blocks from 0 on a drive at rest that has not written before.
  void write_first_8() {
    expect_command({0x0a, 0, 0, 0, 8, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.write(HS_CHANNEL_STOP, kNow);
    expect_program(kNow + us(824), kNow + us(824) + us(600), 8);
    expect_run(1, 4, 0, 8, HS_RUN_WRITE);
    regs_.write(HS_CHANNEL_NOTIFY, 8);
    regs_.write(HS_PORT_BEFORE, us(824) + us(25));
    regs_.write(HS_PORT_AFTER, us(166));
    expect_go(HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, 8);
    interrupt();
    finish(us(162));
  }
};

TEST_F(FirmwareWrite, Plain) {
  power_on();
  write_first_8();
  EXPECT_TRUE(firmware_.last_write);
  EXPECT_EQ(firmware_.last_end.value, 8U);
}

// Block 100 (head 5, sector 4) after a write that ended at 8: one more disconnect, before the data.
TEST_F(FirmwareWrite, ExtraDisconnect) {
  power_on();
  write_first_8();
  expect_command({0x2a, 0, 0, 0, 0, 100, 0, 0, 20, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  expect_program(kNow + us(642) + us(250), kNow + us(642) + us(600), 10);
  expect_run(1, 5, 4, 20, HS_RUN_WRITE);
  regs_.write(HS_CHANNEL_NOTIFY, 20);
  regs_.write(HS_PORT_BEFORE, us(642) + us(47));
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  regs_.write(HS_PORT_NOT_BEFORE, kNow + us(642) + us(47) + us(429));
  regs_.write(HS_PORT_BEFORE, us(162) + us(25));
  regs_.write(HS_PORT_AFTER, us(134));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, 20);
  interrupt();
  finish(us(129));
}

// Block 8, where the last write ended: as the plain one, without the minimum positioning time.
TEST_F(FirmwareWrite, Sequential) {
  power_on();
  write_first_8();
  expect_command({0x0a, 0, 0, 8, 8, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  expect_program(kNow + us(824), kNow + us(824), 8);
  expect_run(1, 4, 8, 8, HS_RUN_WRITE);
  regs_.write(HS_CHANNEL_NOTIFY, 8);
  regs_.write(HS_PORT_BEFORE, us(824) + us(25));
  regs_.write(HS_PORT_AFTER, us(166));
  expect_go(HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, 8);
  interrupt();
  finish(us(162));
}

// 260 blocks go through the segment in 256 and 4. Fifteen blocks before the media write, but of the
// second part no more than it has.
TEST_F(FirmwareWrite, LargerThanASegment) {
  power_on();
  expect_command({0x2a, 0, 0, 0, 0, 0, 0, 0x01, 0x04, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  expect_program(kNow + us(824), kNow + us(824) + us(600), 15);
  expect_run(1, 4, 0, 96, HS_RUN_WRITE);
  expect_run(1, 5, 0, 96, HS_RUN_WRITE);
  expect_run(1, 6, 0, 64, HS_RUN_WRITE);
  regs_.write(HS_PORT_BEFORE, us(824) + us(25));
  regs_.write(HS_PORT_AFTER, us(166));
  expect_go(HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT, 256);
  interrupt();
  expect_cause(HS_CAUSE_PORT);
  regs_.write(HS_CHANNEL_NOTIFY, 4);  // room for the rest
  interrupt();
  const hs_ticks later = kNow + kTurn;
  expect_cause(HS_CAUSE_MEDIA);
  expect_now(later);
  expect_run(1, 6, 64, 4, HS_RUN_WRITE);
  regs_.write(HS_PORT_NOT_BEFORE, later + us(540));
  regs_.write(HS_PORT_BEFORE, us(162) + us(25));
  regs_.write(HS_PORT_AFTER, us(166));
  expect_go(
      HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT, 4);
  interrupt();
  expect_cause(HS_CAUSE_PORT);
  regs_.write(HS_CHANNEL_NOTIFY, 260);
  interrupt();
  finish(us(129));
  EXPECT_EQ(firmware_.last_end.value, 260U);
}

// What was just written is in the buffer, far before any program of the channel.
TEST_F(FirmwareWrite, ReadHitsWrittenBlocks) {
  power_on();
  write_first_8();
  expect_command({0x08, 0, 0, 2, 4, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_PORT_WORK, us(953));
  regs_.write(HS_BUFFER_INDEX, 0x80000000);
  regs_.write(HS_PORT_BEFORE, us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 4);
  interrupt();
  EXPECT_TRUE(firmware_.active.hit);
}

// A read that misses after a write disconnects a little later than one after a read. Block 300:
// 3 * 96 + 12, head 7, sector 12.
TEST_F(FirmwareWrite, ReadMissAfterAWrite) {
  power_on();
  write_first_8();
  expect_command({0x28, 0, 0, 0, 0x01, 0x2c, 0, 0, 16, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(1, 7, 12, 16, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 12);
  expect_run(1, 7, 28, 68 + 60, HS_RUN_AHEAD);
  regs_.write(HS_PORT_BEFORE, us(558) + us(46));
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  interrupt();
}

// The queued write wins the bus for its data, and once more for its status.
TEST_F(FirmwareWrite, PlainFromTheQueue) {
  power_on();
  // A read of block 1000 is under way: 10 * 96 + 40; cylinder 1 holds nine tracks, so track 10 is
  // cylinder 2, head 1.
  expect_command({0x28, 0, 0, 0, 0x03, 0xe8, 0, 0, 1, 0}, 7);
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(2, 1, 40, 1, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 1);
  expect_run(2, 1, 41, 55 + 73, HS_RUN_AHEAD);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0, 7);
  interrupt();
  // The write comes: it waits, without the bus.
  expect_command({0x0a, 0, 0, 0, 8, 0});
  expect_now(kNow);
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  interrupt();
  expect_cause(HS_CAUSE_MEDIA);
  regs_.write(HS_BUFFER_INDEX, 0);
  regs_.write(HS_PORT_BEFORE, us(25) + us(162));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 1,
            7);
  interrupt();
  // The read is over: the write starts.
  const hs_ticks now = kNow + kTurn;
  expect_cause(HS_CAUSE_PORT);
  expect_now(now);
  regs_.write(HS_CHANNEL_STOP, now);
  expect_program(now + us(824), now + us(824) + us(600), 8);
  expect_run(1, 4, 0, 8, HS_RUN_WRITE);
  regs_.write(HS_CHANNEL_NOTIFY, 8);
  regs_.write(HS_PORT_NOT_BEFORE, now + us(824));
  regs_.write(HS_PORT_BEFORE, us(162) + us(25));
  regs_.write(HS_PORT_AFTER, us(166));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, 8);
  interrupt();
  finish(us(129));
}

// The drive asks for more data when a quarter of the segment is free. A quarter of three blocks is
// less than a block, so one block is enough.
TEST_F(FirmwareWrite, ASegmentOfThreeBlocks) {
  drive_->params.cache.segment_blocks = 3;
  power_on();
  expect_command({0x0a, 0, 0, 0, 8, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  expect_program(kNow + us(824), kNow + us(824) + us(600), 3);
  expect_run(1, 4, 0, 3, HS_RUN_WRITE);
  regs_.write(HS_PORT_BEFORE, us(824) + us(25));
  regs_.write(HS_PORT_AFTER, us(166));
  expect_go(HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT | HS_PORT_OP_INTERRUPT, 3);
  interrupt();
  expect_cause(HS_CAUSE_PORT);
  regs_.write(HS_CHANNEL_NOTIFY, 1);
  interrupt();
}

// Blocks 80 to 95 end the track of head 4: the status comes later by the time of the track's end.
TEST_F(FirmwareWrite, TheEndOfATrack) {
  drive_->params.overheads.write_track_end = us(300);
  power_on();
  expect_command({0x0a, 0, 0, 80, 16, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  expect_program(kNow + us(824), kNow + us(824) + us(600), 10);
  expect_run(1, 4, 80, 16, HS_RUN_WRITE);
  regs_.write(HS_CHANNEL_NOTIFY, 16);
  regs_.write(HS_PORT_BEFORE, us(824) + us(25));
  regs_.write(HS_PORT_AFTER, us(166));
  expect_go(HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, 16);
  interrupt();
  const hs_ticks now = kNow + 2 * kTurn;
  expect_cause(HS_CAUSE_MEDIA);
  expect_now(now);
  regs_.write(HS_PORT_NOT_BEFORE, now + us(540) + us(300));
  regs_.write(HS_PORT_BEFORE, us(162) + us(50));
  expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 0);
  interrupt();
}

// The memory is that of the tasks and that of the scheduler, each in whole words.
TEST_F(FirmwareWrite, MemoryOfTheFirmware) {
  for (const std::uint32_t depth : {1U, 3U, 4U, 64U}) {
    hs_firmware_config config{};
    config.drive = &drive_->params;
    config.queue_depth = depth;
    config.scheduler = &hs_sptf;
    EXPECT_EQ(hs_firmware_memory(&config),
              (hs_task_queue_memory(depth) + 7) / 8 * 8 +
                  (hs_scheduler_memory(&hs_sptf, &drive_->params, depth) + 7) / 8 * 8);
  }
}

// The host's MODE SELECT of the caching page changes the limits of the read-ahead.
TEST_F(FirmwareWrite, LimitsOfTheReadAheadAreThoseOfThePage) {
  power_on();
  hs_logical_unit& unit = firmware_.unit;
  hs_mode_apply(&unit, &drive_->params.cache);
  EXPECT_EQ(unit.cache_rules.prefetch_maximum_blocks, drive_->params.cache.prefetch_maximum_blocks);
  unit.mode.caching[6] = unit.mode.caching[8] = 0;
  unit.mode.caching[7] = 3;
  unit.mode.caching[9] = 77;
  hs_mode_apply(&unit, &drive_->params.cache);
  EXPECT_EQ(unit.cache_rules.prefetch_minimum_blocks, 3U);
  EXPECT_EQ(unit.cache_rules.prefetch_maximum_blocks, 77U);
}

}  // namespace
}  // namespace headstack
