// Replies byte by byte: INQUIRY, the log, translated addresses and capacity, for each standard
// that a drive can claim.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/reply_bench.h"

namespace headstack {
namespace {

constexpr std::uint8_t kStandards[] = {HS_SCSI_2, HS_SPC_4, HS_SPC_6};

ReplyBytes text(const std::string& value, std::size_t bytes) {
  ReplyBytes out(value.begin(), value.end());
  out.resize(bytes, ' ');
  return out;
}

class Replies : public ReplyBench {};

TEST_F(Replies, Inquiry) {
  for (const std::uint8_t standard : kStandards) {
    for (const bool wide : {false, true}) {
      for (const std::uint32_t lun : {0U, 3U}) {
        firmware_.config.standard = standard;
        firmware_.config.wide = wide;
        const bool old = standard == HS_SCSI_2;
        const auto version = static_cast<std::uint8_t>(old ? 2 : standard == HS_SPC_4 ? 6 : 0x0d);
        ReplyBytes wanted = {static_cast<std::uint8_t>(lun == 0 ? 0x00 : 0x7f),
                             0,
                             version,
                             2,
                             static_cast<std::uint8_t>(old ? 31 : 69),
                             0,
                             0,
                             static_cast<std::uint8_t>(!old   ? 0x02
                                                       : wide ? 0x32
                                                              : 0x12)};
        append(wanted, text("HEADSTCK", 8));
        append(wanted, text("HP C2247", 16));
        append(wanted, text("0001", 4));
        if (!old) {
          wanted.resize(58, 0);
          append(wanted, 0x00a0'0460'04c0, 6);
          wanted.resize(74, 0);
        }
        EXPECT_EQ(reply(hs_reply_inquiry, {0x12, 0, 0, 0, 255}, 2, lun), wanted);
        expect_no_sense();
      }
    }
  }
}

// Header of a vital product page, and its bytes.
ReplyBytes page(std::uint8_t code, const ReplyBytes& bytes, std::uint8_t qualifier = 0) {
  ReplyBytes out = {qualifier, code, 0, static_cast<std::uint8_t>(bytes.size())};
  append(out, bytes);
  return out;
}

TEST_F(Replies, VitalProductData) {
  drive_->params.cache.segment_blocks = 0x0102'0304;
  firmware_.config.rotation_rpm = 5'400;
  std::copy_n("SN 12345", 8, firmware_.config.serial);
  for (const std::uint8_t standard : kStandards) {
    firmware_.config.standard = standard;
    const bool old = standard == HS_SCSI_2;
    const auto vital = [&](std::uint8_t code, std::uint32_t lun = 0) {
      return reply(hs_reply_inquiry, {0x12, 1, code, 0, 255}, 2, lun);
    };
    EXPECT_EQ(vital(0x00), page(0x00, old ? ReplyBytes{0x00, 0x80, 0x83}
                                          : ReplyBytes{0x00, 0x80, 0x83, 0xb0, 0xb1}));
    EXPECT_EQ(vital(0x80), page(0x80, text("SN 12345", 16)));
    EXPECT_EQ(vital(0x80, 1), page(0x80, text("SN 12345", 16), 0x7f));
    ReplyBytes name = {0x02, 0x01, 0x00, 40};
    append(name, text("HEADSTCK", 8));
    append(name, text("HP C2247", 16));
    append(name, text("SN 12345", 16));
    EXPECT_EQ(vital(0x83), page(0x83, name));
    for (const std::uint8_t code : {std::uint8_t{0xb0}, std::uint8_t{0xb1}}) {
      ReplyBytes found = vital(code);
      if (old) {
        EXPECT_TRUE(found.empty());
        expect_field(2);
        continue;
      }
      ReplyBytes wanted(60, 0);
      if (code == 0xb0) {
        wanted[8] = 1, wanted[9] = 2, wanted[10] = 3, wanted[11] = 4;
      } else {
        wanted[0] = 0x15, wanted[1] = 0x18;  // 5,400
      }
      EXPECT_EQ(found, page(code, wanted));
      expect_no_sense();
    }
  }
}

TEST_F(Replies, ReportLuns) {
  const ReplyBytes one = {0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  const ReplyBytes none(8, 0);
  for (const std::uint8_t select : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
    EXPECT_EQ(reply(hs_reply_report_luns, {0xa0, 0, select, 0, 0, 0, 0, 0, 0, 16}),
              select == 1 ? none : one);
  }
}

// ---- The log

void parameter(ReplyBytes& out, std::uint32_t code, std::uint32_t bytes, std::uint64_t value) {
  append(out, code, 2);
  append(out, 0x40, 1);
  append(out, bytes, 1);
  append(out, value, bytes);
}

ReplyBytes log_page(std::uint8_t code, const ReplyBytes& parameters, std::uint8_t subpage = 0) {
  ReplyBytes out = {static_cast<std::uint8_t>(code | (subpage != 0 ? 0x40 : 0)), subpage};
  append(out, parameters.size(), 2);
  append(out, parameters);
  return out;
}

ReplyBytes errors(const hs_counters& c, std::uint64_t bytes, std::uint32_t first) {
  const std::uint64_t values[] = {
      c.without_delay, c.with_delay, c.retries,    std::uint64_t{c.without_delay} + c.with_delay,
      c.without_delay, bytes,        c.uncorrected};
  ReplyBytes out;
  for (std::uint32_t code = first; code < 7; ++code) {
    parameter(out, code, code == 5 ? 8 : 4, values[code]);
  }
  return out;
}

TEST_F(Replies, LogOfErrors) {
  drive_->params.bytes_per_block = 520;
  firmware_.unit.reads = {0x1'2345'6789, 11, 13, 17, 19};
  firmware_.unit.writes = {0x9'8765'4321, 23, 29, 31, 37};
  for (std::uint8_t first = 0; first < 7; ++first) {
    EXPECT_EQ(reply(hs_reply_log_sense, {0x4d, 0, 0x43, 0, 0, 0, first, 0, 255}),
              log_page(0x03, errors(firmware_.unit.reads, 0x1'2345'6789 * 520, first)));
    EXPECT_EQ(reply(hs_reply_log_sense, {0x4d, 0, 0x42, 0, 0, 0, first, 0, 255}),
              log_page(0x02, errors(firmware_.unit.writes, 0x9'8765'4321 * 520, first)));
  }
}

TEST_F(Replies, LogOfStartsAndItsPages) {
  firmware_.unit.power.cycles = 0x0a0b'0c0d;
  ReplyBytes starts;
  parameter(starts, 4, 4, 0x0a0b'0c0d);
  for (const std::uint8_t standard : kStandards) {
    firmware_.config.standard = standard;
    EXPECT_EQ(reply(hs_reply_log_sense, {0x4d, 0, 0x4e, 0, 0, 0, 0, 0, 255}),
              log_page(0x0e, starts));
    EXPECT_EQ(reply(hs_reply_log_sense, {0x4d, 0, 0x40, 0, 0, 0, 0, 0, 255}),
              log_page(0x00, {0x00, 0x02, 0x03, 0x0e}));
    const ReplyBytes all = reply(hs_reply_log_sense, {0x4d, 0, 0x40, 0xff, 0, 0, 0, 0, 255});
    if (standard == HS_SPC_6) {
      EXPECT_EQ(
          all,
          log_page(0x00, {0x00, 0x00, 0x00, 0xff, 0x02, 0x00, 0x03, 0x00, 0x0e, 0x00, 0x19, 0x21},
                   0xff));
    } else {
      EXPECT_TRUE(all.empty());
      expect_field(3);
    }
  }
}

TEST_F(Replies, LogOfDurationLimits) {
  for (std::uint32_t kind = 0; kind < 2; ++kind) {
    for (std::uint32_t i = 0; i < 7; ++i) {
      const std::uint32_t n = 100 * kind + 10 * i;
      firmware_.unit.durations[kind][i] = {n + 1, n + 2, n + 3, n + 4};
    }
  }
  for (const std::uint8_t standard : kStandards) {
    firmware_.config.standard = standard;
    for (const int number : {0x00, 0x21, 0x22, 0x27, 0x28, 0x41, 0x42, 0x47}) {
      const auto first = static_cast<std::uint8_t>(number);
      const ReplyBytes found =
          reply(hs_reply_log_sense, {0x4d, 0, 0x59, 0x21, 0, 0, first, 1, 255});
      if (standard != HS_SPC_6) {
        EXPECT_TRUE(found.empty());
        expect_field(2);
        continue;
      }
      ReplyBytes wanted;
      for (std::uint32_t code = std::max<std::uint32_t>(first, 0x21); code <= 0x47; ++code) {
        if (code > 0x27 && code < 0x41) {
          continue;
        }
        const std::uint32_t n = code >= 0x41 ? 100 + 10 * (code - 0x41) : 10 * (code - 0x21);
        append(wanted, code, 2);
        append(wanted, 0x0310, 2);
        for (std::uint32_t k = 1; k <= 4; ++k) {
          append(wanted, n + k, 4);
        }
      }
      EXPECT_EQ(found, log_page(0x19, wanted, 0x21)) << int{first};
    }
  }
}

// ---- Capacity: 48 blocks, 16 in each cylinder

TEST_F(Replies, Capacity) {
  drive_->params.bytes_per_block = 0x208;
  for (std::uint8_t lbn = 0; lbn < 48; ++lbn) {
    const std::uint32_t last = lbn / 16 * 16 + 15;  // the last block before a seek
    ReplyBytes wanted;
    append(wanted, last, 4);
    append(wanted, 0x208, 4);
    EXPECT_EQ(reply(hs_reply_capacity, {0x25, 0, 0, 0, 0, lbn, 0, 0, 1}), wanted) << int{lbn};
    ReplyBytes wide(4, 0);
    append(wide, wanted);
    wide.resize(32, 0);
    EXPECT_EQ(reply(hs_reply_capacity, {0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, lbn, 0, 0, 0, 32, 1}),
              wide);
  }
  EXPECT_EQ(reply(hs_reply_capacity, {0x25}), (ReplyBytes{0, 0, 0, 47, 0, 0, 2, 8}));
}

// ---- Translated addresses

class Translations : public ReplyBench {
 protected:
  static ReplyBytes list(std::uint8_t from, std::uint8_t to, std::uint32_t high,
                         std::uint32_t low) {
    ReplyBytes out = {0x40, 0, 0, 10, from, to};
    append(out, high, 4);
    append(out, low, 4);
    return out;
  }
  hs_sense take(const ReplyBytes& list, std::uint32_t initiator = 2) {
    return hs_take_send_diagnostic(&drive_->params.geometry, list.data(),
                                   static_cast<std::uint32_t>(list.size()),
                                   &firmware_.unit.translation[initiator]);
  }
  ReplyBytes results(std::uint32_t initiator = 2) {
    return reply(hs_reply_receive_diagnostic, {0x1c, 0, 0, 0, 255}, initiator);
  }
  // The place of a block as the eight bytes of a sector address: block 16 c + 8 h + s.
  static ReplyBytes place(std::uint32_t number) {
    ReplyBytes out;
    append(out, number / 16, 3);
    append(out, number / 8 % 2, 1);
    append(out, number % 8, 4);
    return out;
  }
};

TEST_F(Translations, OfBlocksAndSectors) {
  for (std::uint32_t number = 0; number < 64; ++number) {
    const std::uint32_t high = number / 16 << 8 | number / 8 % 2;
    for (const std::uint8_t to : {std::uint8_t{0}, std::uint8_t{5}}) {
      ReplyBytes wanted = {0x40, 0, 0, 10, 0, to};
      if (to == 5) {
        append(wanted, place(number));
      } else {
        append(wanted, number, 4);
        append(wanted, 0, 4);
      }
      const hs_sense of_block = take(list(0, to, number, 0));
      EXPECT_EQ(of_block.key, number < 48 ? 0 : 0x05) << number;
      if (number < 48) {
        EXPECT_EQ(results(), wanted) << number;
      } else {
        EXPECT_EQ(of_block.code, 0x26);
        EXPECT_EQ(of_block.information, 0x80'0006U);
      }
      const hs_sense of_sector = take(list(5, to, high, number % 8));
      EXPECT_EQ(of_sector.key, 0);
      wanted[4] = 5;
      if (number >= 48) {  // a spare sector has no block
        wanted = {0x40, 0, 0, 2, 5, static_cast<std::uint8_t>(to | 0x80)};
      }
      EXPECT_EQ(results(), wanted) << number;
    }
  }
}

TEST_F(Translations, AddressesThatAreNotThere) {
  for (const auto& [high, low] : {std::pair{0x0400U, 0U}, {0x0002U, 0U}, {0x0000U, 8U}}) {
    const hs_sense sense = take(list(5, 0, high, low));
    EXPECT_EQ(sense.code, 0x26);
    EXPECT_EQ(sense.information, 0x80'0006U);
  }
}

TEST_F(Translations, ListsThatFail) {
  for (std::uint8_t format = 0; format < 8; ++format) {
    const bool known = format == 0 || format == 5;
    const hs_sense from = take(list(format, 0, 0, 0));
    EXPECT_EQ(from.key, known ? 0 : 0x05);
    EXPECT_EQ(from.information, known ? 0 : 0x80'0004U);
    const hs_sense to = take(list(0, format, 0, 0));
    EXPECT_EQ(to.key, known ? 0 : 0x05);
    EXPECT_EQ(to.information, known ? 0 : 0x80'0005U);
    EXPECT_EQ(take(list(static_cast<std::uint8_t>(format | 0xf8), 0, 0, 0)).key, known ? 0 : 0x05);
  }
  for (std::size_t bytes = 0; bytes <= 16; ++bytes) {
    ReplyBytes one = list(0, 0, 0, 0);
    one.resize(bytes, 0);
    const hs_sense sense = take(one);
    EXPECT_EQ(sense.key, bytes == 0 || bytes == 14 ? 0 : 0x05) << bytes;
    EXPECT_EQ(sense.code, bytes == 0 || bytes == 14 ? 0 : 0x1a) << bytes;
  }
  for (std::uint32_t code = 0; code < 256; ++code) {
    for (const std::uint8_t length :
         {std::uint8_t{0}, std::uint8_t{9}, std::uint8_t{10}, std::uint8_t{11}}) {
      ReplyBytes one = list(0, 0, 0, 0);
      one[0] = static_cast<std::uint8_t>(code);
      one[3] = length;
      const hs_sense sense = take(one);
      const std::uint32_t wrong = code != 0x40 && code != 0x00        ? 0x80'0000U
                                  : length != (code == 0x40 ? 10 : 0) ? 0x80'0002U
                                                                      : 0;
      EXPECT_EQ(sense.information, wrong) << code << " " << int{length};
      EXPECT_EQ(sense.code, wrong == 0 ? 0 : 0x26);
    }
  }
}

TEST_F(Translations, TheSupportedPages) {
  const ReplyBytes supported = {0, 0, 0, 2, 0x00, 0x40};
  EXPECT_EQ(reply(hs_reply_receive_diagnostic, {0x1c, 1, 0x00, 0, 255}), supported);
  EXPECT_EQ(results(), supported);
  EXPECT_TRUE(reply(hs_reply_receive_diagnostic, {0x1c, 1, 0x40, 0, 255}).empty());
  expect_field(2);
  EXPECT_EQ(take(list(0, 5, 17, 0)).key, 0);
  ReplyBytes wanted = {0x40, 0, 0, 10, 0, 5};
  append(wanted, place(17));
  EXPECT_EQ(reply(hs_reply_receive_diagnostic, {0x1c, 1, 0x40, 0, 255}), wanted);
  EXPECT_EQ(results(), wanted);
  EXPECT_EQ(results(3), supported);  // another initiator
  EXPECT_EQ(take({0, 0, 0, 0}).key, 0);
  EXPECT_EQ(results(), supported);
}

}  // namespace
}  // namespace headstack
