// What follows from the standard that a drive claims: bytes by hand from SPC-4 and SBC-3. The drive
// is the C2247, as if it claimed SPC-4.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

RigOptions claims_spc_4() {
  RigOptions options;
  options.config.interface.standard = HS_SPC_4;
  options.config.bus.width_bits = 16;
  return options;
}

TEST(ScsiStandard, InquiryOfSpc4) {
  BusRig rig(claims_spc_4());
  CommandScript(rig).reply({0x12, 0, 0, 0, 255, 0}, 255).reply({0x12, 0, 0, 0, 36, 0}, 36);
  rig.run();
  const Bytes all = data(rig.host()[0]);
  ASSERT_EQ(all.size(), 74U);
  EXPECT_EQ(all[2], 0x06);  // version
  EXPECT_EQ(all[3], 0x02);  // format of the reply
  EXPECT_EQ(all[4], 69);    // bytes after this one
  EXPECT_EQ(all[7], 0x02);  // CMDQUE; bits 5 and 4 are obsolete
  EXPECT_EQ(std::string(all.begin() + 8, all.begin() + 32), "HEADSTCKhp_c2247        ");
  EXPECT_EQ(Bytes(all.begin() + 36, all.begin() + 58), Bytes(22));
  Bytes descriptors = {0x00, 0xa0, 0x04, 0x60, 0x04, 0xc0};  // SAM-5, SPC-4, SBC-3
  descriptors.resize(16);
  EXPECT_EQ(Bytes(all.begin() + 58, all.end()), descriptors);
  EXPECT_EQ(data(rig.host()[1]), Bytes(all.begin(), all.begin() + 36));
}

// A segment has 256 blocks, and the disk turns 5400 times a minute.
TEST(ScsiStandard, VitalPagesOfSbc3) {
  BusRig rig(claims_spc_4());
  CommandScript(rig)
      .reply({0x12, 1, 0x00, 0, 255, 0}, 255)
      .reply({0x12, 1, 0xb0, 0, 255, 0}, 255)
      .reply({0x12, 1, 0xb1, 0, 255, 0}, 255)
      .reply({0x12, 1, 0xb2, 0, 255, 0}, 255);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]), (Bytes{0, 0, 0, 5, 0x00, 0x80, 0x83, 0xb0, 0xb1}));
  Bytes limits = {0, 0xb0, 0, 0x3c};
  limits.resize(64);
  limits[14] = 1;
  EXPECT_EQ(data(rig.host()[1]), limits);
  Bytes characteristics = {0, 0xb1, 0, 0x3c, 0x15, 0x18};
  characteristics.resize(64);
  EXPECT_EQ(data(rig.host()[2]), characteristics);
  EXPECT_EQ(sense(rig.host()[3]), "05/24/00");
}

// SBC-3 5.16.2 and 6.6.3: two squared blocks are a physical sector, block 0 begins one, and
// transfers should be whole ones. Without physical sectors, the bytes are 0 (VitalPagesOfSbc3).
TEST(ScsiStandard, PhysicalSectors) {
  RigOptions options = claims_spc_4();
  options.config.layout.bytes_per_physical_sector = 2048;
  BusRig rig(options);
  CommandScript(rig)
      .reply({0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0}, 32)
      .reply({0x12, 1, 0xb0, 0, 255, 0}, 255);
  rig.run();
  Bytes capacity = {0, 0, 0, 0, 0, 0x1f, 0x5a, 0xcf, 0, 0, 2, 0, 0, 2};  // 2,054,864 blocks
  capacity.resize(32);
  EXPECT_EQ(data(rig.host()[0]), capacity);
  Bytes limits = {0, 0xb0, 0, 0x3c, 0, 0, 0, 4};
  limits.resize(64);
  limits[14] = 1;
  EXPECT_EQ(data(rig.host()[1]), limits);
}

// Pages 08h and 0Ah have 20 and 12 bytes; the host can change SWP.
TEST(ScsiStandard, ModePagesOfSpc4) {
  BusRig rig(claims_spc_4());
  CommandScript(rig)
      .reply({0x1a, 0x08, 0x48, 0, 255, 0}, 255)
      .reply({0x1a, 0x08, 0x4a, 0, 255, 0}, 255)
      .reply({0x1a, 0x08, 0x0a, 0, 255, 0}, 255);
  rig.run();
  Bytes caching = {23, 0, 0x10, 0, 0x88, 18, 0x05, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
  caching.resize(24);
  EXPECT_EQ(data(rig.host()[0]), caching);
  Bytes changeable = {15, 0, 0x10, 0, 0x8a, 10, 0, 0x10, 0x08};
  changeable.resize(16);
  EXPECT_EQ(data(rig.host()[1]), changeable);
  Bytes control = {15, 0, 0x10, 0, 0x8a, 10, 0, 0x10};
  control.resize(16);
  EXPECT_EQ(data(rig.host()[2]), control);
}

TEST(ScsiStandard, ReservationsAreObsolete) {
  BusRig rig(claims_spc_4());
  CommandScript(rig).reply({0x16, 0, 0, 0, 0, 0}, 0).reply({0x57, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/20/00");
  EXPECT_EQ(sense(rig.host()[1]), "05/20/00");
}

// SPC-4 6.35. A descriptor has 8 bytes, and 12 more with the time-outs (RCTD).
TEST(ScsiStandard, SupportedOperations) {
  BusRig rig(claims_spc_4());
  CommandScript(rig)
      .reply({0xa3, 0x0c, 0x00, 0, 0, 0, 0, 0, 4, 0, 0, 0}, 1024)
      .reply({0xa3, 0x0c, 0x80, 0, 0, 0, 0, 0, 4, 0, 0, 0}, 1024)
      .reply({0xa3, 0x0c, 0x01, 0x28, 0, 0, 0, 0, 1, 0, 0, 0}, 256)
      .reply({0xa3, 0x0c, 0x82, 0x9e, 0, 0x10, 0, 0, 1, 0, 0, 0}, 256)
      .reply({0xa3, 0x0c, 0x01, 0x16, 0, 0, 0, 0, 1, 0, 0, 0}, 256)
      .reply({0xa3, 0x0c, 0x02, 0x9e, 0, 0x11, 0, 0, 1, 0, 0, 0}, 256)
      .reply({0xa3, 0x0c, 0x01, 0x9e, 0, 0, 0, 0, 1, 0, 0, 0}, 256)
      .reply({0xa3, 0x0c, 0x02, 0x28, 0, 0, 0, 0, 1, 0, 0, 0}, 256);
  rig.run();
  const Bytes all = data(rig.host()[0]);
  ASSERT_EQ(all.size() % 8, 4U);
  const std::size_t operations = all.size() / 8;
  EXPECT_EQ(all[2] * 256U + all[3], 8 * operations);
  bool capacity = false;
  for (std::size_t at = 4; at < all.size(); at += 8) {
    EXPECT_NE(all[at], 0x16);  // RESERVE (6)
    capacity = capacity || Bytes(&all[at], &all[at] + 8) == Bytes{0x9e, 0, 0, 0x10, 0, 1, 0, 16};
  }
  EXPECT_TRUE(capacity);
  const Bytes timed = data(rig.host()[1]);
  ASSERT_EQ(timed.size(), 4 + 20 * operations);
  EXPECT_EQ(Bytes(&timed[4], &timed[4] + 20),
            (Bytes{0x28, 0, 0, 0, 0, 2, 0, 10, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(data(rig.host()[2]),
            (Bytes{0, 3, 0, 10, 0x28, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x04}));
  const Bytes one = data(rig.host()[3]);
  ASSERT_EQ(one.size(), 4U + 16 + 12);
  EXPECT_EQ(Bytes(one.begin(), one.begin() + 6), (Bytes{0, 0x83, 0, 16, 0x9e, 0x10}));
  EXPECT_EQ(Bytes(one.begin() + 20, one.begin() + 22), (Bytes{0, 10}));
  EXPECT_EQ(data(rig.host()[4]), (Bytes{0, 1, 0, 0}));  // obsolete: not supported
  EXPECT_EQ(data(rig.host()[5]), (Bytes{0, 1, 0, 0}));
  EXPECT_EQ(sense(rig.host()[6]), "05/24/00");  // has service actions
  EXPECT_EQ(field(rig.host()[6]), (Bytes{0xc0, 0, 2}));
  EXPECT_EQ(sense(rig.host()[7]), "05/24/00");  // has none
}

// Software write protection (SPC-4 7.5.8): no write, whatever the command, until SWP is 0 again.
TEST(ScsiStandard, WriteProtection) {
  RigOptions options = claims_spc_4();
  options.contents = true;
  BusRig rig(options);
  Bytes set = {0, 0, 0, 0, 0x0a, 10, 0, 0x10, 0x08};
  set.resize(16);
  Bytes cleared = set;
  cleared[8] = 0;
  const Bytes block(512, 7);
  CommandScript(rig)
      .list({0x2a, 0, 0, 0, 0, 9, 0, 0, 1, 0}, block)
      .list({0x15, 0x10, 0, 0, 16, 0}, set)
      .list({0x2a, 0, 0, 0, 0, 9, 0, 0, 1, 0}, Bytes(512, 8))
      .list({0x2e, 0, 0, 0, 0, 9, 0, 0, 1, 0}, Bytes(512, 8))
      .list({0x07, 0, 0, 0, 0, 0}, {0, 0, 0, 4, 0, 0, 0, 9})
      .reply({0x28, 0, 0, 0, 0, 9, 0, 0, 1, 0}, 512)
      .reply({0x1a, 0x08, 0x0a, 0, 3, 0}, 3)
      .list({0x15, 0x10, 0, 0, 16, 0}, cleared)
      .list({0x2a, 0, 0, 0, 0, 9, 0, 0, 1, 0}, Bytes(512, 9))
      .reply({0x28, 0, 0, 0, 0, 9, 0, 0, 1, 0}, 512)
      .reply({0x1a, 0x08, 0x0a, 0, 3, 0}, 3);
  rig.run();
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  EXPECT_EQ(sense(rig.host()[2]), "07/27/02");
  EXPECT_EQ(sense(rig.host()[3]), "07/27/02");
  EXPECT_EQ(sense(rig.host()[4]), "07/27/02");
  EXPECT_EQ(data(rig.host()[5]), block);
  EXPECT_EQ(data(rig.host()[6]), (Bytes{15, 0, 0x90}));
  EXPECT_EQ(sense(rig.host()[7]), kGood);
  EXPECT_EQ(sense(rig.host()[8]), kGood);
  EXPECT_EQ(data(rig.host()[9]), Bytes(512, 9));
  EXPECT_EQ(data(rig.host()[10]), (Bytes{15, 0, 0x10}));
}

// SCSI-2 has no such bit.
TEST(ScsiStandard, NoWriteProtectionInScsi2) {
  BusRig rig;
  CommandScript(rig).list({0x15, 0x10, 0, 0, 12, 0}, {0, 0, 0, 0, 0x0a, 6, 0, 0x10, 0x08, 0, 0, 0});
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/26/00");
  EXPECT_EQ(field(rig.host()[0]), (Bytes{0x80, 0, 8}));
}

// The same defects with a header of 8 bytes (SBC-3 5.19).
TEST(ScsiStandard, ReadDefects12) {
  BusRig rig(claims_spc_4());
  CommandScript(rig)
      .list({0x07, 0, 0, 0, 0, 0}, {0, 0, 0, 4, 0, 0, 0, 9})
      .reply({0x37, 0, 0x08, 0, 0, 0, 0, 0, 255, 0}, 255)
      .reply({0xb7, 0x08, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0}, 255);
  rig.run();
  const Bytes ten = data(rig.host()[1]);
  const Bytes twelve = data(rig.host()[2]);
  ASSERT_EQ(ten.size(), 8U);
  ASSERT_EQ(twelve.size(), 12U);
  EXPECT_EQ(Bytes(ten.begin(), ten.begin() + 4), (Bytes{0, 0x08, 0, 4}));
  EXPECT_EQ(Bytes(twelve.begin(), twelve.begin() + 8), (Bytes{0, 0x08, 0, 0, 0, 0, 0, 4}));
  EXPECT_EQ(Bytes(ten.begin() + 4, ten.end()), Bytes(twelve.begin() + 8, twelve.end()));
}

}  // namespace
}  // namespace headstack
