// Makes command blocks, and checks what the firmware decodes from a block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

extern "C" {
#include "controller/command.h"
}

namespace headstack {

constexpr std::uint32_t kBlocks = 2'054'864;  // HP C2247: 0x1f5ad0

using Cdb = std::array<std::uint8_t, HS_CDB_BYTES>;

inline std::vector<std::uint8_t> bytes(std::initializer_list<int> values) {
  std::vector<std::uint8_t> out;
  for (const int value : values) {
    out.push_back(static_cast<std::uint8_t>(value));
  }
  return out;
}

inline Cdb six(std::uint8_t operation, std::uint32_t lbn, std::uint8_t length) {
  return {operation, static_cast<std::uint8_t>(lbn >> 16 & 0x1f),
          static_cast<std::uint8_t>(lbn >> 8), static_cast<std::uint8_t>(lbn), length};
}

inline Cdb ten(std::uint8_t operation, std::uint32_t lbn, std::uint16_t length) {
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

// Decodes for a drive that claims SCSI-2, or SPC-4 if only drives of SPC-4 have the operation.
inline hs_command decode(const Cdb& cdb, std::uint8_t lun = 0) {
  const std::uint8_t standard = cdb[0] == kReportOperations ? HS_SPC_4 : HS_SCSI_2;
  return hs_command_decode(cdb.data(), lun, kBlocks, standard);
}

inline void expect_transfer(const Cdb& cdb, hs_action action, std::uint32_t lbn,
                            std::uint32_t blocks) {
  const hs_command command = decode(cdb);
  EXPECT_EQ(command.action, action);
  EXPECT_EQ(command.lbn.value, lbn);
  EXPECT_EQ(command.blocks, blocks);
}

// Expects ILLEGAL REQUEST with an additional sense code. Returns the sense.
inline hs_sense rejected(const Cdb& cdb, std::uint8_t code, std::uint8_t lun = 0) {
  const hs_command command = decode(cdb, lun);
  EXPECT_EQ(command.action, HS_ACTION_REJECT);
  EXPECT_EQ(command.sense.key, 0x05);
  EXPECT_EQ(command.sense.code, code);
  EXPECT_EQ(command.sense.qualifier, 0x00);
  return command.sense;
}

// Expects a refusal without a pointer to a field. `expect_bad_field` is for refusals of a field.
inline void expect_reject(const Cdb& cdb, std::uint8_t code, std::uint8_t lun = 0) {
  EXPECT_NE(code, 0x24);
  EXPECT_NE(rejected(cdb, code, lun).detail, HS_DETAIL_FIELD);
}

// Expects INVALID FIELD IN CDB. The sense-key specific bytes point to the first byte of the field:
// SKSV and C/D are set, and there is no bit pointer (SCSI-2 8.2.14.2, table 66).
inline void expect_bad_field(const Cdb& cdb, std::size_t byte) {
  const hs_sense sense = rejected(cdb, 0x24);
  EXPECT_EQ(sense.detail, HS_DETAIL_FIELD);
  EXPECT_EQ(sense.information, 0xc00000U + byte);
}

// Expects LBA OUT OF RANGE. The information bytes name the first block that is not there.
inline void expect_out_of_range(const Cdb& cdb, std::uint32_t first_missing) {
  expect_reject(cdb, 0x21);
  const hs_command command = decode(cdb);
  EXPECT_TRUE(command.sense.information_valid);
  EXPECT_EQ(command.sense.information, first_missing);
}

}  // namespace headstack
