// READ DEFECT DATA of a drive that was made with defects: a C2247 whose first zone (96 sectors, 13
// heads, 17 reserved tracks) slips two sectors and has one block on a spare place.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

RigOptions made_with_defects() {
  RigOptions options;
  for (auto& zone : options.config.layout.zones) {
    zone.slipped_tracks.clear();
  }
  // Track 20 = cylinder 1, head 7, sectors 80 and 81; track 31 = cylinder 2, head 5, sector 24.
  options.config.layout.zones[0].slipped_sectors = {2000, 2001};
  options.config.layout.zones[0].reallocated_sectors = {3000};
  return options;
}

constexpr unsigned char kMoved = 0x56;  // block 3000 - 17 * 96 - 2 = 0x556

TEST(ScsiDefectList, EachFormat) {
  BusRig rig(made_with_defects());
  CommandScript(rig)
      .reply({0x37, 0, 0x15, 0, 0, 0, 0, 0, 99, 0}, 99)
      .reply({0x37, 0, 0x14, 0, 0, 0, 0, 0, 99, 0}, 99)
      .reply({0x37, 0, 0x10, 0, 0, 0, 0, 0, 99, 0}, 99);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]), (Bytes{0, 0x15, 0, 24,                     //
                                        0, 0,    1, 7,  0, 0, 0, 80,        //
                                        0, 0,    1, 7,  0, 0, 0, 81,        //
                                        0, 0,    2, 5,  0, 0, 0, 24}));     //
  EXPECT_EQ(data(rig.host()[1]), (Bytes{0, 0x14, 0, 24,                     //
                                        0, 0,    1, 7,  0, 0, 0xa0, 0,      // 80 * 512
                                        0, 0,    1, 7,  0, 0, 0xa2, 0,      //
                                        0, 0,    2, 5,  0, 0, 0x30, 0}));   //
  EXPECT_EQ(data(rig.host()[2]), (Bytes{0, 0x10, 0, 4, 0, 0, 5, kMoved}));  // slips have no block
  for (const std::size_t i : {0U, 1U, 2U}) {
    EXPECT_EQ(sense(rig.host()[i]), kGood);
  }
}

// Moved again, the block is in both lists, with the place that it had each time.
TEST(ScsiDefectList, WhatGrowsStaysOutOfThePrimaryList) {
  BusRig rig(made_with_defects());
  CommandScript(rig)
      .list({0x07}, {0, 0, 0, 8, 0, 0, 5, kMoved, 0, 0, 0, 100})
      .reply({0x37, 0, 0x15, 0, 0, 0, 0, 0, 99, 0}, 99)
      .reply({0x37, 0, 0x0d, 0, 0, 0, 0, 0, 99, 0}, 99)
      .reply({0x37, 0, 0x1d, 0, 0, 0, 0, 0, 99, 0}, 99);
  rig.run();
  EXPECT_EQ(rig.host()[1].moved_bytes, 4U + 3 * 8);
  EXPECT_EQ(rig.host()[2].moved_bytes, 4U + 2 * 8);
  EXPECT_EQ(rig.host()[3].moved_bytes, 4U + 5 * 8);
  const Bytes grown = data(rig.host()[2]);
  EXPECT_NE((Bytes{grown.begin() + 4, grown.begin() + 12}), (Bytes{0, 0, 2, 5, 0, 0, 0, 24}));
}

TEST(ScsiDefectList, AListThatDoesNotFitIsCutShort) {
  RigOptions options = made_with_defects();
  auto& slipped = options.config.layout.zones[0].slipped_sectors;
  slipped.clear();
  for (std::uint32_t i = 0; i < 70; ++i) {
    slipped.push_back(4000 + 2 * i);
  }
  BusRig rig(options);
  CommandScript(rig).reply({0x37, 0, 0x15, 0, 0, 0, 0, 4, 0, 0}, 1024);
  rig.run();
  const Bytes list = data(rig.host()[0]);
  EXPECT_EQ(sense(rig.host()[0]), "01/1f/00");
  EXPECT_EQ(list.size(), 4U + 64 * 8);
  EXPECT_EQ(list[2] * 256 + list[3], 71 * 8);
}

}  // namespace
}  // namespace headstack
