// Keys by their paths from the top of a drive file, keys of zones included: "seek.root.base",
// "layout.zone.3.track_skew". Zones count from 0.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

// Throws ConfigError, which names the nearest key, if no key has this path.
FoundKey find_key(const DriveConfig& drive, const std::string& path);

// Every key, with a path that find_key accepts for any drive: keys of zones are those of zone 0.
std::vector<std::pair<std::string, const KeyFacts*>> all_keys();

// The key at `path`, or the keys of the table there: "seek.root.base", "seek.root.up_to" for
// "seek.root". Throws ConfigError as find_key does.
std::vector<std::string> keys_at(const DriveConfig& drive, const std::string& path);

// The keys whose values differ, in the order of the file. "name" comes first if the names differ.
// kZonePath stands for all zones if the numbers of zones differ.
std::vector<std::string> differences(const DriveConfig& a, const DriveConfig& b);

// The number at the start of "3.track_skew", removed from the text; empty if the text starts with
// no number.
std::optional<std::size_t> take_index(std::string_view& path);

}  // namespace headstack
