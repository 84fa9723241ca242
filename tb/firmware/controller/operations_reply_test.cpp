// The list of supported operations byte by byte, and the report of each operation.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/reply_bench.h"

namespace headstack {
namespace {

struct Row {
  std::uint8_t code, service;
};

std::vector<Row> rows(std::uint8_t standard) {
  std::vector<Row> all;
#define ROW(code, service, action, decoder, refused, name) all.push_back({code, service});
  HS_OPERATIONS(ROW)
#undef ROW
  const auto lacks = [standard](const Row& row) {
    return (row.service & (standard == HS_SCSI_2 ? HS_SPC_4_ONLY : HS_SCSI_2_ONLY)) != 0;
  };
  all.erase(std::remove_if(all.begin(), all.end(), lacks), all.end());
  return all;
}

std::uint32_t bytes_of(std::uint8_t code) {
  constexpr std::uint32_t by_group[] = {6, 10, 10, 0, 16, 12};
  return by_group[code >> 5];
}

class Operations : public ReplyBench {
 protected:
  ReplyBytes report(std::uint8_t options, std::uint8_t code = 0, std::uint16_t service = 0) {
    return reply(hs_reply_report_operations,
                 {0xa3, 0x0c, options, code, static_cast<std::uint8_t>(service >> 8),
                  static_cast<std::uint8_t>(service), 0, 0, 0xff, 0xff});
  }
  bool limited(std::uint8_t code) const {
    return firmware_.config.standard == HS_SPC_6 && (code == 0x88 || code == 0x8a);
  }
};

TEST_F(Operations, All) {
  for (const std::uint8_t standard : {HS_SPC_4, HS_SPC_6}) {
    firmware_.config.standard = static_cast<std::uint8_t>(standard);
    for (const bool timeouts : {false, true}) {
      ReplyBytes list;
      const auto add = [&](std::uint8_t code, std::uint32_t service, bool has_service,
                           std::uint32_t bytes, std::uint32_t limit_page) {
        append(list, code, 1);
        append(list, 0, 1);
        append(list, service, 2);
        append(list, 0, 1);
        append(list,
               (limit_page != 0 ? 0x40U : 0U) | limit_page << 2 | (timeouts ? 2U : 0U) |
                   (has_service ? 1U : 0U),
               1);
        append(list, bytes, 2);
        if (timeouts) {
          append(list, 10, 2);
          list.resize(list.size() + 10, 0);
        }
      };
      for (const Row& row : rows(firmware_.config.standard)) {
        const bool has_service = (row.service & HS_ANY_SERVICE) == 0;
        const std::uint32_t limit = !limited(row.code) ? 0 : row.code == 0x8a ? 2 : 1;
        add(row.code, has_service ? row.service & 0x1fU : 0, has_service, bytes_of(row.code),
            limit);
      }
      if (standard == HS_SPC_6) {
        add(0x7f, 0x0009, true, 32, 1);
        add(0x7f, 0x000b, true, 32, 2);
      }
      ReplyBytes wanted;
      append(wanted, list.size(), 4);
      append(wanted, list);
      EXPECT_EQ(report(timeouts ? 0x80 : 0x00), wanted);
    }
  }
}

ReplyBytes one_operation(std::uint8_t code, int service, std::uint32_t limit, bool timeouts) {
  ReplyBytes out = {static_cast<std::uint8_t>(limit != 0 ? 1 : 0),
                    static_cast<std::uint8_t>(3U | limit << 3 | (timeouts ? 0x80U : 0U))};
  const std::uint32_t bytes = bytes_of(code);
  append(out, bytes, 2);
  ReplyBytes usage(bytes, 0xff);
  usage[0] = code;
  usage[1] = service < 0 ? 0xff : static_cast<std::uint8_t>(service);
  usage[bytes - 1] = 0x04;
  append(out, usage);
  if (timeouts) {
    append(out, 10, 2);
    out.resize(out.size() + 10, 0);
  }
  return out;
}

TEST_F(Operations, EachByItsCode) {
  const ReplyBytes none = {0, 1, 0, 0};
  for (const std::uint8_t standard : {HS_SPC_4, HS_SPC_6}) {
    firmware_.config.standard = static_cast<std::uint8_t>(standard);
    const std::vector<Row> known = rows(firmware_.config.standard);
    for (std::uint32_t code = 0; code < 256; ++code) {
      if (code == 0x7f) {
        continue;
      }
      SCOPED_TRACE(code);
      const auto of = static_cast<std::uint8_t>(code);
      const auto row =
          std::find_if(known.begin(), known.end(), [of](const Row& one) { return one.code == of; });
      for (const bool timeouts : {false, true}) {
        const auto more = static_cast<std::uint8_t>(timeouts ? 0x80 : 0x00);
        if (row == known.end()) {
          for (const std::uint8_t option : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
            EXPECT_EQ(report(option | more, of), none);
            expect_no_sense();
          }
          continue;
        }
        const bool has_service = (row->service & HS_ANY_SERVICE) == 0;
        const auto service = static_cast<std::uint16_t>(has_service ? row->service & 0x1f : 0);
        const std::uint32_t limit = !limited(of) ? 0 : of == 0x8a ? 2 : 1;
        const ReplyBytes wanted = one_operation(of, has_service ? service : -1, limit, timeouts);
        EXPECT_EQ(report(3 | more, of, service), wanted);
        EXPECT_EQ(report((has_service ? 2 : 1) | more, of, service), wanted);
        EXPECT_TRUE(report((has_service ? 1 : 2) | more, of, service).empty());
        expect_field(2);
        EXPECT_EQ(report(3 | more, of, 0x20), none);
        if (has_service) {
          EXPECT_EQ(report(2 | more, of, static_cast<std::uint16_t>(service ^ 1)), none);
        }
      }
    }
  }
}

// READ and WRITE (32) belong to SPC-6, the vendor's commands to schedulers with deadlines.
TEST_F(Operations, BlocksOf32Bytes) {
  const ReplyBytes none = {0, 1, 0, 0};
  for (const bool deadlines : {false, true}) {
    power_on(deadlines ? hs_edf : hs_fcfs);
    for (const std::uint8_t standard : {HS_SPC_4, HS_SPC_6}) {
      firmware_.config.standard = static_cast<std::uint8_t>(standard);
      for (const std::uint16_t service :
           {std::uint16_t{0x0008}, std::uint16_t{0x0009}, std::uint16_t{0x000a},
            std::uint16_t{0x000b}, std::uint16_t{0xf7ff}, std::uint16_t{0xf800},
            std::uint16_t{0xf801}, std::uint16_t{0xf802}}) {
        const bool of_vendor = service == 0xf800 || service == 0xf801;
        const bool of_standard = service == 0x0009 || service == 0x000b;
        const bool has = (of_vendor && deadlines) || (of_standard && standard == HS_SPC_6);
        ReplyBytes wanted = none;
        if (has) {
          const std::uint32_t limit = of_vendor ? 0 : service == 0x000b ? 2 : 1;
          wanted = {static_cast<std::uint8_t>(limit != 0 ? 1 : 0),
                    static_cast<std::uint8_t>((of_vendor ? 5U : 3U) | limit << 3), 0, 32};
          ReplyBytes usage(32, 0xff);
          usage[0] = 0x7f;
          usage[1] = 0x04;
          usage[7] = 0x18;
          usage[8] = static_cast<std::uint8_t>(service >> 8);
          usage[9] = static_cast<std::uint8_t>(service);
          append(wanted, usage);
        }
        for (const std::uint8_t option : {std::uint8_t{2}, std::uint8_t{3}}) {
          EXPECT_EQ(report(option, 0x7f, service), wanted) << service;
        }
      }
      const ReplyBytes without = report(1, 0x7f);
      if (deadlines || standard == HS_SPC_6) {
        EXPECT_TRUE(without.empty());
        expect_field(2);
      } else {
        EXPECT_EQ(without, none);
      }
    }
  }
}

}  // namespace
}  // namespace headstack
