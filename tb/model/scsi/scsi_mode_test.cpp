// MODE SENSE and MODE SELECT against each other and by hand, field by field (SCSI-2 8.2.8, tables
// 54, 55 and 94; 9.3.3.3 for the format page). The drive is the C2247.
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

const Bytes kControl = {0x0a, 6, 0, 0x10, 0, 0, 0, 0};

unsigned char low(std::size_t number) { return static_cast<unsigned char>(number & 0xff); }
unsigned char high(std::size_t number) { return static_cast<unsigned char>(number >> 8); }

Order select_6(const Bytes& list) {
  return list_order({0x15, 0x10, 0, 0, low(list.size()), 0}, list);
}
Order select_10(const Bytes& list) {
  return list_order({0x55, 0x10, 0, 0, 0, 0, 0, high(list.size()), low(list.size()), 0}, list);
}

Bytes joined(const Bytes& a, const Bytes& b, const Bytes& c) {
  Bytes all = a;
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  return all;
}

Bytes sensed(const Order& order) {
  BusRig rig;
  rig.host().send(order);
  rig.run();
  return data(rig.host()[0]);
}

// What MODE SENSE tells can be sent back: the length alone is reserved there.
TEST(ScsiMode, WhatIsSensedCanBeSelected) {
  const Bytes six = sensed(reply_order({0x1a, 0, 0x3f, 0, 255, 0}, 255));
  const Bytes ten = sensed(reply_order({0x5a, 0, 0x3f, 0, 0, 0, 0, 1, 0, 0}, 256));
  ASSERT_EQ(six.size(), 4U + 8 + 80);
  ASSERT_EQ(ten.size(), 8U + 8 + 80);
  Bytes list_6 = six;
  list_6[0] = 0;
  Bytes list_10 = ten;
  list_10[0] = list_10[1] = 0;
  BusRig rig;
  CommandScript(rig)
      .add(select_6(list_6))
      .reply({0x1a, 0, 0x3f, 0, 255, 0}, 255)
      .add(select_10(list_10))
      .reply({0x5a, 0, 0x3f, 0, 0, 0, 0, 1, 0, 0}, 256);
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), kGood);
  EXPECT_EQ(data(rig.host()[1]), six);
  EXPECT_EQ(sense(rig.host()[2]), kGood);
  EXPECT_EQ(data(rig.host()[3]), ten);
}

struct Bad {
  Bytes header;
  Bytes descriptor;
  unsigned char field;
};

void expect_bad(Order (*select)(const Bytes&), const std::vector<Bad>& cases) {
  BusRig rig;
  CommandScript session(rig);
  for (const Bad& bad : cases) {
    session.add(select(joined(bad.header, bad.descriptor, kControl)));
  }
  rig.run();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(sense(rig.host()[i]), "05/26/00") << i;
    EXPECT_EQ(field(rig.host()[i]), (Bytes{0x80, 0, cases[i].field})) << i;
  }
}

// The descriptor: density, three bytes of blocks, one reserved, three of the block length. Each of
// its bytes that says something else is refused where its field begins.
const Bytes kDescriptor = {0, 0x1f, 0x5a, 0xd0, 0, 0, 2, 0};

std::vector<Bad> bad_descriptors(const Bytes& header) {
  std::vector<Bad> cases;
  const auto at = low(header.size());
  for (const std::size_t byte : {0, 1, 2, 3, 5, 6, 7}) {
    Bytes wrong = kDescriptor;
    wrong[byte] = low(wrong[byte] + 1U);
    const int field = byte == 0 ? 0 : byte < 4 ? 1 : 5;
    cases.push_back({header, wrong, low(at + static_cast<std::size_t>(field))});
  }
  return cases;
}

TEST(ScsiMode, BadDescriptors) {
  expect_bad(select_6, bad_descriptors({0, 0, 0, 8}));
  expect_bad(select_10, bad_descriptors({0, 0, 0, 0, 0, 0, 0, 8}));
}

// The header of MODE SELECT(10) has eight bytes: medium type in byte 2, the descriptors' length in
// bytes 6 and 7.
TEST(ScsiMode, BadLongHeaders) {
  expect_bad(select_10, {{{0, 0, 1, 0, 0, 0, 0, 0}, {}, 2},
                         {{0, 0, 0, 0, 0, 0, 0, 7}, {}, 6},
                         {{0, 0, 0, 0, 0, 0, 1, 8}, kDescriptor, 6}});
  BusRig rig;
  CommandScript(rig)
      .add(select_10({0, 0, 0, 0, 0, 0, 0}))
      .add(select_10({0, 0, 0, 0, 0, 0, 0, 8, 0, 0}))
      .add(select_10(joined({0, 1, 0, 0x10, 0, 1, 0, 0}, {}, kControl)));
  rig.run();
  EXPECT_EQ(sense(rig.host()[0]), "05/1a/00");
  EXPECT_EQ(sense(rig.host()[1]), "05/1a/00");
  EXPECT_EQ(sense(rig.host()[2]), kGood);  // bytes 1, 3 and 5 say nothing in a MODE SELECT
}

// Without PF (SCSI-2 8.2.8) what follows the header and the block descriptor is a vendor's own: the
// drive takes the two, and refuses more.
TEST(ScsiMode, WithoutPageFormat) {
  const auto plain_6 = [](const Bytes& list) {
    return list_order({0x15, 0, 0, 0, low(list.size()), 0}, list);
  };
  const auto plain_10 = [](const Bytes& list) {
    return list_order({0x55, 0, 0, 0, 0, 0, 0, high(list.size()), low(list.size()), 0}, list);
  };
  const Bytes six = {0, 0, 0, 0};
  const Bytes ten(8);
  Bytes six_described = {0, 0, 0, 8};
  Bytes ten_described = {0, 0, 0, 0, 0, 0, 0, 8};
  BusRig rig;
  CommandScript(rig)
      .add(plain_6(six))
      .add(plain_10(ten))
      .add(plain_6(joined(six_described, kDescriptor, {})))
      .add(plain_10(joined(ten_described, kDescriptor, {})))
      .add(plain_6({}))
      .add(plain_6(joined(six, kControl, {})))
      .add(plain_10(joined(ten_described, kDescriptor, kControl)))
      .add(plain_6({0, 0, 0}));
  rig.run();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(sense(rig.host()[i]), kGood) << i;
  }
  EXPECT_EQ(sense(rig.host()[5]), "05/24/00");
  EXPECT_EQ(field(rig.host()[5]), (Bytes{0xc0, 0, 1}));
  EXPECT_EQ(sense(rig.host()[6]), "05/24/00");
  EXPECT_EQ(sense(rig.host()[7]), "05/1a/00");
}

// Of the format page: sectors on a track, bytes in them, interleave, skews of tracks and cylinders.
Bytes format_page(const RigOptions& options) {
  BusRig rig(options);
  rig.host().send(reply_order({0x1a, 0x08, 0x03, 0, 255, 0}, 255));
  rig.run();
  const Bytes page = data(rig.host()[0]);
  EXPECT_EQ(page.size(), 4U + 24);
  return {page.begin() + 4 + 10, page.begin() + 4 + 20};
}

// The format page of a drive with one head: no track follows another in a cylinder, and from one
// cylinder to the next it is the cylinder skew, 32 sectors in the file of the C2247.
TEST(ScsiMode, SkewsOfADriveWithOneHead) {
  RigOptions options;
  options.config.layout.surfaces = 1;
  for (ZoneConfig& zone : options.config.layout.zones) {
    zone.reserved_tracks = zone.spare_tracks = 0;
    zone.slipped_tracks.clear();
  }
  EXPECT_EQ(format_page(options), (Bytes{0, 96, 2, 0, 0, 1, 0, 0, 0, 32}));
  // A slip breaks up a track, and is no step to another.
  options.config.layout.zones[0].slipped_sectors = {10, 106};
  EXPECT_EQ(format_page(options), (Bytes{0, 96, 2, 0, 0, 1, 0, 0, 0, 32}));
}

// The first track with data is number 17: 14 sectors on to the next, 32 to the next cylinder.
TEST(ScsiMode, SkewsBehindASlippedSector) {
  RigOptions options;
  EXPECT_EQ(format_page(options), (Bytes{0, 96, 2, 0, 0, 1, 0, 14, 0, 32}));
  options.config.layout.zones[0].slipped_sectors = {17 * 96 + 10, 25 * 96 + 10, 26 * 96};
  EXPECT_EQ(format_page(options), (Bytes{0, 96, 2, 0, 0, 1, 0, 14, 0, 32}));
}

}  // namespace
}  // namespace headstack
