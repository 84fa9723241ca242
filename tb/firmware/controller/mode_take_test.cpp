// What MODE SELECT takes, and what it refuses with a pointer to the wrong byte. Nothing changes
// after a refusal.
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/mode_bench.h"

namespace headstack {
namespace {

class ModeSelect : public ModePages {
 protected:
  // Pages that change nothing.
  ReplyBytes current(std::uint8_t code) {
    ReplyBytes bytes = page(code);
    bytes[0] = static_cast<std::uint8_t>(bytes[0] & 0x7f);
    return bytes;
  }
};

TEST_F(ModeSelect, HeadersOfBothLengths) {
  for (const bool wide : {false, true}) {
    const std::uint32_t header = wide ? 8 : 4;
    const std::uint32_t flags = wide ? HS_FLAG_LONG : 0;
    for (std::uint32_t count = 0; count <= header + 8; ++count) {
      const ReplyBytes list(count, 0);
      const hs_sense sense = select(list, flags);
      if (count != 0 && count < header) {
        expect_length(sense);
      } else if (count > header) {
        EXPECT_EQ(sense.code, 0x24);  // pages without PF
        EXPECT_EQ(sense.information, 0xc0'0001U);
      } else {
        EXPECT_EQ(sense.key, 0) << count;
      }
    }
    for (std::uint32_t byte = 0; byte < header; ++byte) {
      ReplyBytes list(header + 8, 0);
      list[byte] = 8;
      list[header + 6] = 0x02, list[header + 7] = 0x08;
      const hs_sense sense = select(list, flags | HS_FLAG_PAGE);
      const bool medium = byte == (wide ? 2U : 1U);
      const bool descriptor = byte == header - 1;
      const bool high = wide && byte == 6;
      if (medium || high) {
        expect_list_field(sense, medium ? byte : 6);
      } else if (descriptor) {
        EXPECT_EQ(sense.key, 0);
      } else {
        expect_list_field(sense, header);  // the descriptor is taken for a page, of code 0
      }
    }
    for (const std::uint8_t length :
         {std::uint8_t{1}, std::uint8_t{7}, std::uint8_t{9}, std::uint8_t{16}}) {
      ReplyBytes list(header + 16, 0);
      list[header - 1] = length;
      expect_list_field(select(list, flags), wide ? 6 : 3);
    }
    for (std::uint32_t count = header; count < header + 8; ++count) {
      ReplyBytes list(count, 0);
      list[header - 1] = 8;
      expect_length(select(list, flags));
    }
  }
}

// 48 blocks of 520 bytes; 0 blocks mean all.
TEST_F(ModeSelect, ADescriptorChangesNothing) {
  const auto with = [&](std::uint32_t byte, std::uint8_t value, std::uint8_t blocks) {
    ReplyBytes list = {0, 0, 0, 8, 0, 0, 0, blocks, 0, 0, 2, 8};
    list[4 + byte] = static_cast<std::uint8_t>(list[4 + byte] ^ value);
    return select(list, 0);
  };
  EXPECT_EQ(with(0, 0, 48).key, 0);
  EXPECT_EQ(with(0, 0, 0).key, 0);
  expect_list_field(with(0, 0, 47), 5);
  expect_list_field(with(0, 0, 49), 5);
  for (std::uint32_t byte = 0; byte < 8; ++byte) {
    const hs_sense sense = with(byte, 0x10, 48);
    if (byte == 4) {
      EXPECT_EQ(sense.key, 0);  // reserved
    } else {
      expect_list_field(sense, 4 + (byte == 0 ? 0 : byte < 4 ? 1 : 5));
    }
  }
}

// Each bit of each page: it is taken if the mask has it. Otherwise the pointer names its byte.
TEST_F(ModeSelect, EachBitOfAPage) {
  for (const std::uint8_t standard : {HS_SCSI_2, HS_SPC_4}) {
    for (const int number : {0x01, 0x03, 0x04, 0x08, 0x0a}) {
      const auto code = static_cast<std::uint8_t>(number);
      power_on();
      firmware_.config.standard = standard;
      firmware_.config.rotation_rpm = 5'400;
      const ReplyBytes mask = page(code | 0x40);
      const ReplyBytes before = current(code);
      for (std::uint32_t bit = 16; bit < 8 * before.size(); ++bit) {
        SCOPED_TRACE(testing::Message() << number << " byte " << bit / 8 << " bit " << bit % 8);
        ReplyBytes changed = before;
        const auto flipped = static_cast<std::uint8_t>(1U << bit % 8);
        changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ flipped);
        const hs_mode mode = firmware_.unit.mode;
        const hs_sense sense = select_pages(changed);
        if ((mask[bit / 8] & flipped) == 0) {
          expect_list_field(sense, 8 + bit / 8);
          EXPECT_EQ(std::memcmp(&mode, &firmware_.unit.mode, sizeof mode), 0);
          continue;
        }
        const bool less =
            code == 0x08 && (changed[6] << 8 | changed[7]) > (changed[8] << 8 | changed[9]);
        if (less) {  // the least read-ahead is more than the greatest
          expect_list_field(sense, 8 + 6);
          continue;
        }
        EXPECT_EQ(sense.key, 0);
        EXPECT_EQ(current(code), changed);
        EXPECT_EQ(select_pages(before).key, 0);
      }
    }
  }
}

TEST_F(ModeSelect, LengthsOfPages) {
  for (const int number : {0x01, 0x03, 0x04, 0x08, 0x0a}) {
    const ReplyBytes whole = current(static_cast<std::uint8_t>(number));
    for (std::size_t bytes = 1; bytes < whole.size(); ++bytes) {
      expect_length(
          select_pages({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes)}));
    }
    for (const int off : {-1, 1}) {
      ReplyBytes wrong = whole;
      wrong[1] = static_cast<std::uint8_t>(wrong[1] + off);
      wrong.resize(wrong.size() + 2, 0);
      expect_list_field(select_pages(wrong), 8 + 1);
    }
  }
  for (const int number : {0x00, 0x02, 0x05, 0x07, 0x09, 0x0b, 0x20, 0x3f}) {
    expect_list_field(select_pages({static_cast<std::uint8_t>(number), 10}), 8);
  }
}

// The pages of a list take effect together, and the pointer names the byte in the whole list.
TEST_F(ModeSelect, SeveralPages) {
  ReplyBytes first = current(0x01);
  first[3] = 5;
  ReplyBytes second = current(0x0a);
  second[3] = 0x00;
  ReplyBytes both = first;
  append(both, second);
  EXPECT_EQ(select_pages(both).key, 0);
  EXPECT_EQ(firmware_.unit.mode.recovery[3], 5);
  EXPECT_EQ(firmware_.unit.mode.control[3], 0x00);
  first[3] = 6;
  second[6] = 1;
  both = first;
  append(both, second);
  expect_list_field(select_pages(both), 8 + 12 + 6);
  EXPECT_EQ(firmware_.unit.mode.recovery[3], 5);
  ReplyBytes caching = current(0x08);
  caching[6] = 0x03, caching[7] = 0x05;  // one more than the greatest, 0x0304
  both = current(0x01);
  append(both, caching);
  expect_list_field(select_pages(both), 8 + 12 + 6);
  both[12 + 7] = 0x04;
  EXPECT_EQ(select_pages(both).key, 0);
  EXPECT_EQ(firmware_.unit.cache_rules.prefetch_minimum_blocks, 0x0304U);
  EXPECT_EQ(firmware_.unit.cache_rules.prefetch_maximum_blocks, 0x0304U);
}

// The others are told, and the values are saved if the command says so.
TEST_F(ModeSelect, WhoIsToldAndWhatIsSaved) {
  for (const bool save : {false, true}) {
    power_on();
    ReplyBytes changed = current(0x01);
    changed[3] = 5;
    EXPECT_EQ(select_pages(changed, save ? HS_FLAG_SAVE : 0).key, 0);
    EXPECT_EQ(firmware_.saved.recovery[3], save ? 5 : 8);
    for (std::uint32_t i = 0; i < HS_INITIATORS; ++i) {
      EXPECT_EQ(firmware_.unit.attention[i].code, i == 2 ? 0 : 0x2a);
      EXPECT_EQ(firmware_.unit.attention[i].qualifier, i == 2 ? 0 : 0x01);
    }
    power_on();
    EXPECT_EQ(select({}, HS_FLAG_PAGE).key, 0);  // an empty list changes nothing
    EXPECT_EQ(firmware_.unit.attention[0].key, 0);
  }
}

TEST_F(ModeSelect, TheCacheFollowsThePage) {
  for (int bits = 0; bits < 8; ++bits) {
    ReplyBytes changed = current(0x08);
    changed[2] =
        static_cast<std::uint8_t>((bits & 1) != 0 ? changed[2] | 0x04 : changed[2] & ~0x04);
    changed[2] =
        static_cast<std::uint8_t>((bits & 2) != 0 ? changed[2] | 0x01 : changed[2] & ~0x01);
    EXPECT_EQ(select_pages(changed).key, 0);
    EXPECT_EQ(firmware_.unit.cache_rules.write_back, (bits & 1) != 0);
    EXPECT_EQ(firmware_.unit.cache_rules.enabled, (bits & 2) == 0);
  }
}

// ---- Pages with a subpage

TEST_F(ModeSelect, HeadersOfSubpages) {
  have_subpages();
  for (const auto& [code, subpage] :
       {std::pair{0x0a, 0x07}, {0x0a, 0x08}, {0x20, 0x01}, {0x20, 0x02}}) {
    const ReplyBytes whole =
        page(static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(subpage));
    EXPECT_EQ(select_pages(whole).key, 0) << code << " " << subpage;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4},
                                    std::size_t{8}, whole.size() - 1}) {
      expect_length(
          select_pages({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes)}));
    }
    for (std::uint32_t byte = 2; byte < 8; ++byte) {
      ReplyBytes wrong = whole;
      wrong[byte] = static_cast<std::uint8_t>(wrong[byte] ^ 1);
      expect_list_field(select_pages(wrong), 8 + (byte < 4 ? 2 : byte));
    }
    ReplyBytes wrong = whole;
    wrong[1] = 0x30;
    expect_list_field(select_pages(wrong), 8);
  }
  expect_list_field(select_pages({0x41, 0x01, 0, 4}), 8);
}

TEST_F(ModeSelect, DurationLimits) {
  have_subpages();
  for (std::uint32_t kind = 0; kind < 2; ++kind) {
    hs_duration_limit limits[7];
    for (std::uint32_t i = 0; i < 7; ++i) {
      limits[i] = limit_of(10 * kind + i);
    }
    const auto subpage = static_cast<std::uint8_t>(7 + kind);
    EXPECT_EQ(select_pages(duration_page(subpage, limits)).key, 0);
    EXPECT_EQ(page(0x0a, subpage), duration_page(subpage, limits));
  }
  EXPECT_EQ(firmware_.unit.mode.durations.of[0][0].whole, limit_of(0).whole);
  EXPECT_EQ(firmware_.unit.mode.durations.of[1][0].whole, limit_of(10).whole);
}

// Each value of each byte of the first and of the last limit.
TEST_F(ModeSelect, ValuesOfDurationLimits) {
  have_subpages();
  const hs_duration_limit none[7] = {};
  const auto policy = [](std::uint32_t value) {
    return value == 0 || value == 0xd || value == 0xf;
  };
  for (const std::uint32_t limit : {0U, 6U}) {
    for (std::uint32_t byte = 0; byte < 32; ++byte) {
      for (std::uint32_t value = 0; value < 256; ++value) {
        ReplyBytes bytes = duration_page(7, none);
        bytes[8 + 32 * limit + byte] = static_cast<std::uint8_t>(value);
        bool good = value == 0;
        if (byte == 0) {
          good = value == 0 || value == 0x6 || value == 0x8 || value == 0xa || value == 0xe;
        } else if (byte == 6) {
          good = policy(value >> 4) && policy(value & 0x0f);
        } else if (byte == 14) {
          good = policy(value) || (limit == 0 && (value == 1 || value == 2));
        } else if ((byte >= 2 && byte <= 5) || byte == 10 || byte == 11) {
          good = true;
        }
        const hs_sense sense = select_pages(bytes);
        ASSERT_EQ(sense.key == 0, good) << limit << " " << byte << " " << value;
        if (!good) {
          ASSERT_EQ(sense.information, 0x80'0000U + 8 + 8 + 32 * limit + byte);
        }
      }
    }
  }
}

TEST_F(ModeSelect, Weights) {
  have_subpages();
  const auto with = [&](std::vector<std::uint32_t> values) {
    values.resize(kClasses, 0);
    ReplyBytes bytes = long_page(0x20, 0x01, 8 + 4 * kClasses);
    append(bytes, words(values.data(), kClasses));
    return select_pages(bytes);
  };
  EXPECT_EQ(with({HS_LEAST_WEIGHT, HS_MOST_WEIGHT}).key, 0);
  EXPECT_EQ(firmware_.queue.scheduler.tables.classes, 2U);
  EXPECT_EQ(weights_.current[0], HS_LEAST_WEIGHT);
  EXPECT_EQ(weights_.current[1], HS_MOST_WEIGHT);
  EXPECT_EQ(with(std::vector<std::uint32_t>(kClasses, 0x10'000)).key, 0);
  EXPECT_EQ(firmware_.queue.scheduler.tables.classes, kClasses);
  expect_list_field(with({HS_LEAST_WEIGHT - 1}), 8 + 8);
  expect_list_field(with({0x10'000, HS_MOST_WEIGHT + 1}), 8 + 8 + 4);
  expect_list_field(with({0x10'000, 0, 0x10'000}), 8 + 8 + 4);  // a gap
  expect_list_field(with({}), 8 + 8);                           // no class at all
  expect_list_field(with({0x10'000, 0x10'000, 0, 0, 5}), 8 + 8 + 8);
}

TEST_F(ModeSelect, PriorityTimes) {
  have_subpages();
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < HS_PRIORITIES; ++i) {
    values.push_back(i % 2 == 0 ? 0xffff'ffff - i : i == 7 ? 0 : i);
  }
  ReplyBytes bytes = long_page(0x20, 0x02, 8 + 4 * HS_PRIORITIES);
  append(bytes, words(values.data(), HS_PRIORITIES));
  EXPECT_EQ(select_pages(bytes, HS_FLAG_SAVE).key, 0);
  for (std::uint32_t i = 0; i < HS_PRIORITIES; ++i) {
    EXPECT_EQ(times_.current[i], values[i]);
    EXPECT_EQ(times_.saved[i], values[i]);
  }
}

}  // namespace
}  // namespace headstack
