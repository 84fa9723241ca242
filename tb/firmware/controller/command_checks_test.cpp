// Checks that hold for every operation code, and the sense data of a refusal.
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/command_blocks.h"
#include "tb/firmware/support/rng.h"

extern "C" {
#include "controller/command.h"
}

namespace headstack {
namespace {

#define CODE(code, service, action, decoder, refused, name) code,
const std::set<int> kKnown = {HS_OPERATIONS(CODE)};
#undef CODE

// Valid command blocks of operations for which a block of zeros is not valid.
const std::vector<Cdb> kValid = {
    {0x1a, 0, 0x3f},                     // all mode pages
    {0x4d, 0, 0x40},                     // cumulative values of the log
    {0x5a, 0, 0x3f},                     // all mode pages
    {0x9e, 0x10},                        // READ CAPACITY
    {0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 16},  // the least room for REPORT LUNS
    {kReportOperations, 0x0c},
};

// Returns a command block that the drive takes.
Cdb plain(int operation) {
  for (const Cdb& cdb : kValid) {
    if (cdb[0] == operation) {
      return cdb;
    }
  }
  return {static_cast<std::uint8_t>(operation)};
}

// SCSI-2 7.2.1 (table 2) and SPC-2: the length by the group, the upper three bits of the code.
std::size_t bytes_of(int operation) {
  const std::size_t by_group[] = {6, 10, 10, 0, 16, 12};
  return by_group[operation >> 5];
}

std::size_t control_byte(int operation) { return bytes_of(operation) - 1; }

TEST(Decode, WrongUnit) {
  for (const std::uint8_t lun : bytes({1, 7, 255})) {
    expect_reject(six(0x08, 0, 1), 0x25, lun);
    expect_reject(six(0x0a, 0, 1), 0x25, lun);
    expect_reject(ten(0x28, 0, 1), 0x25, lun);
    expect_reject(ten(0x2a, 0, 1), 0x25, lun);
    expect_reject({0x00}, 0x25, lun);
    expect_reject({0x25}, 0x25, lun);
    expect_reject({0xff}, 0x25, lun);
    // INQUIRY and REQUEST SENSE are answered for any unit (8.2.5.1, 8.2.14).
    EXPECT_EQ(decode({0x12, 0, 0, 0, 36, 0}, lun).action, HS_ACTION_INQUIRY);
    EXPECT_EQ(decode({0x03, 0, 0, 0, 18, 0}, lun).action, HS_ACTION_REQUEST_SENSE);
  }
}

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
    if (kKnown.count(operation) == 0 && operation != HS_VARIABLE_LENGTH) {
      expect_reject({code}, 0x20);
      const hs_command command = decode({code});
      EXPECT_FALSE(command.sense.information_valid);
    } else if (operation != HS_VARIABLE_LENGTH) {
      EXPECT_NE(decode(plain(code)).action, HS_ACTION_REJECT);
    }
  }
}

// The drive checks the operation code first, because the other bytes of an unknown command have no
// known meaning.
TEST(Decode, UnknownOperationsWithEveryBitSet) {
  for (int operation = 0; operation < 256; ++operation) {
    if (kKnown.count(operation) == 0 && operation != HS_VARIABLE_LENGTH) {
      SCOPED_TRACE(operation);
      Cdb cdb;
      cdb.fill(0xff);
      cdb[0] = static_cast<std::uint8_t>(operation);
      expect_reject(cdb, 0x20);
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
  expect_bad_field({kReportOperations, 0x0c, 4}, 2);
  EXPECT_EQ(decode({0x9e, 0x10}).action, HS_ACTION_READ_CAPACITY);
  expect_bad_field({0x9e, 0x11}, 1);
}

// The control byte is the last byte of the block (7.2.7). Bit 0 is link, bit 1 is flag, and bit 2
// is NACA of SAM. The vendor's bits 6 and 7 have no effect.
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

// The sense-key specific bytes of INVALID FIELD point to a byte of the block: SKSV, C/D, pointer.
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

// For any bytes, a transfer lies on the disk, and a rejection has a reason.
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

// FORMAT UNIT has a list only with FMTDATA; then four bytes of a header come first.
TEST(FormatUnit, HasAListOnlyIfItSaysSo) {
  const hs_command plain = decode(Cdb{0x04, 0, 0, 0, 0, 0});
  const hs_command with = decode(Cdb{0x04, 0x10, 0, 0, 0, 0});
  EXPECT_EQ(plain.action, HS_ACTION_FORMAT);
  EXPECT_EQ(with.action, HS_ACTION_FORMAT);
  EXPECT_EQ(plain.blocks, 0U);
  EXPECT_EQ(with.blocks, 4U);
  EXPECT_EQ(plain.flags, 0U);
  EXPECT_EQ(with.flags, 0U);
}

}  // namespace
}  // namespace headstack
