// Properties of every key. Reading sets one member to the value, and the resolved text has the
// value and is read back.
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_paths.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

// A value of each kind, a line each; of words keys have their own.
constexpr const char* kOthers = R"(true
false
17
256
"17 us"
"17 ms"
"17 sectors"
"0.125 rev"
"17 blocks"
"7 blocks"
"17 %"
"17 ppm"
"16 bits"
"17 cylinders"
"17 KiB"
"17 reads"
"17 writes"
"17 tasks"
"17 cycles"
"17 parts per million"
"17 MHz"
"17 kB/s"
["17 us"]
[[17, "17 us"]]
[{ of = "cached write", when = ["not same track"], up_to = "17 cylinders", time = "-17 us" }]
[[17, 0, 17, "17 us"]]
["17 sectors"]
[17]
[17, 19]
["a text"]
["whole 17 ms abort"]
"a text"
)";

// Values, one of which any key takes.
std::vector<std::string> candidates(const std::string& values) {
  std::vector<std::string> all;
  const std::regex word("\"[^\"]+\"");
  for (std::sregex_iterator it(values.begin(), values.end(), word), end; it != end; ++it) {
    all.push_back(it->str());
  }
  std::istringstream others(kOthers);
  for (std::string other; std::getline(others, other);) {
    all.push_back(other);
  }
  return all;
}

// The owner with another value of the key.
template <class Owner>
std::optional<Owner> changed(const Key<Owner>& key, const Owner& owner) {
  const ValueSite site{"small.toml", 1, key.path, 512};
  for (const std::string& candidate : candidates(key.values)) {
    Owner other = owner;
    try {
      const toml::table text = toml::parse("value = " + candidate);
      key.read(site, *text.get("value"), other);
    } catch (const ConfigError&) {
      continue;  // of another kind
    }
    if (!key.same(owner, other)) {
      return other;
    }
  }
  return std::nullopt;
}

// The key's value as the resolved text has it, read into `owner`.
template <class Owner>
void read_back(const Key<Owner>& key, const toml::table& text, Owner& owner) {
  const toml::node_view<const toml::node> node = text.at_path(key.path);
  ASSERT_TRUE(node);
  key.read({"small.toml", 1, key.path, 512}, *node.node(), owner);
}

constexpr const char* kDigits = "0123456789";

// A value of the key with this number in it.
std::string with_number(const ValueForm& form, const std::string& number) {
  std::string value = number;
  if (form.kind == "term") {
    value = "{ of = \"cached write\", time = " + number + " }";
  } else if (form.kind.find("distance") == 0) {
    value = "[1, " + number + "]";
  }
  return form.list ? "[" + value + "]" : value;
}

// Reads a value of the key with this number in it.
template <class Owner>
void read_number(const Key<Owner>& key, const std::string& number, Owner& owner) {
  const std::string both = key.path == "cylinders" ? number + ", " + number : number;
  const toml::table text = toml::parse("value = " + with_number(key.form, both));
  key.read({"small.toml", 1, key.path, 512}, *text.get("value"), owner);
}

// The bound with its number raised by 1: "\"1000 ms\"" becomes "\"1001 ms\"".
std::string raised(const std::string& bound) {
  const std::size_t begin = bound.find_first_of(kDigits);
  std::size_t end{};
  const std::uint64_t number = std::stoull(bound.substr(begin), &end);
  return bound.substr(0, begin) + std::to_string(number + 1) + bound.substr(begin + end);
}

// Whether the description of the values names the bound's number.
bool names(const std::string& values, const std::string& bound) {
  const std::size_t begin = bound.find_first_of(kDigits);
  const std::string number = bound.substr(begin, bound.find_last_of(kDigits) + 1 - begin);
  return values.find(number) != std::string::npos;
}

// Reads the key's own bounds, which come back as they were and are named in its description, if it
// names a range. A value beyond the range is refused.
template <class Owner>
void read_bounds(const Key<Owner>& key) {
  Owner owner{};
  for (const std::string& bound : {key.form.least, key.form.most}) {
    ASSERT_NO_THROW(read_number(key, bound, owner));
    EXPECT_NE(key.write(owner).find(bound), std::string::npos) << key.write(owner);
  }
  const bool range = key.values.find(" to ") != std::string::npos;
  const bool from_0 = key.values.find("up to ") != std::string::npos;
  EXPECT_TRUE(!range || names(key.values, key.form.most)) << key.form.most << key.values;
  EXPECT_TRUE(!range || from_0 || names(key.values, key.form.least))
      << key.form.least << key.values;
  EXPECT_THROW(read_number(key, raised(key.form.most), owner), ConfigError) << key.form.most;
}

template <class Owner>
std::size_t read_all_bounds(const std::vector<Key<Owner>>& keys) {
  std::size_t ranges = 0;
  for (const Key<Owner>& key : keys) {
    SCOPED_TRACE(key.path);
    EXPECT_FALSE(key.form.kind.empty());
    EXPECT_EQ(key.form.least.empty(), key.form.most.empty());
    if (!key.form.least.empty()) {
      read_bounds(key);
      ++ranges;
    }
  }
  return ranges;
}

class EveryKey : public DriveFileTest {};

TEST_F(EveryKey, TakesTheBoundsOfItsRange) {
  EXPECT_GT(read_all_bounds(drive_keys()), 50U);
  EXPECT_GT(read_all_bounds(zone_keys()), 5U);
}

TEST_F(EveryKey, IsFoundByItsPath) {
  const DriveConfig drive = load(kGood);
  EXPECT_EQ(all_keys().size(), drive_keys().size() + zone_keys().size());
  for (const auto& [path, key] : all_keys()) {
    EXPECT_EQ(find_key(drive, path).key, key) << path;
  }
}

TEST_F(EveryKey, HasAMemberOfItsOwnThatIsWrittenAndReadBack) {
  const DriveConfig drive = load(kGood);
  for (const Key<DriveConfig>& key : drive_keys()) {
    SCOPED_TRACE(key.path);
    const std::optional<DriveConfig> other = changed(key, drive);
    ASSERT_TRUE(other) << "add a value to kOthers: " << key.values;
    EXPECT_EQ(differences(drive, *other), std::vector{key.path});
    DriveConfig back = drive;
    read_back(key, toml::parse(to_toml(*other)), back);
    EXPECT_TRUE(key.same(back, *other)) << key.write(back);
  }
}

TEST_F(EveryKey, OfAZoneToo) {
  const DriveConfig drive = load(kGood);
  for (const Key<ZoneConfig>& key : zone_keys()) {
    SCOPED_TRACE(key.path);
    const std::optional<ZoneConfig> zone = changed(key, drive.layout.zones[1]);
    ASSERT_TRUE(zone) << "add a value to kOthers: " << key.values;
    DriveConfig other = drive;
    other.layout.zones[1] = *zone;
    EXPECT_EQ(differences(drive, other), std::vector{"layout.zone.1." + key.path});
    const toml::table text = toml::parse(to_toml(other));
    ZoneConfig back = drive.layout.zones[1];
    read_back(key, *text.at_path("layout.zone[1]").as_table(), back);
    EXPECT_TRUE(key.same(back, *zone)) << key.write(back);
  }
}

}  // namespace
}  // namespace headstack
