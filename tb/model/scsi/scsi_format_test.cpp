// FORMAT UNIT (SCSI-2 9.2.1): its effect on data, and its time.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

const Bytes kWritten(512, 7);
// 2051 cylinders of 13 tracks of the C2247. Each track takes a revolution and the skew to the next
// head.
constexpr double kTracks = 2051.0 * 13;

RigOptions with_contents() {
  RigOptions options;
  options.contents = true;
  options.config.cache.write_back = true;
  return options;
}

Order write_block() { return list_order({0x2a, 0, 0, 0, 0, 9, 0, 0, 1, 0}, kWritten); }
Order read_block() { return reply_order({0x28, 0, 0, 0, 0, 9, 0, 0, 1, 0}, 512); }

TEST(ScsiFormat, ErasesAllAfterTheTimeOfAllTracks) {
  BusRig rig(with_contents());
  CommandScript(rig)
      .add(write_block())
      .add(read_block())
      .reply({0x04, 0, 0, 0, 0, 0}, 0)
      .add(read_block())
      .add(write_block())
      .add(read_block());
  rig.run();
  EXPECT_EQ(data(rig.host()[1]), kWritten);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  const double took = rig.host()[2].end_ms() - rig.host()[2].ms(0);
  EXPECT_GT(took, kTracks * kTurnMs);
  EXPECT_LT(took, kTracks * kTurnMs * 1.25);
  EXPECT_EQ(sense(rig.host()[3]), kGood);
  EXPECT_EQ(data(rig.host()[3]), Bytes(512));
  EXPECT_EQ(data(rig.host()[5]), kWritten);
}

// IMMED: the status comes at once, and other commands report the progress meanwhile.
TEST(ScsiFormat, AtOnceWithAProgress) {
  BusRig rig(with_contents());
  ScsiTester& host = rig.host();
  const double all_ms = kTracks * kTurnMs;
  host.send(write_block());
  host.send_at(1'000, list_order({0x04, 0x10, 0, 0, 0, 0}, {0, 0x02, 0, 0}));
  host.send_at(2'000, read_block());
  host.send_at(2'100, reply_order({0x1b, 0, 0, 0, 0, 0}, 0));    // STOP UNIT
  host.send_at(2'200, reply_order({0x12, 0, 0, 0, 36, 0}, 36));  // INQUIRY
  host.send_at(1'000 + all_ms / 2, reply_order({0x00, 0, 0, 0, 0, 0}, 0));
  host.send_at(1'100 + all_ms / 2, reply_order({0x12, 0, 0, 0, 36, 0}, 36));
  host.send_at(1'200 + all_ms / 2, reply_order({0x03, 0, 0, 0, 18, 0}, 18));
  host.send_at(1'000 + all_ms * 1.25, read_block());
  rig.run();
  EXPECT_EQ(sense(host[1]), kGood);
  EXPECT_LT(host[1].end_ms(), 1'100);
  EXPECT_EQ(sense(host[2]), "02/04/04");
  EXPECT_EQ(sense(host[3]), "02/04/04");
  EXPECT_EQ(sense(host[4]), kGood);
  EXPECT_EQ(sense(host[5]), "02/04/04");
  EXPECT_EQ(host[5].sense[15], 0x80);  // bytes 16 and 17 have the progress
  EXPECT_NEAR(host[5].sense[16] / 256.0, 0.45, 0.06);
  const Bytes asked = data(host[7]);
  EXPECT_EQ(asked[2], 0x02);
  EXPECT_EQ(asked[12], 0x04);
  EXPECT_EQ(asked[13], 0x04);
  EXPECT_EQ(asked[15], 0x80);
  EXPECT_GE(asked[16], host[5].sense[16]);
  EXPECT_EQ(sense(host[8]), kGood);
  EXPECT_EQ(data(host[8]), Bytes(512));
}

TEST(ScsiFormat, ListsThatTheDriveRefuses) {
  const std::vector<std::pair<Bytes, unsigned char>> lists = {
      {{1, 0, 0, 0}, 0},     // protection information
      {{0, 0x20, 0, 0}, 1},  // DCRT without FOV
      {{0, 0x88, 0, 0}, 1},  // an initialization pattern
      {{0, 0x80, 0, 4}, 2},  // defects
  };
  BusRig rig(with_contents());
  CommandScript script(rig);
  script.add(write_block());
  for (const auto& [list, byte] : lists) {
    script.list({0x04, 0x10, 0, 0, 0, 0}, list);
  }
  script.add(read_block());
  rig.run();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    EXPECT_EQ(sense(rig.host()[i + 1]), "05/26/00") << i;
    EXPECT_EQ(field(rig.host()[i + 1]), (Bytes{0x80, 0, lists[i].second})) << i;
  }
  EXPECT_EQ(data(rig.host()[lists.size() + 1]), kWritten);
}

// Defects that have grown stay, and their blocks stay where they were moved.
TEST(ScsiFormat, KeepsTheGrownDefects) {
  BusRig rig(with_contents());
  CommandScript(rig)
      .list({0x07, 0, 0, 0, 0, 0}, {0, 0, 0, 4, 0, 0, 0, 9})
      .reply({0x37, 0, 0x0d, 0, 0, 0, 0, 0, 255, 0}, 255)
      .list({0x04, 0x10, 0, 0, 0, 0}, {0, 0x80, 0, 0})
      .reply({0x37, 0, 0x0d, 0, 0, 0, 0, 0, 255, 0}, 255);
  rig.run();
  EXPECT_EQ(data(rig.host()[1]).size(), 12U);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(data(rig.host()[3]), data(rig.host()[1]));
}

}  // namespace
}  // namespace headstack
