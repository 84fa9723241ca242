// Fields of commands without blocks, by SCSI-2 (X3.131-1994), chapters 8.2 and 9.2. Commands that
// SCSI-2 does not have follow SPC-2 and SBC-2.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/command_blocks.h"

extern "C" {
#include "controller/command.h"
}

namespace headstack {
namespace {

TEST(Decode, TestUnitReady) { EXPECT_EQ(decode({0x00}).action, HS_ACTION_NONE); }

TEST(Decode, RequestSense) {
  const hs_command command = decode({0x03, 0, 0, 0, 255, 0});
  EXPECT_EQ(command.action, HS_ACTION_REQUEST_SENSE);
  EXPECT_EQ(command.allocation, 255U);
}

TEST(Decode, Inquiry) {
  const hs_command command = decode({0x12, 0, 0, 0, 36, 0});
  EXPECT_EQ(command.action, HS_ACTION_INQUIRY);
  EXPECT_EQ(command.allocation, 36U);
  EXPECT_EQ(decode({0x12, 0, 0, 0, 0, 0}).allocation, 0U);
  expect_bad_field({0x12, 0x01, 0x81, 0, 36, 0}, 2);  // EVPD: there is no such page
  expect_bad_field({0x12, 0x02, 0, 0, 36, 0}, 1);     // CMDDT
  expect_bad_field({0x12, 0x00, 0x80, 0, 36, 0}, 2);  // a page without EVPD
}

TEST(Decode, ReadCapacity) {
  const hs_command command = decode({0x25});
  EXPECT_EQ(command.action, HS_ACTION_READ_CAPACITY);
  EXPECT_EQ(command.allocation, 8U);
  EXPECT_EQ(decode({0x25, 0, 0, 0, 1, 0, 0, 0, 0x01, 0}).lbn.value, 256U);  // PMI
  expect_reject({0x25, 0, 0x00, 0x1f, 0x5a, 0xd0, 0, 0, 0x01, 0}, 0x21);    // past the end
  expect_bad_field({0x25, 0, 0, 0, 0, 1, 0, 0, 0, 0}, 2);  // an address without PMI: 9.2.7
}

// SBC-2 5.11: an address of eight bytes. Block 2^32 is not block 0.
TEST(Decode, ReadCapacity16) {
  const hs_command command = decode({0x9e, 0x10, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0x01, 0});
  EXPECT_EQ(command.action, HS_ACTION_READ_CAPACITY);
  EXPECT_EQ(command.lbn.value, 0x102U);
  EXPECT_EQ(command.allocation, 0x304U);
  expect_reject({0x9e, 0x10, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 32, 0x01, 0}, 0x21);
}

// The whole unit for the initiator itself: neither a third party nor extents.
TEST(Decode, Reserve) {
  for (const std::uint8_t operation : bytes({0x16, 0x56})) {
    EXPECT_EQ(decode({operation}).action, HS_ACTION_RESERVE);
    EXPECT_EQ(decode({static_cast<std::uint8_t>(operation + 1)}).action, HS_ACTION_RELEASE);
    for (const std::uint8_t bits : bytes({0x01, 0x10, 0x13})) {
      expect_bad_field({operation, bits}, 1);
      expect_bad_field({static_cast<std::uint8_t>(operation + 1), bits}, 1);
    }
  }
}

TEST(Decode, Format) {
  EXPECT_EQ(decode({0x04}).blocks, 0U);
  EXPECT_EQ(decode({0x04, 0x10, 0, 0, 1, 0}).blocks, 4U);  // FMTDATA: the header of the list
  EXPECT_EQ(decode({0x04, 0x15}).action, HS_ACTION_FORMAT);
  expect_bad_field({0x04, 0x05}, 1);           // the format of a list without a list
  expect_bad_field({0x04, 0x11}, 1);           // no such format
  expect_bad_field({0x04, 0x18}, 1);           // CMPLST
  expect_bad_field({0x04, 0x80}, 1);           // protection information
  expect_bad_field({0x04, 0, 0, 0, 2, 0}, 3);  // interleave
}

TEST(Decode, ReadDefects12) {
  const hs_command command = decode({0xb7, 0x1d, 0, 0, 0, 0, 0, 1, 2, 3});
  EXPECT_EQ(command.action, HS_ACTION_READ_DEFECTS);
  EXPECT_EQ(command.page, 0x1d);
  EXPECT_EQ(command.allocation, 0x010203U);
}

TEST(Decode, StartStop) {
  EXPECT_EQ(decode({0x1b, 0, 0, 0, 0x01, 0}).flags, HS_FLAG_START);
  EXPECT_EQ(decode({0x1b, 0, 0, 0, 0x00, 0}).flags, 0);
  EXPECT_EQ(decode({0x1b, 0x01, 0, 0, 0x00, 0}).flags, HS_FLAG_IMMEDIATE);
  EXPECT_EQ(decode({0x1b, 0, 0, 0, 0x10, 0}).flags, HS_FLAG_START);  // power condition: active
  EXPECT_EQ(decode({0x1b, 0, 0, 0, 0x20, 0}).flags, HS_FLAG_START);  // idle
  EXPECT_EQ(decode({0x1b, 0, 0, 0, 0x31, 0}).flags, 0);              // standby
  expect_bad_field({0x1b, 0, 0, 0, 0x02, 0}, 4);                     // LOEJ
  expect_bad_field({0x1b, 0, 0, 0, 0x40, 0}, 4);
}

TEST(Decode, ModeSenseAndSelect) {
  EXPECT_EQ(decode({0x1a, 0, 0xc8, 0, 255, 0}).page, 0xc8);  // saved values
  expect_bad_field({0x1a, 0, 0x02, 0, 255, 0}, 2);           // no such page
  EXPECT_EQ(decode({0x5a, 0x08, 0x08, 0, 0, 0, 0, 1, 2, 0}).allocation, 258U);
  EXPECT_EQ(decode({0x15, 0x11, 0, 0, 12, 0}).flags, HS_FLAG_PAGE | HS_FLAG_SAVE);
  expect_bad_field({0x15, 0x12, 0, 0, 12, 0}, 1);  // RTD: the factory's values do not come back
  EXPECT_EQ(decode({0x15, 0x10, 0, 0, 12, 0}).blocks, 12U);
  EXPECT_EQ(decode({0x15, 0x00, 0, 0, 12, 0}).blocks, 12U);      // without PF: no pages may follow
  expect_reject({0x55, 0x10, 0, 0, 0, 0, 0, 0x10, 0, 0}, 0x1a);  // longer than all pages
}

TEST(Decode, LogSense) {
  EXPECT_EQ(decode({0x4d, 0, 0x42, 0, 0, 0, 3, 0, 99, 0}).lbn.value, 3U);
  expect_bad_field({0x4d, 0x01, 0x42}, 1);                     // SP
  expect_bad_field({0x4d, 0x02, 0x42}, 1);                     // PPC
  expect_bad_field({0x4d, 0, 0x02}, 2);                        // threshold values
  expect_bad_field({0x4d, 0, 0x45}, 2);                        // no such page
  expect_bad_field({0x4d, 0, 0x42, 0, 0, 0, 7, 0, 99, 0}, 5);  // no such parameter
}

TEST(Decode, OthersFields) {
  expect_bad_field({0x9e, 0x11}, 1);                        // service action
  expect_bad_field({0xa0, 0, 3, 0, 0, 0, 0, 0, 0, 16}, 2);  // select report
  expect_bad_field({0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 15}, 6);  // no room
  expect_bad_field({0x07, 0x01}, 1);                        // LONGLIST
  expect_bad_field({0x1c, 0x01, 0x41, 0, 99, 0}, 2);        // PCV, no such page
  expect_bad_field({0x1d, 0x14, 0, 0, 14, 0}, 1);           // a self-test with a list
  expect_bad_field({0x1d, 0x00, 0, 0, 14, 0}, 1);           // PF is missing
}

}  // namespace
}  // namespace headstack
