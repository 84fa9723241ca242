// Every command's bytes as the host sees them, against SCSI-2, SPC-2 and SBC-2 by hand. The drive
// is the C2247: 2,054,864 = 0x1f5ad0 blocks of 512 bytes, 2,051 cylinders, 13 heads, 5400 rpm.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

TEST(ScsiCommands, ReadCapacity) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x25}, 8)
      .reply({0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 99}, 99)
      .reply({0x25, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 8)
      .reply({0x25, 0, 0, 0, 0x03, 0x60, 0, 0, 1, 0}, 8)
      .reply({0x25, 0, 0, 0x1f, 0x5a, 0xcf, 0, 0, 1, 0}, 8)
      .reply({0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 1}, 99);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]), (Bytes{0, 0x1f, 0x5a, 0xcf, 0, 0, 2, 0}));
  Bytes sixteen(32);
  sixteen[5] = 0x1f;
  sixteen[6] = 0x5a;
  sixteen[7] = 0xcf;
  sixteen[10] = 2;
  EXPECT_EQ(data(rig.host()[1]), sixteen);
  // The first data track is head 4 of cylinder 1: nine tracks of 96 up to its end.
  EXPECT_EQ(data(rig.host()[2]), (Bytes{0, 0, 0x03, 0x5f, 0, 0, 2, 0}));
  // The next cylinder has 13 of them: 864 + 1248 - 1 = 2111.
  EXPECT_EQ(data(rig.host()[3]), (Bytes{0, 0, 0x08, 0x3f, 0, 0, 2, 0}));
  EXPECT_EQ(data(rig.host()[4]), (Bytes{0, 0x1f, 0x5a, 0xcf, 0, 0, 2, 0}));
  EXPECT_EQ(data(rig.host()[5]), (Bytes{0, 0, 0, 0, 0, 0, 0x03, 0x5f, 0, 0, 2, 0}));
}

TEST(ScsiCommands, VitalProductData) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x12, 1, 0x00, 0, 255, 0}, 255)
      .reply({0x12, 1, 0x80, 0, 255, 0}, 255)
      .reply({0x12, 1, 0x83, 0, 255, 0}, 255)
      .reply({0x12, 1, 0xb0, 0, 255, 0}, 255);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]), (Bytes{0, 0, 0, 3, 0x00, 0x80, 0x83}));
  Bytes serial = {0, 0x80, 0, 16};
  serial.resize(20, ' ');  // not known
  EXPECT_EQ(data(rig.host()[1]), serial);
  const std::string name = "HEADSTCKhp_c2247                        ";
  Bytes designation = {0, 0x83, 0, 44, 0x02, 0x01, 0, 40};
  designation.insert(designation.end(), name.begin(), name.end());
  EXPECT_EQ(data(rig.host()[2]), designation);
  EXPECT_EQ(sense(rig.host()[3]), "05/24/00");
  EXPECT_EQ(field(rig.host()[3]), (Bytes{0xc0, 0, 2}));
}

TEST(ScsiCommands, ReportLuns) {
  BusRig rig;
  CommandScript(rig)
      .reply({0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 16}, 16)
      .reply({0xa0, 0, 1, 0, 0, 0, 0, 0, 0, 16}, 16);
  rig.run();
  EXPECT_EQ(data(rig.host()[0]), (Bytes{0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(data(rig.host()[1]), (Bytes{0, 0, 0, 0, 0, 0, 0, 0}));
}

// --- mode parameters
// ------------------------------------------------------------------------------

// Pages as MODE SENSE returns them. PS (80h) marks the pages that can be saved.
const Bytes kRecovery = {0x81, 10, 0xc0, 8, 0, 0, 0, 0, 8, 0, 0, 0};
const Bytes kFormat = {0x03, 22, 0, 0, 0, 0,  0, 0,  0,    0, 0, 96,
                       2,    0,  0, 1, 0, 14, 0, 32, 0x40, 0, 0, 0};
const Bytes kGeometry = {0x04, 22, 0, 0x08, 0x03, 13, 0, 0x08, 0x03, 0,    0x08, 0x03,
                         0,    0,  0, 0,    0,    0,  0, 0,    0x15, 0x18, 0,    0};
const Bytes kCaching = {0x88, 10, 0, 0, 0xff, 0xff, 0, 0, 0, 128, 0, 128};
const Bytes kControl = {0x8a, 6, 0, 0x10, 0, 0, 0, 0};

Bytes join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes& part : parts) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

TEST(ScsiCommands, ModeSenseOfAllPages) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x1a, 0, 0x3f, 0, 255, 0}, 255)
      .reply({0x5a, 0x08, 0x3f, 0, 0, 0, 0, 1, 0, 0}, 256)
      .reply({0x1a, 0x08, 0x84, 0, 255, 0}, 255);
  rig.run();
  const Bytes descriptor = {0, 0x1f, 0x5a, 0xd0, 0, 0, 2, 0};
  const Bytes pages = join({kRecovery, kFormat, kGeometry, kCaching, kControl});
  const auto total = static_cast<unsigned char>(pages.size());
  EXPECT_EQ(data(rig.host()[0]),
            join({{static_cast<unsigned char>(total + 11), 0, 0x10, 8}, descriptor, pages}));
  EXPECT_EQ(data(rig.host()[1]),
            join({{0, static_cast<unsigned char>(total + 6), 0, 0x10, 0, 0, 0, 0}, pages}));
  EXPECT_EQ(data(rig.host()[2]), join({{27, 0, 0x10, 0}, kGeometry}));
}

TEST(ScsiCommands, ChangeableModeParameters) {
  BusRig rig;
  CommandScript(rig).reply({0x1a, 0x08, 0x7f, 0, 255, 0}, 255);
  rig.run();
  Bytes format(24);
  format[0] = 0x03;
  format[1] = 22;
  Bytes geometry = format;
  geometry[0] = 0x04;
  EXPECT_EQ(data(rig.host()[0]), join({{83, 0, 0x10, 0},
                                       {0x81, 10, 0xed, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0},
                                       format,
                                       geometry,
                                       {0x88, 10, 0x05, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0},
                                       {0x8a, 6, 0, 0x10, 0, 0, 0, 0}}));
}

TEST(ScsiCommands, ModeSelectChangesCurrentValuesOnly) {
  BusRig rig;
  Bytes caching = {0x08, 10, 0x04, 0, 0xff, 0xff, 0, 7, 0, 64, 0, 128};
  Bytes control = {0x0a, 6, 0, 0x00, 0, 0, 0, 0};
  CommandScript(rig)
      .list({0x15, 0x10, 0, 0, 16, 0}, join({{0, 0, 0, 0}, caching}))
      .list({0x55, 0x10, 0, 0, 0, 0, 0, 0, 24, 0},
            join({{0, 0, 0, 0, 0, 0, 0, 8}, {0, 0, 0, 0, 0, 0, 2, 0}, control}))
      .reply({0x1a, 0x08, 0x08, 0, 255, 0}, 255)
      .reply({0x1a, 0x08, 0x88, 0, 255, 0}, 255)
      .reply({0x1a, 0x08, 0x0a, 0, 255, 0}, 255);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(rig.host()[0].story(), "A S out !");
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  caching[0] |= 0x80;
  control[0] |= 0x80;
  EXPECT_EQ(data(rig.host()[2]), join({{15, 0, 0x10, 0}, caching}));
  EXPECT_EQ(data(rig.host()[3]), join({{15, 0, 0x10, 0}, kCaching}));
  EXPECT_EQ(data(rig.host()[4]), join({{11, 0, 0x10, 0}, control}));
}

// Nothing of a bad list is taken, wherever it is bad.
TEST(ScsiCommands, BadModeSelect) {
  struct Case {
    Bytes list;
    const char* sense;
    Bytes field;
  };
  const Bytes header = {0, 0, 0, 0};
  const Bytes good = {0x0a, 6, 0, 0x00, 0, 0, 0, 0};
  const std::vector<Case> cases = {
      {{0, 0, 0}, "05/1a/00", {0, 0, 0}},
      {{0, 1, 0, 0}, "05/26/00", {0x80, 0, 1}},                          // medium type
      {{0, 0, 0, 7}, "05/26/00", {0x80, 0, 3}},                          // descriptor length
      {{0, 0, 0, 8, 0, 0}, "05/1a/00", {0, 0, 0}},                       // cut off
      {{0, 0, 0, 8, 1, 0, 0, 0, 0, 0, 2, 0}, "05/26/00", {0x80, 0, 4}},  // density
      {{0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 2, 0}, "05/26/00", {0x80, 0, 5}},  // blocks
      {{0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 4, 0}, "05/26/00", {0x80, 0, 9}},  // block length
      {join({header, good, {0x02, 0}}), "05/26/00", {0x80, 0, 12}},      // no such page
      {join({header, good, {0x0a}}), "05/1a/00", {0, 0, 0}},             // cut off
      {join({header, good, {0x0a, 6, 0}}), "05/1a/00", {0, 0, 0}},       // cut off
      {join({header, good, {0x0a, 7, 0}}), "05/26/00", {0x80, 0, 13}},   // length
      {join({header, good, {0x0a, 6, 1, 0x10, 0, 0, 0, 0}}), "05/26/00", {0x80, 0, 14}},
      {join({header, good, kFormat, kGeometry, {0x01, 10, 0xc0, 8, 9, 0, 0, 0, 8, 0, 0, 0}}),
       "05/26/00",
       {0x80, 0, 64}},
      {join({header, good, {0x08, 10, 0, 0, 0xff, 0xff, 0, 65, 0, 64, 0, 128}}),
       "05/26/00",
       {0x80, 0, 18}},  // minimum above maximum
  };
  BusRig rig;
  CommandScript session(rig);
  for (const Case& each : cases) {
    session.list({0x15, 0x10, 0, 0, static_cast<std::uint8_t>(each.list.size()), 0}, each.list);
  }
  session.reply({0x1a, 0x08, 0x3f, 0, 255, 0}, 255);
  rig.run();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(sense(rig.host()[i]), cases[i].sense) << i;
    EXPECT_EQ(field(rig.host()[i]), cases[i].field) << i;
  }
  EXPECT_EQ(data(rig.host()[cases.size()]),
            join({{83, 0, 0x10, 0}, kRecovery, kFormat, kGeometry, kCaching, kControl}));
}

// With RCD the same read again goes to the medium again.
TEST(ScsiCommands, ReadCacheDisable) {
  for (const bool disable : {false, true}) {
    BusRig rig;
    const unsigned char rcd = disable ? 1 : 0;
    CommandScript(rig)
        .list({0x15, 0x10, 0, 0, 16, 0},
              {0, 0, 0, 0, 0x08, 10, rcd, 0, 0xff, 0xff, 0, 0, 0, 128, 0, 128})
        .add(read_order(1000, 8))
        .add(read_order(1000, 8));
    rig.run();
    EXPECT_EQ(rig.host()[2].story(), disable ? "A S D R in !" : "A S in !");
  }
}

// The others hear of changed mode parameters, once.
TEST(ScsiCommands, ModeSelectIsTold) {
  RigOptions options;
  options.initiators = 2;
  BusRig rig(options);
  rig.host(0).send_at(0, list_order({0x15, 0x10, 0, 0, 4, 0}, {0, 0, 0, 0}));
  rig.host(1).send_at(10, parameter_order(0x12, 36));
  rig.host(1).send_at(20, parameter_order(0x00, 0));
  rig.host(1).send_at(30, parameter_order(0x00, 0));
  rig.host(0).send_at(40, parameter_order(0x00, 0));
  rig.run();
  EXPECT_EQ(sense(rig.host(1)[0]), kGood);
  EXPECT_EQ(sense(rig.host(1)[1]), "06/2a/01");
  EXPECT_EQ(sense(rig.host(1)[2]), kGood);
  EXPECT_EQ(sense(rig.host(0)[1]), kGood);
}

// --- media without data
// -----------------------------------------------------------------------------

// The medium is read: a seek to cylinder 402, as for the read of docs/inside/architecture.md, whose
// 16 blocks have passed at 14.583 ms; then reselection and completion.
TEST(ScsiCommands, VerifyReadsTheMedium) {
  BusRig rig;
  CommandScript(rig)
      .reply({0x2f, 0, 0x00, 0x07, 0xa1, 0x20, 0, 0, 16, 0}, 0)
      .reply({0x2f, 0, 0x00, 0x07, 0xa1, 0x20, 0, 0x10, 0, 0}, 0);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(rig.host()[0].story(), "A S D R !");
  EXPECT_NEAR(rig.host()[0].end_ms(), 14.583 + 0.162 + 0.057, 0.001);
  EXPECT_EQ(sense(rig.host()[1]), kGood);
  // 4096 blocks are 42.7 tracks.
  EXPECT_GT(rig.host()[1].end_ms() - rig.host()[0].end_ms(), 42.7 * 11.1);
}

TEST(ScsiCommands, SynchronizeCacheWaitsForWrites) {
  BusRig rig;
  std::vector<std::size_t> order;
  rig.host().on_status = [&](const Exchange& e) { order.push_back(e.number); };
  rig.host().send(write_order(1'000'000, 8));
  rig.host().send(write_order(100, 8));
  rig.host().send(reply_order({0x35}, 0));
  rig.host().send(read_order(50, 8));
  rig.run();
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(sense(rig.host()[2]), kGood);
}

// --- defects
// ----------------------------------------------------------------------------------------

TEST(ScsiCommands, ReassignAndDefectData) {
  BusRig rig;
  CommandScript(rig)
      .list({0x07}, {0, 0, 0, 8, 0, 0, 0, 100, 0, 0, 0, 5})
      .reply({0x37, 0, 0x08, 0, 0, 0, 0, 0, 99, 0}, 99)    // grown, as blocks
      .reply({0x37, 0, 0x0d, 0, 0, 0, 0, 0, 99, 0}, 99)    // as physical sectors
      .reply({0x37, 0, 0x0c, 0, 0, 0, 0, 0, 99, 0}, 99)    // as bytes from the index
      .reply({0x37, 0, 0x1d, 0, 0, 0, 0, 2, 0, 0}, 512)    // the primary, too
      .reply({0x37, 0, 0x05, 0, 0, 0, 0, 0, 99, 0}, 99)    // none
      .reply({0x37, 0, 0x0e, 0, 0, 0, 0, 0, 99, 0}, 99)    // the maker's own format: no
      .list({0x07}, {0, 0, 0, 4, 0x00, 0x1f, 0x5a, 0xd0})  // not on the disk
      .list({0x07}, {0, 0, 0, 3, 0, 0, 0, 0})
      .list({0x07}, {0, 0, 0xff, 0xfc, 0, 0, 0, 0})
      .list({0x07}, {0, 0, 0, 0});
  rig.run();
  const auto& host = rig.host();
  EXPECT_EQ(sense(host[0]), kGood);
  EXPECT_EQ(host[0].story(), "A S out out !");
  EXPECT_EQ(data(host[1]), (Bytes{0, 0x08, 0, 8, 0, 0, 0, 100, 0, 0, 0, 5}));
  // Block 100: cylinder 1, head 5, sector 4; block 5: head 4, sector 5.
  const Bytes sectors = {0, 0x0d, 0, 16, 0, 0, 1, 5, 0, 0, 0, 4, 0, 0, 1, 4, 0, 0, 0, 5};
  EXPECT_EQ(data(host[2]), sectors);
  EXPECT_EQ(sense(host[2]), kGood);
  // 4 * 512 = 0x800, 5 * 512 = 0xa00.
  EXPECT_EQ(data(host[3]),
            (Bytes{0, 0x0c, 0, 16, 0, 0, 1, 5, 0, 0, 0x08, 0, 0, 0, 1, 4, 0, 0, 0x0a, 0}));
  EXPECT_EQ(sense(host[3]), kGood);
  // 38 tracks are slipped, the first ones 468 = 36 * 13 and 526 = 40 * 13 + 6.
  const Bytes both = data(host[4]);
  ASSERT_EQ(both.size(), 4U + 38 * 8 + 16);
  EXPECT_EQ((Bytes{both.begin(), both.begin() + 20}),
            (Bytes{0,    0x1d, 0x01, 0x40, 0,  0, 36,   0,    0xff, 0xff,
                   0xff, 0xff, 0,    0,    40, 6, 0xff, 0xff, 0xff, 0xff}));
  EXPECT_EQ((Bytes{both.end() - 16, both.end()}), (Bytes{sectors.begin() + 4, sectors.end()}));
  EXPECT_EQ(sense(host[4]), kGood);
  EXPECT_EQ(data(host[5]), (Bytes{0, 0x05, 0, 0}));
  EXPECT_EQ(data(host[6]), sectors);
  EXPECT_EQ(sense(host[6]), "01/1c/00");
  EXPECT_EQ(sense(host[7]), "05/21/00");
  EXPECT_EQ((Bytes{host[7].sense.begin() + 8, host[7].sense.begin() + 12}),
            (Bytes{0, 0x1f, 0x5a, 0xd0}));
  EXPECT_EQ(sense(host[8]), "05/1a/00");
  EXPECT_EQ(sense(host[9]), "05/1a/00");
  EXPECT_EQ(sense(host[10]), kGood);
}

TEST(ScsiCommands, GrownListIsBounded) {
  BusRig rig;
  CommandScript session(rig);
  for (unsigned char i = 0; i < 66; ++i) {
    session.list({0x07}, {0, 0, 0, 4, 0, 0, 1, i});
  }
  session.reply({0x37, 0, 0x0d, 0, 0, 0, 0, 4, 0, 0}, 1024);
  rig.run();
  EXPECT_EQ(sense(rig.host()[63]), kGood);
  EXPECT_EQ(sense(rig.host()[64]), "04/32/01");
  EXPECT_EQ(rig.host()[64].sense[11], 64);
  EXPECT_EQ(rig.host()[66].moved_bytes, 4U + 64 * 8);
}

// --- diagnostics
// ------------------------------------------------------------------------------------

TEST(ScsiCommands, TranslateAddress) {
  BusRig rig;
  const Cdb send = {0x1d, 0x10, 0, 0, 14, 0};
  const Cdb receive = {0x1c, 0, 0, 0, 99, 0};
  CommandScript(rig)
      .reply(receive, 99)
      .list(send, {0x40, 0, 0, 10, 0, 5, 0, 0x07, 0xa1, 0x20, 0, 0, 0, 0})
      .reply(receive, 99)
      .list(send, {0x40, 0, 0, 10, 5, 0, 0, 0, 1, 5, 0, 0, 0, 4})
      .reply(receive, 99)
      .list(send, {0x40, 0, 0, 10, 5, 0, 0, 0, 0, 0, 0, 0, 0, 4})  // a reserved track
      .reply(receive, 99)
      .reply({0x1c, 1, 0, 0, 99, 0}, 99)
      .reply({0x1d, 0x04, 0, 0, 0, 0}, 0);
  rig.run();
  const auto& host = rig.host();
  EXPECT_EQ(data(host[0]), (Bytes{0, 0, 0, 2, 0x00, 0x40}));
  // Block 500,000 is on cylinder 402.
  const Bytes place = data(host[2]);
  ASSERT_EQ(place.size(), 14U);
  EXPECT_EQ(Bytes(place.begin(), place.begin() + 6), (Bytes{0x40, 0, 0, 10, 0, 5}));
  EXPECT_EQ(place[7] << 8 | place[8], 402);
  EXPECT_EQ(data(host[4]), (Bytes{0x40, 0, 0, 10, 5, 0, 0, 0, 0, 100, 0, 0, 0, 0}));
  EXPECT_EQ(data(host[6]), (Bytes{0x40, 0, 0, 2, 5, 0x80}));
  EXPECT_EQ(data(host[7]), (Bytes{0, 0, 0, 2, 0x00, 0x40}));
  EXPECT_EQ(sense(host[8]), kGood);
}

// There and back again, from random blocks.
TEST(ScsiCommands, TranslateAddressBothWays) {
  BusRig rig;
  std::uint32_t lbn = 12'345;
  std::uint32_t left = 200;
  bool back = false;
  const auto send = [&](unsigned char from, unsigned char to, const Bytes& address) {
    rig.host().send(
        list_order({0x1d, 0x10, 0, 0, 14, 0}, join({{0x40, 0, 0, 10, from, to}, address})));
  };
  const auto forward = [&] {
    send(0, 5,
         {static_cast<unsigned char>(lbn >> 24), static_cast<unsigned char>(lbn >> 16),
          static_cast<unsigned char>(lbn >> 8), static_cast<unsigned char>(lbn), 0, 0, 0, 0});
  };
  rig.host().on_status = [&](const Exchange& e) {
    ASSERT_EQ(e.status, 0x00);
    if (e.order.write) {
      rig.host().send(reply_order({0x1c, 0, 0, 0, 14, 0}, 14));
      return;
    }
    const Bytes address(e.data.begin() + 6, e.data.end());
    if (!back) {
      back = true;
      send(5, 0, address);
      return;
    }
    back = false;
    ASSERT_EQ(std::uint32_t{address[1]} << 16 | std::uint32_t{address[2]} << 8 | address[3], lbn);
    lbn = static_cast<std::uint32_t>((std::uint64_t{lbn} * 7919 + 4711) % 2'054'864);
    if (--left > 0) {
      forward();
    }
  };
  forward();
  rig.run();
  EXPECT_EQ(left, 0U);
}

TEST(ScsiCommands, BadDiagnostics) {
  BusRig rig;
  CommandScript(rig)
      .list({0x1d, 0x10, 0, 0, 3, 0}, {0x40, 0, 0})
      .list({0x1d, 0x10, 0, 0, 4, 0}, {0x41, 0, 0, 0})
      .list({0x1d, 0x10, 0, 0, 4, 0}, {0x40, 0, 0, 10})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 9, 0, 5, 0, 0, 0, 1, 0, 0, 0, 0})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 4, 5, 0, 0, 0, 1, 0, 0, 0, 0})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 0, 5, 0, 0x1f, 0x5a, 0xd0, 0, 0, 0, 0})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 5, 0, 0, 0, 0, 13, 0, 0, 0, 0})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 5, 0, 0, 0, 0, 0, 0, 0, 0, 96})
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 5, 0, 0, 8, 3, 0, 0, 0, 0, 0})
      .reply({0x1c, 1, 0x40, 0, 14, 0}, 14);
  rig.run();
  const std::vector<const char*> expected = {"05/1a/00", "05/26/00", "05/1a/00", "05/26/00",
                                             "05/26/00", "05/26/00", "05/26/00", "05/26/00",
                                             "05/26/00", "05/26/00", "05/24/00"};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(sense(rig.host()[i]), expected[i]) << i;
  }
}

// --- logs
// -------------------------------------------------------------------------------------------

// 24 blocks read and 8 verified, 3 written: 32 x 512 and 3 x 512 bytes.
TEST(ScsiCommands, LogSense) {
  BusRig rig;
  CommandScript(rig)
      .add(read_order(0, 24))
      .reply({0x2f, 0, 0, 0, 0, 0, 0, 0, 8, 0}, 0)
      .add(write_order(0, 3))
      .reply({0x4d, 0, 0x40, 0, 0, 0, 0, 0, 99, 0}, 99)
      .reply({0x4d, 0, 0x43, 0, 0, 0, 0, 0, 99, 0}, 99)
      .reply({0x4d, 0, 0x42, 0, 0, 0, 5, 0, 99, 0}, 99);
  rig.run();
  const auto& host = rig.host();
  EXPECT_EQ(data(host[3]), (Bytes{0, 0, 0, 4, 0x00, 0x02, 0x03, 0x0e}));
  EXPECT_EQ(data(host[4]), (Bytes{0x03, 0, 0, 60, 0, 0, 0x40, 4, 0, 0, 0,    0, 0, 1, 0x40, 4,
                                  0,    0, 0, 0,  0, 2, 0x40, 4, 0, 0, 0,    0, 0, 3, 0x40, 4,
                                  0,    0, 0, 0,  0, 4, 0x40, 4, 0, 0, 0,    0, 0, 5, 0x40, 8,
                                  0,    0, 0, 0,  0, 0, 0x40, 0, 0, 6, 0x40, 4, 0, 0, 0,    0}));
  EXPECT_EQ(data(host[5]), (Bytes{0x02, 0, 0, 20, 0, 5, 0x40, 8, 0, 0, 0, 0,
                                  0,    0, 6, 0,  0, 6, 0x40, 4, 0, 0, 0, 0}));
}

// SCSI-2 8.2.5: the first byte of the page tells the host that the unit does not exist.
TEST(ScsiCommands, AVitalPageOfAMissingUnit) {
  BusRig rig;
  Order order = reply_order({0x12, 1, 0x00, 0, 255, 0}, 255);
  rig.host().send(order);
  order.lun = 3;
  rig.host().send_at(10, order);
  rig.run();
  EXPECT_EQ(data(rig.host()[0])[0], 0x00);
  EXPECT_EQ(data(rig.host()[1])[0], 0x7f);
  EXPECT_EQ(data(rig.host()[0])[4], data(rig.host()[1])[4]);
}

// A list of supported pages takes the place of an address that was to be translated.
TEST(ScsiCommands, TheLastDiagnosticPageIsAnswered) {
  BusRig rig;
  CommandScript(rig)
      .list({0x1d, 0x10, 0, 0, 14, 0}, {0x40, 0, 0, 10, 0, 5, 0, 0, 0, 1, 0, 0, 0, 0})
      .reply({0x1c, 0, 0, 0, 64, 0}, 64)
      .list({0x1d, 0x10, 0, 0, 4, 0}, {0x00, 0, 0, 0})
      .reply({0x1c, 0, 0, 0, 64, 0}, 64);
  rig.run();
  EXPECT_EQ(data(rig.host()[1])[0], 0x40);
  EXPECT_EQ(data(rig.host()[3]), (Bytes{0, 0, 0, 2, 0x00, 0x40}));
}

}  // namespace
}  // namespace headstack
