// Command blocks to actions, by the tables of SCSI-2 (X3.131-1994), chapters 8.2 and 9.2.
#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "headstack/command.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kBlocks = 2'054'864;  // HP C2247: 0x1f5ad0

using Cdb = std::array<std::uint8_t, 16>;

std::vector<std::uint8_t> bytes(std::initializer_list<int> values) {
  std::vector<std::uint8_t> out;
  for (const int value : values) {
    out.push_back(static_cast<std::uint8_t>(value));
  }
  return out;
}

Cdb six(std::uint8_t operation, std::uint32_t lbn, std::uint8_t length) {
  return {operation, static_cast<std::uint8_t>(lbn >> 16 & 0x1f),
          static_cast<std::uint8_t>(lbn >> 8), static_cast<std::uint8_t>(lbn), length};
}

Cdb ten(std::uint8_t operation, std::uint32_t lbn, std::uint16_t length) {
  return {operation,
          0,
          static_cast<std::uint8_t>(lbn >> 24),
          static_cast<std::uint8_t>(lbn >> 16),
          static_cast<std::uint8_t>(lbn >> 8),
          static_cast<std::uint8_t>(lbn),
          0,
          static_cast<std::uint8_t>(length >> 8),
          static_cast<std::uint8_t>(length)};
}

hs_command decode(const Cdb& cdb, std::uint8_t lun = 0) {
  return hs_command_decode(cdb.data(), lun, kBlocks);
}

void expect_transfer(const Cdb& cdb, hs_action action, std::uint32_t lbn, std::uint32_t blocks) {
  const hs_command command = decode(cdb);
  EXPECT_EQ(command.action, action);
  EXPECT_EQ(command.lbn.value, lbn);
  EXPECT_EQ(command.blocks, blocks);
}

void expect_reject(const Cdb& cdb, std::uint8_t code, std::uint8_t lun = 0) {
  const hs_command command = decode(cdb, lun);
  EXPECT_EQ(command.action, HS_ACTION_REJECT);
  EXPECT_EQ(command.sense.key, 0x05);
  EXPECT_EQ(command.sense.code, code);
  EXPECT_EQ(command.sense.qualifier, 0x00);
}

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

// The information bytes name the first block that is not there.
void expect_out_of_range(const Cdb& cdb, std::uint32_t first_missing) {
  expect_reject(cdb, 0x21);
  const hs_command command = decode(cdb);
  EXPECT_TRUE(command.sense.information_valid);
  EXPECT_EQ(command.sense.information, first_missing);
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

TEST(Decode, WrongUnit) {
  for (const std::uint8_t lun : bytes({1, 7, 255})) {
    expect_reject(six(0x08, 0, 1), 0x25, lun);
    expect_reject(six(0x0a, 0, 1), 0x25, lun);
    expect_reject(ten(0x28, 0, 1), 0x25, lun);
    expect_reject(ten(0x2a, 0, 1), 0x25, lun);
    expect_reject({0x00}, 0x25, lun);
    expect_reject({0x25}, 0x25, lun);
    expect_reject({0xff}, 0x25, lun);
    // These two are answered for any unit (8.2.5.1, 8.2.14).
    EXPECT_EQ(decode({0x12, 0, 0, 0, 36, 0}, lun).action, HS_ACTION_INQUIRY);
    EXPECT_EQ(decode({0x03, 0, 0, 0, 18, 0}, lun).action, HS_ACTION_REQUEST_SENSE);
  }
}

const std::set<int> kKnown = {0x00, 0x03, 0x08, 0x0a, 0x12, 0x25, 0x28, 0x2a};

TEST(Decode, UnknownOperations) {
  for (int operation = 0; operation < 256; ++operation) {
    const auto code = static_cast<std::uint8_t>(operation);
    SCOPED_TRACE(operation);
    if (kKnown.count(operation) == 0) {
      expect_reject({code}, 0x20);
      const hs_command command = decode({code});
      EXPECT_FALSE(command.sense.information_valid);
    } else {
      EXPECT_NE(decode({code}).action, HS_ACTION_REJECT);
    }
  }
}

// The operation code is looked at before anything else in the block: what the other bytes of an
// unknown command mean nobody can say.
TEST(Decode, UnknownOperationsWithEveryBitSet) {
  for (int operation = 0; operation < 256; ++operation) {
    if (kKnown.count(operation) == 0) {
      SCOPED_TRACE(operation);
      Cdb cdb;
      cdb.fill(0xff);
      cdb[0] = static_cast<std::uint8_t>(operation);
      expect_reject(cdb, 0x20);
    }
  }
}

// Control byte, 7.2.7: link is bit 0, flag bit 1; the vendor's bits 6 and 7 are left alone.
TEST(Decode, LinkedCommands) {
  for (const int operation : kKnown) {
    const std::size_t control = operation < 0x20 ? 5 : 9;
    for (const std::uint8_t bits : bytes({0x01, 0x02, 0x03})) {
      SCOPED_TRACE(operation);
      Cdb cdb = {static_cast<std::uint8_t>(operation)};
      cdb[control] = bits;
      expect_reject(cdb, 0x24);
    }
    Cdb cdb = {static_cast<std::uint8_t>(operation)};
    cdb[control] = 0xc0;
    EXPECT_NE(decode(cdb).action, HS_ACTION_REJECT);
  }
}

TEST(Decode, RelativeAddress) {
  for (const std::uint8_t operation : bytes({0x25, 0x28, 0x2a})) {
    expect_reject({operation, 0x01, 0, 0, 0, 0, 0, 0, 0, 0}, 0x24);
  }
}

TEST(Decode, ReadCapacity) {
  const hs_command command = decode({0x25});
  EXPECT_EQ(command.action, HS_ACTION_READ_CAPACITY);
  EXPECT_EQ(command.allocation, 8U);
  expect_reject({0x25, 0, 0, 0, 0, 0, 0, 0, 0x01, 0}, 0x24);  // PMI
  expect_reject({0x25, 0, 0, 0, 0, 1, 0, 0, 0, 0}, 0x24);     // an address without PMI: 9.2.7
}

TEST(Decode, TestUnitReady) { EXPECT_EQ(decode({0x00}).action, HS_ACTION_NONE); }

TEST(Decode, Inquiry) {
  const hs_command command = decode({0x12, 0, 0, 0, 36, 0});
  EXPECT_EQ(command.action, HS_ACTION_INQUIRY);
  EXPECT_EQ(command.allocation, 36U);
  EXPECT_EQ(decode({0x12, 0, 0, 0, 0, 0}).allocation, 0U);
  expect_reject({0x12, 0x01, 0, 0, 36, 0}, 0x24);     // EVPD: there are no such pages
  expect_reject({0x12, 0x00, 0x80, 0, 36, 0}, 0x24);  // a page without EVPD
}

TEST(Decode, RequestSense) {
  const hs_command command = decode({0x03, 0, 0, 0, 255, 0});
  EXPECT_EQ(command.action, HS_ACTION_REQUEST_SENSE);
  EXPECT_EQ(command.allocation, 255U);
}

// The largest disk of 32-bit addresses: block numbers past it must not wrap around to small ones.
TEST(Decode, LargestDisk) {
  const Cdb fits = ten(0x28, 0xfffffffe, 1);
  EXPECT_EQ(hs_command_decode(fits.data(), 0, 0xffffffff).action, HS_ACTION_READ);
  const Cdb past = ten(0x28, 0xfffffffe, 2);
  const hs_command command = hs_command_decode(past.data(), 0, 0xffffffff);
  EXPECT_EQ(command.action, HS_ACTION_REJECT);
  EXPECT_EQ(command.sense.code, 0x21);
  EXPECT_EQ(command.sense.information, 0xffffffffU);
}

// Whatever the bytes: a transfer lies on the disk, and a rejection says why.
TEST(Decode, AnyBytes) {
  Rng rng(1);
  for (int i = 0; i < 1'000'000; ++i) {
    Cdb cdb{};
    for (std::uint8_t& byte : cdb) {
      byte = rng.one_in(3) ? static_cast<std::uint8_t>(rng.next()) : std::uint8_t{0};
    }
    if (rng.one_in(2)) {
      const std::uint8_t codes[] = {0x08, 0x0a, 0x28, 0x2a};
      cdb[0] = codes[rng.below(4)];
    }
    const std::uint32_t disk = rng.one_in(4) ? rng.between(1, 300) : kBlocks;
    const hs_command command = hs_command_decode(cdb.data(), 0, disk);
    if (command.action == HS_ACTION_READ || command.action == HS_ACTION_WRITE) {
      ASSERT_GE(command.blocks, 1U);
      ASSERT_LE(std::uint64_t{command.lbn.value} + command.blocks, disk);
    } else if (command.action == HS_ACTION_REJECT) {
      ASSERT_EQ(command.sense.key, 0x05);
      ASSERT_NE(command.sense.code, 0x00);
    }
  }
}

}  // namespace
}  // namespace headstack
