// Mode pages as bytes, and a firmware that sends and takes them.
#pragma once

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/reply_bench.h"

extern "C" {
#include "controller/vendor_pages.h"
}

namespace headstack {

inline constexpr std::uint32_t kClasses = HS_COMMAND_CLASSES;

class ModePages : public ReplyBench {
 protected:
  ModePages() {
    hs_drive_params& params = drive_->params;
    params.bytes_per_block = 0x0208;
    params.cache.enabled = true;
    params.cache.write_back = false;
    params.cache.prefetch_minimum_blocks = 0x0102;
    params.cache.prefetch_maximum_blocks = 0x0304;
    power_on();
    firmware_.config.rotation_rpm = 5'400;
  }

  // The vendor's pages, and the limits of SPC-6.
  void have_subpages() {
    firmware_.config.standard = HS_SPC_6;
    weights_ = {};
    times_ = {};
    for (std::uint32_t i = 0; i < kClasses; ++i) {
      weights_.current[i] = i < 3 ? 0x10'000 * (i + 1) : 0;
      weights_.saved[i] = i < 2 ? 0x20'000 * (i + 1) : 0;
    }
    for (std::uint32_t i = 0; i < HS_PRIORITIES; ++i) {
      times_.current[i] = 0x01'000'000 + i;
      times_.saved[i] = 0x02'000'000 + i;
    }
    firmware_.weights = &weights_;
    firmware_.priority_times = &times_;
  }

  ReplyBytes sense_10(std::uint8_t page, std::uint8_t subpage = 0, bool descriptor = false) {
    return reply(hs_reply_mode_sense, {0x5a, static_cast<std::uint8_t>(descriptor ? 0 : 8), page,
                                       subpage, 0, 0, 0, 0xff, 0xff});
  }
  // A page without the header of eight bytes.
  ReplyBytes page(std::uint8_t code, std::uint8_t subpage = 0) {
    const ReplyBytes all = sense_10(code, subpage);
    return all.size() < 8 ? all : ReplyBytes(all.begin() + 8, all.end());
  }

  hs_sense select(const ReplyBytes& list, std::uint32_t flags) {
    hs_task task{};
    task.initiator = 2;
    task.flags = static_cast<std::uint8_t>(flags);
    return hs_take_mode_select(&firmware_, &task, list.data(),
                               static_cast<std::uint32_t>(list.size()));
  }
  // A list of pages after a header of eight bytes.
  hs_sense select_pages(const ReplyBytes& pages, std::uint32_t more = 0) {
    ReplyBytes list(8, 0);
    append(list, pages);
    return select(list, HS_FLAG_LONG | HS_FLAG_PAGE | more);
  }

  hs_weights weights_{};
  hs_priority_times times_{};
};

inline void expect_list_field(const hs_sense& sense, std::uint32_t byte) {
  EXPECT_EQ(sense.key, 0x05);
  EXPECT_EQ(sense.code, 0x26);
  EXPECT_EQ(sense.information, 0x80'0000U + byte);
}
inline void expect_length(const hs_sense& sense) {
  EXPECT_EQ(sense.key, 0x05);
  EXPECT_EQ(sense.code, 0x1a);
}

// Header of a page with a subpage.
inline ReplyBytes long_page(std::uint8_t code, std::uint8_t subpage, std::uint32_t bytes) {
  ReplyBytes out = {static_cast<std::uint8_t>(0xc0 | code), subpage};
  append(out, bytes - 4, 2);
  append(out, 0, 4);
  return out;
}
inline ReplyBytes words(const std::uint32_t* values, std::uint32_t count) {
  ReplyBytes out;
  for (std::uint32_t i = 0; i < count; ++i) {
    append(out, values[i], 4);
  }
  return out;
}

inline hs_duration_limit limit_of(std::uint32_t n) {
  constexpr std::uint8_t units[] = {0x0, 0x6, 0x8, 0xa, 0xe};
  constexpr std::uint8_t policies[] = {0x0, 0xd, 0xf};
  return {static_cast<std::uint16_t>(0x1100 + n),
          static_cast<std::uint16_t>(0x2200 + n),
          static_cast<std::uint16_t>(0x3300 + n),
          units[n % 5],
          policies[n % 3],
          policies[(n + 1) % 3],
          policies[(n + 2) % 3]};
}

inline ReplyBytes descriptor(const hs_duration_limit& limit) {
  ReplyBytes out = {limit.unit, 0};
  append(out, limit.waiting, 2);
  append(out, limit.working, 2);
  append(out, limit.waiting_policy << 4 | limit.working_policy, 1);
  append(out, 0, 3);
  append(out, limit.whole, 2);
  append(out, 0, 2);
  append(out, limit.whole_policy, 1);
  out.resize(32, 0);
  return out;
}

inline ReplyBytes duration_page(std::uint8_t subpage, const hs_duration_limit* limits) {
  ReplyBytes out = long_page(0x0a, subpage, 8 + 7 * 32);
  for (std::uint32_t i = 0; i < 7; ++i) {
    append(out, descriptor(limits[i]));
  }
  return out;
}

}  // namespace headstack
