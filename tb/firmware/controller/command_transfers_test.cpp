// Addresses and lengths of commands with blocks, by SCSI-2 (X3.131-1994), chapter 9.2. Commands
// that SCSI-2 does not have follow SBC-2.
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "tb/firmware/support/command_blocks.h"

extern "C" {
#include "controller/command.h"
}

namespace headstack {
namespace {

TEST(Decode, Read6) {
  expect_transfer({0x08, 0x01, 0x23, 0x45, 0x10, 0}, HS_ACTION_READ, 0x12345, 16);
  expect_transfer({0x08, 0x00, 0x00, 0x00, 0x01, 0}, HS_ACTION_READ, 0, 1);
  expect_transfer({0x08, 0x1f, 0x59, 0x00, 0xff, 0}, HS_ACTION_READ, 0x1f5900, 255);
}

TEST(Decode, Write6) {
  expect_transfer({0x0a, 0x1f, 0x00, 0x01, 0x02, 0}, HS_ACTION_WRITE, 0x1f0001, 2);
}

// A length of 0 means 256 blocks in the six-byte commands (9.2.5), and nothing in the ten-byte
// ones.
TEST(Decode, LengthZero) {
  expect_transfer(six(0x08, 100, 0), HS_ACTION_READ, 100, 256);
  expect_transfer(six(0x0a, 100, 0), HS_ACTION_WRITE, 100, 256);
  EXPECT_EQ(decode(ten(0x28, 100, 0)).action, HS_ACTION_NONE);
  EXPECT_EQ(decode(ten(0x2a, 100, 0)).action, HS_ACTION_NONE);
}

// The top three bits of byte 1 are the logical unit number of SCSI-1, not of the address.
TEST(Decode, SixByteAddressHas21Bits) {
  expect_transfer({0x08, 0xe1, 0x23, 0x45, 0x10, 0}, HS_ACTION_READ, 0x12345, 16);
}

TEST(Decode, ReadAndWrite10) {
  expect_transfer({0x28, 0, 0x00, 0x12, 0x34, 0x56, 0, 0x01, 0x02, 0}, HS_ACTION_READ, 0x123456,
                  258);
  expect_transfer({0x2a, 0, 0x00, 0x00, 0x00, 0x07, 0, 0xff, 0xff, 0}, HS_ACTION_WRITE, 7, 65535);
  // DPO and FUA are hints to a cache (9.2.6).
  expect_transfer({0x28, 0x18, 0, 0, 0, 7, 0, 0, 1, 0}, HS_ACTION_READ, 7, 1);
}

TEST(Decode, ReadAndWrite12) {
  expect_transfer({0xa8, 0, 0x00, 0x12, 0x34, 0x56, 0, 0x01, 0x02, 0x03}, HS_ACTION_READ, 0x123456,
                  0x10203);
  expect_transfer({0xaa, 0, 0x00, 0x00, 0x00, 0x07, 0, 0, 0, 9}, HS_ACTION_WRITE, 7, 9);
  expect_reject({0xa8, 0, 0x00, 0x1f, 0x5a, 0xcf, 0, 0, 0, 2}, 0x21);
}

TEST(Decode, ReadAndWrite16) {
  expect_transfer({0x88, 0, 0, 0, 0, 0, 0x00, 0x12, 0x34, 0x56, 0, 0x01, 0x02, 0x03},
                  HS_ACTION_READ, 0x123456, 0x10203);
  expect_transfer({0x8a, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9}, HS_ACTION_WRITE, 7, 9);
  expect_out_of_range({0x88, 0, 0, 0, 0, 0, 0x00, 0x1f, 0x5a, 0xd0, 0, 0, 0, 1}, kBlocks);
  // An address of more than 32 bits does not fit the information bytes.
  const Cdb far = {0x88, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1};
  expect_reject(far, 0x21);
  EXPECT_FALSE(decode(far).sense.information_valid);
  expect_bad_field({0x88, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 1);  // RDPROTECT
}

TEST(Decode, LastBlock) {
  for (const auto& [operation, action] :
       {std::make_pair(0x08, HS_ACTION_READ), std::make_pair(0x0a, HS_ACTION_WRITE)}) {
    expect_transfer(six(static_cast<std::uint8_t>(operation), kBlocks - 1, 1), action, kBlocks - 1,
                    1);
    expect_transfer(six(static_cast<std::uint8_t>(operation), kBlocks - 256, 0), action,
                    kBlocks - 256, 256);
  }
  for (const auto& [operation, action] :
       {std::make_pair(0x28, HS_ACTION_READ), std::make_pair(0x2a, HS_ACTION_WRITE)}) {
    expect_transfer(ten(static_cast<std::uint8_t>(operation), kBlocks - 1, 1), action, kBlocks - 1,
                    1);
    expect_transfer(ten(static_cast<std::uint8_t>(operation), kBlocks - 65535, 65535), action,
                    kBlocks - 65535, 65535);
  }
}

TEST(Decode, PastTheLastBlock) {
  for (const std::uint8_t operation : bytes({0x08, 0x0a})) {
    expect_out_of_range(six(operation, kBlocks, 1), kBlocks);
    expect_out_of_range(six(operation, kBlocks - 1, 2), kBlocks);
    expect_out_of_range(six(operation, kBlocks - 255, 0), kBlocks);
    expect_out_of_range(six(operation, 0x1fffff, 1), 0x1fffff);
  }
  for (const std::uint8_t operation : bytes({0x28, 0x2a})) {
    expect_out_of_range(ten(operation, kBlocks, 1), kBlocks);
    expect_out_of_range(ten(operation, kBlocks - 1, 2), kBlocks);
    expect_out_of_range(ten(operation, kBlocks - 65534, 65535), kBlocks);
    expect_out_of_range(ten(operation, 0xffffffff, 0xffff), 0xffffffff);  // no wrap past 2^32
    expect_out_of_range(ten(operation, 0xffffffff, 1), 0xffffffff);
  }
}

// Block numbers past the largest disk of 32-bit addresses must not wrap around to small ones.
TEST(Decode, LargestDisk) {
  const Cdb fits = ten(0x28, 0xfffffffe, 1);
  EXPECT_EQ(hs_command_decode(fits.data(), 0, 0xffffffff, HS_SCSI_2).action, HS_ACTION_READ);
  const Cdb past = ten(0x28, 0xfffffffe, 2);
  const hs_command command = hs_command_decode(past.data(), 0, 0xffffffff, HS_SCSI_2);
  EXPECT_EQ(command.action, HS_ACTION_REJECT);
  EXPECT_EQ(command.sense.code, 0x21);
  EXPECT_EQ(command.sense.information, 0xffffffffU);
}

// FUA is bit 3 of byte 1 and DPO bit 4, in all but the six-byte commands.
TEST(Decode, FuaAndDpo) {
  for (const std::uint8_t operation : bytes({0x28, 0x2a, 0xa8, 0xaa, 0x88, 0x8a})) {
    Cdb cdb = {operation, 0x08};
    cdb[operation < 0x40 ? 8 : operation >= 0xa0 ? 9 : 13] = 1;
    EXPECT_EQ(decode(cdb).flags, HS_FLAG_FUA);
    cdb[1] = 0x10;
    EXPECT_EQ(decode(cdb).flags, HS_FLAG_DPO);
    cdb[1] = 0x18;
    EXPECT_EQ(decode(cdb).flags, HS_FLAG_FUA | HS_FLAG_DPO);
  }
  EXPECT_EQ(decode({0x08, 0x18, 0, 0, 1, 0}).flags, 0);
}

TEST(Decode, Verify) {
  expect_transfer({0x2f, 0, 0, 0, 0, 7, 0, 0, 3, 0}, HS_ACTION_VERIFY, 7, 3);
  expect_transfer({0x2f, 0x10, 0, 0, 0, 7, 0, 0, 3, 0}, HS_ACTION_VERIFY, 7, 3);
  EXPECT_EQ(decode({0x2f, 0, 0, 0, 0, 7, 0, 0, 3, 0}).flags, 0);
  EXPECT_EQ(decode({0x2f, 0x02, 0, 0, 0, 7, 0, 0, 3, 0}).flags, HS_FLAG_COMPARE);  // BYTCHK
  expect_bad_field({0x2f, 0x04, 0, 0, 0, 7, 0, 0, 3, 0}, 1);  // BYTCHK of SBC-3: 2 and 3
  expect_bad_field({0x2f, 0x06, 0, 0, 0, 7, 0, 0, 3, 0}, 1);
  EXPECT_EQ(decode({0x2f, 0, 0, 0, 0, 7, 0, 0, 0, 0}).action, HS_ACTION_NONE);
  expect_transfer({0xaf, 0, 0, 0, 0, 7, 0, 0, 0, 3, 0}, HS_ACTION_VERIFY, 7, 3);
  expect_transfer({0x8f, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 3}, HS_ACTION_VERIFY, 7, 3);
  expect_transfer({0x2e, 0, 0, 0, 0, 7, 0, 0, 3, 0}, HS_ACTION_WRITE_VERIFY, 7, 3);
  expect_transfer({0xae, 0, 0, 0, 0, 7, 0, 0, 0, 3, 0}, HS_ACTION_WRITE_VERIFY, 7, 3);
  expect_transfer({0x8e, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 3}, HS_ACTION_WRITE_VERIFY, 7, 3);
  expect_out_of_range({0x2f, 0, 0x00, 0x1f, 0x5a, 0xcf, 0, 0, 2, 0}, kBlocks);
}

// A length of 0 means all blocks from the address to the end.
TEST(Decode, SynchronizeCache) {
  expect_transfer({0x35, 0, 0, 0, 0, 7, 0, 0, 3, 0}, HS_ACTION_SYNCHRONIZE, 7, 3);
  expect_transfer({0x35, 0, 0, 0, 0, 7, 0, 0, 0, 0}, HS_ACTION_SYNCHRONIZE, 7, kBlocks - 7);
  EXPECT_EQ(decode({0x35, 0x02}).flags, HS_FLAG_IMMEDIATE);
  expect_out_of_range({0x35, 0, 0x00, 0x1f, 0x5a, 0xd0, 0, 0, 0, 0}, kBlocks);
}

}  // namespace
}  // namespace headstack
