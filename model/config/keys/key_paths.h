// Keys by their paths from the top of a drive file, those of the zones too: "seek.root.base",
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
  std::string value;  // as TOML; nothing for one that is left out
};

// ConfigError, with the nearest key, if the path leads to none.
FoundKey find_key(const DriveConfig& drive, const std::string& path);

// Every key, by a path that find_key takes for any drive: keys of zones are those of zone 0.
std::vector<std::pair<std::string, const KeyFacts*>> all_keys();

// The key at `path`, or those of the table there: "seek.root.base", "seek.root.up_to" for
// "seek.root". ConfigError as find_key.
std::vector<std::string> keys_at(const DriveConfig& drive, const std::string& path);

// The keys whose values are not the same, in the order of the file; "name" first if that differs,
// and only kZonePath of zones that are not of one number.
std::vector<std::string> differences(const DriveConfig& a, const DriveConfig& b);

// The number that "3.track_skew" begins with, cut off from the rest; nothing without one.
std::optional<std::size_t> take_index(std::string_view& path);

}  // namespace headstack
