// Keys that are right by themselves, and contradict each other.
#include <string>

#include <gtest/gtest.h>

#include "model/config/file/drive_file.h"
#include "tb/model/support/config_drive_file.h"

extern "C" {
#include <disk/terms.h>
}

namespace headstack {
namespace {

class DriveChecks : public DriveFileTest {
 protected:
  // The message about a change of the good drive.
  std::string changed(const std::string& path, const std::string& value) const {
    return changed({{path, value}});
  }
  std::string changed(const Changes& changes) const {
    try {
      with_values(load(kGood), changes);
    } catch (const ConfigError& error) {
      const std::string what = error.what();
      const std::size_t at = what.find("key `");
      return at == std::string::npos ? what : what.substr(at);
    }
    return "no error";
  }
};

std::string list_of(std::uint32_t count, const std::string& element) {
  std::string list = "[";
  for (std::uint32_t i = 0; i < count; ++i) {
    list += (i == 0 ? "" : ", ") + element;
  }
  return list + "]";
}

TEST_F(DriveChecks, TermsFitTheFirmware) {
  const std::string term = "{ of = \"write\", time = \"1 us\" }";
  EXPECT_EQ(changed("overhead.terms", list_of(HS_MOST_TERMS, term)), "no error");
  EXPECT_EQ(changed("overhead.terms", list_of(HS_MOST_TERMS + 1, term)),
            "key `overhead.terms`: there are 33; the most allowed is 32");
}

// The good drive's write takes 0.03 ms. Its terms and those of its data may shorten it together.
TEST_F(DriveChecks, TermsLeaveACommandSomeTime) {
  const auto with_terms = [this](const std::string& of_write, const std::string& of_data) {
    return changed("overhead.terms", "[{ of = \"write\", time = \"" + of_write +
                                         "\" }, { of = \"write data\", time = \"" + of_data +
                                         "\" }]");
  };
  EXPECT_EQ(with_terms("-20 us", "-10 us"), "no error");
  EXPECT_EQ(with_terms("-20 us", "-11 us"),
            "key `overhead.write_command`: with its negative terms, the command would take -0.001 "
            "ms");
  EXPECT_EQ(with_terms("-30 us", "50 us"), "no error");
  EXPECT_EQ(with_terms("-31 us", "50 us"),
            "key `overhead.write_command`: with its negative terms, the command would take -0.001 "
            "ms");
  const Changes other = {
      {"overhead.write_command_non_sequential", "\"0.025 ms\""},
      {"overhead.terms",
       "[{ of = \"write\", time = \"-20 us\" }, { of = \"write data\", time = \"-6 us\" }]"}};
  EXPECT_EQ(changed(other),
            "key `overhead.write_command_non_sequential`: with its negative terms, the command "
            "would take -0.001 ms");
}

// A revolution of 2 ms at the shortest, and of 100 ms at the longest.
TEST_F(DriveChecks, ACorrectedRevolution) {
  EXPECT_EQ(changed({{"spindle.rotation", "\"30000 rpm\""}, {"spindle.correction", "\"-1 ppm\""}}),
            "key `spindle.correction`: makes a revolution of 1.999998 ms; 2 ms to 100 ms are "
            "allowed");
  EXPECT_EQ(changed({{"spindle.rotation", "\"600 rpm\""}, {"spindle.correction", "\"1 ppm\""}}),
            "key `spindle.correction`: makes a revolution of 100.0001 ms; 2 ms to 100 ms are "
            "allowed");
  EXPECT_EQ(changed("spindle.correction", "\"1 ppm\""), "no error");
}

TEST_F(DriveChecks, ASettleAngleIsAPartOfARevolution) {
  for (const char* key : {"seek.read_settle_angle", "seek.write_settle_angle"}) {
    EXPECT_EQ(changed(key, "\"1/78 rev\""), "no error");
  }
}

// A segment of the good drive has 64 blocks.
TEST_F(DriveChecks, ASegmentHoldsAPhysicalSector) {
  EXPECT_EQ(changed({{"layout.bytes_per_physical_sector", "4096"},
                     {"layout.zone.0.slipped_tracks", "[]"},
                     {"layout.zone.1.sectors_per_track", "32"},
                     {"write.minimum_blocks_large", "4"},
                     {"cache.size", "\"7.5 KiB\""},
                     {"cache.prefetch_maximum", "\"1 KiB\""}}),
            "key `cache.segments`: a segment of the cache holds 7 blocks; it must hold a physical "
            "sector, 8");
}

// The good drive's curve is a formula.
TEST_F(DriveChecks, OneCurveOnly) {
  EXPECT_EQ(changed("seek.points", "[[1, \"1 ms\"], [50, \"2 ms\"]]"),
            "key `seek.points`: replace seek.first, seek.root and seek.linear; give only one of "
            "the two");
}

// The old name of a key gets the new name, and other text keeps its values.
TEST_F(DriveChecks, ATextWithNewNames) {
  const std::string text = with_new_names(
      "[processor]\nquiet = \"0.7 ms\"\n[seek]\nread_settle = \"0.1 ms\"\n", "a text");
  EXPECT_NE(text.find("track_gap = '0.7 ms'"), std::string::npos) << text;
  EXPECT_NE(text.find("read_settle = '0.1 ms'"), std::string::npos) << text;
  EXPECT_EQ(text.find("quiet"), std::string::npos) << text;
  EXPECT_THROW(with_new_names("[processor", "a text"), ConfigError);
}

}  // namespace
}  // namespace headstack
