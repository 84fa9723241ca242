// VERIFY with BYTCHK, and WRITE AND VERIFY (SCSI-2 9.2.19, 9.2.22; SBC-3 5.36): what the medium
// holds, against the host's blocks.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

constexpr std::uint8_t kVerify = 0x2f;
constexpr std::uint8_t kWriteVerify = 0x2e;
constexpr std::uint8_t kCompare = 0x02;
constexpr std::uint32_t kSegment = 256;  // blocks

class ScsiVerify : public testing::TestWithParam<bool> {
 protected:
  // The parameter: writes are cached.
  static RigOptions options(bool contents = true) {
    RigOptions options;
    options.contents = contents;
    options.config.cache.write_back = GetParam();
    return options;
  }
  static Order order(std::uint8_t code, std::uint8_t byte_1, std::uint16_t blocks, Bytes bytes) {
    return list_order({code, byte_1, 0, 0, 0x40, 0, 0, static_cast<std::uint8_t>(blocks >> 8),
                       static_cast<std::uint8_t>(blocks), 0},
                      std::move(bytes));
  }
  static Order read(std::uint16_t blocks) {
    return reply_order({0x28, 0, 0, 0, 0x40, 0, 0, static_cast<std::uint8_t>(blocks >> 8),
                        static_cast<std::uint8_t>(blocks), 0},
                       512U * blocks);
  }
  // Blocks that all differ from each other.
  static Bytes blocks(std::uint32_t count, unsigned char seed = 0) {
    Bytes bytes(std::size_t{512} * count);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<unsigned char>(i / 512 * 31 + i % 512 * 7 + seed);
    }
    return bytes;
  }
  static std::uint32_t information(const Exchange& e) {
    return std::uint32_t{e.sense[3]} << 24 | std::uint32_t{e.sense[4]} << 16 |
           std::uint32_t{e.sense[5]} << 8 | e.sense[6];
  }
};

INSTANTIATE_TEST_SUITE_P(WriteCache, ScsiVerify, testing::Bool());

TEST_P(ScsiVerify, EqualBlocksAreGood) {
  BusRig rig(options());
  CommandScript(rig)
      .add(order(0x2a, 0, 3, blocks(3)))
      .add(order(kVerify, kCompare, 3, blocks(3)))
      .add(read(3));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(rig.host()[1].moved_bytes, 3U * 512);
  EXPECT_EQ(rig.host()[1].story(), "A S out D R !");
  EXPECT_EQ(data(rig.host()[2]), blocks(3));
}

// The first of the blocks that differ is reported, whichever sector the head reads first.
TEST_P(ScsiVerify, TheFirstDifferenceIsReported) {
  BusRig rig(options());
  Bytes other = blocks(60);
  other[512 * 58] ^= 1U;
  other[512 * 21 + 511] ^= 0x80U;
  CommandScript(rig)
      .add(order(0x2a, 0, 60, blocks(60)))
      .add(order(kVerify, kCompare, 60, other))
      .add(order(kVerify, kCompare, 60, blocks(60)))
      .add(read(60));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), "0e/1d/00");
  EXPECT_EQ(rig.host()[1].sense[0], 0xf0);  // the information is valid
  EXPECT_EQ(information(rig.host()[1]), 0x4000U + 21);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(data(rig.host()[3]), blocks(60));
}

// More than a segment: the host's blocks come in parts.
TEST_P(ScsiVerify, InSegments) {
  constexpr std::uint32_t kBlocks = 2 * kSegment + 7;
  BusRig rig(options());
  Bytes other = blocks(kBlocks);
  other[512 * (kBlocks - 2)] ^= 1U;
  CommandScript(rig)
      .add(order(0x2a, 0, kBlocks, blocks(kBlocks)))
      .add(order(kVerify, kCompare, kBlocks, blocks(kBlocks)))
      .add(order(kVerify, kCompare, kBlocks, other));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(rig.host()[1].moved_bytes, kBlocks * 512);
  EXPECT_EQ(sense(rig.host()[2]), "0e/1d/00");
  EXPECT_EQ(information(rig.host()[2]), 0x4000U + kBlocks - 2);
}

// A sector that was never written holds zeros.
TEST_P(ScsiVerify, BlocksNeverWritten) {
  BusRig rig(options());
  CommandScript(rig)
      .add(order(kVerify, kCompare, 2, Bytes(1024)))
      .add(order(kVerify, kCompare, 2, blocks(2)));
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(sense(rig.host()[1]), "0e/1d/00");
}

TEST_P(ScsiVerify, WithoutBytchkNothingIsCompared) {
  BusRig rig(options());
  CommandScript(rig).add(order(0x2a, 0, 2, blocks(2))).add(order(kVerify, 0, 2, {}));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(rig.host()[1].moved_bytes, 0U);
}

TEST_P(ScsiVerify, WriteAndVerifyWrites) {
  constexpr std::uint32_t kBlocks = kSegment + 9;
  BusRig rig(options());
  CommandScript(rig)
      .add(order(0x2a, 0, kBlocks, blocks(kBlocks)))
      .add(read(kBlocks))
      .add(order(kWriteVerify, 0, kBlocks, blocks(kBlocks, 1)))
      .add(read(kBlocks))
      .add(order(kWriteVerify, kCompare, kBlocks, blocks(kBlocks, 2)))
      .add(read(kBlocks));
  rig.run();
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(rig.host()[2].moved_bytes, kBlocks * 512);
  EXPECT_EQ(data(rig.host()[3]), blocks(kBlocks, 1));
  EXPECT_EQ(sense(rig.host()[4]), kGood);
  EXPECT_EQ(data(rig.host()[5]), blocks(kBlocks, 2));
}

// The head writes a sector, and reads it a revolution later.
TEST_P(ScsiVerify, WriteAndVerifyTakesARevolution) {
  BusRig rig(options());
  CommandScript(rig).add(order(kVerify, 0, 1, {})).add(order(kWriteVerify, kCompare, 1, blocks(1)));
  rig.run();
  const double took = rig.host()[1].end_ms() - rig.host()[1].ms(2);
  EXPECT_GT(took, kTurnMs);
  EXPECT_LT(took, 2.5 * kTurnMs);
}

// The host's blocks begin 0.025 ms after the target has taken the bus for them, and 0.162 ms later
// if it had to reselect the host (Worthington 1994, table A.4). The first blocks come in the
// command's connection, unless the command was queued.
TEST_P(ScsiVerify, DataBeginAfterTheirPreparation) {
  constexpr std::uint32_t kBlocks = 2 * kSegment + 7;
  for (const std::uint8_t code : {kVerify, kWriteVerify}) {
    for (const bool queued : {false, true}) {
      BusRig rig(options(false));
      if (queued) {
        rig.host().send(read_order(1'000'000, 16));
      }
      rig.host().send_at(1, order(code, kCompare, kBlocks, blocks(kBlocks)));
      rig.run();
      const Exchange& e = rig.host()[queued ? 1 : 0];
      EXPECT_EQ(e.story(),
                queued ? "A S D R out D R out D R out D R !" : "A S out D R out D R out D R !");
      for (std::size_t i = 1; i < e.phases.size(); ++i) {
        if (e.phases[i].phase == ScsiPhase::data_out) {
          const bool reselected = e.phases[i - 1].phase == ScsiPhase::reselection;
          EXPECT_NEAR(e.ms(i) - e.ms(i - 1), reselected ? 0.162 + 0.025 : 0.025, 1e-5) << i;
        }
      }
    }
  }
}

TEST_P(ScsiVerify, WithoutContentsAllIsEqual) {
  BusRig rig(options(false));
  CommandScript(rig)
      .add(order(0x2a, 0, 2, blocks(2)))
      .add(order(kVerify, kCompare, 2, blocks(2, 9)))
      .add(order(kWriteVerify, kCompare, 2, blocks(2, 9)));
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
}

// The host has fewer blocks than the command names.
TEST_P(ScsiVerify, TooLittleData) {
  BusRig rig(options());
  CommandScript(rig).add(order(kVerify, kCompare, 3, Bytes(1024))).add(read(1));
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "0b/48/00");
  EXPECT_EQ(sense(rig.host()[1]), kGood);
}

}  // namespace
}  // namespace headstack
