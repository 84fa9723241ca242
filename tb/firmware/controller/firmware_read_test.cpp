// The firmware's register accesses for reads, in order, with the delays of table A.4.
//
// Of the C2247's blocks the first lie on cylinder 1: 0-95 on head 4, 96-191 on head 5, and so on.
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "media/sequencing.h"
#pragma GCC diagnostic pop
}

namespace headstack {
namespace {

constexpr hs_ticks kNow = 5000 * kTurn + 12345;

class FirmwareRead : public FirmwareBench {
 protected:
  // A read of 16 blocks from 0 misses on a drive at rest; `disconnect` is the port's delay.
  void expect_miss(hs_ticks now, hs_ticks disconnect) {
    regs_.write(HS_CHANNEL_STOP, now);
    expect_blocks(now);
    regs_.write(HS_PORT_BEFORE, disconnect);
    expect_go(HS_PORT_OP_DISCONNECT, 0);
  }
  void expect_blocks(hs_ticks now) {
    regs_.write(HS_CHANNEL_BEGIN, now + us(558));
    expect_run(1, 4, 0, 16, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 12);           // 75 % of 16
    expect_run(1, 4, 16, 80 + 48, HS_RUN_AHEAD);  // 80 on this track, 48 on the next
  }
  void expect_data(std::uint32_t blocks) {
    expect_cause(HS_CAUSE_MEDIA);
    regs_.write(HS_BUFFER_INDEX, 0);
    regs_.write(HS_PORT_BEFORE, us(25) + us(162));
    regs_.write(HS_PORT_AFTER, us(57));
    expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
              blocks);
  }
  // A read of 16 blocks without a read-ahead on a fresh drive, up to the orders for its end.
  void expect_read_to_status(std::uint32_t lbn) {
    power_on();
    expect_command(
        {0x08, 0, static_cast<std::uint8_t>(lbn >> 8), static_cast<std::uint8_t>(lbn), 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.write(HS_CHANNEL_STOP, kNow);
    regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
    expect_run(1, 4 + lbn / 96, lbn % 96, 16, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 12);
    regs_.write(HS_PORT_BEFORE, us(558) + us(23));
    expect_go(HS_PORT_OP_DISCONNECT, 0);
    interrupt();
    expect_cause(HS_CAUSE_MEDIA);
    regs_.write(HS_BUFFER_INDEX, 0);
    regs_.write(HS_PORT_BEFORE, us(25) + us(162));
    regs_.write(HS_PORT_AFTER, us(57));
  }
  // A read of 16 blocks from 0, from its command to its end.
  void read_first_16() {
    expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    expect_miss(kNow, us(558) + us(23));
    interrupt();
    expect_data(16);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    interrupt();
  }
};

TEST_F(FirmwareRead, Miss) {
  power_on();
  expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0});
  expect_now(kNow - 100);  // of arrival
  expect_now(kNow);        // of the start
  expect_miss(kNow, us(558) + us(23));
  interrupt();
  EXPECT_EQ(firmware_.queue.held, 1U);
  EXPECT_EQ(firmware_.queue.tasks[firmware_.active.task].arrival, kNow - 100);
  expect_data(16);
  interrupt();
  expect_cause(HS_CAUSE_PORT);
  interrupt();
  EXPECT_EQ(firmware_.queue.held, 0U);
  EXPECT_EQ(firmware_.active.task, HS_NO_TASK);
  EXPECT_EQ(firmware_.last_end.value, 16U);
  EXPECT_FALSE(firmware_.active.hit);
}

// Blocks 80 to 95 end head 4, blocks 848 to 863 end the cylinder. 78 to 93 and 846 to 861 end two
// sectors, 2 / 96 of a turn, before that. A time counts whether or not the others are 0.
TEST_F(FirmwareRead, AtAndNearTheEndOfATrack) {
  struct End {
    std::uint32_t lbn;
    hs_ticks hs_overheads::*least;
    hs_ticks more;
  };
  const hs_ticks near = kTurn * 2 / 96;
  const End ends[] = {{80, &hs_overheads::read_track_end_least, 0},
                      {78, &hs_overheads::read_near_track_end_least, near},
                      {77, nullptr, 0},
                      {848, &hs_overheads::read_cylinder_end_least, 0},
                      {846, &hs_overheads::read_near_cylinder_end_least, near},
                      {845, nullptr, 0}};
  hs_overheads& overheads = drive_->params.overheads;
  drive_->params.cache.prefetch_maximum_blocks = 0;
  overheads.read_near_end = 2;
  for (std::uint32_t given = 1; given < 16; ++given) {
    overheads.read_track_end_least = (given & 1) != 0 ? us(1620) : 0;
    overheads.read_near_track_end_least = (given & 2) != 0 ? us(400) : 0;
    overheads.read_cylinder_end_least = (given & 4) != 0 ? us(1810) : 0;
    overheads.read_near_cylinder_end_least = (given & 8) != 0 ? us(530) : 0;
    for (const End& end : ends) {
      SCOPED_TRACE(testing::Message() << given << ": " << end.lbn);
      expect_read_to_status(end.lbn);
      const hs_ticks least = end.least == nullptr ? 0 : overheads.*end.least;
      if (least != 0) {
        regs_.write(HS_PORT_LEAST, least + end.more);
      }
      expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT,
                16);
      interrupt();
    }
  }
}

// 16-31 hit. The read-ahead has ended at block 144; it is begun anew there and goes on to 32 + 128.
// Block 144 is sector 48 of head 5. Block 16 is 128 blocks before the new program.
TEST_F(FirmwareRead, HitAfterTheReadAheadHasEnded) {
  power_on();
  read_first_16();
  const hs_ticks now = kNow + kTurn;
  expect_command({0x28, 0, 0, 0, 0, 16, 0, 0, 16, 0});
  expect_now(now);
  expect_now(now);
  regs_.read(HS_CHANNEL_DONE, 144);
  regs_.write(HS_PORT_WORK, us(953));
  regs_.write(HS_CHANNEL_BEGIN, now);
  expect_run(1, 5, 48, 16, HS_RUN_AHEAD);
  regs_.write(HS_BUFFER_INDEX, 0xffffff80);  // -128
  regs_.write(HS_PORT_BEFORE, us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 16);
  interrupt();
  EXPECT_TRUE(firmware_.active.hit);
  expect_cause(HS_CAUSE_PORT);
  interrupt();
  EXPECT_EQ(firmware_.queue.held, 0U);
}

// The read-ahead is at block 100: its program just gets longer.
TEST_F(FirmwareRead, HitWhileTheReadAheadRuns) {
  power_on();
  read_first_16();
  expect_command({0x08, 0, 0, 16, 16, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.read(HS_CHANNEL_DONE, 100);
  regs_.write(HS_PORT_WORK, us(953));
  expect_run(1, 5, 48, 16, HS_RUN_AHEAD);
  regs_.write(HS_BUFFER_INDEX, 16);
  regs_.write(HS_PORT_BEFORE, us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 16);
  interrupt();
}

// The same 16 blocks again: 16 + 128 is where the read-ahead goes already; the channel is left
// alone.
TEST_F(FirmwareRead, HitThatAsksForNoMore) {
  power_on();
  read_first_16();
  expect_command({0x08, 0, 0, 0, 16, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.read(HS_CHANNEL_DONE, 100);
  regs_.write(HS_PORT_WORK, us(953));
  regs_.write(HS_BUFFER_INDEX, 0);
  regs_.write(HS_PORT_BEFORE, us(25));
  regs_.write(HS_PORT_AFTER, us(57));
  expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 16);
  interrupt();
}

// One block of a request of one: 75 % of it is none, but the bus comes back for no less than one.
TEST_F(FirmwareRead, MissOfOneBlockAtTheEndOfTheDisk) {
  power_on();
  expect_command({0x28, 0, 0x00, 0x1f, 0x5a, 0xcf, 0, 0, 1, 0});  // 2,054,863
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(2046, 1, 55, 1, 0);
  regs_.write(HS_CHANNEL_NOTIFY, 1);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  interrupt();
  expect_data(1);
  interrupt();
}

// Blocks that STOP must not cut off: the request, and the minimum read-ahead.
TEST_F(FirmwareRead, MinimumReadAheadAndZeroLatency) {
  drive_->params.cache.prefetch_minimum_blocks = 40;
  drive_->params.cache.prefetch_maximum_blocks = 50;
  drive_->params.cache.zero_latency_read = true;
  power_on();
  expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0});
  expect_now(kNow);
  expect_now(kNow);
  regs_.write(HS_CHANNEL_STOP, kNow);
  regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
  expect_run(1, 4, 0, 16, HS_RUN_ZERO_LATENCY);
  regs_.write(HS_CHANNEL_NOTIFY, 12);
  regs_.write(HS_CHANNEL_KEEP, 56);
  expect_run(1, 4, 16, 50, HS_RUN_AHEAD);
  regs_.write(HS_PORT_BEFORE, us(558) + us(23));
  expect_go(HS_PORT_OP_DISCONNECT, 0);
  interrupt();
}

// 300 blocks go through the segment in 256 and 44. The bus is held in between.
TEST_F(FirmwareRead, LargerThanASegment) {
  for (const bool cache : {true, false}) {
    for (const bool dry : {true, false}) {
      drive_->params.cache.enabled = cache;
      power_on();
      expect_command({0x28, 0, 0, 0, 0, 0, 0, 0x01, 0x2c, 0});
      expect_now(kNow);
      expect_now(kNow);
      regs_.write(HS_CHANNEL_STOP, kNow);
      regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
      expect_run(1, 4, 0, 96, 0);
      expect_run(1, 5, 0, 96, 0);
      expect_run(1, 6, 0, 64, 0);
      regs_.write(HS_CHANNEL_NOTIFY, 192);
      regs_.write(HS_PORT_BEFORE, us(558) + us(23));
      expect_go(HS_PORT_OP_DISCONNECT, 0);
      interrupt();
      expect_cause(HS_CAUSE_MEDIA);
      regs_.write(HS_BUFFER_INDEX, 0);
      regs_.write(HS_PORT_BEFORE, us(25) + us(162));
      expect_go(HS_PORT_OP_RESELECT | HS_PORT_OP_DATA_IN | HS_PORT_OP_INTERRUPT, 64);
      interrupt();
      // A quarter has gone; the media get what is left, at once or behind what they are at.
      const hs_ticks later = kNow + 3 * kTurn;
      expect_cause(HS_CAUSE_PORT);
      regs_.read(HS_CHANNEL_DONE, dry ? 256 : 255);
      if (dry) {
        expect_now(later);
        regs_.write(HS_CHANNEL_BEGIN, later);
      }
      expect_run(1, 6, 64, 32, 0);
      expect_run(1, 7, 0, 12, 0);
      if (cache) {
        expect_run(1, 7, 12, 84 + 44, HS_RUN_AHEAD);
      }
      for (const std::uint32_t sent : {64U, 128U, 192U, 256U}) {
        if (sent != 64) {
          expect_cause(HS_CAUSE_PORT);
        }
        regs_.read(HS_CHANNEL_DONE, dry ? 0 : 256);  // it stops nowhere
        regs_.write(HS_BUFFER_INDEX, static_cast<std::uint32_t>(sent - (dry ? 256 : 0)));
        regs_.write(HS_PORT_BEFORE, 0);
        if (sent == 256) {
          regs_.write(HS_PORT_AFTER, us(57));
        }
        expect_go(
            HS_PORT_OP_DATA_IN | HS_PORT_OP_INTERRUPT | (sent == 256 ? HS_PORT_OP_STATUS : 0u),
            sent == 256 ? 44 : 64);
        interrupt();
      }
      expect_cause(HS_CAUSE_PORT);
      interrupt();
      EXPECT_EQ(firmware_.queue.held, 0U);
      EXPECT_EQ(firmware_.last_end.value, 300U);
    }
  }
}

// The time since the last read's end counts to the start of each task.
TEST_F(FirmwareRead, TheTimeSinceTheLastRead) {
  drive_->params.terms.by_time = true;
  drive_->params.terms.by_stream = true;
  drive_->params.cache.prefetch_maximum_blocks = 0;
  power_on();
  const hs_ticks ends[] = {kNow + 700, kNow + kTurn};
  const hs_ticks starts[] = {kNow, kNow + 700 + 1'234};
  for (int i = 0; i < 2; ++i) {
    const auto lbn = static_cast<std::uint8_t>(16 * i);
    expect_command({0x08, 0, 0, lbn, 16, 0});
    expect_now(starts[i]);
    expect_now(starts[i]);
    regs_.write(HS_CHANNEL_STOP, starts[i]);
    regs_.write(HS_CHANNEL_BEGIN, starts[i] + us(558));
    expect_run(1, 4, lbn, 16, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 12);
    regs_.write(HS_PORT_BEFORE, us(558) + us(23));
    expect_go(HS_PORT_OP_DISCONNECT, 0);
    interrupt();
    EXPECT_EQ(firmware_.active.since_read, i == 0 ? kNow : 1'234U);
    expect_data(16);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    expect_now(ends[i]);
    interrupt();
    EXPECT_EQ(firmware_.read_done, ends[i]);
  }
}

// A speed-matching buffer: the same read again is another miss, and nothing is read ahead.
TEST_F(FirmwareRead, SpeedMatchingNeverHits) {
  drive_->params.cache.enabled = false;
  power_on();
  for (int i = 0; i < 2; ++i) {
    expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.write(HS_CHANNEL_STOP, kNow);
    regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
    expect_run(1, 4, 0, 16, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 12);
    regs_.write(HS_PORT_BEFORE, us(558) + us(23));
    expect_go(HS_PORT_OP_DISCONNECT, 0);
    interrupt();
    expect_data(16);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    interrupt();
  }
}

// A scheduler that knows positions looks at the channel. Block 0: cylinder 1 head 4 is 200 sectors
// of skew for the cylinder (32, and 12 heads of 14) and 56 for the head: 256 of 96, 64 past the
// index. From angle 0 and after 0.558 ms it comes at 64/96 of a turn, whatever the task's
// attribute.
TEST_F(FirmwareRead, PredictsForEveryAttribute) {
  for (const hs_attribute attribute :
       {HS_ATTRIBUTE_SIMPLE, HS_ATTRIBUTE_ORDERED, HS_ATTRIBUTE_HEAD_OF_QUEUE}) {
    SCOPED_TRACE(attribute);
    power_on(hs_sptf);
    const hs_ticks now = 700 * kTurn;
    expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0}, kSlot, attribute);
    expect_now(now);
    expect_now(now);
    regs_.read(HS_CHANNEL_TRACK, HS_TRACK(1, 4));
    regs_.read(HS_CHANNEL_FREE, now);
    expect_miss(now, us(558) + us(23));
    interrupt();
    EXPECT_NEAR(ms(firmware_.active.predicted_media - now), 7.407407, 1e-6);
    // The task begins again after a wait for the medium, which nobody has predicted.
    expect_now(now);
    regs_.read(HS_CHANNEL_TRACK, HS_TRACK(1, 4));
    regs_.read(HS_CHANNEL_FREE, now);
    expect_blocks(now);
    hs_resume_after_destaging(&firmware_);
    regs_.verify();
    EXPECT_EQ(firmware_.active.predicted_media, 0U);
  }
}

// cache.prefetch_on_idle_hit = false: a hit on a drive whose read-ahead has ended does not start it
// again. What lies past the end is read, since the hit needs it: 144-155, head 5, sector 48 on.
TEST_F(FirmwareRead, NoReadAheadOnIdleHit) {
  drive_->params.cache.prefetch_on_idle_hit = false;
  power_on();
  read_first_16();
  for (const std::uint8_t lbn : {std::uint8_t{16}, std::uint8_t{140}}) {
    expect_command({0x08, 0, 0, lbn, 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.read(HS_CHANNEL_DONE, 144);
    regs_.write(HS_PORT_WORK, us(953));
    if (lbn == 140) {
      regs_.write(HS_CHANNEL_BEGIN, kNow);
      expect_run(1, 5, 48, 12, HS_RUN_AHEAD);
      regs_.read(HS_CHANNEL_DONE, 0);  // it takes more than was there: an error may cut it off
    }
    regs_.write(HS_BUFFER_INDEX, lbn == 140 ? 0xfffffffc : 16);  // 140 is 4 before the program
    regs_.write(HS_PORT_BEFORE, us(25));
    regs_.write(HS_PORT_AFTER, us(57));
    expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 16);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    interrupt();
  }
}

// The least read-ahead counts from the hit's end: 16 + 16 + 40 blocks of the running program. Of
// one begun anew at 144 there is nothing to keep, for 32 + 40 lies before it.
TEST_F(FirmwareRead, MinimumReadAheadOfAHit) {
  drive_->params.cache.prefetch_minimum_blocks = 40;
  for (const std::uint32_t done : {100U, 144U}) {
    power_on();
    expect_command({0x28, 0, 0, 0, 0, 0, 0, 0, 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.write(HS_CHANNEL_STOP, kNow);
    regs_.write(HS_CHANNEL_BEGIN, kNow + us(558));
    expect_run(1, 4, 0, 16, 0);
    regs_.write(HS_CHANNEL_NOTIFY, 12);
    regs_.write(HS_CHANNEL_KEEP, 56);
    expect_run(1, 4, 16, 80 + 48, HS_RUN_AHEAD);
    regs_.write(HS_PORT_BEFORE, us(558) + us(23));
    expect_go(HS_PORT_OP_DISCONNECT, 0);
    interrupt();
    expect_data(16);
    interrupt();
    expect_cause(HS_CAUSE_PORT);
    interrupt();
    expect_command({0x08, 0, 0, 16, 16, 0});
    expect_now(kNow);
    expect_now(kNow);
    regs_.read(HS_CHANNEL_DONE, done);
    regs_.write(HS_PORT_WORK, us(953));
    if (done == 144) {
      regs_.write(HS_CHANNEL_BEGIN, kNow);
    }
    expect_run(1, 5, 48, 16, HS_RUN_AHEAD);
    if (done != 144) {
      regs_.write(HS_CHANNEL_KEEP, 72);
    }
    regs_.write(HS_BUFFER_INDEX, done == 144 ? 0xffffff80 : 16);
    regs_.write(HS_PORT_BEFORE, us(25));
    regs_.write(HS_PORT_AFTER, us(57));
    expect_go(HS_PORT_OP_DATA_IN | HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, 16);
    interrupt();
  }
}

}  // namespace
}  // namespace headstack
