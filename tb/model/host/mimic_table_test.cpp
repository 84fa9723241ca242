// Tables of the Disk Mimic: what a table must be, and its summaries.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/host/mimic.h"

namespace headstack {
namespace {

using Kind = MimicTable::Kind;

std::shared_ptr<const Kind> kind(std::vector<std::int32_t> distance,
                                 std::vector<std::uint32_t> ns) {
  return std::make_shared<const Kind>(Kind{std::move(distance), std::move(ns)});
}

MimicTable table(std::shared_ptr<const Kind> all, std::uint32_t samples,
                 std::uint32_t blocks = 1'000) {
  return {{all, all, all, all}, samples, blocks};
}

std::string refusal(std::shared_ptr<const Kind> all, std::uint32_t samples,
                    std::uint32_t blocks = 1'000) {
  try {
    table(std::move(all), samples, blocks);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(MimicTableTest, ATableIsInOrder) {
  EXPECT_EQ(refusal(kind({-5, 0, 7}, {1, 2, 3}), 1), "");
  EXPECT_EQ(refusal(kind({}, {}), 1), "mimic: the table of kind 0 is empty; probe the drive");
  EXPECT_EQ(refusal(kind({-5, 0}, {1, 2, 3}), 1),
            "mimic: kind 0 has 3 times, 2 distances and 1 samples each");
  EXPECT_EQ(refusal(kind({-5, 0}, {}), 0),
            "mimic: kind 0 has 0 times, 2 distances and 0 samples each");
  for (const std::int32_t second : {4, 3}) {
    EXPECT_EQ(refusal(kind({-5, 4, second}, {1, 2, 3}), 1),
              "mimic: kind 0: the distance after 4 must be larger");
  }
  EXPECT_EQ(refusal(kind({-5, 4}, {1, 1, 3, 2}), 2),
            "mimic: kind 0: the samples of distance 4 do not rise");
  EXPECT_EQ(refusal(kind({-5, 4}, {5, 6, 1, 2}), 2), "");
}

TEST(MimicTableTest, EachKindIsChecked) {
  const auto good = kind({0}, {1});
  const auto bad = kind({0}, {});
  try {
    MimicTable({good, good, bad, good}, 1, 10);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              "mimic: kind 2 has 0 times, 1 distances and 1 samples each");
  }
}

TEST(MimicTableTest, ADriveHasFrom1To2147483647Blocks) {
  const auto good = kind({0}, {1});
  EXPECT_EQ(refusal(good, 1, 0), "mimic: a drive of 0 blocks; from 1 to 2147483647");
  EXPECT_EQ(refusal(good, 1, 1), "");
  EXPECT_EQ(refusal(good, 1, 0x7fff'ffff), "");
  EXPECT_EQ(refusal(good, 1, 0x8000'0000),
            "mimic: a drive of 2147483648 blocks; from 1 to 2147483647");
}

std::vector<std::uint32_t> summary(const MimicTable& of, hs_mimic_summary which) {
  const auto made = of.summarised(which);
  EXPECT_EQ(made->layers, 1U);
  const hs_mimic_points& points = made->points[0];
  return {points.ns, points.ns + points.count};
}

// Three samples: the mean is rounded to the nearest, the median is the one in the middle. Four: the
// median is the mean of the two in the middle, rounded down.
TEST(MimicTableTest, SummariesByHand) {
  const MimicTable three = table(kind({-3, 3}, {1, 2, 6, 10, 20, 31}), 3);
  EXPECT_EQ(summary(three, HS_MIMIC_MEAN), (std::vector<std::uint32_t>{3, 20}));
  EXPECT_EQ(summary(three, HS_MIMIC_MEDIAN), (std::vector<std::uint32_t>{2, 20}));
  EXPECT_EQ(summary(three, HS_MIMIC_MAXIMUM), (std::vector<std::uint32_t>{6, 31}));
  const MimicTable four = table(kind({0}, {1, 2, 5, 20}), 4);
  EXPECT_EQ(summary(four, HS_MIMIC_MEAN), (std::vector<std::uint32_t>{7}));
  EXPECT_EQ(summary(four, HS_MIMIC_MEDIAN), (std::vector<std::uint32_t>{3}));
  const MimicTable large = table(kind({0}, {0xffff'fffe, 0xffff'ffff}), 2);
  EXPECT_EQ(summary(large, HS_MIMIC_MEAN), (std::vector<std::uint32_t>{0xffff'ffff}));
  EXPECT_EQ(summary(large, HS_MIMIC_MEDIAN), (std::vector<std::uint32_t>{0xffff'fffe}));
}

TEST(MimicTableTest, AllSamplesAreTheProbabilisticTable) {
  const auto all = kind({-3, 3}, {1, 2, 10, 20});
  const auto made = table(all, 2).summarised(HS_MIMIC_PROBABILISTIC);
  EXPECT_EQ(made->layers, 2U);
  EXPECT_EQ(made->points[0].ns, all->ns.data());
  EXPECT_EQ(made->points[3].count, 2U);
}

TEST(MimicTableTest, KindsHaveTheirOwnTimesUnlessTheyShareATable) {
  const auto one = kind({0, 1}, {1, 2});
  const auto other = kind({0}, {9});
  const MimicTable mixed({one, other, one, other}, 1, 10);
  const auto made = mixed.summarised(HS_MIMIC_MEAN);
  EXPECT_EQ(made->points[0].ns[1], 2U);
  EXPECT_EQ(made->points[1].ns[0], 9U);
  EXPECT_EQ(made->points[2].ns, made->points[0].ns);
  EXPECT_EQ(made->points[3].ns, made->points[1].ns);
  EXPECT_EQ(made->points[1].count, 1U);
  EXPECT_EQ(mixed.summarised(HS_MIMIC_MEAN), made);  // built once
  EXPECT_NE(mixed.summarised(HS_MIMIC_MAXIMUM), made);
}

}  // namespace
}  // namespace headstack
