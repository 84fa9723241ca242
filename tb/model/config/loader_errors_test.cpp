// Drive files that are bad: each is the good one with a line or so changed; the message is checked
// whole, with file and line.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/config/file/toml_text.h"
#include "model/config/keys/drive_keys.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using DriveFileErrors = DriveFileTest;

// ---- The file itself

TEST_F(DriveFileErrors, NoSuchFile) {
  try {
    load_drive(folder_ / "none.toml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), (folder_ / "none.toml").string() + ": there is no such file");
  }
  EXPECT_THROW(load_drive(folder_), ConfigError);
}

TEST_F(DriveFileErrors, NotToml) {
  const std::string error = error_with(6, "surfaces = = 4");
  EXPECT_EQ(error.rfind("small.toml:6: not TOML: ", 0), 0U) << error;
  const std::string twice = error_with(7, "surfaces = 4");
  EXPECT_EQ(
      twice,
      "small.toml:7: not TOML: `surfaces = 4`: a value or a table of this name exists already");
}

// The parser garbles some of these keys: the message has the line as it stands there.
TEST(DriveFileText, WhatIsThereTwice) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      parse_drive(text, "my.toml");
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  const std::pair<const char*, const char*> cases[] = {
      {"\"a b\" = 1\n  \"a b\" = 2  # again", "my.toml:2: not TOML: `\"a b\" = 2  # again`"},
      {"a = 1\na.b = 2", "my.toml:2: not TOML: `a.b = 2`"},
      {"[a]\nb = 1\n[a.b]\nc = 1", "my.toml:3: not TOML: `[a.b]`"},
      {"[a]\n[a]", "my.toml:2: not TOML: `[a]`"},
      {"[a.b]\n[a]\nb = 1\n", "my.toml:3: not TOML: `b = 1`"},
      {"x = {a = 1, a = 2}", "my.toml:1: not TOML: `x = {a = 1, a = 2}`"},
  };
  for (const auto& [text, said] : cases) {
    EXPECT_EQ(error_of(text),
              std::string(said) + ": a value or a table of this name exists already");
  }
  const std::string name(100, 'n');
  EXPECT_EQ(error_of(name + " = 1\n" + name + " = 2").substr(0, 86),
            "my.toml:2: not TOML: `" + name.substr(0, 60) + "...`");
}

// A text has no folder in which its base would be.
TEST(DriveFileText, ABaseNeedsAFile) {
  try {
    parse_drive("\nbase = \"hp_c2247\"\n", "my.toml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "my.toml:2: key `base`: is found from the folder of a file; write this text to a "
                 "file, or give all keys");
  }
}

// ---- Unknown and missing keys

TEST_F(DriveFileErrors, UnknownKeyNamesTheNearest) {
  EXPECT_EQ(error_with(line_of("head_switch"), "head_swich = \"0.7 ms\""),
            "small.toml:29: key `seek.head_swich` is not known; did you mean `head_switch`?");
  EXPECT_EQ(error_with(25, "root.bas = \"1 ms\""),
            "small.toml:25: key `seek.root.bas` is not known; did you mean `base`?");
  EXPECT_EQ(error_with(13, "trackskew = \"5 sectors\""),
            "small.toml:13: key `layout.zone.trackskew` is not known; did you mean `track_skew`?");
  EXPECT_EQ(error_with(2, "sorce = \"this test\""),
            "small.toml:2: key `sorce` is not known; did you mean `source`?");
  EXPECT_EQ(error_with(3, "[spindel]"),
            "small.toml:3: key `spindel` is not known; did you mean `spindle`?");
}

TEST_F(DriveFileErrors, UnknownKeyOfAnotherTable) {
  EXPECT_EQ(error_with(line_of("minimum_blocks = "), "write_settle = \"1 ms\""),
            "small.toml:50: key `write.write_settle` is not known; did you mean "
            "`seek.write_settle`?");
}

TEST_F(DriveFileErrors, UnknownKeyWithNothingNear) {
  EXPECT_EQ(error_with(line_of("depth"), "colour = \"grey\""),
            "small.toml:68: key `queue.colour` is not known; known here: `depth`");
}

TEST_F(DriveFileErrors, MissingKey) {
  EXPECT_EQ(error_with(line_of("write_settle"), ""),
            "small.toml:23: key `seek.write_settle`: is missing: time added to each positioning "
            "before a write, if the positioning takes time; time (ps, ns, us, ms, s), -1000 ms to "
            "1000 ms");
  EXPECT_EQ(error_with(20, ""),
            "small.toml:18: key `layout.zone.sectors_per_track`: is missing: number of sectors "
            "on each track; whole number, 1 to 65535");
  EXPECT_EQ(error_with(2, ""),
            "small.toml:1: key `source`: is missing: sources of the numbers; text");
  EXPECT_EQ(error_of("description = \"\"\nsource = \"\"\n").substr(0, 41),
            "small.toml:1: key `spindle.rotation`: is ");
}

TEST_F(DriveFileErrors, NoOtherKeyMayBeMissing) {
  for (const Key<DriveConfig>& key : drive_keys()) {
    const std::string name = key.path.substr(key.path.rfind('.') + 1);
    if (key.optional || key.path.find("seek.linear.") == 0 || key.path.find("seek.root.") == 0) {
      continue;
    }
    const std::string error = error_with(line_of(name + " = "), "");
    EXPECT_NE(error.find(": key `" + key.path + "`: is missing: "), std::string::npos) << error;
  }
}

TEST_F(DriveFileErrors, AllMissingKeysAtOnce) {
  std::string text = with_line(20, "");  // the sectors per track of the second zone
  text.replace(text.find("rotation = "), std::string("rotation = \"6000 rpm\"").size(), "");
  text.replace(text.find("depth = "), std::string("depth = \"1 task\"").size(), "");
  // A wrong value is told when no key is missing.
  text.replace(text.find("\"0.7 ms\""), std::string("\"0.7 ms\"").size(), "7");
  const std::string error = error_of(text);
  const std::string folder = folder_.string() + "/";
  EXPECT_EQ(error,
            "small.toml:3: key `spindle.rotation`: is missing: rotational speed, or time of a "
            "revolution; speed or time (rpm, ps, ns, us, ms, s), 2 ms to 100 ms\n" +
                folder +
                "small.toml:18: key `layout.zone.sectors_per_track`: is missing: number of sectors "
                "on each track; whole number, 1 to 65535\n" +
                folder +
                "small.toml:67: key `queue.depth`: is missing: number of commands that the drive "
                "can hold; number of tasks, 1 task to 65536 tasks");
}

// An empty file: a line for each required key, in the order of the keys.
TEST_F(DriveFileErrors, AnEmptyFileLacksEveryRequiredKey) {
  std::vector<std::string> required;
  for (const Key<DriveConfig>& key : drive_keys()) {
    if (key.path == "seek.head_switch") {
      required.emplace_back(kZonePath);
      required.emplace_back("seek.root");
    }
    if (!key.optional) {
      required.push_back(key.path);
    }
  }
  const std::string error = error_of("") + "\n";
  std::vector<std::string> named;
  for (std::size_t at = error.find('`'); at != std::string::npos;
       at = error.find('`', error.find('\n', at))) {
    named.push_back(error.substr(at + 1, error.find('`', at + 1) - at - 1));
  }
  EXPECT_EQ(named, required);
}

TEST_F(DriveFileErrors, SkewsAreMissingOnlyWithoutHeadSkew) {
  const std::string without = with_layout("");
  const std::string error = error_of(without);
  for (const char* line : {"small.toml:10: key `layout.zone.track_skew`: is missing: ",
                           "small.toml:10: key `layout.zone.cylinder_skew`: is missing: ",
                           "small.toml:17: key `layout.zone.track_skew`: is missing: ",
                           "small.toml:17: key `layout.zone.cylinder_skew`: is missing: "}) {
    EXPECT_NE(error.find(line), std::string::npos) << line << "\n" << error;
  }
  EXPECT_EQ(error_of(with_layout("head_skew = []")).substr(0, 47),
            "small.toml:10: key `layout.zone.track_skew`: is");
  EXPECT_EQ(error_of(with_layout(kHeadSkew)), "no error");
}

TEST_F(DriveFileErrors, NoSeekTimes) {
  std::string text = kGood;
  const std::size_t from = text.find("first = [");
  text.erase(from, text.find("head_switch") - from);
  EXPECT_EQ(error_of(text),
            "small.toml:23: key `seek.root`: is missing: seek times: seek.root and seek.linear, or "
            "seek.points, or seek.first for every distance");
}

TEST_F(DriveFileErrors, NoZone) {
  std::string text = kGood;
  const std::size_t from = text.find("[[layout.zone]]");
  text.erase(from, text.find("[seek]") - from);
  EXPECT_EQ(error_of(text),
            "small.toml:5: key `layout.zone`: is missing: at least one zone, each a table "
            "[[layout.zone]]");
}

TEST_F(DriveFileErrors, ATableThatIsNone) {
  EXPECT_EQ(error_with(28, "linear = 7"),
            "small.toml:28: key `seek.linear`: must be a table with `base`, `per_cylinder`");
  std::string text = kGood;
  const std::size_t from = text.find("[[layout.zone]]");
  text.replace(from, text.find("[seek]") - from, "zone = [1, 2]\n");
  EXPECT_EQ(error_of(text),
            "small.toml:9: key `layout.zone`: must be a list of tables, [[layout.zone]] before "
            "each");
}

// ---- Values

TEST_F(DriveFileErrors, ValueWithoutUnit) {
  EXPECT_EQ(error_with(29, "head_switch = 0.7"),
            "small.toml:29: key `seek.head_switch`: this number has no unit; write it as text "
            "with a unit, one of: ps, ns, us, ms, s");
  EXPECT_EQ(error_with(29, "head_switch = \"0.7\""),
            "small.toml:29: key `seek.head_switch`: \"0.7\" has no unit; units allowed here: "
            "ps, ns, us, ms, s");
  EXPECT_EQ(error_with(12, "first_sector = 3"),
            "small.toml:12: key `layout.zone.first_sector`: this number has no unit; write it as "
            "text with a unit, one of: sectors");
}

TEST_F(DriveFileErrors, ValueWithTheWrongUnit) {
  EXPECT_EQ(error_with(4, "rotation = \"6000 ppm\""),
            "small.toml:4: key `spindle.rotation`: \"6000 ppm\" has the unit `ppm`, which does "
            "not fit; units allowed here: rpm, ps, ns, us, ms, s");
  EXPECT_EQ(error_with(line_of("size"), "size = \"64 ms\""),
            "small.toml:59: key `cache.size`: \"64 ms\" has the unit `ms`, which does not fit; "
            "units allowed here: B, kB, MB, KiB, MiB, blocks");
  EXPECT_EQ(error_with(line_of("size"), "size = \"64.1 KiB\""),
            "small.toml:59: key `cache.size`: \"64.1 KiB\" is not a whole number of blocks of "
            "512 B");
}

TEST_F(DriveFileErrors, ValueOfTheWrongType) {
  EXPECT_EQ(error_with(1, "description = 5"), "small.toml:1: key `description`: must be text");
  EXPECT_EQ(error_with(6, "surfaces = \"4\""),
            "small.toml:6: key `layout.surfaces`: must be a whole number without a unit");
  EXPECT_EQ(error_with(6, "surfaces = 4.0"),
            "small.toml:6: key `layout.surfaces`: must be a whole number without a unit");
  EXPECT_EQ(error_with(29, "head_switch = true"),
            "small.toml:29: key `seek.head_switch`: must be text with a number and its unit, one "
            "of: ps, ns, us, ms, s");
  EXPECT_EQ(error_with(24, "first = \"1 ms\""),
            "small.toml:24: key `seek.first`: must be a list in square brackets");
  EXPECT_EQ(error_with(line_of("zero_latency"), "zero_latency_read = \"yes\""),
            "small.toml:66: key `cache.zero_latency_read`: must be true or false");
}

TEST_F(DriveFileErrors, ListElementAtItsOwnLine) {
  EXPECT_EQ(error_with(24, "first = [\n  \"1 ms\",\n  1.5,\n]"),
            "small.toml:26: key `seek.first`: this number has no unit; write it as text with a "
            "unit, one of: ps, ns, us, ms, s");
}

TEST_F(DriveFileErrors, CacheModeByName) {
  EXPECT_EQ(error_with(line_of("mode"), "mode = \"prefetsh\""),
            "small.toml:58: key `cache.mode`: \"prefetsh\" is not known; did you mean "
            "\"prefetch\"?");
  EXPECT_EQ(error_with(line_of("mode"), "mode = \"off\""),
            "small.toml:58: key `cache.mode`: \"off\" is not known; allowed here: \"prefetch\" or "
            "\"speed-matching\"");
}

struct RangeCase {
  const char* start;  // of the line to replace
  const char* line;
  const char* message;  // after the line number
};

TEST_F(DriveFileErrors, ValueOutOfRange) {
  const RangeCase cases[] = {
      {"rotation", "rotation = \"1.999999999 ms\"",
       "key `spindle.rotation`: 1.999999999 ms is too little; the least allowed is 2 ms"},
      {"rotation", "rotation = \"40000 rpm\"",
       "key `spindle.rotation`: 1.5 ms is too little; the least allowed is 2 ms"},
      {"rotation", "rotation = \"500 rpm\"",
       "key `spindle.rotation`: 120 ms is too much; the most allowed is 100 ms"},
      {"surfaces", "surfaces = 0",
       "key `layout.surfaces`: 0 is too little; the least allowed is 1"},
      {"surfaces", "surfaces = -4",
       "key `layout.surfaces`: -4 is too little; the least allowed is 1"},
      {"surfaces", "surfaces = 4294967297",
       "key `layout.surfaces`: 4294967297 is too much; the most allowed is 256"},
      {"sectors_per_track", "sectors_per_track = 0",
       "key `layout.zone.sectors_per_track`: 0 is too little; the least allowed is 1"},
      {"first = ", "first = [\"0 ms\"]",
       "key `seek.first`: 0 ms is too little; the least allowed is 0.000000001 ms"},
      {"segments", "segments = 0", "key `cache.segments`: 0 is too little; the least allowed is 1"},
      {"read_watermark", "read_watermark = \"101 %\"",
       "key `cache.read_watermark`: 101 % is too much; the most allowed is 100 %"},
      {"depth", "depth = \"0 tasks\"",
       "key `queue.depth`: 0 tasks is too little; the least allowed is 1 task"},
      {"depth", "depth = \"65537 tasks\"",
       "key `queue.depth`: 65537 tasks is too much; the most allowed is 65536 tasks"},
  };
  for (const RangeCase& one : cases) {
    const int line = line_of(one.start);
    EXPECT_EQ(error_with(line, one.line),
              "small.toml:" + std::to_string(line) + ": " + one.message);
  }
}

TEST_F(DriveFileErrors, TheEndsOfTheRangesAreAllowed) {
  EXPECT_EQ(error_with(4, "rotation = \"2 ms\""), "no error");
  EXPECT_EQ(error_with(line_of("depth"), "depth = \"65536 tasks\""), "no error");
  EXPECT_EQ(error_with(line_of("read_watermark"), "read_watermark = \"100 %\""), "no error");
  EXPECT_EQ(error_with(line_of("read_watermark"), "read_watermark = \"1 %\""), "no error");
}

// ---- Zones

TEST_F(DriveFileErrors, ZoneCylinders) {
  const std::string key = "key `layout.zone.cylinders`: ";
  EXPECT_EQ(error_with(10, "cylinders = [49, 0]"),
            "small.toml:10: " + key + "the first cylinder, 49, is after the last, 0");
  EXPECT_EQ(error_with(10, "cylinders = [0, 49, 50]"),
            "small.toml:10: " + key + "must be a list of two, the first and the last cylinder");
  EXPECT_EQ(error_with(10, "cylinders = [1, 49]"),
            "small.toml:10: " + key +
                "the zone begins at cylinder 1, which leaves a gap; it must begin at 0");
  EXPECT_EQ(error_with(19, "cylinders = [51, 99]"),
            "small.toml:19: " + key +
                "the zone begins at cylinder 51, which leaves a gap; it must begin at 50");
  EXPECT_EQ(error_with(19, "cylinders = [49, 99]"),
            "small.toml:19: " + key +
                "the zone begins at cylinder 49, which overlaps the zone before; it must begin "
                "at 50");
  EXPECT_EQ(error_with(19, "cylinders = [50, 98]"),
            "small.toml:19: " + key +
                "the last zone ends at cylinder 98, but layout.cylinders makes the last one 99");
  EXPECT_EQ(error_with(19, "cylinders = [50, 100]"),
            "small.toml:19: " + key +
                "the last zone ends at cylinder 100, but layout.cylinders makes the last one 99");
}

TEST_F(DriveFileErrors, OffsetsFitTheTrack) {
  EXPECT_EQ(error_with(12, "first_sector = \"40 sectors\""),
            "small.toml:12: key `layout.zone.first_sector`: 40 sectors do not fit on a track of "
            "40");
  EXPECT_EQ(error_with(21, "track_skew = \"30 sectors\""),
            "small.toml:21: key `layout.zone.track_skew`: 30 sectors do not fit on a track of 30");
  EXPECT_EQ(error_with(22, "cylinder_skew = \"31 sectors\""),
            "small.toml:22: key `layout.zone.cylinder_skew`: 31 sectors do not fit on a track of "
            "30");
}

TEST_F(DriveFileErrors, ReservedAndSpareTracksLeaveRoomForData) {
  EXPECT_EQ(error_with(15, "reserved_tracks = 20"), "no error");
  EXPECT_EQ(error_with(15, "reserved_tracks = 190"),
            "small.toml:15: key `layout.zone.reserved_tracks`: 190 reserved and 10 spare tracks "
            "leave none for data: the zone has 200");
  EXPECT_EQ(error_with(16, "spare_tracks = 4000"),
            "small.toml:16: key `layout.zone.spare_tracks`: 6 reserved and 4000 spare tracks "
            "leave none for data: the zone has 200");
}

TEST_F(DriveFileErrors, SlippedTracks) {
  const std::string start = "small.toml:17: key `layout.zone.slipped_tracks`: ";
  EXPECT_EQ(error_with(17, "slipped_tracks = [30, 20]"),
            start + "the tracks must rise, and 20 comes after 30");
  EXPECT_EQ(error_with(17, "slipped_tracks = [20, 20]"),
            start + "the tracks must rise, and 20 comes after 20");
  EXPECT_EQ(error_with(17, "slipped_tracks = [5]"),
            start + "track 5 is one of the zone's 6 reserved tracks");
  EXPECT_EQ(error_with(17, "slipped_tracks = [6, 199]"), "no error");
  EXPECT_EQ(error_with(17, "slipped_tracks = [200]"),
            start + "track 200 is after the zone's last, 199");
  EXPECT_EQ(error_with(17, "slipped_tracks = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]"),
            start + "11 slipped tracks need as many spare tracks, and spare_tracks is 10");
  EXPECT_EQ(error_with(22, "cylinder_skew = \"7 sectors\"\nslipped_tracks = [3]"), "no error")
      << "the zone holds so much less";
}

TEST_F(DriveFileErrors, BlocksFit32Bits) {
  std::string text = kGood;
  const auto change = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  change("surfaces = 4", "surfaces = 256");
  change("cylinders = 100", "cylinders = 5050");
  change("[50, 99]", "[50, 5049]");
  change("sectors_per_track = 30", "sectors_per_track = 4000");
  EXPECT_EQ(error_of(text),
            "small.toml:20: key `layout.zone.sectors_per_track`: the zone has 5120000000 sectors; "
            "the most is 4294967295");
  change("sectors_per_track = 4000", "sectors_per_track = 3300");
  change("sectors_per_track = 40", "sectors_per_track = 9000");
  // 50 * 256 - 16 tracks of 9000, and 5000 * 256 of 3300.
  EXPECT_EQ(error_of(text),
            "small.toml:20: key `layout.zone.sectors_per_track`: the zones up to this zone have "
            "4339056000 blocks; the most is 4294967295");
}

// ---- Seek, buffers

TEST_F(DriveFileErrors, SeekCurve) {
  EXPECT_EQ(error_with(28, "linear = { base = \"1 s\", per_cylinder = \"1 ns\" }"),
            "small.toml:28: key `seek.linear`: a seek over 41 cylinders would take 1000.000041 ms; "
            "it must be more than 0 ms and at most 1000 ms");
  EXPECT_EQ(error_with(28, "linear = { base = \"0 s\", per_cylinder = \"0 ns\" }"),
            "small.toml:28: key `seek.linear`: a seek over 41 cylinders would take 0 ms; it must "
            "be more than 0 ms and at most 1000 ms");
  // In one direction, a picosecond is left of the 600 ms, and the other direction takes the rest.
  const auto in_both_directions = [this](const char* more) {
    return error_with(28, std::string("linear = { base = \"600 ms\", per_cylinder = \"0 ns\" }\n"
                                      "direction = [[40, \"0 ms\"], [99, \"") +
                              more + "\"]]");
  };
  EXPECT_EQ(in_both_directions("599.999999999 ms"),
            "small.toml:28: key `seek.linear`: a seek over 41 cylinders would take 1199.999999999 "
            "ms; it must be more than 0 ms and at most 1000 ms");
  EXPECT_EQ(in_both_directions("600 ms"),
            "small.toml:28: key `seek.linear`: a seek over 41 cylinders would take 0 ms; it must "
            "be more than 0 ms and at most 1000 ms");
  EXPECT_EQ(error_with(10, "cylinders = [0, 0]").substr(0, 14), "small.toml:19:");
  std::string text = kGood;
  const std::size_t from = text.find("[[layout.zone]]", text.find("[[layout.zone]]") + 1);
  text.erase(from, text.find("[seek]") - from);
  text.replace(text.find("cylinders = 100"), 15, "cylinders = 2  ");
  text.replace(text.find("[0, 49]"), 7, "[0, 1]");
  text.replace(text.find("surfaces = 4"), 12, "surfaces = 9");
  text.replace(text.find("[20, 30]"), 8, "[]");
  EXPECT_EQ(error_of(text.replace(text.find("spare_tracks = 10"), 17, "spare_tracks = 2")),
            "small.toml:19: key `seek.first`: has 2 distances, but the longest seek is over 1 "
            "cylinders");
}

TEST_F(DriveFileErrors, Buffers) {
  EXPECT_EQ(error_with(line_of("segments"), "segments = 129"),
            "small.toml:60: key `cache.segments`: 129 is too much; the most allowed is 64");
  EXPECT_EQ(error_with(line_of("minimum_blocks_large"), "minimum_blocks_large = 65"),
            "small.toml:51: key `write.minimum_blocks_large`: 65 blocks do not fit in the buffer: "
            "a segment of the cache holds 64");
  EXPECT_EQ(error_with(line_of("minimum_blocks = "), "minimum_blocks = 65"),
            "small.toml:50: key `write.minimum_blocks`: 65 blocks do not fit in the buffer: a "
            "segment of the cache holds 64");
  EXPECT_EQ(error_with(line_of("prefetch_minimum"), "prefetch_minimum = \"33 blocks\""),
            "small.toml:62: key `cache.prefetch_minimum`: is more than cache.prefetch_maximum, 32 "
            "blocks");
  EXPECT_EQ(error_with(line_of("prefetch_maximum"), "prefetch_maximum = \"129 blocks\""),
            "small.toml:63: key `cache.prefetch_maximum`: is more than cache.size, 128 blocks");
}

// A key has up to 64 parts. Dots in texts, in comments and of other keys do not count.
TEST(DriveFileText, AKeyIsNotTooDeep) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      parse_toml(text, "my.toml");
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  const auto key_of = [](int parts) {
    std::string key = "a";
    for (int i = 1; i < parts; ++i) {
      key += ".a";
    }
    return key;
  };
  EXPECT_EQ(error_of(key_of(64) + " = 1"), "");
  EXPECT_EQ(error_of("# 1\n\n" + key_of(65) + " = 1"),
            "my.toml:3: not TOML of a drive: a key of more than 64 parts");
  EXPECT_NE(error_of("[" + key_of(65) + "]"), "");
  EXPECT_NE(error_of("x = {" + key_of(65) + " = 1}"), "");
  // Each key counts by itself.
  EXPECT_EQ(error_of("b." + key_of(60) + " = 1\nc." + key_of(60) + " = 1"), "");
  EXPECT_EQ(error_of("b = {" + key_of(60) + " = 1, b." + key_of(60) + " = 1}"), "");
  EXPECT_EQ(error_of("[" + key_of(60) + "]\n[b." + key_of(60) + "]"), "");
  EXPECT_EQ(error_of(key_of(60) + " = {" + key_of(60) + " = 1}"), "");
  const std::string dots(100, '.');
  EXPECT_EQ(error_of("b = 1  # " + dots), "");
  EXPECT_EQ(error_of("b = 1  # " + dots + "\nc = 2"), "");
  EXPECT_EQ(error_of("b = \"" + dots + "\"\nc = '" + dots + "'"), "");
  EXPECT_EQ(error_of("b = \"\"\"\n" + dots + "\n\"\"\"\nc = '''\n" + dots + "\n'''"), "");
  EXPECT_EQ(error_of("b = \"\\\"" + dots + "\""), "");  // a quote in a text
}

}  // namespace
}  // namespace headstack
