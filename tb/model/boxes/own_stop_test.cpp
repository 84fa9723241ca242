// What the image's own stops say: the reason is in a0, and its number or address in a1.
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/boxes/controller_cpu/memory_use.h"
#include "model/boxes/controller_cpu/stop_reasons.h"
#include "tb/model/processor/support/elf_file.h"
#include "tb/model/processor/support/machine.h"

extern "C" {
#include <image/block_format.h>
#include <image/layout.h>
#include <image/stop.h>
}

namespace headstack {
namespace {

constexpr std::uint32_t kTable = HS_MAP_ROM + 0x100;  // of the schedulers

// A core that has stopped at HS_MAP_RESET, in the function of this name.
class OwnStopTest : public testing::Test {
 protected:
  OwnStop stopped(std::uint32_t a0, std::uint32_t a1, const char* function = "hs_image_stop") {
    ElfFile file;
    file.parts.push_back({HS_MAP_RESET, HS_MAP_RESET, {0x73, 0, 0x10, 0}, 4});
    file.names = {{function, HS_MAP_RESET, 4}};
    const ElfImage image = ElfImage::parse(file.bytes(), "an image");
    machine_.iss.set_register(10, a0);
    machine_.iss.set_register(11, a1);
    Stop stop;
    stop.pc = HS_MAP_RESET;
    return own_stop({image, machine_.memories, machine_.iss}, stop, "sptf");
  }
  void expect_input(const OwnStop& found, std::string_view why) {
    EXPECT_TRUE(found.bad_input);
    EXPECT_EQ(found.why, why);
  }
  void expect_fault(const OwnStop& found, std::string_view why) {
    EXPECT_FALSE(found.bad_input);
    EXPECT_EQ(found.why, why);
  }
  void put_text(std::uint32_t address, const char* text) {
    for (std::size_t i = 0; i <= std::strlen(text); ++i) {
      machine_.memories.rom.put<char>(address + static_cast<std::uint32_t>(i), text[i]);
    }
  }

  Machine machine_{};
};

TEST_F(OwnStopTest, ABlockOfAnotherVersion) {
  for (const std::uint32_t a0 :
       {HS_BLOCK_NO_BLOCK, HS_BLOCK_OTHER, HS_BLOCK_SIZE, HS_BLOCK_DAMAGED}) {
    expect_input(stopped(a0, 0),
                 "it accepts no parameter block of this version; build the image again");
  }
}

TEST_F(OwnStopTest, ASchedulerThatTheImageLacks) {
  expect_input(stopped(HS_BLOCK_NO_SCHEDULER, 0), "it has no scheduler 'sptf'");
  // Two schedulers. Each scheduler begins with a pointer to its name.
  machine_.memories.rom.put<std::uint32_t>(kTable, kTable + 0x20);
  machine_.memories.rom.put<std::uint32_t>(kTable + 4, kTable + 0x24);
  machine_.memories.rom.put<std::uint32_t>(kTable + 8, 0);
  machine_.memories.rom.put<std::uint32_t>(kTable + 0x20, kTable + 0x40);
  machine_.memories.rom.put<std::uint32_t>(kTable + 0x24, kTable + 0x50);
  put_text(kTable + 0x40, "fcfs");
  put_text(kTable + 0x50, "look");
  expect_input(stopped(HS_BLOCK_NO_SCHEDULER, kTable),
               "it has no scheduler 'sptf'; it has 'fcfs', 'look'");
}

TEST_F(OwnStopTest, TooLittleMemory) {
  expect_input(stopped(HS_BLOCK_NO_MEMORY, 0),
               "its RAM of 256 bytes is not enough; give more with controller.ram");
  expect_input(stopped(HS_STOP_NO_ROOM, 5'000),
               "its RAM of 256 bytes is not enough, 5000 would be; give more with controller.ram");
}

TEST_F(OwnStopTest, StopsThatAreFaults) {
  expect_fault(stopped(HS_STOP_RETURNED, 0), "hs_image_main has returned, but must never return");
  expect_fault(stopped(HS_STOP_TRAP, 7, "hs_image_trap"), "it has taken a trap (mcause 7)");
  expect_fault(stopped(0xabc, 0), "it stops itself (ebreak) with 0xabc in a0");
}

// Elsewhere, a0 is any number.
TEST_F(OwnStopTest, AnEbreakOfAnotherFunction) {
  expect_fault(stopped(HS_STOP_TRAP, 7, "main"), "it stops itself (ebreak) with 0x102 in a0");
}

// The stack is painted. What has been written lies between the deepest word and its end.
TEST(MemoryUseTest, TheStackIsAsDeepAsItsDeepestWord) {
  ElfFile file;
  file.parts.push_back({HS_MAP_RESET, HS_MAP_RESET, {0x13, 0, 0, 0}, 4});
  constexpr std::uint32_t kArena = HS_MAP_RAM + HS_MAP_STACK_BYTES + 0x10;
  file.names = {{"hs_image_arena", kArena, 4, STT_OBJECT}};
  const ElfImage image = ElfImage::parse(file.bytes(), "an image");
  Memories memories({0x400, 0x60, HS_MAP_STACK_BYTES + 0x100});
  paint_stack(memories);
  const MemoryUse unused = memory_use(image, memories);
  EXPECT_EQ(unused.rom, image.rom_bytes());
  EXPECT_EQ(unused.parameters, 0x60U);
  EXPECT_EQ(unused.ram, 0U);
  EXPECT_EQ(unused.stack, 0U);
  const std::uint32_t end = HS_MAP_RAM + HS_MAP_STACK_BYTES;
  memories.ram.put<std::uint32_t>(end - 4, 0);
  EXPECT_EQ(memory_use(image, memories).stack, 4U);
  memories.ram.put<std::uint32_t>(end - 40, 1);
  EXPECT_EQ(memory_use(image, memories).stack, 40U);
  memories.ram.put<std::uint32_t>(HS_MAP_RAM, 1);
  EXPECT_EQ(memory_use(image, memories).stack, HS_MAP_STACK_BYTES + 0U);
  memories.ram.put<std::uint32_t>(kArena, end + 0x30);
  EXPECT_EQ(memory_use(image, memories).ram, 0x30U);
  memories.ram.put<std::uint32_t>(kArena, end);
  EXPECT_EQ(memory_use(image, memories).ram, 0U);
}

}  // namespace
}  // namespace headstack
