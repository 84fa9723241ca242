// The state of a firmware's image, read through its layout: each part has a place of its own.
#include "model/boxes/controller_cpu/image_state.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/processor/support/elf_file.h"

extern "C" {
#include <hal/registers.h>
}

namespace headstack {
namespace {

constexpr std::uint32_t kLayout = HS_MAP_ROM + 0x100;
constexpr std::uint32_t kTasks = HS_MAP_RAM + 0x200;
constexpr std::uint32_t kFacts = HS_MAP_RAM + 0x300;
constexpr std::uint32_t kSegments = HS_MAP_RAM + 0x400;
constexpr std::uint32_t kActive = 3;  // number of the active task

class ImageStateTest : public testing::Test {
 protected:
  ImageStateTest() {
    for (std::uint32_t part = 0; part <= HS_LAYOUT_FACTS; ++part) {
      layout_.at(part) = HS_MAP_RAM + 0x40 + part * 8;
    }
    layout_.at(HS_LAYOUT_SEGMENTS) = kSegments;
    layout_.at(HS_LAYOUT_TASK_BYTES) = 24;
    layout_.at(HS_LAYOUT_TASK_TAG) = 6;
    layout_.at(HS_LAYOUT_SEGMENT_BYTES) = 20;
    layout_.at(HS_LAYOUT_FACT_BYTES) = 12;
    layout_.at(HS_LAYOUT_FACT_INSERTED) = 5;
    layout_.at(HS_LAYOUT_TASK_SLOT) = 12;
    layout_.at(HS_LAYOUT_PROGRAM_FIRST) = HS_MAP_RAM + 0x180;
    put<std::uint64_t>(HS_LAYOUT_STARTS, 0x1'0000'0011);
    put<std::uint32_t>(HS_LAYOUT_ACTIVE_TASK, kActive);
    put<std::uint8_t>(HS_LAYOUT_ACTIVE_HIT, 1);
    put<hs_ticks>(HS_LAYOUT_ACTIVE_PREDICTED, 0x2'0000'0022);
    put<std::uint32_t>(HS_LAYOUT_HELD, 9);
    put<std::uint32_t>(HS_LAYOUT_TASKS, kTasks);
    put<std::uint64_t>(HS_LAYOUT_DECISIONS, 0x3'0000'0033);
    put<std::uint64_t>(HS_LAYOUT_EXAMINED, 0x4'0000'0044);
    put<std::uint32_t>(HS_LAYOUT_SEGMENT_COUNT, 2);
    put<std::uint32_t>(HS_LAYOUT_FILLING, 1);
    put<std::uint32_t>(HS_LAYOUT_FACTS, kFacts);
    put<std::uint32_t>(HS_LAYOUT_PROGRAM_FIRST, 1110);
    memories_.ram.put<std::uint16_t>(kTasks + kActive * 24 + 6, 0x1234);
    memories_.ram.put<std::uint32_t>(kTasks + kActive * 24 + 12, 0x5678);
    memories_.ram.put<std::uint8_t>(kFacts + kActive * 12 + 5, 1);
    for (std::uint32_t i = 0; i < 2; ++i) {
      memories_.ram.put<std::uint32_t>(kSegments + i * 20, 1000 + 100 * i);
      memories_.ram.put<std::uint32_t>(kSegments + i * 20 + 4, 1050 + 100 * i);
    }
  }

  template <typename T>
  void put(hs_layout_part part, T value) {
    memories_.ram.put<T>(layout_.at(part), value);
  }

  // `name`: the name of the constant with the layout.
  // `parts`: parts of the layout that the image has by its symbol.
  ImageState state(const char* name = "hs_image_layout", std::uint32_t parts = HS_LAYOUT_PARTS) {
    for (std::uint32_t part = 0; part < HS_LAYOUT_PARTS; ++part) {
      memories_.rom.put(kLayout + part * 4, layout_.at(part));
    }
    ElfFile file;
    file.parts.push_back({HS_MAP_RESET, HS_MAP_RESET, {0x13, 0, 0, 0}, 4});
    file.names = {{name, kLayout, parts * 4, STT_OBJECT}};
    return {ElfImage::parse(file.bytes(), "an image"), memories_};
  }

  Memories memories_{{0x400, 0x40, 0x800}};
  std::array<std::uint32_t, HS_LAYOUT_PARTS> layout_{};
};

TEST_F(ImageStateTest, EachPartIsReadAtItsPlace) {
  const ImageState found = state();
  EXPECT_EQ(found.starts(), 0x1'0000'0011U);
  EXPECT_TRUE(found.busy());
  EXPECT_TRUE(found.hit());
  EXPECT_EQ(found.predicted_media(), 0x2'0000'0022U);
  EXPECT_EQ(found.held(), 9U);
  EXPECT_TRUE(found.inserted());
  const FirmwareState all = found.read();
  EXPECT_EQ(all.starts, 0x1'0000'0011U);
  EXPECT_TRUE(all.busy);
  EXPECT_EQ(all.tag, 0x1234U);
  EXPECT_EQ(all.slot, 0x5678U);
  EXPECT_TRUE(all.hit);
  EXPECT_EQ(all.predicted_media, 0x2'0000'0022U);
  EXPECT_EQ(all.waiting, 8U);
  EXPECT_EQ(all.decisions, 0x3'0000'0033U);
  EXPECT_EQ(all.examined, 0x4'0000'0044U);
  EXPECT_EQ(all.filling, 1U);
  ASSERT_EQ(all.segment_count, 2U);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(all.segments.at(i).first, 1000 + 100 * i);
    EXPECT_EQ(all.segments.at(i).end, 1050 + 100 * i);
  }
}

TEST_F(ImageStateTest, AnIdleFirmwareHasNoActiveTask) {
  put<std::uint32_t>(HS_LAYOUT_ACTIVE_TASK, HS_NO_TASK);
  put<std::uint8_t>(HS_LAYOUT_ACTIVE_HIT, 0);
  put<std::uint32_t>(HS_LAYOUT_HELD, 0);
  const ImageState found = state();
  EXPECT_FALSE(found.busy());
  EXPECT_FALSE(found.hit());
  EXPECT_FALSE(found.inserted());
  EXPECT_EQ(found.read().waiting, 0U);
  put<std::uint32_t>(HS_LAYOUT_HELD, 4);
  EXPECT_EQ(found.read().waiting, 4U);
}

// An image of an earlier version has a shorter layout. A symbol without a size is of that version.
TEST_F(ImageStateTest, PartsThatTheLayoutLacks) {
  EXPECT_EQ(state("hs_image_layout", HS_LAYOUT_TASK_SLOT).read().tag, 0x1234U);
  EXPECT_EQ(state("hs_image_layout", HS_LAYOUT_TASK_SLOT).read().slot, std::nullopt);
  EXPECT_EQ(state("hs_image_layout", 0).read().tag, 0x1234U);
  EXPECT_EQ(state("hs_image_layout", 0).read().slot, std::nullopt);
  const FirmwareState one = state("hs_image_layout", 1).read();
  EXPECT_EQ(one.starts, 0x1'0000'0011U);
  EXPECT_FALSE(one.busy);
  EXPECT_EQ(one.decisions, 0U);
  layout_.at(HS_LAYOUT_TASK_SLOT) = 0;
  EXPECT_EQ(state().read().slot, std::nullopt) << "not published";
}

// The filled segment, number 1, ends at block 1150. The program begins with block 1110.
TEST_F(ImageStateTest, BlocksUpToTheEndOfTheFilledSegment) {
  EXPECT_EQ(state().blocks_to_fill(), 40U);
  put<std::uint32_t>(HS_LAYOUT_FILLING, 0);
  put<std::uint32_t>(HS_LAYOUT_PROGRAM_FIRST, 1000);
  EXPECT_EQ(state().blocks_to_fill(), 50U);
  EXPECT_EQ(state("hs_image_layout", HS_LAYOUT_PROGRAM_FIRST).blocks_to_fill(), HS_DONE_NO_STOP)
      << "an image of an earlier version";
  put<std::uint32_t>(HS_LAYOUT_FILLING, HS_NO_SEGMENT);
  EXPECT_EQ(state().blocks_to_fill(), std::nullopt);
  EXPECT_EQ(state("no_layout").blocks_to_fill(), std::nullopt);
}

// The queue may have forgotten the active task already.
TEST_F(ImageStateTest, NoTaskIsHeld) {
  put<std::uint32_t>(HS_LAYOUT_HELD, 0);
  EXPECT_EQ(state().read().waiting, 0U);
}

TEST_F(ImageStateTest, ATaskThatIsNotInserted) {
  memories_.ram.put<std::uint8_t>(kFacts + kActive * 12 + 5, 0);
  EXPECT_FALSE(state().inserted());
  put<std::uint32_t>(HS_LAYOUT_FACTS, 0);
  EXPECT_FALSE(state().inserted()) << "there is no table";
}

// Parts that are 0 lie outside the RAM, so their values are 0.
TEST_F(ImageStateTest, PartsThatAreNotPublished) {
  layout_ = {};
  const ImageState found = state();
  EXPECT_EQ(found.starts(), 0U);
  EXPECT_FALSE(found.busy());
  EXPECT_FALSE(found.inserted());
  const FirmwareState all = found.read();
  EXPECT_EQ(all.starts, 0U);
  EXPECT_FALSE(all.busy);
  EXPECT_EQ(all.segment_count, 0U);
}

TEST_F(ImageStateTest, MoreSegmentsThanAFirmwareCanHave) {
  put<std::uint32_t>(HS_LAYOUT_SEGMENT_COUNT, HS_CACHE_SEGMENTS + 1);
  EXPECT_EQ(state().read().segment_count, HS_CACHE_SEGMENTS);
}

TEST_F(ImageStateTest, AnImageWithoutALayout) {
  const ImageState found = state("another_constant");
  EXPECT_EQ(found.starts(), 0U);
  EXPECT_FALSE(found.busy());
  EXPECT_FALSE(found.hit());
  EXPECT_EQ(found.predicted_media(), 0U);
  EXPECT_EQ(found.held(), 0U);
  EXPECT_FALSE(found.inserted());
  EXPECT_EQ(found.read().decisions, 0U);
}

}  // namespace
}  // namespace headstack
