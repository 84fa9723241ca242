// Data phases that the host breaks off, because it has fewer data, or less room, than the command
// says. The phases end after the last whole block, and the command ends with 0B/48/00 (SCSI-2
// 6.6.11). The drive serves the next command without error.
#include <gtest/gtest.h>

#include "tb/model/support/block_pattern.h"
#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

constexpr const char* kBrokenOff = "0b/48/00";

RigOptions with_contents(bool write_back = false) {
  RigOptions options;
  options.contents = true;
  if (write_back) {
    options.config = with_value(options.config, "cache.write_back", "true");
  }
  return options;
}

// `given` blocks of a write of `blocks`.
Order write_of(std::uint32_t lbn, std::uint16_t blocks, std::uint32_t given,
               std::uint64_t version) {
  Order order = write_order(lbn, blocks);
  order.bytes = given * kBlockBytes;
  order.list.resize(order.bytes);
  order.with_data = true;
  for (std::uint32_t i = 0; i < given; ++i) {
    fill_block(&order.list[std::size_t{i} * kBlockBytes], lbn + i, version);
  }
  return order;
}

Order read_of(std::uint32_t lbn, std::uint16_t blocks, std::uint32_t room_bytes) {
  Order order = read_order(lbn, blocks);
  order.bytes = room_bytes;
  order.with_data = true;
  return order;
}

Order read_of(std::uint32_t lbn, std::uint16_t blocks) {
  return read_of(lbn, blocks, blocks * kBlockBytes);
}

std::uint64_t version(const Exchange& e, std::uint32_t lbn, std::uint32_t block) {
  return version_of(&e.data[std::size_t{block} * kBlockBytes], lbn + block);
}

// Each block is the old one or the new one, and those that never came are old. 600 blocks are more
// than a segment, so that the host is asked for them in pieces.
TEST(BrokenOff, AWriteWithTooLittleData) {
  for (const bool write_back : {false, true}) {
    for (const std::uint16_t blocks : {std::uint16_t{4}, std::uint16_t{600}}) {
      for (const std::uint32_t given : {0U, 1U, blocks - 1U}) {
        BusRig rig(with_contents(write_back));
        CommandScript(rig)
            .add(write_of(500'000, blocks, blocks, 1))
            .add(write_of(500'000, blocks, given, 2))
            .reply({0x03, 0, 0, 0, 18, 0}, 18)
            .add(read_of(500'000, blocks));
        rig.run();
        const ScsiTester& host = rig.host();
        EXPECT_EQ(sense(host[0]), kGood);
        EXPECT_EQ(sense(host[1]), kBrokenOff) << given << " of " << blocks;
        EXPECT_EQ(host[1].moved_bytes, given * kBlockBytes);
        EXPECT_EQ(data(host[2])[2], 0x0b);
        EXPECT_EQ(data(host[2])[12], 0x48);
        EXPECT_EQ(sense(host[3]), kGood);
        for (std::uint32_t i = 0; i < blocks; ++i) {
          const std::uint64_t found = version(host[3], 500'000, i);
          EXPECT_TRUE(found == 1 || (found == 2 && i < given)) << "block " << i << ": " << found;
        }
      }
    }
  }
}

TEST(BrokenOff, AReadWithTooLittleRoom) {
  for (const std::uint16_t blocks : {std::uint16_t{4}, std::uint16_t{600}}) {
    for (const std::uint32_t room : {0U, 100U, 512U, 1100U, blocks * 512U - 1U}) {
      BusRig rig(with_contents());
      CommandScript(rig)
          .add(write_of(500'000, blocks, blocks, 1))
          .add(read_of(500'000, blocks, room))
          .add(read_of(500'000, blocks));
      rig.run();
      const Exchange& e = rig.host()[1];
      EXPECT_EQ(sense(e), kBrokenOff) << room << " bytes for " << blocks << " blocks";
      EXPECT_EQ(e.moved_bytes, room / kBlockBytes * kBlockBytes);
      for (std::uint32_t i = 0; i < room / kBlockBytes; ++i) {
        EXPECT_EQ(version(e, 500'000, i), 1U);
      }
      EXPECT_EQ(e.data[e.moved_bytes], 0xee);
      EXPECT_EQ(sense(rig.host()[2]), kGood);
      EXPECT_EQ(version(rig.host()[2], 500'000, blocks - 1U), 1U);
    }
  }
}

// A hit of 16 blocks with room for 8: eight blocks at 3.01 MB/s, and Read Completion (0.057).
TEST(BrokenOff, ThePhaseEndsEarly) {
  BusRig rig(with_contents());
  CommandScript(rig).add(read_of(500'000, 16)).add(read_of(500'000, 16, 8 * 512));
  rig.run();
  const Exchange& e = rig.host()[1];
  ASSERT_EQ(e.story(), "A S in !");
  EXPECT_NEAR(e.ms(3) - e.ms(2), 8 * kReadBlockMs + 0.057, kRoundingMs);
}

TEST(BrokenOff, ParameterDataAndLists) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x12, 0, 0, 0, 36, 0}, 10)
      .list({0x15, 0x10, 0, 0, 12, 0}, {0, 0, 0, 0, 0x0a, 6})
      .list({0x07, 0, 0, 0, 0, 0}, {0, 0, 0, 4})  // REASSIGN BLOCKS: the header says four more
      .reply({0x12, 0, 0, 0, 36, 0}, 36);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kBrokenOff);
  EXPECT_EQ(rig.host()[0].moved_bytes, 10U);
  EXPECT_EQ(sense(rig.host()[1]), kBrokenOff);
  EXPECT_EQ(sense(rig.host()[2]), kBrokenOff);
  EXPECT_EQ(sense(rig.host()[3]), kGood);
}

// Another command's answer is broken off while the drive is at work.
TEST(BrokenOff, BesideATaskThatGoesOn) {
  BusRig rig(with_contents());
  rig.host().send(read_of(500'000, 16));
  rig.host().send_at(5, reply_order({0x12, 0, 0, 0, 36, 0}, 0));
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_NEAR(rig.host()[0].end_ms(), 17.086, 0.001);  // docs/inside/architecture.md
  EXPECT_EQ(sense(rig.host()[1]), kBrokenOff);
}

}  // namespace
}  // namespace headstack
