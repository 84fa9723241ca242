// Decoding of command blocks, by the tables of SCSI-2 (X3.131-1994), chapters 8.2 and 9.2. Commands
// that SCSI-2 does not have follow SPC-2 and SBC-2.
#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "controller/command.h"
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

constexpr std::uint8_t kReportOperations = 0xa3;

// By a drive that claims SCSI-2, or SPC-4 if only drives of SPC-4 have the operation.
hs_command decode(const Cdb& cdb, std::uint8_t lun = 0) {
  const std::uint8_t standard = cdb[0] == kReportOperations ? HS_SPC_4 : HS_SCSI_2;
  return hs_command_decode(cdb.data(), lun, kBlocks, standard);
}

void expect_transfer(const Cdb& cdb, hs_action action, std::uint32_t lbn, std::uint32_t blocks) {
  const hs_command command = decode(cdb);
  EXPECT_EQ(command.action, action);
  EXPECT_EQ(command.lbn.value, lbn);
  EXPECT_EQ(command.blocks, blocks);
}

hs_sense rejected(const Cdb& cdb, std::uint8_t code, std::uint8_t lun = 0) {
  const hs_command command = decode(cdb, lun);
  EXPECT_EQ(command.action, HS_ACTION_REJECT);
  EXPECT_EQ(command.sense.key, 0x05);
  EXPECT_EQ(command.sense.code, code);
  EXPECT_EQ(command.sense.qualifier, 0x00);
  return command.sense;
}

// Not for a field of the command block: where that is has to be said.
void expect_reject(const Cdb& cdb, std::uint8_t code, std::uint8_t lun = 0) {
  EXPECT_NE(code, 0x24);
  EXPECT_NE(rejected(cdb, code, lun).detail, HS_DETAIL_FIELD);
}

// INVALID FIELD IN CDB; the sense-key specific bytes point to where the field begins: SKSV and C/D
// set, no bit pointer (SCSI-2 8.2.14.2, table 66).
void expect_bad_field(const Cdb& cdb, std::size_t byte) {
  const hs_sense sense = rejected(cdb, 0x24);
  EXPECT_EQ(sense.detail, HS_DETAIL_FIELD);
  EXPECT_EQ(sense.information, 0xc00000U + byte);
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

#define CODE(code, service, action, decoder, refused, name) code,
const std::set<int> kKnown = {HS_OPERATIONS(CODE)};
#undef CODE

// A block that the drive takes: all 0, but for what must not be.
Cdb plain(int operation) {
  Cdb cdb = {static_cast<std::uint8_t>(operation)};
  if (operation == 0x1a || operation == 0x5a) {
    cdb[2] = 0x3f;  // all pages
  } else if (operation == 0x4d) {
    cdb[2] = 0x40;  // current cumulative values
  } else if (operation == 0x9e) {
    cdb[1] = 0x10;  // READ CAPACITY
  } else if (operation == 0xa0) {
    cdb[9] = 16;
  } else if (operation == kReportOperations) {
    cdb[1] = 0x0c;
  }
  return cdb;
}

// SCSI-2 7.2.1 (table 2) and SPC-2: the length by the group, the upper three bits of the code.
std::size_t bytes_of(int operation) {
  const std::size_t by_group[] = {6, 10, 10, 0, 16, 12};
  return by_group[operation >> 5];
}

std::size_t control_byte(int operation) { return bytes_of(operation) - 1; }

TEST(Decode, LengthByTheGroup) {
  for (const int operation : kKnown) {
    EXPECT_EQ(hs_command_bytes(static_cast<std::uint8_t>(operation)), bytes_of(operation));
  }
  for (const std::uint8_t open : bytes({0x60, 0x7f, 0xc0, 0xff})) {
    EXPECT_EQ(hs_command_bytes(open), 1U);  // reserved, or a vendor's own
  }
}

TEST(Decode, UnknownOperations) {
  for (int operation = 0; operation < 256; ++operation) {
    const auto code = static_cast<std::uint8_t>(operation);
    SCOPED_TRACE(operation);
    if (kKnown.count(operation) == 0) {
      expect_reject({code}, 0x20);
      const hs_command command = decode({code});
      EXPECT_FALSE(command.sense.information_valid);
    } else {
      EXPECT_NE(decode(plain(code)).action, HS_ACTION_REJECT);
    }
  }
}

// RESERVE and RELEASE are obsolete in SPC-4; REPORT SUPPORTED OPERATION CODES is not in SCSI-2.
TEST(Decode, OperationsOfOneStandard) {
  for (const std::uint8_t operation : bytes({0x16, 0x17, 0x56, 0x57})) {
    const hs_command command = hs_command_decode(plain(operation).data(), 0, kBlocks, HS_SPC_4);
    EXPECT_EQ(command.action, HS_ACTION_REJECT);
    EXPECT_EQ(command.sense.code, 0x20);
  }
  const Cdb report = plain(kReportOperations);
  EXPECT_EQ(hs_command_decode(report.data(), 0, kBlocks, HS_SCSI_2).sense.code, 0x20);
  expect_bad_field({kReportOperations, 0x0d}, 1);  // a service action that the drive lacks
  expect_bad_field({kReportOperations, 0x0c, 3}, 2);
  EXPECT_EQ(decode({0x9e, 0x10}).action, HS_ACTION_READ_CAPACITY);
  expect_bad_field({0x9e, 0x11}, 1);
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

// Control byte, 7.2.7: link is bit 0, flag bit 1, and NACA of SAM bit 2; the vendor's bits 6 and 7
// are left alone. It is the block's last byte.
TEST(Decode, LinkedCommands) {
  for (const int operation : kKnown) {
    for (const std::uint8_t bits : bytes({0x01, 0x02, 0x03, 0x04})) {
      SCOPED_TRACE(operation);
      Cdb cdb = plain(operation);
      cdb[control_byte(operation)] = bits;
      expect_bad_field(cdb, control_byte(operation));
    }
    Cdb cdb = plain(operation);
    cdb[control_byte(operation)] = 0xc0;
    EXPECT_NE(decode(cdb).action, HS_ACTION_REJECT);
  }
}

TEST(Decode, RelativeAddress) {
  for (const std::uint8_t operation : bytes({0x25, 0x28, 0x2a, 0x2e, 0x2f, 0x35, 0x88, 0x8a, 0x8e,
                                             0x8f, 0x91, 0xa8, 0xaa, 0xae, 0xaf})) {
    expect_bad_field({operation, 0x01, 0, 0, 0, 0, 0, 0, 0, 0}, 1);
  }
}

// RDPROTECT, WRPROTECT and VRPROTECT (SBC-3): the upper three bits of byte 1, in all commands of
// more than six bytes that read, write or verify. The drive has no protection information.
TEST(Decode, Protection) {
#define NAME(code, service, action, decoder, refused, name) {code, HS_ACTION_##action},
  const std::vector<std::pair<int, hs_action>> all = {HS_OPERATIONS(NAME)};
#undef NAME
  std::size_t with_the_field = 0;
  for (const auto& [operation, action] : all) {
    const bool moves = action == HS_ACTION_READ || action == HS_ACTION_WRITE ||
                       action == HS_ACTION_VERIFY || action == HS_ACTION_WRITE_VERIFY;
    if (!moves || bytes_of(operation) == 6) {
      continue;
    }
    with_the_field++;
    for (int field = 1; field < 8; ++field) {
      SCOPED_TRACE(operation);
      Cdb cdb = plain(operation);
      cdb[1] = static_cast<std::uint8_t>(field << 5);
      expect_bad_field(cdb, 1);
    }
  }
  EXPECT_EQ(with_the_field, 12U);
}

TEST(Decode, ReadCapacity) {
  const hs_command command = decode({0x25});
  EXPECT_EQ(command.action, HS_ACTION_READ_CAPACITY);
  EXPECT_EQ(command.allocation, 8U);
  EXPECT_EQ(decode({0x25, 0, 0, 0, 1, 0, 0, 0, 0x01, 0}).lbn.value, 256U);  // PMI
  expect_reject({0x25, 0, 0x00, 0x1f, 0x5a, 0xd0, 0, 0, 0x01, 0}, 0x21);    // past the end
  expect_bad_field({0x25, 0, 0, 0, 0, 1, 0, 0, 0, 0}, 2);  // an address without PMI: 9.2.7
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

TEST(Decode, TestUnitReady) { EXPECT_EQ(decode({0x00}).action, HS_ACTION_NONE); }

TEST(Decode, Inquiry) {
  const hs_command command = decode({0x12, 0, 0, 0, 36, 0});
  EXPECT_EQ(command.action, HS_ACTION_INQUIRY);
  EXPECT_EQ(command.allocation, 36U);
  EXPECT_EQ(decode({0x12, 0, 0, 0, 0, 0}).allocation, 0U);
  expect_bad_field({0x12, 0x01, 0x81, 0, 36, 0}, 2);  // EVPD: there is no such page
  expect_bad_field({0x12, 0x02, 0, 0, 36, 0}, 1);     // CMDDT
  expect_bad_field({0x12, 0x00, 0x80, 0, 36, 0}, 2);  // a page without EVPD
}

TEST(Decode, RequestSense) {
  const hs_command command = decode({0x03, 0, 0, 0, 255, 0});
  EXPECT_EQ(command.action, HS_ACTION_REQUEST_SENSE);
  EXPECT_EQ(command.allocation, 255U);
}

// The largest disk of 32-bit addresses: block numbers past it must not wrap around to small ones.
TEST(Decode, LargestDisk) {
  const Cdb fits = ten(0x28, 0xfffffffe, 1);
  EXPECT_EQ(hs_command_decode(fits.data(), 0, 0xffffffff, HS_SCSI_2).action, HS_ACTION_READ);
  const Cdb past = ten(0x28, 0xfffffffe, 2);
  const hs_command command = hs_command_decode(past.data(), 0, 0xffffffff, HS_SCSI_2);
  EXPECT_EQ(command.action, HS_ACTION_REJECT);
  EXPECT_EQ(command.sense.code, 0x21);
  EXPECT_EQ(command.sense.information, 0xffffffffU);
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

// No blocks: all from there to the end.
TEST(Decode, SynchronizeCache) {
  expect_transfer({0x35, 0, 0, 0, 0, 7, 0, 0, 3, 0}, HS_ACTION_SYNCHRONIZE, 7, 3);
  expect_transfer({0x35, 0, 0, 0, 0, 7, 0, 0, 0, 0}, HS_ACTION_SYNCHRONIZE, 7, kBlocks - 7);
  EXPECT_EQ(decode({0x35, 0x02}).flags, HS_FLAG_IMMEDIATE);
  expect_out_of_range({0x35, 0, 0x00, 0x1f, 0x5a, 0xd0, 0, 0, 0, 0}, kBlocks);
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
  expect_reject({0x1a, 0, 0xc8, 0, 255, 0}, 0x39);  // saved values
  expect_bad_field({0x1a, 0, 0x02, 0, 255, 0}, 2);  // no such page
  expect_bad_field({0x1a, 0, 0x08, 1, 255, 0}, 3);  // a subpage
  EXPECT_EQ(decode({0x5a, 0x08, 0x08, 0, 0, 0, 0, 1, 2, 0}).allocation, 258U);
  expect_bad_field({0x15, 0x11, 0, 0, 12, 0}, 1);  // SP: nothing is saved
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

// The sense-key specific bytes of INVALID FIELD name the byte of the block: SKSV, C/D, pointer.
TEST(Decode, FieldPointer) {
  const hs_command command = decode({0x1b, 0, 0, 0, 0x02, 0});
  std::array<std::uint8_t, HS_SENSE_BYTES> out;
  hs_sense_data(out.data(), &command.sense);
  const std::array<std::uint8_t, 18> expected = {0x70, 0, 5, 0,    0, 0, 0,    10, 0,
                                                 0,    0, 0, 0x24, 0, 0, 0xc0, 0,  4};
  EXPECT_EQ(out, expected);
}

TEST(Sense, SurvivesTheRegister) {
  Rng rng(7);
  for (int i = 0; i < 1000; ++i) {
    hs_sense sense{};
    sense.key = static_cast<std::uint8_t>(rng.below(16));
    sense.code = static_cast<std::uint8_t>(rng.next());
    sense.qualifier = static_cast<std::uint8_t>(rng.next());
    sense.detail = static_cast<std::uint8_t>(rng.below(3));
    sense.information_valid = rng.one_in(2);
    sense.information = static_cast<std::uint32_t>(rng.next());
    const hs_sense back = hs_sense_unpack(hs_sense_pack(&sense));
    ASSERT_EQ(back.key, sense.key);
    ASSERT_EQ(back.code, sense.code);
    ASSERT_EQ(back.qualifier, sense.qualifier);
    ASSERT_EQ(back.detail, sense.detail);
    ASSERT_EQ(back.information_valid, sense.information_valid);
    ASSERT_EQ(back.information, sense.information);
  }
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
      const std::uint8_t codes[] = {0x08, 0x0a, 0x28, 0x2a, 0x2e, 0x2f, 0x35, 0x88,
                                    0x8a, 0x8e, 0x8f, 0x91, 0xa8, 0xaa, 0xae, 0xaf};
      cdb[0] = codes[rng.below(16)];
    }
    const std::uint32_t disk = rng.one_in(4) ? rng.between(1, 300) : kBlocks;
    const hs_command command = hs_command_decode(cdb.data(), 0, disk, HS_SCSI_2);
    if (command.action <= HS_ACTION_SYNCHRONIZE) {
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
