// Which conditions hold for a request, one by one, on a drive of 4 cylinders in two zones. Cylinder
// c, head h, sector s is block 16 c + 8 h + s.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/situation.h"
}

namespace headstack {
namespace {

std::unique_ptr<TestDrive> two_zones() {
  ZoneSpec outer;
  outer.cylinders = 3;
  ZoneSpec inner;
  inner.first_cylinder = 3;
  constexpr std::uint32_t kEighth = 1U << (32 - 3 - HS_SEEK_SHIFT);
  return std::make_unique<TestDrive>(
      2, 4, std::vector<ZoneSpec>{outer, inner},
      std::vector<std::uint32_t>{0, 2 * kEighth, 3 * kEighth, 4 * kEighth});
}

// The conditions that hold, HS_IF_*: each is asked for by a term of its own.
std::uint32_t holding(const hs_drive_view& view, std::uint32_t lbn, std::uint32_t blocks,
                      bool write = false) {
  const auto drive = two_zones();
  hs_terms& terms = drive->params.terms;
  terms.count = 1;
  terms.by_place = true;
  terms.by_stream = true;
  std::uint32_t found = 0;
  for (std::uint32_t number = 0; number < HS_CONDITION_COUNT; ++number) {
    hs_term& term = terms.term[0];
    term = {};
    term.target = HS_TERM_READ_HIT;
    term.time = 1;
    term.all = static_cast<std::uint16_t>(1U << number);
    terms.looked_at = term.all;
    const hs_situation situation = hs_situation_of(&drive->params, &view);
    const auto sum = [&] {
      return hs_situation_terms(&drive->params, &situation, HS_TERM_READ_HIT, {lbn}, blocks, write);
    };
    const bool holds = sum() == 1;
    term.none = term.all;
    term.all = 0;
    EXPECT_EQ(sum(), holds ? 0 : 1) << "condition " << number << " and that it does not hold";
    found |= holds ? 1U << number : 0;
  }
  return found;
}

// A read of blocks up to 19, on cylinder 1, head 0, was last; the arm has gone on to cylinder 2.
hs_drive_view after_a_read() {
  hs_drive_view view{};
  view.last_first = {18};
  view.last_end = {20};
  view.track = {{2}, {0}};
  return view;
}

constexpr std::uint32_t kSameTrack = HS_IF_SAME_TRACK | HS_IF_SAME_CYLINDER | HS_IF_SAME_ZONE;

TEST(Situation, OfThePlace) {
  const hs_drive_view view = after_a_read();
  EXPECT_EQ(holding(view, 16, 2), kSameTrack);
  EXPECT_EQ(holding(view, 22, 1), kSameTrack);
  EXPECT_EQ(holding(view, 22, 2), kSameTrack | HS_IF_ENDS_TRACK);
  EXPECT_EQ(holding(view, 22, 3), kSameTrack | HS_IF_CROSSES_TRACK);
  EXPECT_EQ(holding(view, 23, 9), kSameTrack | HS_IF_CROSSES_TRACK | HS_IF_ENDS_TRACK);
  EXPECT_EQ(holding(view, 24, 8), HS_IF_SAME_CYLINDER | HS_IF_SAME_ZONE | HS_IF_ENDS_TRACK);
  EXPECT_EQ(holding(view, 0, 1), std::uint32_t{HS_IF_SAME_ZONE});
  EXPECT_EQ(holding(view, 47, 1),
            HS_IF_SAME_ZONE | HS_IF_UPWARDS | HS_IF_ARM_THERE | HS_IF_ENDS_TRACK);
  EXPECT_EQ(holding(view, 47, 2),
            HS_IF_SAME_ZONE | HS_IF_UPWARDS | HS_IF_ARM_THERE | HS_IF_CROSSES_TRACK);
  EXPECT_EQ(holding(view, 48, 1), std::uint32_t{HS_IF_UPWARDS});
  EXPECT_EQ(holding(view, 62, 2), HS_IF_UPWARDS | HS_IF_ENDS_TRACK) << "the end of the disk";
}

TEST(Situation, OfWhereItGoesOn) {
  const hs_drive_view view = after_a_read();
  EXPECT_EQ(holding(view, 20, 1), kSameTrack | HS_IF_FOLLOWING | HS_IF_SEQUENTIAL);
  EXPECT_EQ(holding(view, 20, 1, true), kSameTrack | HS_IF_FOLLOWING);
  hs_drive_view write = view;
  write.last_write = true;
  EXPECT_EQ(holding(write, 20, 1), kSameTrack | HS_IF_FOLLOWING | HS_IF_AFTER_WRITE);
  EXPECT_EQ(holding(write, 20, 1, true),
            kSameTrack | HS_IF_FOLLOWING | HS_IF_SEQUENTIAL | HS_IF_AFTER_WRITE);
}

TEST(Situation, OfTheRequestBefore) {
  const auto with = [](auto change) {
    hs_drive_view view = after_a_read();
    change(view);
    return holding(view, 0, 1) & ~std::uint32_t{HS_IF_SAME_ZONE};
  };
  EXPECT_EQ(with([](hs_drive_view&) {}), 0U);
  EXPECT_EQ(with([](hs_drive_view& v) { v.last_write = true; }), std::uint32_t{HS_IF_AFTER_WRITE});
  EXPECT_EQ(with([](hs_drive_view& v) { v.last_hit = true; }), std::uint32_t{HS_IF_AFTER_HIT});
  EXPECT_EQ(with([](hs_drive_view& v) { v.last_sequential = true; }),
            std::uint32_t{HS_IF_AFTER_SEQUENTIAL});
  EXPECT_EQ(with([](hs_drive_view& v) { v.stream.goes_on = true; }),
            std::uint32_t{HS_IF_STREAMING});
  EXPECT_EQ(with([](hs_drive_view& v) { v.reading = true; }), std::uint32_t{HS_IF_READING_AHEAD});
}

// Both limits of time are exclusive: a term within 5 ticks holds after 4, and not after 5.
TEST(Situation, WithinATimeIsBeforeItsEnd) {
  hs_terms terms{};
  terms.count = 1;
  terms.term[0].target = HS_TERM_READ_MISS;
  terms.term[0].time = 9;
  const auto sum = [&terms](hs_ticks since, hs_ticks longest) {
    return hs_terms_sum(&terms, HS_TERM_READ_MISS, 0, 0, hs_gaps{since, longest});
  };
  terms.term[0].within = 5;
  EXPECT_EQ(sum(4, 100), 9);
  EXPECT_EQ(sum(5, 100), 0);
  terms.term[0].within = 0;
  terms.term[0].gaps_within = 5;
  EXPECT_EQ(sum(100, 4), 9);
  EXPECT_EQ(sum(100, 5), 0);
}

}  // namespace
}  // namespace headstack
