// The range of the sums of conditional terms, by hand. Situations that contradict themselves do not
// count: a seek to the same cylinder goes nowhere, and the same track is in the same cylinder.
#include "model/config/tables/firmware_terms.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/tables/firmware_params.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr hs_term_target kTarget = HS_TERM_READ_MISS;

TermConfig term(std::int64_t ps, std::uint32_t when, std::uint32_t when_not = 0) {
  TermConfig one{};
  one.of = kTarget;
  one.when = static_cast<std::uint16_t>(when);
  one.when_not = static_cast<std::uint16_t>(when_not);
  one.time = Picoseconds{ps};
  return one;
}

TermConfig beyond(std::int64_t ps, std::uint32_t cylinders) {
  TermConfig one = term(ps, HS_IF_NOTHING);
  one.beyond = cylinders;
  return one;
}

TermConfig up_to(std::int64_t ps, std::uint32_t cylinders) {
  TermConfig one = term(ps, HS_IF_NOTHING);
  one.up_to = cylinders;
  return one;
}

// Within `ps` after the last read, or with gaps within `gaps_ps` of a stream.
TermConfig within(std::int64_t time_ps, std::int64_t ps, std::int64_t gaps_ps = 0) {
  TermConfig one = term(time_ps, HS_IF_NOTHING);
  one.within = Picoseconds{ps};
  one.gaps_within = Picoseconds{gaps_ps};
  return one;
}

using Range = std::pair<std::int64_t, std::int64_t>;

Range range(const std::vector<TermConfig>& terms) {
  const hs_terms all = firmware_terms(terms, nullptr);
  return {all.least[kTarget], all.most[kTarget]};
}

TEST(FirmwareTerms, EachConditionCanHoldAndFail) {
  for (const std::uint32_t when :
       {HS_IF_SAME_TRACK, HS_IF_SAME_CYLINDER, HS_IF_SAME_ZONE, HS_IF_UPWARDS, HS_IF_SEQUENTIAL}) {
    EXPECT_EQ(range({term(100, when)}), Range(0, 100)) << when;
    EXPECT_EQ(range({term(100, HS_IF_NOTHING, when)}), Range(0, 100)) << when;
    EXPECT_EQ(range({term(-100, when)}), Range(-100, 0)) << when;
  }
  EXPECT_EQ(range({term(100, HS_IF_NOTHING)}), Range(100, 100));
  EXPECT_EQ(range({}), Range(0, 0));
}

TEST(FirmwareTerms, APlaceLiesInLargerPlaces) {
  const TermConfig track = term(100, HS_IF_SAME_TRACK);
  EXPECT_EQ(range({track, term(10, HS_IF_SAME_CYLINDER)}), Range(0, 110));
  EXPECT_EQ(range({track, term(10, HS_IF_NOTHING, HS_IF_SAME_CYLINDER)}), Range(0, 100));
  EXPECT_EQ(range({track, term(10, HS_IF_NOTHING, HS_IF_SAME_ZONE)}), Range(0, 100));
  EXPECT_EQ(range({term(100, HS_IF_SAME_CYLINDER), term(10, HS_IF_NOTHING, HS_IF_SAME_ZONE)}),
            Range(0, 100));
}

TEST(FirmwareTerms, ASeekWithinACylinderGoesNowhere) {
  const TermConfig here = term(100, HS_IF_SAME_CYLINDER);
  EXPECT_EQ(range({here, term(10, HS_IF_UPWARDS)}), Range(0, 100));
  EXPECT_EQ(range({here, beyond(10, 0)}), Range(10, 110)) << "a limit of 0 is none";
  EXPECT_EQ(range({here, beyond(10, 90)}), Range(0, 100));
  EXPECT_EQ(range({here, up_to(10, 5)}), Range(0, 110));
  // Elsewhere, a seek goes somewhere.
  EXPECT_EQ(range({term(100, HS_IF_NOTHING, HS_IF_SAME_CYLINDER), up_to(10, 5)}), Range(10, 110));
  EXPECT_EQ(range({term(100, HS_IF_UPWARDS), beyond(10, 90)}), Range(0, 110));
}

// Beyond 90 cylinders means 91; up to 5 means 5, and no longer 6.
TEST(FirmwareTerms, DistancesHaveLimits) {
  EXPECT_EQ(range({beyond(100, 90), up_to(10, 91)}), Range(10, 110));
  EXPECT_EQ(range({beyond(100, 90), up_to(10, 90)}), Range(10, 100));
}

// A limit of a time can hold or fail. A time within 20 ps is within 50 ps, too.
TEST(FirmwareTerms, TimesHaveLimits) {
  EXPECT_EQ(range({within(100, 50)}), Range(0, 100));
  EXPECT_EQ(range({within(100, 0, 50)}), Range(0, 100));
  EXPECT_EQ(range({within(100, 50), within(-10, 20)}), Range(0, 100));
  EXPECT_EQ(range({within(100, 20), within(-10, 50)}), Range(-10, 90));
  // The last gap is one of the stream's gaps: all gaps are shorter than 20 ps only if the last is.
  EXPECT_EQ(range({within(100, 0, 20), within(-10, 50)}), Range(-10, 90));
  EXPECT_EQ(range({within(100, 0, 50), within(-10, 20)}), Range(-10, 100));
}

// What a firmware has to know for the terms: places, streams, and the time since the last command.
TEST(FirmwareTerms, SayWhatTheyDependOn) {
  const auto depends = [](const TermConfig& one) {
    const hs_terms all = firmware_terms({one}, nullptr);
    return std::vector<bool>{all.by_place, all.by_stream, all.by_time};
  };
  using Depends = std::vector<bool>;
  for (const std::uint32_t place :
       {HS_IF_SAME_TRACK, HS_IF_SAME_CYLINDER, HS_IF_SAME_ZONE, HS_IF_ARM_THERE, HS_IF_UPWARDS,
        HS_IF_CROSSES_TRACK, HS_IF_ENDS_TRACK}) {
    EXPECT_EQ(depends(term(1, place)), (Depends{true, false, false})) << place;
    EXPECT_EQ(depends(term(1, HS_IF_NOTHING, place)), (Depends{true, false, false})) << place;
    EXPECT_EQ(firmware_terms({term(1, place)}, nullptr).looked_at, place);
  }
  EXPECT_EQ(depends(beyond(1, 5)), (Depends{true, false, false}));
  EXPECT_EQ(depends(up_to(1, 5)), (Depends{true, false, false}));
  EXPECT_EQ(depends(term(1, HS_IF_NOTHING)), (Depends{false, false, false}));
  EXPECT_EQ(depends(term(1, HS_IF_SEQUENTIAL)), (Depends{false, false, false}));
  EXPECT_EQ(depends(term(1, HS_IF_STREAMING)), (Depends{false, true, true}));
}

TEST(FirmwareTerms, EachTargetHasItsOwnRange) {
  TermConfig other = term(7, HS_IF_SAME_TRACK);
  other.of = HS_TERM_READ_HIT;
  const hs_terms all = firmware_terms({term(100, HS_IF_NOTHING), other}, nullptr);
  EXPECT_EQ(all.least[kTarget], 100);
  EXPECT_EQ(all.most[kTarget], 100);
  EXPECT_EQ(all.least[HS_TERM_READ_HIT], 0);
  EXPECT_EQ(all.most[HS_TERM_READ_HIT], 7);
}

// The least sum of a drive: of a read that misses, or of a write, whose data may come sooner.
TEST(FirmwareTerms, TheLeastSumOfADrive) {
  const auto least = [](std::int64_t read_us, std::int64_t write_us, std::int64_t data_us) {
    DriveConfig drive = hp_c2247();
    for (const auto& [of, us] : {std::pair{HS_TERM_READ_MISS, read_us},
                                 {HS_TERM_WRITE, write_us},
                                 {HS_TERM_WRITE_DATA, data_us}}) {
      TermConfig one = term(us * 1'000'000, HS_IF_NOTHING);
      one.of = of;
      if (us != 0) {
        drive.overhead.terms.push_back(one);
      }
    }
    const DriveTables tables(drive);
    return drive_params(drive, tables).overheads.least_terms;
  };
  const auto ticks = [](std::int64_t us) {
    return hp_c2247_tables().clock().signed_ticks(Picoseconds{us * 1'000'000});
  };
  EXPECT_EQ(least(0, 0, 0), 0);
  EXPECT_EQ(least(-200, 0, 0), ticks(-200));
  EXPECT_EQ(least(300, 0, 0), 0);
  EXPECT_EQ(least(300, 100, 0), ticks(100));
  EXPECT_EQ(least(300, 400, 0), ticks(300));
  EXPECT_EQ(least(0, -100, 0), ticks(-100));
  EXPECT_EQ(least(0, -100, 50), ticks(-100));
  EXPECT_EQ(least(0, -100, -50), ticks(-100) + ticks(-50));
  EXPECT_EQ(least(-120, -100, -50), ticks(-100) + ticks(-50));
  EXPECT_EQ(least(-180, -100, -50), ticks(-180));
}

}  // namespace
}  // namespace headstack
