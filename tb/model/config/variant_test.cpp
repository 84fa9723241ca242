// The fitted keys of a drive file, and drives with one changed value.
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

class DriveVariant : public DriveFileTest {
 protected:
  DriveConfig drive() const { return load(kGood); }

  static std::string error_of_change(const DriveConfig& drive, const std::string& path,
                                     const std::string& toml) {
    try {
      with_value(drive, path, toml);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "no error";
  }

  static std::string fitted(const std::string& list) { return "fitted = " + list + "\n" + kGood; }
};

TEST_F(DriveVariant, FittedKeysAreKept) {
  EXPECT_TRUE(drive().fitted.empty());
  const DriveConfig other = load(fitted(R"(["seek.write_settle", "write.minimum_blocks"])"));
  EXPECT_EQ(other.fitted, (std::vector<std::string>{"seek.write_settle", "write.minimum_blocks"}));
  EXPECT_EQ(load(to_toml(other)).fitted, other.fitted);
}

TEST_F(DriveVariant, OnlyNumbersThatDoNotSayWhatDiskItIsCanBeFitted) {
  const std::string at = "small.toml:1: key `fitted`: ";
  EXPECT_EQ(error_of(fitted(R"(["seek.write_setle"])")),
            at + "`seek.write_setle` is not a key of a drive; did you mean `seek.write_settle`?");
  for (const std::string path :
       {"cache.mode", "source", "layout.surfaces", "layout.zone.0.cylinders",
        "layout.zone.1.sectors_per_track", "layout.zone.0.slipped_tracks"}) {
    EXPECT_EQ(error_of(fitted("[\"" + path + "\"]")),
              at + "`" + path + "` is not a time, a rate, an angle or a number of blocks");
  }
  EXPECT_EQ(error_of(fitted(R"(["bus.read_rate", "seek.first", "bus.read_rate"])")),
            at + "`bus.read_rate` is named twice");
  EXPECT_EQ(error_of(fitted("\"bus.read_rate\"")), at + "must be a list in square brackets");
}

TEST_F(DriveVariant, OneValueChanges) {
  const DriveConfig before = drive();
  const DriveConfig after = with_value(before, "seek.write_settle", "\"0.42 ms\"");
  EXPECT_EQ(after.seek.write_settle, std::chrono::microseconds{420});
  EXPECT_EQ(after.name, before.name);
  EXPECT_EQ(to_toml(with_value(after, "seek.write_settle", "\"0.3 ms\"")), to_toml(before));
}

TEST_F(DriveVariant, NestedAndLeftOutKeysToo) {
  const DriveConfig nested = with_value(drive(), "seek.root.base", "\"1.1 ms\"");
  EXPECT_EQ(nested.seek.root.base, std::chrono::microseconds{1100});
  EXPECT_EQ(nested.seek.root.up_to, 40U);
  const DriveConfig left_out = with_value(drive(), "layout.blocks", "100");
  EXPECT_EQ(left_out.layout.blocks, 100U);
}

TEST_F(DriveVariant, ValuesAsWritten) {
  EXPECT_EQ(value_of(drive(), "seek.write_settle"), "\"0.3 ms\"");
  EXPECT_EQ(value_of(drive(), "seek.first"), "[\"1 ms\", \"1.5 ms\"]");
  EXPECT_EQ(value_of(drive(), "write.minimum_blocks"), "4");
  EXPECT_EQ(value_of(drive(), "layout.blocks"), "");
}

TEST_F(DriveVariant, ZonesCountFromZero) {
  const DriveConfig good = drive();
  EXPECT_EQ(value_of(good, "layout.zone.0.track_skew"), "\"5 sectors\"");
  EXPECT_EQ(value_of(good, "layout.zone.1.track_skew"), "\"4 sectors\"");
  EXPECT_EQ(value_of(good, "layout.zone.1.slipped_tracks"), "[]");
  const DriveConfig changed = with_value(good, "layout.zone.1.track_skew", "\"2.026 sectors\"");
  EXPECT_EQ(changed.layout.zones[0].track_skew, good.layout.zones[0].track_skew);
  EXPECT_EQ(changed.layout.zones[1].track_skew, (AngleConfig{1013, 0, 500}));
  EXPECT_EQ(to_toml(with_value(changed, "layout.zone.1.track_skew", "\"4 sectors\"")),
            to_toml(good));
  const DriveConfig phase = with_value(good, "layout.zone.1.phase", "\"0.25 rev\"");
  EXPECT_EQ(phase.layout.zones[1].phase, (AngleConfig{1, 4}));
  EXPECT_EQ(
      load(fitted(R"(["layout.zone.1.track_skew", "layout.zone.0.reserved_tracks"])")).fitted,
      (std::vector<std::string>{"layout.zone.1.track_skew", "layout.zone.0.reserved_tracks"}));
}

TEST_F(DriveVariant, ZonesThatAreNotThere) {
  const DriveConfig good = drive();
  const std::string which =
      "` has no number of a zone; zones count from 0, as in `layout.zone.0.track_skew`";
  EXPECT_EQ(error_of_change(good, "layout.zone.track_skew", "1"),
            "`layout.zone.track_skew" + which);
  EXPECT_EQ(error_of_change(good, "layout.zone.1", "1"), "`layout.zone.1" + which);
  EXPECT_EQ(error_of_change(good, "layout.zone.-1.track_skew", "1"),
            "`layout.zone.-1.track_skew" + which);
  EXPECT_EQ(error_of_change(good, "layout.zone.2.track_skew", "1"),
            "`layout.zone.2.track_skew`: the last zone is 1; zones count from 0");
  EXPECT_EQ(error_of_change(good, "layout.zone.1.trackskew", "1"),
            "`layout.zone.1.trackskew` is not a key of a drive; did you mean "
            "`layout.zone.1.track_skew`?");
  EXPECT_EQ(
      error_of_change(good, "layout.zone.1.track_skew", "\"30.5 sectors\"").find("small, changed:"),
      0U);
}

TEST_F(DriveVariant, ChangesThatFail) {
  const DriveConfig good = drive();
  EXPECT_EQ(error_of_change(good, "seek.settle", "1"),
            "`seek.settle` is not a key of a drive; did you mean `seek.read_settle`?");
  EXPECT_EQ(error_of_change(good, "seek.write_settle", "\"5 s\""),
            "small, changed:1: key `seek.write_settle`: 5000 ms is too much; the most allowed is "
            "1000 ms");
  EXPECT_NE(error_of_change(good, "seek.write_settle", "\"5 ms").find("is not TOML"),
            std::string::npos);
  EXPECT_NE(error_of_change(good, "queue.depth", "\"5 tasks\"\nbase = \"x\"").find("more than one"),
            std::string::npos);
  EXPECT_NE(error_of_change(good, "cache.prefetch_maximum", "\"1 MiB\"").find("cache.size"),
            std::string::npos);
}

}  // namespace
}  // namespace headstack
