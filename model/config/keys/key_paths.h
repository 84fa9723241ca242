// Keys by their paths from the top of a drive file, keys of zones included: "seek.root.base",
// "layout.zone.3.track_skew". Zones count from 0.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"

namespace headstack {

// A key of this drive, or all its zones (kZonePath).
struct FoundKey {
  const KeyFacts* key;
  std::string value;  // as TOML; empty: the key is left out
};

// `path` may have a key's old name. Throws ConfigError, which names the nearest key, if no key has
// this path.
FoundKey find_key(const DriveConfig& drive, const std::string& path);

// Returns every key, with a path that find_key accepts for any drive. The keys of zones have the
// paths of zone 0.
std::vector<std::pair<std::string, const KeyFacts*>> all_keys();

// Returns the key at `path`. If `path` is a table, returns the table's keys: "seek.root.base" and
// "seek.root.up_to" for "seek.root". Throws ConfigError as find_key does.
std::vector<std::string> keys_at(const DriveConfig& drive, const std::string& path);

// Returns the keys whose values differ, in the order of the file. "name" comes first if the names
// differ. If the numbers of zones differ, kZonePath stands for all zones.
std::vector<std::string> differences(const DriveConfig& a, const DriveConfig& b);

}  // namespace headstack
