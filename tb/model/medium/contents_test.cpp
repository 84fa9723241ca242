// The instants at which data move. A sector changes when it has ended, and gets the data that the
// RAM held at its start. Events after a power failure never happen.
#include "model/medium/contents.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "model/run/simulation_context.h"
#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBytes = 8;
using Block = std::array<unsigned char, kBytes>;

Block block(unsigned char value) {
  Block data;
  data.fill(value);
  return data;
}

// A program worked out, handed to the contents.
struct Channel {
  explicit Channel(Contents& data) : contents(data) {}

  MediaExtent write(std::uint32_t sector, std::uint32_t blocks, hs_ticks begin, hs_ticks now) {
    return run(sector, blocks, begin, now, Kind::write, HS_ADDRESS(HS_SEGMENT_WRITE, sector));
  }
  MediaExtent read(std::uint32_t sector, std::uint32_t blocks, hs_ticks begin, Kind kind) {
    return run(sector, blocks, begin, begin, kind, HS_ADDRESS(HS_SEGMENT_READ, sector));
  }
  MediaExtent run(std::uint32_t sector, std::uint32_t blocks, hs_ticks begin, hs_ticks now,
                  Kind kind, std::uint64_t address) {
    MediaExtent extent = make_extent(0, 0, sector, blocks, kind);
    extent.resident = extent.write;
    extent.address = address;
    Media media;
    media.program.begin(begin);
    media.add(extent, now);
    contents.pass(media.worked_out.at(0), now);
    return media.worked_out.at(0);
  }
  Block on_medium(std::uint32_t sector) const {
    Block data;
    contents.medium().read({{0}, {0}, {sector}}, data.data());
    return data;
  }

  Contents& contents;
};

struct ContentsTest : testing::Test {
  // One block comes over the bus, in the RAM at once.
  void from_host(std::uint32_t at, unsigned char value, hs_ticks now) {
    const Block data = block(value);
    contents.from_host(HS_ADDRESS(HS_SEGMENT_WRITE, at), data.data(), 1, now, 0, now);
  }

  SimulationContext context;  // in which reports are thrown: a test that fails does not abort
  Contents contents{kBytes, 64};
  Channel channel{contents};
};

TEST_F(ContentsTest, ASectorChangesWhenItHasEnded) {
  from_host(10, 1, 0);
  from_host(11, 2, 0);
  const MediaExtent extent = channel.write(10, 2, 0, 0);
  const hs_ticks first = extent.from + extent.offset(1);
  contents.advance(first - 1);
  EXPECT_EQ(channel.on_medium(10), block(0));
  contents.advance(first);
  EXPECT_EQ(channel.on_medium(10), block(1));
  EXPECT_EQ(channel.on_medium(11), block(0));
  contents.advance(extent.end);
  EXPECT_EQ(channel.on_medium(11), block(2));
}

TEST_F(ContentsTest, ThePowerFailsInASector) {
  from_host(10, 1, 0);
  from_host(11, 2, 0);
  const MediaExtent extent = channel.write(10, 2, 0, 0);
  contents.power_loss(extent.end - 1);
  contents.advance(2 * extent.end);
  EXPECT_EQ(channel.on_medium(10), block(1));
  EXPECT_EQ(channel.on_medium(11), block(0));
}

TEST_F(ContentsTest, ItTakesWhatWasThereWhenItBegan) {
  from_host(10, 1, 0);
  const MediaExtent extent = channel.write(10, 1, 0, 0);
  from_host(10, 2, extent.from + 1);  // too late for this one
  contents.advance(extent.end);
  EXPECT_EQ(channel.on_medium(10), block(1));
}

// Four blocks come over the bus, one each 100 ticks from 1000 on: half of them are there half way.
TEST_F(ContentsTest, HalfOfTheDataHalfWayThroughADataOut) {
  const std::array<Block, 4> old_data = {block(1), block(1), block(1), block(1)};
  const std::array<Block, 4> new_data = {block(2), block(3), block(4), block(5)};
  const std::uint64_t address = HS_ADDRESS(HS_SEGMENT_WRITE, 10);
  contents.from_host(address, old_data[0].data(), 4, 0, 0, 0);
  contents.from_host(address, new_data[0].data(), 4, 1000, 100, 10);
  std::array<Block, 4> before;
  std::array<Block, 4> half;
  std::array<Block, 4> all;
  contents.to_host(address, before[0].data(), 4, 1199);
  contents.to_host(address, half[0].data(), 4, 1200);
  contents.to_host(address, all[0].data(), 4, 1400);
  for (const hs_ticks now : {1199, 1200, 1400}) {
    contents.advance(now);
  }
  EXPECT_EQ(before, (std::array<Block, 4>{block(2), block(1), block(1), block(1)}));
  EXPECT_EQ(half, (std::array<Block, 4>{block(2), block(3), block(1), block(1)}));
  EXPECT_EQ(all, new_data);
}

TEST_F(ContentsTest, AProgramThatIsCutShort) {
  for (std::uint32_t sector = 10; sector < 13; ++sector) {
    from_host(sector, 7, 0);
  }
  const MediaExtent extent = channel.write(10, 3, 0, 0);
  contents.cut(extent.from + extent.offset(2));
  contents.advance(extent.end);
  EXPECT_EQ(channel.on_medium(11), block(7));
  EXPECT_EQ(channel.on_medium(12), block(0));
}

// A read that begins in the middle of its sectors: the last ones are there a turn before the first.
TEST_F(ContentsTest, AReadOnArrival) {
  for (std::uint32_t sector = 10; sector < 14; ++sector) {
    from_host(sector, static_cast<unsigned char>(sector), 0);
  }
  contents.advance(channel.write(10, 4, 0, 0).end);
  const MediaExtent extent =
      channel.read(10, 4, kTurn + make_extent(0, 0, 10, 1).angle() + 5, Kind::zero_latency_read);
  ASSERT_EQ(extent.in_order, 1U);
  Block late = block(0xcc);
  Block early = block(0xcc);
  contents.to_host(HS_ADDRESS(HS_SEGMENT_READ, 13), early.data(), 1, extent.early(4));
  contents.advance(extent.early(4));
  EXPECT_EQ(early, block(13));
  contents.to_host(HS_ADDRESS(HS_SEGMENT_READ, 10), late.data(), 1, extent.end);
  contents.advance(extent.end - 1);
  EXPECT_EQ(late, block(0xcc));
  contents.advance(extent.end);
  EXPECT_EQ(late, block(10));
}

TEST_F(ContentsTest, ABlockThatTheSegmentDoesNotHoldIsAnError) {
  Block data = block(0);
  contents.to_host(HS_ADDRESS(HS_SEGMENT_READ, 5), data.data(), 1, 100);
  EXPECT_THROW(contents.advance(100), sc_core::sc_report);
}

// A segment of reads is a ring of at least four times the blocks of the buffer, and a power of two.
TEST(BufferRamTest, ABlockReplacesAnOlderBlockOfItsRing) {
  for (const auto& [blocks, ring] :
       {std::pair{1U, 4U}, {2U, 8U}, {3U, 16U}, {4U, 16U}, {5U, 32U}}) {
    BufferRam ram(kBytes, blocks);
    for (const std::uint32_t at : {0U, 1U, ring - 1, 100U}) {
      ram.clear();
      ram.put(HS_ADDRESS(HS_SEGMENT_READ, at))[0] = 1;
      ram.put(HS_ADDRESS(HS_SEGMENT_READ, at + ring - 1))[0] = 2;
      ram.put(HS_ADDRESS(HS_SEGMENT_READ + 1, at + ring))[0] = 3;
      ram.put(HS_ADDRESS(HS_SEGMENT_WRITE, at + ring))[0] = 4;
      ASSERT_NE(ram.find(HS_ADDRESS(HS_SEGMENT_READ, at)), nullptr) << blocks;
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_READ, at))[0], 1);
      ram.put(HS_ADDRESS(HS_SEGMENT_READ, at + ring))[0] = 5;
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_READ, at)), nullptr) << blocks;
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_READ, at + ring))[0], 5);
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_READ, at + ring - 1))[0], 2);
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_READ + 1, at + ring))[0], 3);
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_WRITE, at + ring))[0], 4);
      EXPECT_EQ(ram.find(HS_ADDRESS(HS_SEGMENT_WRITE, at)), nullptr);
    }
  }
}

// The least block that differs is told, once.
TEST_F(ContentsTest, TheFirstBlockThatDiffers) {
  for (std::uint32_t sector = 10; sector < 16; ++sector) {
    from_host(sector, static_cast<unsigned char>(sector), 0);
  }
  const hs_ticks written = channel.write(10, 6, 0, 0).end;
  contents.advance(written);
  hs_ticks at = written + kTurn;
  for (const std::set<std::uint32_t>& others :
       {std::set<std::uint32_t>{}, {10}, {15}, {14, 12}, {11, 13, 15}}) {
    for (std::uint32_t sector = 10; sector < 16; ++sector) {
      const Block data = block(static_cast<unsigned char>(sector + (others.count(sector) * 100)));
      contents.from_host(HS_ADDRESS(HS_SEGMENT_COMPARE, sector), data.data(), 1, at, 0, at);
      contents.advance(at);
    }
    const MediaExtent extent =
        channel.run(10, 6, at, at, Kind::read, HS_ADDRESS(HS_SEGMENT_COMPARE, 10));
    contents.advance(extent.end);
    const std::optional<std::uint32_t> found = contents.take_different();
    EXPECT_EQ(found.has_value(), !others.empty());
    EXPECT_EQ(found.value_or(0), others.empty() ? 0 : *others.begin());
    EXPECT_FALSE(contents.take_different().has_value());
    at = extent.end + 2 * kTurn;
  }
}

}  // namespace
}  // namespace headstack
