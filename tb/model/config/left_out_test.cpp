// Drives without some of their keys, and with other zones.
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

class LeftOut : public DriveFileTest {
 protected:
  DriveConfig drive() const { return load(kGood); }

  template <class Change>
  static std::string error_in(Change change) {
    try {
      change();
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "no error";
  }

  static std::string error_without(const DriveConfig& drive, const std::string& path) {
    return error_in([&] { without(drive, {path}); });
  }
};

TEST_F(LeftOut, AKeyIsAsIfItHadNeverStoodThere) {
  const DriveConfig good = drive();
  const DriveConfig more = with_values(good, {{"bus.underrun", "\"0.2 ms\""},
                                              {"layout.zone.1.spare_tracks", "3"},
                                              {"cache.hit_by_first_block", "true"}});
  EXPECT_NE(to_toml(more), to_toml(good));
  const DriveConfig again =
      without(more, {"bus.underrun", "layout.zone.1.spare_tracks", "cache.hit_by_first_block"});
  EXPECT_EQ(to_toml(again), to_toml(good));
  EXPECT_EQ(again.name, good.name);
  EXPECT_EQ(to_toml(without(good, {"bus.underrun"})), to_toml(good));  // has none
}

TEST_F(LeftOut, AlsoAKeyBesideOthersThatChange) {
  const DriveConfig curve = with_values(drive(), {{"seek.points", "[[1, \"1 ms\"], [9, \"2 ms\"]]"},
                                                  {"seek.first", ""},
                                                  {"seek.root", ""},
                                                  {"seek.linear", ""}});
  EXPECT_EQ(curve.seek.points.size(), 2U);
  EXPECT_TRUE(curve.seek.first.empty());
  EXPECT_EQ(curve.seek.root.base, Picoseconds{0});
  EXPECT_EQ(curve.seek.root.up_to, 0U);
  EXPECT_EQ(curve.seek.linear.per_cylinder, Picoseconds{0});
}

TEST_F(LeftOut, WhatADriveNeedsStays) {
  const DriveConfig good = drive();
  const std::string needed = "` cannot be left out: every drive has it";
  EXPECT_EQ(error_without(good, "seek.write_settle"), "`seek.write_settle" + needed);
  EXPECT_EQ(error_without(good, "seek"), "`seek.head_switch" + needed);
  EXPECT_EQ(error_without(good, "layout.zone"), "`layout.zone" + needed);
  EXPECT_EQ(error_without(good, "layout.zone.1.cylinders"), "`layout.zone.1.cylinders" + needed);
  EXPECT_EQ(
      error_without(good, "layout.zone.0.track_skew"),
      "small, changed:19: key `layout.zone.track_skew`: is missing: angle by which a "
      "track begins later than the track of the previous head; required without layout.head_skew, "
      "if the zone lies on all surfaces; angle (rev, sectors; decimal or a fraction), less than a "
      "revolution");
}

TEST_F(LeftOut, AnUnknownKeyIsNamed) {
  const DriveConfig good = drive();
  EXPECT_EQ(error_without(good, "seek.write_setle"),
            "`seek.write_setle` is not a key of a drive; did you mean `seek.write_settle`?");
  EXPECT_EQ(error_without(good, "layout.zone.2.phase"),
            "`layout.zone.2.phase`: the last zone is 1; zones count from 0");
}

TEST_F(LeftOut, AConditionToo) {
  const DriveConfig worn = with_conditions(drive(), Changes{{"defects.soft_rate", "\"10 ppm\""}});
  EXPECT_EQ(to_toml(with_conditions(worn, Changes{{"defects", ""}})), to_toml(drive()));
  EXPECT_EQ(error_in([&] {
              with_conditions(worn, Changes{{"seek.first", ""}});
            }),
            "`seek.first` is not a condition: the key describes the drive");
}

TEST_F(LeftOut, AllZonesAreOneValue) {
  const DriveConfig good = drive();
  const std::string zones = value_of(good, "layout.zone");
  EXPECT_EQ(zones.find("[{ cylinders = [0, 49], sectors_per_track = 40, first_sector = "), 0U);
  EXPECT_EQ(to_toml(with_value(good, "layout.zone", zones)), to_toml(good));
  const DriveConfig one =
      with_value(good, "layout.zone",
                 "[{ cylinders = [0, 99], sectors_per_track = 20, track_skew = \"1 sector\", "
                 "cylinder_skew = \"2 sectors\" }]");
  ASSERT_EQ(one.layout.zones.size(), 1U);
  EXPECT_EQ(one.layout.zones[0].last_cylinder, 99U);
  EXPECT_EQ(one.layout.zones[0].reserved_tracks, 0U);
}

TEST_F(LeftOut, ZonesThatDoNotFit) {
  const DriveConfig good = drive();
  const auto error = [&](const std::string& zones) {
    return error_in([&] { with_value(good, "layout.zone", zones); });
  };
  const std::string key = "small, changed:1: key `layout.zone";
  const std::string table = "small, changed:19: key `layout.zone";
  EXPECT_EQ(error("[]"), table + "`: must be a list of tables, [[layout.zone]] before each");
  EXPECT_EQ(error("7"), table + "`: must be a list of tables, [[layout.zone]] before each");
  EXPECT_EQ(error("[{ cylinder = [0, 99] }]"),
            key + ".cylinder` is not known; did you mean `cylinders`?");
  EXPECT_EQ(error_in([&] {
              with_values(good, {{"layout.zone.0.spare_tracks", "3"},
                                 {"layout.zone", value_of(good, "layout.zone")}});
            }),
            "`layout.zone.0.spare_tracks`: `layout.zone` already gives all keys of every zone");
}

}  // namespace
}  // namespace headstack
