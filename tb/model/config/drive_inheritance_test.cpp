// Drive files that are based on others: `base = "..."`.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

constexpr Picoseconds us(std::int64_t count) { return Picoseconds{count * 1'000'000}; }

class DriveInheritance : public DriveFileTest {
 protected:
  void SetUp() override {
    DriveFileTest::SetUp();
    write(kGood);  // small.toml
  }

  DriveConfig load_heir(const std::string& text) const {
    return load_drive(write("base = \"small\"\n" + text, "heir.toml"));
  }

  // What load_drive says about heir.toml with this text, without the folder.
  std::string error_of_heir(const std::string& text) const {
    return without_folder(write(text, "heir.toml"));
  }

  std::string without_folder(const fs::path& file) const {
    try {
      load_drive(file);
    } catch (const ConfigError& error) {
      std::string what = error.what();
      const std::string folder = folder_.string() + "/";
      for (std::size_t at = what.find(folder); at != std::string::npos; at = what.find(folder)) {
        what.erase(at, folder.size());
      }
      return what;
    }
    return "no error";
  }
};

// The resolved text without its first line, which has the name.
std::string body(const DriveConfig& drive) {
  const std::string text = to_toml(drive);
  return text.substr(text.find('\n'));
}

TEST_F(DriveInheritance, WithNothingOfItsOwnItIsTheBase) {
  const DriveConfig heir = load_heir("");
  EXPECT_EQ(heir.name, "heir");
  EXPECT_EQ(body(heir), body(load(kGood)));
}

TEST_F(DriveInheritance, OwnKeysOverride) {
  DriveConfig want = load(kGood);
  want.description = "An heir";
  want.spindle.rotation = us(12'000);
  want.cache.segments = 1;
  want.cache.zero_latency_read = false;
  EXPECT_EQ(body(load_heir("description = \"An heir\"\n"
                           "[spindle]\nrotation = \"5000 rpm\"\n"
                           "[cache]\nsegments = 1\nzero_latency_read = false\n")),
            body(want));
}

TEST_F(DriveInheritance, TablesMergeHoweverTheyAreWritten) {
  DriveConfig want = load(kGood);
  want.seek.root.up_to = 50;
  want.seek.linear.base = us(4'000);
  want.seek.head_switch = us(800);
  const std::string body_wanted = body(want);
  EXPECT_EQ(body(load_heir("[seek]\nroot = { up_to = \"50 cylinders\" }\n"
                           "linear.base = \"4 ms\"\nhead_switch = \"0.8 ms\"\n")),
            body_wanted);
  EXPECT_EQ(body(load_heir("seek.head_switch = \"0.8 ms\"\nseek.linear.base = \"4 ms\"\n"
                           "[seek.root]\nup_to = \"50 cylinders\"\n")),
            body_wanted);
}

TEST_F(DriveInheritance, ListsAreReplacedAsAWhole) {
  const DriveConfig heir = load_heir("[seek]\nfirst = [\"2 ms\"]\n");
  EXPECT_EQ(heir.seek.first, std::vector<Picoseconds>{us(2'000)});
}

TEST_F(DriveInheritance, ZonesAreReplacedAsAWhole) {
  const DriveConfig heir = load_heir(
      "[[layout.zone]]\ncylinders = [0, 99]\nsectors_per_track = 50\n"
      "track_skew = \"0 sectors\"\ncylinder_skew = \"1 sector\"\n");
  ASSERT_EQ(heir.layout.zones.size(), 1U);
  const ZoneConfig& zone = heir.layout.zones[0];
  EXPECT_EQ(zone.sectors_per_track, 50U);
  EXPECT_FALSE(zone.first_sector.has_value());  // the base's first zone has 3, 6, 10 and [20, 30]
  EXPECT_EQ(zone.reserved_tracks, 0U);
  EXPECT_EQ(zone.spare_tracks, 0U);
  EXPECT_TRUE(zone.slipped_tracks.empty());
  EXPECT_EQ(heir.layout.surfaces, 4U);
}

TEST_F(DriveInheritance, AChainOfBases) {
  write("base = \"small\"\n[seek]\nhead_switch = \"0.8 ms\"\nwrite_settle = \"0.4 ms\"\n",
        "b.toml");
  const fs::path file = write("base = \"b\"\n[seek]\nwrite_settle = \"0.5 ms\"\n", "c.toml");
  const DriveConfig drive = load_drive(file);
  EXPECT_EQ(drive.seek.head_switch, us(800));   // of b
  EXPECT_EQ(drive.seek.write_settle, us(500));  // of c
  EXPECT_EQ(drive.seek.root.up_to, 40U);        // of small
}

TEST_F(DriveInheritance, TheBaseMayBeAPath) {
  fs::create_directories(folder_ / "mine" / "deep");
  for (const char* base : {"../../small", "../../small.toml", "./../../small"}) {
    const fs::path file = write("base = \"" + std::string(base) + "\"\n", "mine/deep/heir.toml");
    EXPECT_EQ(body(load_drive(file)), body(load(kGood))) << base;
  }
  const fs::path absolute =
      write("base = \"" + (folder_ / "small.toml").string() + "\"\n", "mine/heir.toml");
  EXPECT_EQ(body(load_drive(absolute)), body(load(kGood)));
}

// ---- A folder of drives that any file may name

class DriveInheritanceByName : public DriveInheritance {
 protected:
  void SetUp() override {
    DriveInheritance::SetUp();
    fs::create_directories(folder_ / "drives");
    fs::create_directories(folder_ / "mine");
    write(with_line(line_of("head_switch"), "head_switch = \"0.9 ms\""), "drives/shared.toml");
    write("base = \"shared\"\n", "drives/heir_of_shared.toml");
  }

  // The head switch of mine/heir.toml with this base, or the error without the folder.
  std::string head_switch_of(const std::string& base) const {
    const fs::path file = write("base = \"" + base + "\"\n", "mine/heir.toml");
    try {
      return value_of(load_drive(file, folder_ / "drives"), "seek.head_switch");
    } catch (const ConfigError& error) {
      const std::string what = error.what();
      return what.substr(what.find("key `base`"));
    }
  }
};

TEST_F(DriveInheritanceByName, AnyFileMayNameADrive) {
  EXPECT_EQ(head_switch_of("shared"), "\"0.9 ms\"");
  EXPECT_EQ(head_switch_of("shared.toml"), "\"0.9 ms\"");
  EXPECT_EQ(head_switch_of("heir_of_shared"), "\"0.9 ms\"");
}

TEST_F(DriveInheritanceByName, TheFileBesideComesFirst) {
  write(with_line(line_of("head_switch"), "head_switch = \"0.8 ms\""), "mine/shared.toml");
  EXPECT_EQ(head_switch_of("shared"), "\"0.8 ms\"");
  EXPECT_EQ(head_switch_of("heir_of_shared"), "\"0.9 ms\"") << "beside the base, not the heir";
}

TEST_F(DriveInheritanceByName, APathNamesNoDrive) {
  EXPECT_EQ(head_switch_of("./shared"),
            "key `base`: there is no file " + (folder_ / "mine/shared.toml").string());
  EXPECT_EQ(head_switch_of("../drives/shared"), "\"0.9 ms\"");
}

TEST_F(DriveInheritanceByName, ConditionsMayHaveABase) {
  write("[defects]\nsoft_rate = \"20 ppm\"\n", "drives/worn.toml");
  const fs::path file = write("base = \"worn\"\n", "mine/conditions.toml");
  const DriveConfig drive = load_drive(folder_ / "small.toml");
  EXPECT_EQ(value_of(with_conditions(drive, file, folder_ / "drives"), "defects.soft_rate"),
            "\"0.002 %\"");
  EXPECT_THROW(with_conditions(drive, file), ConfigError);
}

TEST_F(DriveInheritanceByName, ABaseThatNobodyHas) {
  EXPECT_EQ(head_switch_of("shard"),
            "key `base`: there is no file " + (folder_ / "mine/shard.toml").string() +
                ", and no included drive has this name; did you mean \"shared\"?");
}

TEST_F(DriveInheritance, TheResolvedTextStandsAlone) {
  const DriveConfig heir = load_heir("[seek]\nwrite_settle = \"0.5 ms\"\n");
  const std::string text = to_toml(heir);
  EXPECT_EQ(text.find("\nbase = \"small\""), std::string::npos);
  fs::remove(folder_ / "small.toml");
  EXPECT_EQ(to_toml(load_drive(write(text, "heir.toml"))), text);
}

// ---- Errors name the file and line where the offending text stands

TEST_F(DriveInheritance, AnUnknownKeyOfTheHeir) {
  EXPECT_EQ(error_of_heir("base = \"small\"\n[seek]\nhead_swich = \"1 ms\"\n"),
            "heir.toml:3: key `seek.head_swich` is not known; did you mean `head_switch`?");
  EXPECT_EQ(error_of_heir("basse = \"small\"\n"),
            "heir.toml:1: key `basse` is not known; did you mean `base`?");
  EXPECT_EQ(error_of_heir("base = \"small\"\n[layout]\nbase = \"small\"\n").substr(0, 43),
            "heir.toml:3: key `layout.base` is not known");
}

TEST_F(DriveInheritance, AnUnknownKeyOfTheBase) {
  write(with_line(line_of("head_switch"), "head_swich = \"0.7 ms\""));
  EXPECT_EQ(error_of_heir("base = \"small\"\n[seek]\nhead_switch = \"1 ms\"\n"),
            "small.toml:29: key `seek.head_swich` is not known; did you mean `head_switch`?");
}

TEST_F(DriveInheritance, AWrongValue) {
  EXPECT_EQ(
      error_of_heir("base = \"small\"\n\n[seek]\nhead_switch = \"1 rpm\"\n"),
      "heir.toml:4: key `seek.head_switch`: \"1 rpm\" has the unit `rpm`, which does not fit; "
      "units allowed here: ps, ns, us, ms, s");
  write(with_line(line_of("head_switch"), "head_switch = \"0.7\""));
  EXPECT_EQ(
      error_of_heir("base = \"small\"\n"),
      "small.toml:29: key `seek.head_switch`: \"0.7\" has no unit; units allowed here: ps, ns, "
      "us, ms, s");
}

TEST_F(DriveInheritance, AValueForATableAndATableForAValue) {
  EXPECT_EQ(error_of_heir("base = \"small\"\n[seek]\nroot = 7\n"),
            "heir.toml:3: key `seek.root`: must be a table with `base`, `per_root_cylinder`, "
            "`up_to`");
  EXPECT_EQ(error_of_heir("base = \"small\"\n[seek.head_switch]\nup_to = \"1 ms\"\n").substr(0, 44),
            "heir.toml:2: key `seek.head_switch`: must be");
}

TEST_F(DriveInheritance, WhatDoesNotHoldBetweenKeys) {
  // 41 sectors do not fit the base's tracks of 40; the text at fault is the heir's.
  EXPECT_EQ(error_of_heir("base = \"small\"\n[[layout.zone]]\ncylinders = [0, 99]\n"
                          "sectors_per_track = 40\ntrack_skew = \"41 sectors\"\n"
                          "cylinder_skew = \"0 sectors\"\n"),
            "heir.toml:5: key `layout.zone.track_skew`: 41 sectors do not fit on a track of 40");
  EXPECT_EQ(error_of_heir("base = \"small\"\n[layout]\ncylinders = 101\n"),
            "small.toml:19: key `layout.zone.cylinders`: the last zone ends at cylinder 99, but "
            "layout.cylinders makes the last one 100");
}

TEST_F(DriveInheritance, AKeyThatNeitherHas) {
  write(with_line(line_of("write_settle"), ""));
  EXPECT_EQ(error_of_heir("base = \"small\"\n\n[seek]\nhead_switch = \"1 ms\"\n").substr(0, 51),
            "heir.toml:3: key `seek.write_settle`: is missing: t");
  EXPECT_EQ(error_of_heir("base = \"small\"\n").substr(0, 53),
            "small.toml:23: key `seek.write_settle`: is missing: t");
}

TEST_F(DriveInheritance, ABaseThatIsNotThere) {
  EXPECT_EQ(error_of_heir("description = \"\"\nbase = \"smal\"\n"),
            "heir.toml:2: key `base`: there is no file smal.toml; did you mean \"small\"?");
  EXPECT_EQ(error_of_heir("base = \"something_else\"\n"),
            "heir.toml:1: key `base`: there is no file something_else.toml");
  EXPECT_EQ(error_of_heir("base = \"nowhere/small\"\n"),
            "heir.toml:1: key `base`: there is no file nowhere/small.toml");
  EXPECT_EQ(error_of_heir("base = 5\n"), "heir.toml:1: key `base`: must be text");
  EXPECT_EQ(error_of_heir("base = \"\"\n").substr(0, 42),
            "heir.toml:1: key `base`: there is no file ");
}

TEST_F(DriveInheritance, ABaseThatIsNotToml) {
  write("[seek", "broken.toml");
  EXPECT_EQ(error_of_heir("base = \"broken\"\n").substr(0, 24), "broken.toml:1: not TOML:");
}

TEST_F(DriveInheritance, Circles) {
  EXPECT_EQ(error_of_heir("base = \"heir\"\n"),
            "heir.toml:1: key `base`: forms a circle: heir.toml is based on heir.toml");
  write("base = \"b\"\n", "a.toml");
  write("\nbase = \"../" + folder_.filename().string() + "/c\"\n", "b.toml");
  write("source = \"\"\n\nbase = \"a\"\n", "c.toml");
  EXPECT_EQ(without_folder(folder_ / "a.toml"),
            "c.toml:3: key `base`: forms a circle: a.toml is based on b.toml is based on c.toml is "
            "based on a.toml");
  // A file that leads into a circle is not part of it.
  EXPECT_EQ(error_of_heir("base = \"a\"\n").find("heir.toml is based on"), std::string::npos);
}

}  // namespace
}  // namespace headstack
