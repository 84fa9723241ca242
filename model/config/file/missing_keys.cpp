#include "model/config/file/missing_keys.h"

#include <algorithm>
#include <array>
#include <string>

#include "model/config/keys/drive_keys.h"

namespace headstack {
namespace {

// Keys that give seek times. A drive needs at least one of them.
constexpr std::array<const char*, 4> kSeekTimes{"seek.points", "seek.first", "seek.root",
                                                "seek.linear"};

// A list without entries counts as absent, because such a list replaces no other key.
bool has(const toml::table& table, std::string_view path) {
  const toml::node* node = find_node(table, path);
  return node != nullptr && (node->as_array() == nullptr || !node->as_array()->empty());
}

// Collects the lines of the message.
class Missing {
 public:
  void note(const ValueSite& site, const std::string& meaning) {
    lines_ += (lines_.empty() ? "" : "\n") + site.message("is missing: " + meaning);
  }

  // Notes the key if `table`, a part of the drive `root`, must have the key and does not.
  void check(const KeyFacts& key, const toml::table& table, const toml::table& root,
             const ValueSite& site) {
    const bool needless =
        !key.needless_with.empty() && find_node(table, key.needless_with) != nullptr;
    const bool required = !key.optional || (!key.required_without.empty() && !needless &&
                                            !has(root, key.required_without));
    if (required && find_node(table, key.path) == nullptr) {
      note(site, key.description + "; " + key.values);
    }
  }

  void fail_if_any() const {
    if (!lines_.empty()) {
      throw ConfigError(lines_);
    }
  }

 private:
  std::string lines_;
};

void check_zones(const DriveFile& file, Missing& missing) {
  const toml::node* zones = find_node(file.root(), kZonePath);
  if (zones == nullptr || zones->as_array()->empty()) {
    missing.note(file.site(kZonePath), "at least one zone, each a table [[layout.zone]]");
    return;
  }
  for (std::size_t i = 0; i < zones->as_array()->size(); ++i) {
    for (const Key<ZoneConfig>& key : zone_keys()) {
      missing.check(key, file.zone(i), file.root(), file.zone_site(i, key.path));
    }
  }
}

void check_seek_times(const DriveFile& file, Missing& missing) {
  if (std::none_of(kSeekTimes.begin(), kSeekTimes.end(),
                   [&](const char* path) { return has(file.root(), path); })) {
    missing.note(file.site("seek.root"),
                 "seek times: seek.root and seek.linear, or seek.points, or seek.first for every "
                 "distance");
  }
}

}  // namespace

void check_missing(const DriveFile& file) {
  Missing missing;
  std::string section;
  for (const Key<DriveConfig>& key : drive_keys()) {
    const std::string own = key.path.substr(0, key.path.find('.'));
    if (own != section && section == "layout") {
      check_zones(file, missing);
      check_seek_times(file, missing);
    }
    section = own;
    missing.check(key, file.root(), file.root(), file.site(key.path));
  }
  missing.fail_if_any();
}

}  // namespace headstack
