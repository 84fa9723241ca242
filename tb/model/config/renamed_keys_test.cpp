// Keys that have new names: the old names still work, in files and in changes.
#include "model/config/keys/renamed_keys.h"

#include <algorithm>
#include <map>

#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

// A value of each renamed key, by its old name, which kGood does not have.
const std::map<std::string_view, std::string> kValues = {
    {"left_out_cylinders", "\"without skew\""},
    {"left_out_cylinders_in_seeks", "true"},
    {"slips_turn", "\"later tracks\""},
    {"go_on_at_track_end", "true"},
    {"read_settle_turn", "\"1/90 rev\""},
    {"write_settle_turn", "\"1/80 rev\""},
    {"read_hit_idle", "\"-0.001 ms\""},
    {"read_hit_reading", "\"0.002 ms\""},
    {"quiet", "\"0.7 ms\""},
    {"returned_blocks_are_gone", "true"},
    {"partial_hit_waits", "true"},
};

class RenamedKeys : public DriveFileTest {
 protected:
  // A drive that may have each of the values.
  DriveConfig drive() const {
    return with_values(load(kGood), {{"layout.zone.0.slipped_tracks", "[]"},
                                     {"layout.zone.0.slipped_sectors", "[240]"},
                                     {"layout.cylinder_gaps", "\"with skew\""},
                                     {"cache.hit_by_first_block", "true"}});
  }

  static std::string path(const RenamedKey& key, std::string_view name) {
    const std::string table =
        std::string(key.table) == "layout.zone" ? "layout.zone.0" : std::string(key.table);
    return table + "." + std::string(name);
  }

  static DriveConfig changed(const DriveConfig& drive, const RenamedKey& key,
                             std::string_view name) {
    return with_value(drive, path(key, name), kValues.at(key.old_name));
  }

  // The file of a drive, with the old name in the place of the new name.
  static std::string with_old_name(const DriveConfig& drive, const RenamedKey& key) {
    std::string text = to_toml(drive);
    const std::string line = "\n" + std::string(key.name) + " = ";
    const std::size_t at = text.find(line);
    EXPECT_NE(at, std::string::npos) << line;
    return text.replace(at + 1, key.name.size(), key.old_name);
  }
};

TEST_F(RenamedKeys, EachHasAValueInThisTest) { EXPECT_EQ(renamed_keys().size(), kValues.size()); }

TEST_F(RenamedKeys, AChangeMayHaveTheOldName) {
  for (const RenamedKey& key : renamed_keys()) {
    const DriveConfig other = changed(drive(), key, key.name);
    EXPECT_NE(to_toml(other), to_toml(drive())) << key.name;
    EXPECT_EQ(to_toml(changed(drive(), key, key.old_name)), to_toml(other)) << key.name;
    EXPECT_EQ(value_of(other, path(key, key.old_name)), value_of(other, path(key, key.name)));
    EXPECT_EQ(to_toml(without(other, {path(key, key.old_name)})),
              to_toml(without(other, {path(key, key.name)})));
  }
}

TEST_F(RenamedKeys, AFileMayHaveTheOldName) {
  for (const RenamedKey& key : renamed_keys()) {
    const DriveConfig other = changed(drive(), key, key.name);
    EXPECT_EQ(to_toml(load(with_old_name(other, key))), to_toml(other)) << key.name;
  }
}

TEST_F(RenamedKeys, BothNamesAreAnError) {
  for (const RenamedKey& key : renamed_keys()) {
    std::string text = with_old_name(changed(drive(), key, key.name), key);
    const std::string old_line = "\n" + std::string(key.old_name) + " = ";
    const std::size_t at = text.find(old_line);
    const auto line = 2 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    text.insert(text.find('\n', at + 1),
                "\n" + std::string(key.name) + " = " + kValues.at(key.old_name));
    EXPECT_EQ(error_of(text), "small.toml:" + std::to_string(line) + ": key `" +
                                  std::string(key.table) + "." + std::string(key.old_name) +
                                  "`: is the old name of `" + std::string(key.name) +
                                  "`, which the table has too");
  }
}

TEST_F(RenamedKeys, AKeyIsChangedOnce) {
  for (const RenamedKey& key : renamed_keys()) {
    for (const std::string_view again : {key.name, key.old_name}) {
      const std::string& value = kValues.at(key.old_name);
      try {
        with_values(drive(), {{path(key, key.name), value}, {path(key, again), value}});
        ADD_FAILURE() << again;
      } catch (const ConfigError& error) {
        EXPECT_EQ(std::string(error.what()), "`" + path(key, key.name) + "` is changed twice");
      }
    }
  }
}

TEST_F(RenamedKeys, TheListOfFittedKeysMayHaveOldNames) {
  const DriveConfig fitted =
      load("fitted = [\"seek.write_settle_turn\", \"processor.quiet\"]\n" + to_toml(load(kGood)));
  EXPECT_EQ(fitted.fitted,
            (std::vector<std::string>{"seek.write_settle_angle", "processor.track_gap"}));
}

TEST_F(RenamedKeys, OtherPathsStay) {
  for (const std::string path :
       {"seek.read_settle", "layout.zone.0.phase", "layout.zone.slips_turn", "processor", "quiet",
        "overhead.quiet"}) {
    EXPECT_EQ(with_new_name(path), path);
  }
}

}  // namespace
}  // namespace headstack
