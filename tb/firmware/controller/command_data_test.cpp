// Parameter data byte by byte: INQUIRY (SCSI-2 table 45), sense (table 65), READ CAPACITY (table
// 166).
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

extern "C" {
#include "controller/command.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "unit/replies.h"
#pragma GCC diagnostic pop
}

namespace headstack {
namespace {

constexpr char kProduct[] = "HP C2247        ";  // 16 characters

std::array<std::uint8_t, HS_INQUIRY_BYTES> inquiry(std::uint8_t lun) {
  std::array<std::uint8_t, HS_INQUIRY_BYTES> bytes;
  bytes.fill(0xee);
  EXPECT_EQ(hs_inquiry_data(bytes.data(), lun, kProduct), 36U);
  return bytes;
}

TEST(InquiryData, OfTheDisk) {
  const auto bytes = inquiry(0);
  EXPECT_EQ(bytes[0], 0x00);         // connected, direct access
  EXPECT_EQ(bytes[1], 0x00);         // not removable
  EXPECT_EQ(bytes[2] & 0x07, 0x02);  // ANSI version: SCSI-2
  EXPECT_EQ(bytes[3] & 0x0f, 0x02);  // response format: SCSI-2
  EXPECT_EQ(bytes[4], 31);           // bytes that follow
  EXPECT_EQ(bytes[5], 0x00);
  EXPECT_EQ(bytes[6], 0x00);
  EXPECT_EQ(bytes[7] & 0x02, 0x02);  // CmdQue: tagged queueing
  EXPECT_EQ(bytes[7] & 0x08, 0x00);  // Linked: no
  EXPECT_EQ(bytes[7] & 0x80, 0x00);  // RelAdr: no
  EXPECT_EQ(std::string(bytes.begin() + 16, bytes.begin() + 32), "HP C2247        ");
  for (std::size_t i = 8; i < 36; ++i) {
    EXPECT_GE(bytes[i], 0x20) << i;  // printable, padded with spaces
    EXPECT_LE(bytes[i], 0x7e) << i;
  }
}

// Peripheral qualifier 3, device type 0x1f: no such unit (8.2.5.1).
TEST(InquiryData, OfAWrongUnit) {
  EXPECT_EQ(inquiry(1)[0], 0x7f);
  EXPECT_EQ(inquiry(255)[0], 0x7f);
  EXPECT_EQ(inquiry(1)[4], 31);
}

TEST(SenseData, OfABlockOutOfRange) {
  hs_sense sense{};
  sense.key = 0x05;
  sense.code = 0x21;
  sense.qualifier = 0x03;
  sense.information_valid = true;
  sense.information = 0x001f5ad0;
  std::array<std::uint8_t, HS_SENSE_BYTES> bytes;
  bytes.fill(0xee);
  EXPECT_EQ(hs_sense_data(bytes.data(), &sense), 18U);
  const std::array<std::uint8_t, 18> expected = {0xf0, 0, 0x05, 0x00, 0x1f, 0x5a, 0xd0, 10, 0,
                                                 0,    0, 0,    0x21, 0x03, 0,    0,    0,  0};
  EXPECT_EQ(bytes, expected);
}

TEST(SenseData, OfAnUnknownOperation) {
  hs_sense sense{};
  sense.key = 0x05;
  sense.code = 0x20;
  std::array<std::uint8_t, HS_SENSE_BYTES> bytes;
  bytes.fill(0xee);
  EXPECT_EQ(hs_sense_data(bytes.data(), &sense), 18U);
  const std::array<std::uint8_t, 18> expected = {0x70, 0, 0x05, 0,    0, 0, 0, 10, 0,
                                                 0,    0, 0,    0x20, 0, 0, 0, 0,  0};
  EXPECT_EQ(bytes, expected);
}

TEST(SenseData, OfNoError) {
  const hs_sense sense{};
  std::array<std::uint8_t, HS_SENSE_BYTES> bytes;
  bytes.fill(0xee);
  hs_sense_data(bytes.data(), &sense);
  const std::array<std::uint8_t, 18> expected = {0x70, 0, 0, 0, 0, 0, 0, 10};
  EXPECT_EQ(bytes, expected);
}

// SCSI-2 9.2.1, table 112: bytes 2 and 3 are the length of a defect list. The drive takes none.
// What follows the four bytes does not belong to the header.
TEST(FormatHeader, HasNoDefects) {
  const auto sense_of = [](std::uint8_t upper, std::uint8_t lower) {
    const std::array<std::uint8_t, 6> bytes = {0, 0x80, upper, lower, 0xff, 0xff};
    bool immediate = false;
    return hs_take_format(bytes.data(), &immediate);
  };
  EXPECT_EQ(sense_of(0, 0).key, 0U);
  for (const auto& [upper, lower] : {std::pair{1, 0}, std::pair{0, 8}}) {
    const hs_sense sense =
        sense_of(static_cast<std::uint8_t>(upper), static_cast<std::uint8_t>(lower));
    EXPECT_EQ(sense.key, 0x05U);
    EXPECT_EQ(sense.code, 0x26U);
  }
}

// The last block's address, not their number: 2,054,863 = 0x1f5acf; 512 = 0x200 bytes each.
TEST(CapacityData, OfTheC2247) {
  std::array<std::uint8_t, HS_CAPACITY_BYTES> bytes;
  bytes.fill(0xee);
  EXPECT_EQ(hs_capacity_data(bytes.data(), 2'054'864, 512), 8U);
  const std::array<std::uint8_t, 8> expected = {0x00, 0x1f, 0x5a, 0xcf, 0x00, 0x00, 0x02, 0x00};
  EXPECT_EQ(bytes, expected);
}

}  // namespace
}  // namespace headstack
