// The keys of limits, priorities and bad sectors: each value is read as it says, both sides of each
// bound are tried, and each error says what is wrong.
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/tables/firmware_params.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

class ConditionsKeys : public DriveFileTest {
 protected:
  void SetUp() override {
    DriveFileTest::SetUp();
    drive_ = with_value(load(kGood), "interface.standard", "\"SPC-6\"");
  }
  DriveConfig with(const std::string& key, const std::string& value) const {
    return with_value(drive_, key, value);
  }
  // The message about a value, without the place; "no error".
  std::string error(const std::string& key, const std::string& value) const {
    return error(drive_, key, value);
  }
  static std::string error(const DriveConfig& drive, const std::string& key,
                           const std::string& value) {
    try {
      with_value(drive, key, value);
    } catch (const ConfigError& e) {
      const std::string what = e.what();
      const std::string name = "key `" + key + "`: ";
      const std::size_t at = what.find(name);
      return at == std::string::npos ? what : what.substr(at + name.size());
    }
    return "no error";
  }

  DriveConfig drive_;
};

// ---- Duration limits

constexpr std::uint8_t k500Ns = HS_DURATION_500_NS;
constexpr std::uint8_t k1Us = HS_DURATION_1_US;
constexpr std::uint8_t k10Ms = HS_DURATION_10_MS;
constexpr std::uint8_t k500Ms = HS_DURATION_500_MS;

void expect_limit(const hs_duration_limit& found, const hs_duration_limit& wanted) {
  EXPECT_EQ(found.waiting, wanted.waiting);
  EXPECT_EQ(found.working, wanted.working);
  EXPECT_EQ(found.whole, wanted.whole);
  EXPECT_EQ(found.unit, wanted.unit);
  EXPECT_EQ(found.waiting_policy, wanted.waiting_policy);
  EXPECT_EQ(found.working_policy, wanted.working_policy);
  EXPECT_EQ(found.whole_policy, wanted.whole_policy);
}

// The smallest unit in which each time is a whole number of 16 bits.
TEST_F(ConditionsKeys, ALimitIsInTheSmallestUnit) {
  const std::vector<std::tuple<const char*, std::uint16_t, std::uint8_t>> cases = {
      {"500 ns", 1, k500Ns},        {"1 us", 2, k500Ns},          {"32767.5 us", 65'535, k500Ns},
      {"32768 us", 32'768, k1Us},   {"65535 us", 65'535, k1Us},   {"100 ms", 10, k10Ms},
      {"655350 ms", 65'535, k10Ms}, {"655500 ms", 1'311, k500Ms}, {"32767500 ms", 65'535, k500Ms}};
  for (const auto& [time, count, unit] : cases) {
    SCOPED_TRACE(time);
    const std::string value = "[\"whole " + std::string(time) + " abort\"]";
    const DriveConfig found = with("duration_limits.reads", value);
    ASSERT_EQ(found.conditions.duration_limits.reads.size(), 1U);
    expect_limit(found.conditions.duration_limits.reads[0],
                 {0, 0, count, unit, 0, 0, HS_DURATION_ABORT});
    EXPECT_TRUE(found.conditions.duration_limits.writes.empty());
    // The text that is written means the same.
    const DriveConfig back =
        with("duration_limits.reads", value_of(found, "duration_limits.reads"));
    expect_limit(back.conditions.duration_limits.reads[0],
                 found.conditions.duration_limits.reads[0]);
  }
}

TEST_F(ConditionsKeys, TimesThatFitNoUnit) {
  const std::string none =
      "each time of a limit is 1 to 65535 times the limit's unit, which is 500 ns, 1 us, 10 ms or "
      "500 ms; no unit fits these times";
  for (const char* text : {"whole 0 ms abort", "whole 499 ns abort", "whole 501 ns abort",
                           "whole 65536 us abort", "whole 655360 ms abort",
                           "whole 32768000 ms abort", "waiting 500 ns abort, whole 100 ms next"}) {
    EXPECT_EQ(error("duration_limits.writes", "[\"" + std::string(text) + "\"]"), none) << text;
  }
}

TEST_F(ConditionsKeys, PoliciesOfEachTime) {
  const std::vector<std::pair<const char*, std::uint8_t>> policies = {
      {"earliest", HS_DURATION_EARLIEST},
      {"next", HS_DURATION_NEXT},
      {"without", HS_DURATION_WITHOUT},
      {"unavailable", HS_DURATION_UNAVAILABLE},
      {"abort", HS_DURATION_ABORT}};
  for (const char* part : {"waiting", "working", "whole"}) {
    for (const auto& [name, code] : policies) {
      const std::string text = std::string(part) + " 3 us " + name;
      SCOPED_TRACE(text);
      const bool whole = std::string(part) == "whole";
      if (!whole && (code == HS_DURATION_NEXT || code == HS_DURATION_WITHOUT)) {
        EXPECT_EQ(error("duration_limits.reads", "[\"" + text + "\"]"),
                  "the policy '" + std::string(name) + "' is possible for 'whole' only");
        continue;
      }
      const DriveConfig found = with("duration_limits.reads", "[\"" + text + "\"]");
      const hs_duration_limit& limit = found.conditions.duration_limits.reads[0];
      const bool waiting = std::string(part) == "waiting";
      const bool working = std::string(part) == "working";
      expect_limit(
          limit,
          {static_cast<std::uint16_t>(waiting ? 6 : 0), static_cast<std::uint16_t>(working ? 6 : 0),
           static_cast<std::uint16_t>(whole ? 6 : 0), k500Ns, waiting ? code : std::uint8_t{0},
           working ? code : std::uint8_t{0}, whole ? code : std::uint8_t{0}});
      EXPECT_EQ(value_of(found, "duration_limits.reads"),
                "[\"" + std::string(part) + " 0.003 ms " + name + "\"]");
    }
  }
}

TEST_F(ConditionsKeys, LimitsInAList) {
  const std::string text =
      "[\"waiting 20 ms abort, working 30 ms unavailable, whole 1000 ms next\", \"none\"]";
  const DriveConfig found = with("duration_limits.writes", text);
  const auto& writes = found.conditions.duration_limits.writes;
  ASSERT_EQ(writes.size(), 2U);
  expect_limit(writes[0],
               {2, 3, 100, k10Ms, HS_DURATION_ABORT, HS_DURATION_UNAVAILABLE, HS_DURATION_NEXT});
  expect_limit(writes[1], {});
  EXPECT_EQ(value_of(found, "duration_limits.writes"), text);
  const hs_duration_limits firmware = firmware_durations(found.conditions.duration_limits);
  expect_limit(firmware.of[1][0], writes[0]);
  for (std::size_t i = 1; i < 7; ++i) {
    expect_limit(firmware.of[1][i], {});
  }
  expect_limit(firmware.of[0][0], {});
}

TEST_F(ConditionsKeys, LimitsThatFail) {
  const std::string example =
      "must be text such as \"whole 100 ms abort\" or \"waiting 20 ms abort, whole 1 s next\": "
      "times (waiting, working, whole), each with its policy";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"5", example},
      {"\"\"", example},
      {"\",\"", example},
      {"\"whole 100 ms\"", example},
      {"\"whole 100 ms abort now\"", example},
      {"\"hole 100 ms abort\"",
       "'hole' is no time of a limit; its times are waiting, working and whole"},
      {"\"whole 100 ms stop\"",
       "the policy 'stop' is not known; a policy is earliest, next, without, unavailable or abort"},
      {"\"whole 100 mm abort\"",
       "\"100 mm\" has the unit `mm`, which does not fit; units allowed here: ps, ns, us, ms, s"},
      {"\"whole 10 ms abort, whole 20 ms abort\"", "'whole' is given twice"},
  };
  for (const auto& [value, message] : cases) {
    EXPECT_EQ(error("duration_limits.reads", "[" + value + "]"), message) << value;
  }
}

std::string list_of(int count, const std::string& value, const std::string& last) {
  std::string text = "[";
  for (int i = 1; i < count; ++i) {
    text += value + ", ";
  }
  return text + last + "]";
}

TEST_F(ConditionsKeys, SevenLimitsOfADriveOfSpc6) {
  const std::string next = "\"whole 10 ms next\"";
  for (const char* key : {"duration_limits.reads", "duration_limits.writes"}) {
    EXPECT_EQ(error(key, "[]"), "no error");
    EXPECT_EQ(error(key, list_of(6, next, next)), "no error");
    EXPECT_EQ(error(key, list_of(7, next, "\"whole 10 ms abort\"")), "no error");
    EXPECT_EQ(error(key, list_of(8, next, "\"none\"")), "8 limits; at most 7");
    for (const char* policy : {"next", "without"}) {
      EXPECT_EQ(error(key, list_of(7, next, "\"whole 10 ms " + std::string(policy) + "\"")),
                "the seventh limit cannot have the policy next or without");
    }
    for (const char* standard : {"\"SCSI-2\"", "\"SPC-4\""}) {
      const DriveConfig other = with_value(drive_, "interface.standard", standard);
      EXPECT_EQ(error(other, key, "[]"), "no error");
      EXPECT_EQ(error(other, key, "[\"none\"]"),
                "only a drive that claims SPC-6 has duration limits; set interface.standard to "
                "\"SPC-6\"");
    }
  }
}

TEST_F(ConditionsKeys, LimitsAndLeastTimesToTheStatus) {
  for (const char* key :
       {"overhead.read_track_end_least", "overhead.read_cylinder_end_least",
        "overhead.read_near_track_end_least", "overhead.read_near_cylinder_end_least"}) {
    const DriveConfig spc_4 =
        with_value(with_value(drive_, "interface.standard", "\"SPC-4\""), key, "\"1 ms\"");
    EXPECT_EQ(error(spc_4, "interface.standard", "\"SPC-6\""),
              "duration limits are not possible with a least time from the last block of a read to "
              "its status (overhead.read_track_end_least and the like)")
        << key;
    EXPECT_EQ(error(spc_4, "interface.standard", "\"SCSI-2\""), "no error");
  }
}

// ---- Priorities

TEST_F(ConditionsKeys, TimesOfPriorities) {
  const std::string text = "[\"0.001 ms\", \"none\", \"4294967.295 ms\"]";
  const DriveConfig found = with("priorities.deadlines", text);
  EXPECT_EQ(*found.conditions.priorities.deadlines,
            (std::vector<std::uint32_t>{1, 0, 4'294'967'295}));
  EXPECT_EQ(value_of(found, "priorities.deadlines"), text);
  const PriorityTimes times = firmware_priority_times(found.conditions.priorities);
  ASSERT_EQ(times.size(), 15U);
  EXPECT_EQ(times[0], 1U);
  EXPECT_EQ(times[1], 0U);
  EXPECT_EQ(times[2], 4'294'967'295U);
  EXPECT_EQ(times[3], 0U);
  EXPECT_EQ(times[14], 0U);
}

TEST_F(ConditionsKeys, TimesOfPrioritiesThatAreLeftOut) {
  const PriorityTimes times = firmware_priority_times(drive_.conditions.priorities);
  for (std::uint32_t i = 0; i < 15; ++i) {
    EXPECT_EQ(times.at(i), (i + 1) * HS_PRIORITY_STEP_US);
  }
}

TEST_F(ConditionsKeys, TimesOfPrioritiesThatFail) {
  const std::string range =
      " is not 1 to 4294967295 whole microseconds; \"none\" is a priority without a deadline";
  for (const auto& [value, text] : {std::pair{"\"0 us\"", "0 ms"},
                                    {"\"0.5 us\"", "0.0005 ms"},
                                    {"\"1.5 us\"", "0.0015 ms"},
                                    {"\"4294967296 us\"", "4294967.296 ms"},
                                    {"\"-1 us\"", "-0.001 ms"}}) {
    EXPECT_EQ(error("priorities.deadlines", "[" + std::string(value) + "]"), text + range);
  }
  EXPECT_EQ(error("priorities.deadlines", "[5]"),
            "must be text with a time, such as \"10 ms\", or \"none\"");
  EXPECT_EQ(error("priorities.deadlines", "[\"5\"]"),
            "\"5\" has no unit; units allowed here: ps, ns, us, ms, s");
  for (const int count : {0, 1, 15, 16}) {
    const std::string list = count == 0 ? "[]" : list_of(count, "\"1 ms\"", "\"1 ms\"");
    EXPECT_EQ(error("priorities.deadlines", list),
              count == 1 || count == 15
                  ? "no error"
                  : std::to_string(count) +
                        " times; give 1 to 15, for the priorities from 1 on, or leave the key out");
  }
}

// ---- Bad sectors

TEST_F(ConditionsKeys, BadSectors) {
  for (const char* key : {"defects.unreadable", "defects.unwritable", "defects.correctable"}) {
    const std::string text = "[[0, 0, 0], [49, 3, 39], [50, 1, 29], [99, 2, 7, \"2000 ms\"]]";
    const DriveConfig found = with(key, text);
    const DefectsConfig& defects = found.conditions.defects;
    const std::string name = std::string(key).substr(8);
    const std::vector<BadSector>& list = name == "unreadable"   ? defects.unreadable
                                         : name == "unwritable" ? defects.unwritable
                                                                : defects.correctable;
    ASSERT_EQ(list.size(), 4U) << key;
    EXPECT_EQ(list[1], (BadSector{49, 3, 39, Picoseconds{0}}));
    EXPECT_EQ(list[3], (BadSector{99, 2, 7, std::chrono::seconds{2}}));
    EXPECT_EQ(defects.unreadable.size() + defects.unwritable.size() + defects.correctable.size(),
              4U);
    EXPECT_EQ(value_of(found, key), text);
  }
}

TEST_F(ConditionsKeys, BadSectorsThatAreNotThere) {
  const std::string form =
      "must be a list of cylinder, head and sector, as in [100, 3, 17], or of these and the time "
      "from which the sector is bad, as in [100, 3, 17, \"2 s\"]";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[100, 0, 0]", "[100, 0, 0]: no zone has this cylinder"},
      {"[99, 4, 0]", "[99, 4, 0]: the last head is 3"},
      {"[49, 3, 40]", "[49, 3, 40]: the last sector of this track is 39"},
      {"[50, 0, 30]", "[50, 0, 30]: the last sector of this track is 29"},
      {"[1, 2]", form},
      {"[1, 2, 3, \"1 s\", 4]", form},
      {"7", "must be a list in square brackets"},
  };
  for (const char* key : {"defects.unreadable", "defects.unwritable", "defects.correctable"}) {
    for (const auto& [value, message] : cases) {
      EXPECT_EQ(error(key, "[" + value + "]"), message) << key;
    }
    EXPECT_EQ(error(key, "[[0, 0, 65536]]"), "65536 is too much; the most allowed is 65535");
  }
}

// ---- Others

TEST_F(ConditionsKeys, LanesDivideTheEntries) {
  for (const auto& [entries, lanes, fits] : {std::tuple{8, 4, true},
                                             {8, 8, true},
                                             {8, 1, true},
                                             {12, 4, true},
                                             {12, 3, false},
                                             {12, 8, false},
                                             {6, 4, false},
                                             {4, 8, false}}) {
    const DriveConfig of = with("comparator.entries", std::to_string(entries));
    EXPECT_EQ(error(of, "comparator.lanes", std::to_string(lanes)),
              fits ? "no error"
                   : std::to_string(lanes) + " lanes do not divide " + std::to_string(entries) +
                         " entries into rows; give a power of 2 that divides the entries");
  }
}

TEST_F(ConditionsKeys, SerialNumberAndWidth) {
  EXPECT_EQ(error("serial", "\"1234567890123456\""), "no error");
  EXPECT_EQ(error("serial", "\"12345678901234567\""),
            "\"12345678901234567\" has 17 characters; INQUIRY has room for 16");
  for (const int bits : {7, 8, 9, 15, 16, 17}) {
    const std::string found = error("bus.width", "\"" + std::to_string(bits) + " bits\"");
    EXPECT_EQ(found == "no error", bits == 8 || bits == 16) << found;
  }
}

}  // namespace
}  // namespace headstack
