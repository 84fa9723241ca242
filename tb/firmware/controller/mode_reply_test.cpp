// Mode pages byte by byte: what MODE SENSE sends for each page, control and standard.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/mode_bench.h"

namespace headstack {
namespace {

// ---- MODE SENSE

ReplyBytes recovery(std::uint8_t flags = 0xc0, std::uint8_t reads = 8, std::uint8_t writes = 8) {
  return {0x81, 10, flags, reads, 0, 0, 0, 0, writes, 0, 0, 0};
}
ReplyBytes caching(bool old, std::uint8_t flags, std::uint16_t least, std::uint16_t most,
                   std::uint16_t ceiling) {
  ReplyBytes out = {0x88, static_cast<std::uint8_t>(old ? 10 : 18), flags, 0, 0xff, 0xff};
  append(out, least, 2);
  append(out, most, 2);
  append(out, ceiling, 2);
  out.resize(old ? 12 : 20, 0);
  return out;
}
ReplyBytes control(bool old, std::uint8_t byte_3, std::uint8_t byte_4) {
  ReplyBytes out = {0x8a, static_cast<std::uint8_t>(old ? 6 : 10), 0, byte_3, byte_4};
  out.resize(old ? 8 : 12, 0);
  return out;
}

template <std::size_t kBytes>
ReplyBytes bytes_of(const std::uint8_t (&bytes)[kBytes]) {
  return {bytes, bytes + kBytes};
}

// The pages of a drive at power on, byte by byte.
TEST_F(ModePages, DefaultsOfAllFourCaches) {
  for (const bool write_back : {false, true}) {
    for (const bool enabled : {false, true}) {
      drive_->params.cache.write_back = write_back;
      drive_->params.cache.enabled = enabled;
      power_on();
      const auto rules = static_cast<std::uint8_t>((write_back ? 0x04 : 0) | (enabled ? 0 : 0x01));
      EXPECT_EQ(bytes_of(firmware_.saved.recovery),
                (ReplyBytes{0x01, 10, 0xc0, 8, 0, 0, 0, 0, 8, 0, 0, 0}));
      EXPECT_EQ(
          bytes_of(firmware_.saved.caching),
          (ReplyBytes{0x08, 10, rules, 0, 0xff, 0xff, 1, 2, 3, 4, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0}));
      EXPECT_EQ(bytes_of(firmware_.saved.control),
                (ReplyBytes{0x0a, 6, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0}));
      EXPECT_EQ(std::memcmp(&firmware_.unit.mode, &firmware_.saved, sizeof firmware_.saved), 0);
    }
  }
}

TEST_F(ModePages, OfEachStandardAndControl) {
  for (const std::uint8_t standard : {HS_SCSI_2, HS_SPC_4, HS_SPC_6}) {
    firmware_.config.standard = standard;
    const bool old = standard == HS_SCSI_2;
    firmware_.unit.mode.recovery[3] = 77;
    firmware_.saved.recovery[8] = 66;
    firmware_.unit.mode.caching[2] = 0x04;
    firmware_.saved.control[3] = 0x00;
    firmware_.unit.mode.control[4] = 0x08;
    EXPECT_EQ(page(0x01), recovery(0xc0, 77, 8));
    EXPECT_EQ(page(0x41), recovery(0xed, 0xff, 0xff));
    EXPECT_EQ(page(0x81), recovery());
    EXPECT_EQ(page(0xc1), recovery(0xc0, 8, 66));
    EXPECT_EQ(page(0x08), caching(old, 0x04, 0x0102, 0x0304, 0x0304));
    ReplyBytes mask = caching(old, 0x05, 0xffff, 0xffff, 0);
    mask[4] = mask[5] = 0;
    EXPECT_EQ(page(0x48), mask);
    EXPECT_EQ(page(0x88), caching(old, 0x00, 0x0102, 0x0304, 0x0304));
    EXPECT_EQ(page(0xc8), caching(old, 0x00, 0x0102, 0x0304, 0x0304));
    EXPECT_EQ(page(0x0a), control(old, 0x10, 0x08));
    EXPECT_EQ(page(0x4a), control(old, 0x10, old ? 0x00 : 0x08));
    EXPECT_EQ(page(0x8a), control(old, 0x10, 0x00));
    EXPECT_EQ(page(0xca), control(old, 0x00, 0x00));
  }
}

TEST_F(ModePages, TheFactorysCacheSettings) {
  for (const bool write_back : {false, true}) {
    for (const bool enabled : {false, true}) {
      drive_->params.cache.write_back = write_back;
      drive_->params.cache.enabled = enabled;
      EXPECT_EQ(page(0x88)[2], (write_back ? 0x04 : 0) | (enabled ? 0 : 0x01));
    }
  }
}

// 8 sectors on a track, no skew; 4 cylinders, 2 heads, 5,400 rpm. Nothing can be changed.
TEST_F(ModePages, OfTheDisk) {
  for (const std::uint8_t control : {std::uint8_t{0x00}, std::uint8_t{0x80}, std::uint8_t{0xc0}}) {
    ReplyBytes format(24, 0);
    format[0] = 0x03, format[1] = 22;
    format[11] = 8, format[12] = 0x02, format[13] = 0x08, format[15] = 1, format[20] = 0x40;
    EXPECT_EQ(page(0x03 | control), format);
    ReplyBytes geometry(24, 0);
    geometry[0] = 0x04, geometry[1] = 22;
    geometry[4] = 4, geometry[5] = 2, geometry[8] = 4, geometry[11] = 4;
    geometry[20] = 0x15, geometry[21] = 0x18;
    EXPECT_EQ(page(0x04 | control), geometry);
  }
  for (const std::uint8_t code : {std::uint8_t{0x03}, std::uint8_t{0x04}}) {
    ReplyBytes nothing(24, 0);
    nothing[0] = code, nothing[1] = 22;
    EXPECT_EQ(page(code | 0x40), nothing);
  }
}

TEST_F(ModePages, HeaderAndDescriptor) {
  for (const bool is_protected : {false, true}) {
    firmware_.unit.mode.control[4] = is_protected ? 0x08 : 0x00;
    const auto flags = static_cast<std::uint8_t>(is_protected ? 0x90 : 0x10);
    const ReplyBytes descriptor = {0, 0, 0, 48, 0, 0, 2, 8};
    ReplyBytes wanted = {0, 18, 0, flags, 0, 0, 0, 0};
    append(wanted, recovery());
    EXPECT_EQ(sense_10(0x01), wanted);
    wanted = {0, 26, 0, flags, 0, 0, 0, 8};
    append(wanted, descriptor);
    append(wanted, recovery());
    EXPECT_EQ(sense_10(0x01, 0, true), wanted);
    wanted = {15, 0, flags, 0};
    append(wanted, recovery());
    EXPECT_EQ(reply(hs_reply_mode_sense, {0x1a, 8, 0x01, 0, 255}), wanted);
    wanted = {23, 0, flags, 8};
    append(wanted, descriptor);
    append(wanted, recovery());
    EXPECT_EQ(reply(hs_reply_mode_sense, {0x1a, 0, 0x01, 0, 255}), wanted);
  }
}

// A descriptor has three bytes for the blocks; 0 means all.
TEST_F(ModePages, ADescriptorOfALargeDisk) {
  for (const auto& [blocks, told] :
       {std::pair{0xff'fffeU, 0xff'fffeU}, {0xff'ffffU, 0xff'ffffU}, {0x100'0000U, 0U}}) {
    drive_->params.geometry.block_count = blocks;
    const ReplyBytes all = sense_10(0x0a, 0, true);
    EXPECT_EQ(all[9] << 16 | all[10] << 8 | all[11], static_cast<int>(told));
  }
}

TEST_F(ModePages, AllPagesInOrder) {
  ReplyBytes wanted;
  for (const int code : {0x01, 0x03, 0x04, 0x08, 0x0a}) {
    append(wanted, page(static_cast<std::uint8_t>(code)));
  }
  EXPECT_EQ(page(0x3f), wanted);
  have_subpages();
  wanted.clear();
  for (const int code : {0x01, 0x03, 0x04, 0x08, 0x0a}) {
    append(wanted, page(static_cast<std::uint8_t>(code)));
  }
  EXPECT_EQ(page(0x3f), wanted);
  for (const auto& [code, subpage] :
       {std::pair{0x0a, 0x07}, {0x0a, 0x08}, {0x20, 0x01}, {0x20, 0x02}}) {
    append(wanted, page(static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(subpage)));
  }
  EXPECT_EQ(page(0x3f, 0xff), wanted);
}

// Which pages with a subpage there are, and what a host asks for in vain.
TEST_F(ModePages, SubpagesThatThereAre) {
  const auto refused = [&](std::uint8_t code, std::uint8_t subpage) {
    const ReplyBytes found = sense_10(code, subpage);
    EXPECT_EQ(found.empty(), sense_.key != 0);
    return sense_.key == 0 ? 0U : sense_.information & 0xffffU;
  };
  for (const bool durations : {false, true}) {
    for (const bool weights : {false, true}) {
      for (const bool priorities : {false, true}) {
        have_subpages();
        firmware_.config.standard = static_cast<std::uint8_t>(durations ? HS_SPC_6 : HS_SPC_4);
        firmware_.weights = weights ? &weights_ : nullptr;
        firmware_.priority_times = priorities ? &times_ : nullptr;
        const bool vendor = weights || priorities;
        EXPECT_EQ(refused(0x0a, 0x00), 0U);
        EXPECT_EQ(refused(0x0a, 0x06), 3U);
        EXPECT_EQ(refused(0x0a, 0x07), durations ? 0U : 3U);
        EXPECT_EQ(refused(0x0a, 0x08), durations ? 0U : 3U);
        EXPECT_EQ(refused(0x0a, 0x09), 3U);
        EXPECT_EQ(refused(0x0a, 0xff), durations || vendor ? 0U : 3U);
        EXPECT_EQ(refused(0x01, 0x07), 3U);
        EXPECT_EQ(refused(0x20, 0x00), vendor ? 3U : 2U);
        EXPECT_EQ(refused(0x20, 0x01), weights ? 0U : vendor ? 3U : 2U);
        EXPECT_EQ(refused(0x20, 0x02), priorities ? 0U : vendor ? 3U : 2U);
        EXPECT_EQ(refused(0x20, 0x03), vendor ? 3U : 2U);
        EXPECT_EQ(refused(0x20, 0xff), vendor ? 0U : 2U);
      }
    }
  }
}

TEST_F(ModePages, OfTheVendor) {
  have_subpages();
  const std::uint32_t factory_weights[] = {0x30'000, 0x40'000};
  firmware_.config.weights = factory_weights;
  firmware_.config.classes = 2;
  std::vector<std::uint32_t> of_factory(kClasses, 0);
  of_factory[0] = 0x30'000, of_factory[1] = 0x40'000;
  std::vector<std::uint32_t> mask(kClasses, 0x007f'ffff);
  for (const auto& [control, values] :
       {std::pair<std::uint8_t, const std::uint32_t*>{0x00, weights_.current},
        {0x40, mask.data()},
        {0x80, of_factory.data()},
        {0xc0, weights_.saved}}) {
    ReplyBytes wanted = long_page(0x20, 0x01, 8 + 4 * kClasses);
    append(wanted, words(values, kClasses));
    EXPECT_EQ(page(0x20 | control, 0x01), wanted) << int{control};
  }
  std::vector<std::uint32_t> steps;
  for (std::uint32_t i = 1; i <= HS_PRIORITIES; ++i) {
    steps.push_back(i * HS_PRIORITY_STEP_US);
  }
  const std::vector<std::uint32_t> all(HS_PRIORITIES, 0xffff'ffff);
  for (const auto& [control, values] :
       {std::pair<std::uint8_t, const std::uint32_t*>{0x00, times_.current},
        {0x40, all.data()},
        {0x80, steps.data()},
        {0xc0, times_.saved}}) {
    ReplyBytes wanted = long_page(0x20, 0x02, 8 + 4 * HS_PRIORITIES);
    append(wanted, words(values, HS_PRIORITIES));
    EXPECT_EQ(page(0x20 | control, 0x02), wanted) << int{control};
  }
  firmware_.config.priority_times = times_.saved;
  ReplyBytes wanted = long_page(0x20, 0x02, 8 + 4 * HS_PRIORITIES);
  append(wanted, words(times_.saved, HS_PRIORITIES));
  EXPECT_EQ(page(0xa0, 0x02), wanted);
}

// Six bytes of MODE SENSE have one byte for the length.
TEST_F(ModePages, TooLongForSixBytes) {
  have_subpages();
  EXPECT_TRUE(reply(hs_reply_mode_sense, {0x1a, 8, 0x20, 0x01, 255}).empty());
  expect_field(3);
  EXPECT_EQ(reply(hs_reply_mode_sense, {0x1a, 8, 0x20, 0x02, 255}).size(), 4U + 68);
  EXPECT_EQ(reply(hs_reply_mode_sense, {0x1a, 8, 0x0a, 0x07, 255}).size(), 4U + 8 + 7 * 32);
  EXPECT_EQ(reply(hs_reply_mode_sense, {0x1a, 0, 0x0a, 0x07, 255}).size(), 4U + 8 + 8 + 7 * 32);
}

// ---- Duration limits

TEST_F(ModePages, OfDurationLimits) {
  have_subpages();
  hs_duration_limits factory{};
  for (std::uint32_t kind = 0; kind < 2; ++kind) {
    for (std::uint32_t i = 0; i < 7; ++i) {
      factory.of[kind][i] = limit_of(100 * kind + i);
      firmware_.unit.mode.durations.of[kind][i] = limit_of(100 * kind + i + 20);
      firmware_.saved.durations.of[kind][i] = limit_of(100 * kind + i + 40);
    }
  }
  for (const bool set : {false, true}) {
    firmware_.config.durations = set ? &factory : nullptr;
    const hs_duration_limit none[7] = {};
    for (std::uint32_t kind = 0; kind < 2; ++kind) {
      const auto subpage = static_cast<std::uint8_t>(7 + kind);
      EXPECT_EQ(page(0x0a, subpage),
                duration_page(subpage, firmware_.unit.mode.durations.of[kind]));
      EXPECT_EQ(page(0x8a, subpage), duration_page(subpage, set ? factory.of[kind] : none));
      EXPECT_EQ(page(0xca, subpage), duration_page(subpage, firmware_.saved.durations.of[kind]));
      ReplyBytes mask = long_page(0x0a, subpage, 8 + 7 * 32);
      for (std::uint32_t i = 0; i < 7; ++i) {
        append(mask, descriptor({0xffff, 0xffff, 0xffff, 0x0f, 0x0f, 0x0f, 0x0f}));
      }
      EXPECT_EQ(page(0x4a, subpage), mask);
    }
  }
}

}  // namespace
}  // namespace headstack
