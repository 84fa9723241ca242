// Numbers with units, and the nearest known name.
#include "model/config/quantity.h"

#include <cstdint>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "model/config/nearest.h"
#include "model/config/tables/turn.h"

namespace headstack {
namespace {

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const QuantityError& error) {
    return error.what();
  }
  return "no error";
}

std::int64_t duration(const char* text) { return parse_duration(text).count(); }
std::string duration_error(const char* text) {
  return error_of([&] { parse_duration(text); });
}

TEST(Quantity, DurationInEachUnit) {
  EXPECT_EQ(duration("7 ps"), 7);
  EXPECT_EQ(duration("7 ns"), 7'000);
  EXPECT_EQ(duration("7 us"), 7'000'000);
  EXPECT_EQ(duration("11.11 ms"), 11'110'000'000);
  EXPECT_EQ(duration("0.0059 ms"), 5'900'000);
  EXPECT_EQ(duration("1.5 s"), 1'500'000'000'000);
  EXPECT_EQ(duration("0 ms"), 0);
  EXPECT_EQ(duration("-0.642 ms"), -642'000'000);
}

TEST(Quantity, BlanksBeforeTheUnitAreFree) {
  EXPECT_EQ(duration("0.89ms"), 890'000'000);
  EXPECT_EQ(duration("  0.89   ms "), 890'000'000);
}

TEST(Quantity, DurationIsRoundedToTheNearestPicosecond) {
  EXPECT_EQ(duration("0.4999 ps"), 0);
  EXPECT_EQ(duration("0.5 ps"), 1);
  EXPECT_EQ(duration("1.4999999 ps"), 1);
  // A double holds none of these exactly.
  EXPECT_EQ(duration("0.1 ps"), 0);
  EXPECT_EQ(duration("461168601842.738791 us"), 461'168'601'842'738'791);
}

TEST(Quantity, DurationLimits) {
  EXPECT_EQ(duration("9223372.0368547758 s"), 9'223'372'036'854'775'800);
  EXPECT_EQ(duration_error("9223372.0368547759 s"), "\"9223372.0368547759 s\" is too long a time");
  EXPECT_EQ(duration_error("0.0000000000000000001 s"),
            "\"0.0000000000000000001 s\" has more than 18 digits");
  EXPECT_EQ(duration_error("9223373 s"), "\"9223373 s\" is too long a time");
}

TEST(Quantity, DurationErrorsNameTheTextAndTheUnits) {
  const std::string units = "; units allowed here: ps, ns, us, ms, s";
  EXPECT_EQ(duration_error("0.89"), "\"0.89\" has no unit" + units);
  EXPECT_EQ(duration_error(""), "\"\" is not a number with a unit" + units);
  EXPECT_EQ(duration_error("fast"), "\"fast\" is not a number with a unit" + units);
  EXPECT_EQ(duration_error(".5 ms"), "\".5 ms\" is not a number with a unit" + units);
  EXPECT_EQ(duration_error("5. ms"), "\"5. ms\" has no digit after its point" + units);
  EXPECT_EQ(duration_error("256 KiB"),
            "\"256 KiB\" has the unit `KiB`, which does not fit" + units);
  EXPECT_EQ(duration_error("5400 rpm"),
            "\"5400 rpm\" has the unit `rpm`, which does not fit" + units);
  EXPECT_EQ(duration_error("1 Ms"), "\"1 Ms\" has the unit `Ms`, which does not fit" + units);
  EXPECT_EQ(duration_error("1e3 ms"),
            "\"1e3 ms\" has the unit `e3 ms`, which does not fit" + units);
  EXPECT_EQ(duration_error("0,89 ms"),
            "\"0,89 ms\" has the unit `,89 ms`, which does not fit" + units);
}

TEST(Quantity, RotationBySpeedAndByTime) {
  // 60 s / 5400 = 11.1111... ms
  EXPECT_EQ(parse_rotation("5400 rpm").count(), 11'111'111'111);
  EXPECT_EQ(parse_rotation("7200 rpm").count(), 8'333'333'333);
  EXPECT_EQ(parse_rotation("4002 rpm").count(), 14'992'503'748);
  EXPECT_EQ(parse_rotation("10000 rpm").count(), 6'000'000'000);
  EXPECT_EQ(parse_rotation("5398.19 rpm").count(), 11'114'836'640);
  EXPECT_EQ(parse_rotation("11.114828 ms").count(), 11'114'828'000);
}

TEST(Quantity, RotationErrors) {
  EXPECT_EQ(error_of([] { parse_rotation("5400"); }),
            "\"5400\" has no unit; units allowed here: rpm, ps, ns, us, ms, s");
  EXPECT_EQ(error_of([] { parse_rotation("5400 Hz"); }),
            "\"5400 Hz\" has the unit `Hz`, which does not fit; units allowed here: "
            "rpm, ps, ns, us, ms, s");
  EXPECT_EQ(error_of([] { parse_rotation("0 rpm"); }), "\"0 rpm\" is not a speed");
  EXPECT_EQ(error_of([] { parse_rotation("-5400 rpm"); }), "\"-5400 rpm\" is negative");
}

TEST(Quantity, RateIsTheTimeOfABlock) {
  // 512 B / 3.01e6 B/s = 170.0996677... us; 512 B / 2.74e6 B/s = 186.8613138... us
  EXPECT_EQ(parse_block_time("3.01 MB/s", 512).count(), 170'099'668);
  EXPECT_EQ(parse_block_time("2.74 MB/s", 512).count(), 186'861'314);
  EXPECT_EQ(parse_block_time("1 MiB/s", 512).count(), 488'281'250);
  EXPECT_EQ(parse_block_time("1 KiB/s", 1024).count(), 1'000'000'000'000);
  EXPECT_EQ(parse_block_time("512 B/s", 512).count(), 1'000'000'000'000);
  EXPECT_EQ(parse_block_time("512 kB/s", 512).count(), 1'000'000'000);
  EXPECT_EQ(parse_block_time("0.17010 ms/block", 512).count(), 170'100'000);
}

TEST(Quantity, RateErrors) {
  const std::string units =
      "; units allowed here: B/s, kB/s, MB/s, KiB/s, MiB/s, ps/block, ns/block, us/block, ms/block";
  EXPECT_EQ(error_of([] { parse_block_time("3.01", 512); }), "\"3.01\" has no unit" + units);
  EXPECT_EQ(error_of([] { parse_block_time("3.01 MB", 512); }),
            "\"3.01 MB\" has the unit `MB`, which does not fit" + units);
  EXPECT_EQ(error_of([] { parse_block_time("0.0 MB/s", 512); }), "\"0.0 MB/s\" is not a speed");
}

TEST(Quantity, SizeInBlocks) {
  EXPECT_EQ(parse_blocks("256 KiB", 512), 512U);
  EXPECT_EQ(parse_blocks("0.5 KiB", 512), 1U);
  EXPECT_EQ(parse_blocks("1 MiB", 512), 2048U);
  EXPECT_EQ(parse_blocks("64 kB", 512), 125U);
  EXPECT_EQ(parse_blocks("1024 B", 256), 4U);
  EXPECT_EQ(parse_blocks("511 blocks", 512), 511U);
  EXPECT_EQ(parse_blocks("1 block", 512), 1U);
  EXPECT_EQ(parse_blocks("0 KiB", 512), 0U);
}

TEST(Quantity, SizeErrors) {
  const std::string units = "; units allowed here: B, kB, MB, KiB, MiB, blocks";
  EXPECT_EQ(error_of([] { parse_blocks("256", 512); }), "\"256\" has no unit" + units);
  EXPECT_EQ(error_of([] { parse_blocks("75 %", 512); }),
            "\"75 %\" has the unit `%`, which does not fit" + units);
  EXPECT_EQ(error_of([] { parse_blocks("1 kB", 512); }),
            "\"1 kB\" is not a whole number of blocks of 512 B");
  EXPECT_EQ(error_of([] { parse_blocks("1.5 blocks", 512); }),
            "\"1.5 blocks\" is not a whole number of blocks");
  EXPECT_EQ(error_of([] { parse_blocks("4294967296 blocks", 512); }),
            "\"4294967296 blocks\" is too large");
}

TEST(Quantity, ShareInPartsPerMillion) {
  EXPECT_EQ(parse_share("75 %"), 750'000U);
  EXPECT_EQ(parse_share("75%"), 750'000U);
  EXPECT_EQ(parse_share("0.0001 %"), 1U);
  EXPECT_EQ(parse_share("12 ppm"), 12U);
  EXPECT_EQ(error_of([] { parse_share("0.75"); }),
            "\"0.75\" has no unit; units allowed here: %, ppm");
  EXPECT_EQ(error_of([] { parse_share("0.00001 %"); }),
            "\"0.00001 %\" is not a whole number of parts per million");
}

TEST(Quantity, CountOfThings) {
  EXPECT_EQ(parse_count("14 sectors", "sectors"), 14U);
  EXPECT_EQ(parse_count("1 sector", "sectors"), 1U);
  EXPECT_EQ(error_of([] { parse_count("14", "sectors"); }),
            "\"14\" has no unit; units allowed here: sectors");
  EXPECT_EQ(error_of([] { parse_count("14 tracks", "sectors"); }),
            "\"14 tracks\" has the unit `tracks`, which does not fit; units allowed here: sectors");
  EXPECT_EQ(error_of([] { parse_count("14.5 sectors", "sectors"); }),
            "\"14.5 sectors\" is not a whole number of sectors");
  EXPECT_EQ(error_of([] { parse_count("-1 sectors", "sectors"); }), "\"-1 sectors\" is negative");
}

TEST(Quantity, AnglesAreFractionsInLowestTerms) {
  const auto angle = [](std::uint64_t numerator, std::uint64_t denominator) {
    return AngleConfig{numerator, denominator};
  };
  EXPECT_EQ(parse_angle("14 sectors"), angle(14, 0));
  EXPECT_EQ(parse_angle("1 sector"), angle(1, 0));
  EXPECT_EQ(parse_angle("13/78 rev"), angle(1, 6));
  EXPECT_EQ(parse_angle("13.04/78 rev"), angle(163, 975));
  EXPECT_EQ(parse_angle(" 13.04 / 78rev "), angle(163, 975));
  EXPECT_EQ(parse_angle("0.149 rev"), angle(149, 1000));
  EXPECT_EQ(parse_angle("1/0.5 rev"), angle(2, 1));
  EXPECT_EQ(parse_angle("0 rev"), angle(0, 1));
  EXPECT_EQ(format_angle(parse_angle("0.149 rev")), "149/1000 rev");
  EXPECT_EQ(format_angle(parse_angle("1 sectors")), "1 sector");
  EXPECT_THROW(parse_angle("0.1.2 rev"), QuantityError);
  EXPECT_THROW(parse_angle("1/ rev"), QuantityError);
  EXPECT_THROW(parse_angle("1/2/3 rev"), QuantityError);
  EXPECT_THROW(parse_angle("rev"), QuantityError);
  EXPECT_THROW(parse_angle("90 degrees"), QuantityError);
}

TEST(Quantity, PartsOfSectorsAreExact) {
  EXPECT_EQ(parse_angle("2.026 sectors"), (AngleConfig{1013, 0, 500}));
  EXPECT_EQ(parse_angle("3/2 sectors"), (AngleConfig{3, 0, 2}));
  EXPECT_EQ(parse_angle("2.50 sectors"), parse_angle("5/2 sectors"));
  EXPECT_EQ(format_angle(parse_angle("2.026 sectors")), "1013/500 sectors");
  EXPECT_EQ(parse_angle(format_angle(parse_angle("2.026 sectors"))), parse_angle("2.026 sectors"));
  EXPECT_EQ(error_of([] { parse_angle("0.000000000000001 sectors"); }),
            "\"0.000000000000001 sectors\" is too fine a fraction");
  // 2.026 of 56 sectors: 1013 / 28000 of a turn.
  EXPECT_EQ(Turn(parse_angle("2.026 sectors"), 56).fine(), Turn(1013, 28'000).fine());
  EXPECT_NEAR(static_cast<double>(Turn(parse_angle("2.026 sectors"), 56).fine()),
              1013.0 / 28'000 * 18446744073709551616.0, 1e6);
}

TEST(Quantity, UnitsOfOne) {
  EXPECT_EQ(singular("sectors"), "sector");
  EXPECT_EQ(singular("parts per million"), "part per million");
  EXPECT_EQ(singular("ppm"), "ppm");
  EXPECT_EQ(parse_count("1 part per million", "parts per million"), 1U);
  EXPECT_EQ(parse_blocks("1 block", 512), 1U);
  EXPECT_EQ(parse_thousandths("1 sector", "sectors"), 1000U);
  EXPECT_EQ(parse_thousandths("1 ppm", "ppm"), 1000U);
  EXPECT_EQ(parse_angle("1/2 sector"), (AngleConfig{1, 0, 2}));
  EXPECT_THROW(parse_count("1 parts per millio", "parts per million"), QuantityError);
  EXPECT_THROW(parse_thousandths("1 pp", "ppm"), QuantityError);
  EXPECT_THROW(parse_blocks("1 bloc", 512), QuantityError);
}

TEST(Quantity, FormatsReadBackToTheSameValue) {
  EXPECT_EQ(format_duration(Picoseconds{890'000'000}), "0.89 ms");
  EXPECT_EQ(format_duration(Picoseconds{11'111'111'111}), "11.111111111 ms");
  EXPECT_EQ(format_duration(Picoseconds{1}), "0.000000001 ms");
  EXPECT_EQ(format_duration(Picoseconds{0}), "0 ms");
  EXPECT_EQ(format_duration(Picoseconds{-642'000'000}), "-0.642 ms");
  EXPECT_EQ(format_duration(Picoseconds{1'000'000'000'000}), "1000 ms");
  EXPECT_EQ(format_share(750'000), "75 %");
  EXPECT_EQ(format_share(1), "0.0001 %");
  std::uint64_t value = 1;
  for (int i = 0; i < 1000; ++i) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    const Picoseconds time{static_cast<std::int64_t>(value >> (6 + value % 50))};
    EXPECT_EQ(parse_duration(format_duration(time)), time);
  }
}

TEST(Nearest, FindsTheNameMeant) {
  EXPECT_EQ(nearest("head_swich", {"head_switch", "write_settle"}), "head_switch");
  EXPECT_EQ(nearest("wirte_settle", {"head_switch", "write_settle"}), "write_settle");
  EXPECT_EQ(nearest("look", {"clook", "look", "scan"}), "look");
  EXPECT_EQ(nearest("C-LOOK", {"look", "sstf", "clook"}), "clook");
  EXPECT_EQ(nearest("SPTF", {"sstf", "sptf"}), "sptf");
  EXPECT_EQ(nearest("write-settle", {"write_settle"}), "write_settle");
}

TEST(Nearest, TheFirstOfEquals) { EXPECT_EQ(nearest("scam", {"scan", "scat"}), "scan"); }

TEST(Nearest, NothingWhenNothingIsNear) {
  EXPECT_EQ(nearest("colour", {"head_switch", "write_settle"}), "");
  EXPECT_EQ(nearest("rm", {"edf", "lsf"}), "");
  EXPECT_EQ(nearest("anything", {}), "");
  EXPECT_EQ(nearest("", {"sptf"}), "");
}

}  // namespace
}  // namespace headstack
