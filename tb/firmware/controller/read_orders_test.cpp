// By how much the reconnection of a read is later than the block at its watermark: by
// read_last_block if this is the read's last block, by read_track_end if it is the last of its
// track, and by the way to the next track if it is both. By a closed formula.
//
// The drive of eighths_drive has 8 blocks on a track and 2 heads. The way to the next track takes
// 1/8 of a revolution on the same cylinder, and 2/8 to the next.
#include <algorithm>
#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/located.h"
#include "media/read/read_orders.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kTrack = 8;
constexpr std::uint32_t kCylinder = 16;
constexpr hs_ticks kLastBlock = 1000;
constexpr hs_ticks kTrackEnd = 10;

class ReadOrders : public testing::Test {
 protected:
  ReadOrders() {
    drive_->params.cache.segment_blocks = 64;
    drive_->params.cache.read_watermark_ppm = 1'000'000;
    drive_->params.advance_at_track_end = true;
    config_.drive = &drive_->params;
    firmware_->config = config_;
  }

  hs_orders orders(std::uint32_t lbn, std::uint32_t blocks) {
    hs_task task{};
    task.lbn = {lbn};
    task.blocks = blocks;
    hs_locate(&drive_->params.geometry, &task);
    hs_orders orders{};
    hs_prepare_read(firmware_.get(), &task, &orders);
    return orders;
  }

  // The delay of a read of `blocks`, of which the first `mark` are in the buffer.
  hs_ticks late(std::uint32_t lbn, std::uint32_t blocks, std::uint32_t mark) const {
    const std::uint32_t next = lbn + mark;
    const bool all = mark == blocks;
    const bool ends = next % kTrack == 0;
    const bool goes_on = drive_->params.advance_at_track_end && next < drive_->blocks();
    hs_ticks sum = all ? drive_->params.overheads.read_last_block : 0;
    sum += ends ? drive_->params.overheads.read_track_end : 0;
    return sum + (all && ends && goes_on ? kTurn / 8 * (next % kCylinder == 0 ? 2 : 1) : 0);
  }

  // Tries reads at each place of the drive, of up to 3 tracks.
  void expect_formula() {
    for (std::uint32_t lbn = 0; lbn < drive_->blocks(); ++lbn) {
      for (std::uint32_t blocks = 1; blocks <= 3 * kTrack && lbn + blocks <= drive_->blocks();
           ++blocks) {
        const hs_orders found = orders(lbn, blocks);
        ASSERT_EQ(found.late_reconnect, late(lbn, blocks, found.mark)) << lbn << " " << blocks;
      }
    }
  }

  const std::unique_ptr<TestDrive> drive_ = eighths_drive(3);
  hs_firmware_config config_{};
  const std::unique_ptr<hs_firmware> firmware_ = std::make_unique<hs_firmware>();
};

TEST_F(ReadOrders, WaitForTheWayToTheNextTrack) {
  expect_formula();
  EXPECT_EQ(orders(0, 8).late_reconnect, kTurn / 8);
  EXPECT_EQ(orders(8, 8).late_reconnect, kTurn / 8 * 2);
  EXPECT_EQ(orders(0, 7).late_reconnect, 0U);
  EXPECT_EQ(orders(40, 8).late_reconnect, 0U) << "the drive's last track";
  drive_->params.advance_at_track_end = false;
  expect_formula();
  EXPECT_EQ(orders(0, 8).late_reconnect, 0U);
}

TEST_F(ReadOrders, WaitForTheLastBlockAndTheEndOfATrack) {
  drive_->params.overheads.read_last_block = kLastBlock;
  expect_formula();
  drive_->params.overheads.read_track_end = kTrackEnd;
  expect_formula();
  EXPECT_EQ(orders(0, 8).late_reconnect, kTurn / 8 + kLastBlock + kTrackEnd);
  drive_->params.overheads.read_last_block = 0;
  expect_formula();
}

// With the watermark inside the read, only the track's end counts.
TEST_F(ReadOrders, OfAPartWaitForTheEndOfATrackOnly) {
  drive_->params.overheads.read_last_block = kLastBlock;
  drive_->params.overheads.read_track_end = kTrackEnd;
  for (const std::uint32_t ppm : {250'000U, 500'000U, 750'000U}) {
    drive_->params.cache.read_watermark_ppm = ppm;
    expect_formula();
  }
  EXPECT_EQ(orders(0, 8).mark, 6U);
  EXPECT_EQ(orders(2, 8).mark, 6U);
  EXPECT_EQ(orders(2, 8).late_reconnect, kTrackEnd);
  EXPECT_EQ(orders(1, 8).late_reconnect, 0U);
}

// A drive that releases the bus during reads may send each track's blocks alone.
TEST_F(ReadOrders, OfAPartEndWithTheTrack) {
  for (const bool releases : {false, true}) {
    for (const bool with_track : {false, true}) {
      drive_->params.release_reads = releases;
      drive_->params.part_ends_with_track = with_track;
      for (std::uint32_t lbn = 0; lbn < kCylinder; ++lbn) {
        for (std::uint32_t blocks = 1; blocks <= 2 * kTrack; ++blocks) {
          const std::uint32_t to_end = kTrack - lbn % kTrack;
          EXPECT_EQ(orders(lbn, blocks).mark,
                    releases && with_track ? std::min(blocks, to_end) : blocks)
              << lbn << " " << blocks;
        }
      }
    }
  }
}

}  // namespace
}  // namespace headstack
