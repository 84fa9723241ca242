#include "model/config/keys/key_paths.h"

#include <algorithm>

#include "model/config/keys/renamed_keys.h"
#include "model/config/keys/zone_index.h"
#include "model/config/nearest.h"

namespace headstack {
namespace {

template <class Owner>
const Key<Owner>* find(const std::vector<Key<Owner>>& keys, std::string_view path) {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const Key<Owner>& one) { return one.path == path; });
  return found == keys.end() ? nullptr : &*found;
}

template <class Owner>
[[noreturn]] void fail_unknown(const std::vector<Key<Owner>>& keys, const std::string& before,
                               std::string_view path) {
  std::vector<std::string_view> paths;
  paths.reserve(keys.size());
  for (const Key<Owner>& one : keys) {
    paths.push_back(one.path);
  }
  const std::string near = nearest(path, paths);
  throw ConfigError("`" + before + std::string(path) + "` is not a key of a drive" +
                    (near.empty() ? "" : "; did you mean `" + before + near + "`?"));
}

FoundKey find_zone_key(const DriveConfig& drive, const std::string& path) {
  const std::string prefix = std::string(kZonePath) + ".";
  std::string_view rest = path;
  rest.remove_prefix(prefix.size());
  const std::optional<std::size_t> index = take_index(rest);
  if (!index) {
    throw ConfigError("`" + path + "` has no number of a zone; zones count from 0, as in `" +
                      prefix + "0.track_skew`");
  }
  const std::vector<ZoneConfig>& zones = drive.layout.zones;
  if (*index >= zones.size()) {
    throw ConfigError("`" + path + "`: the last zone is " + std::to_string(zones.size() - 1) +
                      "; zones count from 0");
  }
  const Key<ZoneConfig>* key = find(zone_keys(), rest);
  if (key == nullptr) {
    fail_unknown(zone_keys(), prefix + std::to_string(*index) + ".", rest);
  }
  return {key, key->write(zones[*index])};
}

// All zones, each an inline table.
std::string zones_text(const DriveConfig& drive) {
  std::string text;
  for (const ZoneConfig& zone : drive.layout.zones) {
    std::string inside;
    for (const Key<ZoneConfig>& key : zone_keys()) {
      if (const std::string value = key.written(zone); !value.empty()) {
        inside += (inside.empty() ? "" : ", ") + key.path + " = " + value;
      }
    }
    text += (text.empty() ? "{ " : ", { ") + inside + " }";
  }
  return "[" + text + "]";
}

}  // namespace

std::vector<std::string> differences(const DriveConfig& a, const DriveConfig& b) {
  std::vector<std::string> found;
  if (a.name != b.name) {
    found.emplace_back("name");
  }
  for (const Key<DriveConfig>& key : drive_keys()) {
    if (!key.same(a, b)) {
      found.push_back(key.path);
    }
  }
  const std::vector<ZoneConfig>& zones = a.layout.zones;
  if (zones.size() != b.layout.zones.size()) {
    found.emplace_back(kZonePath);
    return found;
  }
  for (std::size_t i = 0; i < zones.size(); ++i) {
    for (const Key<ZoneConfig>& key : zone_keys()) {
      if (!key.same(zones[i], b.layout.zones[i])) {
        found.push_back(kZonePath + ("." + std::to_string(i) + ".") + key.path);
      }
    }
  }
  return found;
}

FoundKey find_key(const DriveConfig& drive, const std::string& path) {
  const std::string name = with_new_name(path);
  if (name == kZonePath) {
    static const KeyFacts kZones{kZonePath, "all zones", "list of tables", {}, false, false, false};
    return {&kZones, zones_text(drive)};
  }
  if (name.rfind(std::string(kZonePath) + ".", 0) == 0) {
    return find_zone_key(drive, name);
  }
  const Key<DriveConfig>* key = find(drive_keys(), name);
  if (key == nullptr) {
    fail_unknown(drive_keys(), "", name);
  }
  return {key, key->write(drive)};
}

std::vector<std::pair<std::string, const KeyFacts*>> all_keys() {
  std::vector<std::pair<std::string, const KeyFacts*>> all;
  for (const Key<DriveConfig>& key : drive_keys()) {
    all.emplace_back(key.path, &key);
  }
  for (const Key<ZoneConfig>& key : zone_keys()) {
    all.emplace_back(std::string(kZonePath) + ".0." + key.path, &key);
  }
  return all;
}

std::vector<std::string> keys_at(const DriveConfig& drive, const std::string& path) {
  std::vector<std::string> paths;
  for (const Key<DriveConfig>& key : drive_keys()) {
    if (key.path.rfind(path + ".", 0) == 0) {
      paths.push_back(key.path);
    }
  }
  if (paths.empty()) {
    find_key(drive, path);
    paths.push_back(with_new_name(path));
  }
  return paths;
}

}  // namespace headstack
