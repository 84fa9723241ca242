// Each bit of each command block, by the tables of SCSI-2, SPC-4 and SBC-3. A picture has a letter
// for each bit, high bit first. A test flips each bit of a valid block, and expects what the letter
// says.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/command_blocks.h"

namespace headstack {
namespace {

constexpr std::uint32_t kLargest = 0xffff'ffff;  // blocks of a disk that has each 32-bit address

// Letters: . no effect; x refused, the pointer names this byte; a digit: the pointer names the byte
// of this number; l: the list is too long; h: the address is not on the disk; ?: tested elsewhere.
// L block, N blocks, A allocation length: the field's bits, high bit first. P: the page, by the bit
// of its byte. Flags: F FUA, D DPO, I immediate, C compare, S start, V save, E page, T partial.
struct Picture {
  const char* name;
  Cdb valid;
  std::string bits;  // of the bytes after the operation code, without spaces
  std::uint8_t standard = HS_SCSI_2;
};

std::string picture(const std::vector<const char*>& bytes) {
  std::string bits;
  for (const char* byte : bytes) {
    bits += byte;
  }
  return bits;
}

constexpr const char* kNone = "........";
constexpr const char* kControl = ".....xxx";
constexpr const char* kL = "LLLLLLLL";
constexpr const char* kN = "NNNNNNNN";
constexpr const char* kA = "AAAAAAAA";
constexpr const char* kP = "PPPPPPPP";
constexpr const char* kHigh = "hhhhhhhh";
constexpr const char* kTransfer = "xxxDF..x";
constexpr const char* kVerify = "xxxD.xCx";

std::string bits_10(const char* byte_1) {
  return picture({byte_1, kL, kL, kL, kL, kNone, kN, kN, kControl});
}
std::string bits_12(const char* byte_1) {
  return picture({byte_1, kL, kL, kL, kL, kN, kN, kN, kN, kNone, kControl});
}
std::string bits_16(const char* byte_1) {
  return picture(
      {byte_1, kHigh, kHigh, kHigh, kHigh, kL, kL, kL, kL, kN, kN, kN, kN, kNone, kControl});
}

// Commands with blocks. Each has 3 blocks, so that no bit makes the number 0.
std::vector<Picture> transfers() {
  const std::string six = picture({"...LLLLL", kL, kL, kN, kControl});
  std::vector<Picture> all = {
      {"READ (6)", {0x08, 0, 0, 0, 3}, six},
      {"WRITE (6)", {0x0a, 0, 0, 0, 3}, six},
      {"READ (16) of SPC-6",
       {0x88, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3},
       bits_16("xxxDF..."),
       HS_SPC_6},
      {"WRITE (16) of SPC-6",
       {0x8a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3},
       bits_16("xxxDF..."),
       HS_SPC_6},
  };
  for (const int code : {0x28, 0x2a, 0x2e, 0x2f, 0x35}) {
    const char* first = code >= 0x35 ? "......Ix" : code >= 0x2e ? kVerify : kTransfer;
    all.push_back(
        {"10", {static_cast<std::uint8_t>(code), 0, 0, 0, 0, 0, 0, 0, 3}, bits_10(first)});
  }
  for (const int code : {0xa8, 0xaa, 0xae, 0xaf}) {
    all.push_back({"12",
                   {static_cast<std::uint8_t>(code), 0, 0, 0, 0, 0, 0, 0, 0, 3},
                   bits_12(code >= 0xae ? kVerify : kTransfer)});
  }
  for (const int code : {0x88, 0x8a, 0x8e, 0x8f, 0x91}) {
    const char* first = code >= 0x91 ? "......Ix" : code >= 0x8e ? kVerify : kTransfer;
    all.push_back({"16",
                   {static_cast<std::uint8_t>(code), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3},
                   bits_16(first)});
  }
  return all;
}

// READ (32) and the vendor's READ WITH DEADLINE, whose bit 1 or 0 of byte 9 makes them a write.
std::vector<Picture> long_commands() {
  const auto bits = [](const char* service, const char* limit, const char* rest) {
    return picture({kControl,   "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xx......",
                    "xxxxxxxx", "xxxxxxxx", service,    "xxxDFxxx", limit,      kHigh,
                    kHigh,      kHigh,      kHigh,      kL,         kL,         kL,
                    kL,         rest,       rest,       rest,       rest,       rest,
                    rest,       rest,       rest,       kN,         kN,         kN,
                    kN});
  };
  Cdb read{0x7f, 0, 0, 0, 0, 0, 0, 0x18, 0, 0x09};
  Cdb vendor{0x7f, 0, 0, 0, 0, 0, 0, 0x18, 0xf8, 0};
  read[31] = vendor[31] = 3;
  return {{"READ (32)", read, bits("888888?8", "xxxxx...", "xxxxxxxx"), HS_SPC_6},
          {"READ WITH DEADLINE", vendor, bits("8888888?", "xxxxxxxx", kNone)}};
}

std::vector<Picture> others() {
  const std::string mode_10 =
      picture({"...E..xV", kNone, kNone, kNone, kNone, kNone, "lllllllN", kN, kControl});
  const std::string reserve_10 =
      picture({"...x..xx", kNone, kNone, kNone, kNone, kNone, kNone, kNone, kControl});
  const std::string reserve_6 = picture({"...xxxxx", kNone, kNone, kNone, kControl});
  return {
      {"TEST UNIT READY", {0x00}, picture({kNone, kNone, kNone, kNone, kControl})},
      {"REQUEST SENSE", {0x03}, picture({kNone, kNone, kNone, kA, kControl})},
      {"FORMAT UNIT", {0x04, 0x14}, picture({"xxxxx.x.", kNone, "33333333", "3333333.", kControl})},
      {"REASSIGN BLOCKS", {0x07}, picture({"......xx", kNone, kNone, kNone, kControl})},
      {"INQUIRY", {0x12}, picture({"......xE", "xxxxxxxx", kA, kA, kControl})},
      {"MODE SELECT (6)", {0x15}, picture({"...E..xV", kNone, kNone, kN, kControl})},
      {"RESERVE (6)", {0x16}, reserve_6},
      {"RELEASE (6)", {0x17}, reserve_6},
      {"MODE SENSE (6)", {0x1a, 0, 0x3f}, picture({"....T...", "PPxxxxxx", kL, kA, kControl})},
      {"START STOP UNIT", {0x1b}, picture({".......I", kNone, kNone, "xxSS..xS", kControl})},
      {"RECEIVE DIAGNOSTIC RESULTS", {0x1c}, picture({".......E", kP, kA, kA, kControl})},
      {"SEND DIAGNOSTIC", {0x1d, 0x10}, picture({kNone, kNone, "lllllllN", kN, kControl})},
      {"READ CAPACITY (10)",
       {0x25, 0, 0, 0, 0, 0, 0, 0, 1},
       picture({".......x", kL, kL, kL, kL, kNone, kNone, ".......T", kControl})},
      {"READ DEFECT DATA (10)",
       {0x37},
       picture({kNone, "...PPPPP", kNone, kNone, kNone, kNone, kA, kA, kControl})},
      {"LOG SENSE",
       {0x4d, 0, 0x42},
       picture(
           {"......xx", "xxxxxxPP", "xxxxxxxx", kNone, "55555555", "55555LLL", kA, kA, kControl})},
      {"MODE SELECT (10)", {0x55}, mode_10},
      {"RESERVE (10)", {0x56}, reserve_10},
      {"RELEASE (10)", {0x57}, reserve_10},
      {"MODE SENSE (10)",
       {0x5a, 0, 0x3f},
       picture({"....T...", "PPxxxxxx", kL, kNone, kNone, kNone, kA, kA, kControl})},
      {"READ CAPACITY (16)",
       {0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
       picture({"...xxxxx", kHigh, kHigh, kHigh, kHigh, kL, kL, kL, kL, kA, kA, kA, kA, ".......T",
                kControl})},
      {"REPORT LUNS",
       {0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 0x30},
       picture({kNone, "xxxxxxPP", kNone, kNone, kNone, kA, kA, kA, kA, kNone, kControl})},
      {"REPORT SUPPORTED OPERATION CODES",
       {0xa3, 0x0c},
       picture({"...xxxxx", "PPPPPxPP", kL, kL, kL, kA, kA, kA, kA, kNone, kControl}),
       HS_SPC_4},
      {"READ DEFECT DATA (12)",
       {0xb7},
       picture({"...PPPPP", kNone, kNone, kNone, kNone, kA, kA, kA, kA, kNone, kControl})},
  };
}

void expect_equal(const hs_command& found, const hs_command& wanted) {
  EXPECT_EQ(found.action, wanted.action);
  EXPECT_EQ(found.flags, wanted.flags);
  EXPECT_EQ(found.page, wanted.page);
  EXPECT_EQ(found.lbn.value, wanted.lbn.value);
  EXPECT_EQ(found.blocks, wanted.blocks);
  EXPECT_EQ(found.allocation, wanted.allocation);
}

void expect_refused(const hs_command& found, std::uint8_t code, std::uint32_t information) {
  EXPECT_EQ(found.action, HS_ACTION_REJECT);
  EXPECT_EQ(found.sense.key, 0x05);
  EXPECT_EQ(found.sense.code, code);
  EXPECT_EQ(found.sense.qualifier, 0x00);
  EXPECT_EQ(found.sense.information, information);
  EXPECT_EQ(found.sense.detail, code == 0x24 ? HS_DETAIL_FIELD : HS_DETAIL_BLOCK);
}

// The number of bits of the same field that follow in the picture.
std::uint32_t bits_after(const std::string& bits, std::size_t at) {
  std::uint32_t count = 0;
  for (std::size_t i = at + 1; i < bits.size(); ++i) {
    count += bits[i] == bits[at] ? 1 : 0;
  }
  return count;
}

std::uint8_t flag_of(char letter) {
  const std::pair<char, std::uint8_t> flags[] = {
      {'F', HS_FLAG_FUA},   {'D', HS_FLAG_DPO},  {'I', HS_FLAG_IMMEDIATE}, {'C', HS_FLAG_COMPARE},
      {'S', HS_FLAG_START}, {'V', HS_FLAG_SAVE}, {'E', HS_FLAG_PAGE},      {'T', HS_FLAG_PARTIAL}};
  for (const auto& [of, flag] : flags) {
    if (of == letter) {
      return flag;
    }
  }
  ADD_FAILURE() << "no such letter: " << letter;
  return 0;
}

// The command that the flipped bit makes of a valid command.
hs_command changed(hs_command command, const std::string& bits, std::size_t at) {
  const std::uint32_t weight = 1U << (bits_after(bits, at) & 31U);
  switch (bits[at]) {
    case '.':
      break;
    case 'L':
      command.lbn.value ^= weight;
      break;
    case 'N':
      command.blocks ^= weight;
      break;
    case 'A':
      command.allocation ^= weight;
      break;
    case 'P':
      command.page = static_cast<std::uint8_t>(command.page ^ 0x80U >> at % 8);
      break;
    default:
      command.flags = static_cast<std::uint8_t>(command.flags ^ flag_of(bits[at]));
      break;
  }
  return command;
}

void check_bit(const Picture& one, std::size_t at) {
  const std::size_t byte = 1 + at / 8;
  Cdb cdb = one.valid;
  cdb[byte] = static_cast<std::uint8_t>(cdb[byte] ^ 0x80U >> at % 8);
  const hs_command found = hs_command_decode(cdb.data(), 0, kLargest, one.standard);
  const char letter = one.bits[at];
  if (letter == 'x') {
    expect_refused(found, 0x24, 0xc0'0000U + static_cast<std::uint32_t>(byte));
  } else if (letter >= '0' && letter <= '9') {
    expect_refused(found, 0x24, 0xc0'0000U + static_cast<std::uint32_t>(letter - '0'));
  } else if (letter == 'l') {
    expect_refused(found, 0x1a, 0);
  } else if (letter == 'h') {
    expect_refused(found, 0x21, 0);
    EXPECT_FALSE(found.sense.information_valid);
  } else if (letter != '?') {
    const hs_command valid = hs_command_decode(one.valid.data(), 0, kLargest, one.standard);
    expect_equal(found, changed(valid, one.bits, at));
  }
}

void check(const std::vector<Picture>& pictures) {
  for (const Picture& one : pictures) {
    const hs_command valid = hs_command_decode(one.valid.data(), 0, kLargest, one.standard);
    EXPECT_NE(valid.action, HS_ACTION_REJECT) << one.name;
    const std::size_t bytes = one.valid[0] == 0x7f ? 32 : hs_command_bytes(one.valid[0]);
    EXPECT_EQ(one.bits.size(), 8 * (bytes - 1)) << one.name;
    for (std::size_t at = 0; at < one.bits.size(); ++at) {
      SCOPED_TRACE(std::string(one.name) + ", operation " + std::to_string(one.valid[0]) +
                   ", byte " + std::to_string(1 + at / 8) + ", bit " + std::to_string(7 - at % 8));
      check_bit(one, at);
    }
  }
}

TEST(CommandBits, OfTransfers) { check(transfers()); }

TEST(CommandBits, OfBlocksOf32Bytes) { check(long_commands()); }

TEST(CommandBits, OfOtherCommands) { check(others()); }

// The pictures have each operation.
TEST(CommandBits, NoOperationIsLeftOut) {
#define CODE(code, service, action, decoder, refused, name) code,
  std::vector<int> missing = {HS_OPERATIONS(CODE)};
#undef CODE
  for (const auto& pictures : {transfers(), others()}) {
    for (const Picture& one : pictures) {
      missing.erase(std::remove(missing.begin(), missing.end(), int{one.valid[0]}), missing.end());
    }
  }
  EXPECT_TRUE(missing.empty());
}

// ---- Limits

// Writes a number to a command block, high byte first.
void put(Cdb& cdb, std::size_t first, std::size_t count, std::uint64_t value) {
  for (std::size_t i = 0; i < count; ++i) {
    cdb[first + i] = static_cast<std::uint8_t>(value >> (8 * (count - 1 - i)));
  }
}

struct Fields {
  std::uint8_t code;
  std::size_t lbn;  // first byte
  std::size_t lbn_bytes;
  std::size_t blocks;
  std::size_t blocks_bytes;
};
const std::vector<Fields> kFields = {{0x28, 2, 4, 7, 2},  {0x2a, 2, 4, 7, 2},  {0x2e, 2, 4, 7, 2},
                                     {0x2f, 2, 4, 7, 2},  {0x35, 2, 4, 7, 2},  {0xa8, 2, 4, 6, 4},
                                     {0xaa, 2, 4, 6, 4},  {0xae, 2, 4, 6, 4},  {0xaf, 2, 4, 6, 4},
                                     {0x88, 2, 8, 10, 4}, {0x8a, 2, 8, 10, 4}, {0x8e, 2, 8, 10, 4},
                                     {0x8f, 2, 8, 10, 4}, {0x91, 2, 8, 10, 4}};

Cdb block(const Fields& of, std::uint64_t lbn, std::uint64_t blocks) {
  Cdb cdb{of.code};
  put(cdb, of.lbn, of.lbn_bytes, lbn);
  put(cdb, of.blocks, of.blocks_bytes, blocks);
  return cdb;
}

// On disks of 1, 2 and 1,000 blocks: each last block is there, and the block after it is not.
TEST(CommandLimits, BlocksEndWithTheDisk) {
  for (const Fields& of : kFields) {
    for (const std::uint32_t disk : {1U, 2U, 1'000U}) {
      for (const std::uint32_t lbn : {0U, disk / 2, disk - 1, disk, disk + 1}) {
        for (const std::uint32_t blocks : {1U, disk - lbn - 1, disk - lbn, disk - lbn + 1}) {
          if (blocks == 0 || blocks > disk + 1) {
            continue;
          }
          SCOPED_TRACE(std::to_string(of.code) + ": " + std::to_string(lbn) + ", " +
                       std::to_string(blocks) + " of " + std::to_string(disk));
          const Cdb cdb = block(of, lbn, blocks);
          const hs_command found = hs_command_decode(cdb.data(), 0, disk, HS_SCSI_2);
          if (lbn + blocks <= disk) {
            EXPECT_EQ(found.lbn.value, lbn);
            EXPECT_EQ(found.blocks, blocks);
            EXPECT_NE(found.action, HS_ACTION_REJECT);
          } else {
            expect_refused(found, 0x21, std::max(lbn, disk));
            EXPECT_TRUE(found.sense.information_valid);
          }
        }
      }
    }
  }
}

// No blocks: nothing to do on the disk's blocks, and an error behind them. SYNCHRONIZE CACHE takes
// all blocks up to the end.
TEST(CommandLimits, NoBlocks) {
  for (const Fields& of : kFields) {
    SCOPED_TRACE(int{of.code});
    const bool synchronize = of.code == 0x35 || of.code == 0x91;
    for (const std::uint32_t lbn : {0U, 8U, 9U}) {
      const Cdb cdb = block(of, lbn, 0);
      const hs_command found = hs_command_decode(cdb.data(), 0, 10, HS_SCSI_2);
      EXPECT_EQ(found.action, synchronize ? HS_ACTION_SYNCHRONIZE : HS_ACTION_NONE);
      EXPECT_EQ(found.blocks, synchronize ? 10 - lbn : 0);
      EXPECT_EQ(found.lbn.value, lbn);
    }
    const Cdb cdb = block(of, 10, 0);
    expect_refused(hs_command_decode(cdb.data(), 0, 10, HS_SCSI_2), 0x21, 10);
  }
}

TEST(CommandLimits, CapacityOfABlockOnTheDisk) {
  for (const auto& [code, byte, bytes, flag] :
       {std::tuple{0x25, 2, 4, 8}, std::tuple{0x9e, 2, 8, 14}}) {
    for (const std::uint32_t lbn : {0U, 1U, 9U, 10U}) {
      for (const bool partial : {false, true}) {
        SCOPED_TRACE(std::to_string(code) + ", block " + std::to_string(lbn));
        Cdb cdb{static_cast<std::uint8_t>(code),
                code == 0x9e ? std::uint8_t{0x10} : std::uint8_t{0}};
        put(cdb, static_cast<std::size_t>(byte), static_cast<std::size_t>(bytes), lbn);
        cdb[static_cast<std::size_t>(flag)] = partial ? 1 : 0;
        const hs_command found = hs_command_decode(cdb.data(), 0, 10, HS_SCSI_2);
        if (!partial && lbn != 0) {
          expect_refused(found, 0x24, 0xc0'0002);
        } else if (lbn >= 10) {
          expect_refused(found, 0x21, 0);
        } else {
          EXPECT_EQ(found.action, HS_ACTION_READ_CAPACITY);
          EXPECT_EQ(found.lbn.value, lbn);
          EXPECT_EQ(found.flags,
                    (partial ? HS_FLAG_PARTIAL : 0U) | (code == 0x9e ? HS_FLAG_LONG : 0U));
        }
      }
    }
  }
}

// A list has at most 480 bytes.
TEST(CommandLimits, LengthOfAList) {
  for (const auto& [code, byte, flags] :
       {std::tuple{0x55, 7, std::uint8_t{HS_FLAG_LONG | HS_FLAG_PAGE}},
        std::tuple{0x1d, 3, std::uint8_t{0}}}) {
    for (const std::uint32_t bytes : {0U, 1U, 479U, 480U, 481U, 0xffffU}) {
      SCOPED_TRACE(std::to_string(code) + ", bytes " + std::to_string(bytes));
      Cdb cdb{static_cast<std::uint8_t>(code), 0x10};
      put(cdb, static_cast<std::size_t>(byte), 2, bytes);
      const hs_command found = decode(cdb);
      if (bytes > 480) {
        expect_refused(found, 0x1a, 0);
      } else {
        EXPECT_EQ(found.blocks, bytes);
        EXPECT_EQ(found.flags, flags);
      }
    }
  }
}

// Each value of a field that chooses, with the values that the drive knows.
struct Choice {
  const char* name;
  Cdb cdb;
  std::size_t byte;
  std::uint32_t shift;
  std::uint32_t values;  // of the field
  std::vector<std::uint32_t> known;
  std::size_t named;  // byte that a refusal names
  std::uint8_t standard = HS_SCSI_2;
};

TEST(CommandLimits, ValuesOfAChoice) {
  const std::vector<std::uint32_t> pages = {0x01, 0x03, 0x04, 0x08, 0x0a, 0x20, 0x3f};
  const std::vector<Choice> choices = {
      {"page of INQUIRY", {0x12, 0x01}, 2, 0, 256, {0x00, 0x80, 0x83, 0xb0, 0xb1}, 2},
      {"page of INQUIRY without EVPD", {0x12}, 2, 0, 256, {0x00}, 2},
      {"mode page, 6", {0x1a}, 2, 0, 64, pages, 2},
      {"mode page, 10", {0x5a}, 2, 0, 64, pages, 2},
      {"log page", {0x4d, 0, 0x40}, 2, 0, 64, {0x00, 0x02, 0x03, 0x0e}, 2},
      {"page control of the log", {0x4d}, 2, 6, 4, {1}, 2},
      {"subpages of log page 0", {0x4d, 0, 0x40}, 3, 0, 256, {0x00, 0xff}, 3},
      {"subpages of log page 2", {0x4d, 0, 0x42}, 3, 0, 256, {0x00}, 3},
      {"diagnostic page", {0x1c, 0x01}, 2, 0, 256, {0x00, 0x40}, 2},
      {"select report", {0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 16}, 2, 0, 256, {0, 1, 2}, 2},
      {"list format without a list", {0x04}, 1, 0, 8, {0}, 1},
      {"list format", {0x04, 0x10}, 1, 0, 8, {0, 4, 5}, 1},
      {"interleave", {0x04}, 4, 0, 256, {0, 1}, 3},
      {"power condition", {0x1b}, 4, 4, 16, {0, 1, 2, 3}, 4},
      {"reporting options", {0xa3, 0x0c}, 2, 0, 8, {0, 1, 2, 3}, 2, HS_SPC_4},
      {"service action of 9Eh", {0x9e}, 1, 0, 32, {0x10}, 1},
      {"service action of A3h", {0xa3}, 1, 0, 32, {0x0c}, 1, HS_SPC_4},
  };
  for (const Choice& one : choices) {
    for (std::uint32_t value = 0; value < one.values; ++value) {
      SCOPED_TRACE(std::string(one.name) + ": " + std::to_string(value));
      Cdb cdb = one.cdb;
      cdb[one.byte] = static_cast<std::uint8_t>(cdb[one.byte] | value << one.shift);
      const hs_command found = hs_command_decode(cdb.data(), 0, kBlocks, one.standard);
      const bool known = std::find(one.known.begin(), one.known.end(), value) != one.known.end();
      EXPECT_EQ(found.action != HS_ACTION_REJECT, known);
      if (!known) {
        EXPECT_EQ(found.sense.information & 0xffffU, one.named);
      }
    }
  }
}

// Without its subpage, log page 19h is no page.
TEST(CommandLimits, SubpageOfTheDurationLog) {
  for (std::uint32_t subpage = 0; subpage < 256; ++subpage) {
    const hs_command found = decode({0x4d, 0, 0x59, static_cast<std::uint8_t>(subpage)});
    EXPECT_EQ(found.action != HS_ACTION_REJECT, subpage == 0x21) << subpage;
    if (subpage != 0x21) {
      expect_refused(found, 0x24, subpage == 0 ? 0xc0'0002 : 0xc0'0003);
    }
  }
}

// The first parameter of a log page is at most its last.
TEST(CommandLimits, LastParameterOfALogPage) {
  for (const auto& [page, subpage, last] :
       {std::tuple{0x00, 0, 0U}, std::tuple{0x02, 0, 6U}, std::tuple{0x03, 0, 6U},
        std::tuple{0x0e, 0, 4U}, std::tuple{0x19, 0x21, 0x47U}}) {
    for (std::uint32_t first = 0; first <= 0x50; ++first) {
      Cdb cdb{0x4d, 0, static_cast<std::uint8_t>(0x40 | page), static_cast<std::uint8_t>(subpage)};
      put(cdb, 5, 2, first);
      const hs_command found = decode(cdb);
      SCOPED_TRACE(std::to_string(page) + ", parameter " + std::to_string(first));
      if (first > last) {
        expect_refused(found, 0x24, 0xc0'0005);
      } else {
        EXPECT_EQ(found.action, HS_ACTION_LOG_SENSE);
        EXPECT_EQ(found.lbn.value, first);
        EXPECT_EQ(found.blocks, static_cast<std::uint32_t>(subpage));
      }
    }
  }
}

}  // namespace
}  // namespace headstack
