// The keys of a drive file. Each key is declared once, in drive_keys.cpp, overhead_keys.cpp or
// decision_keys.cpp. Reading, checks, writing and documentation use this declaration.
#pragma once

#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/key.h"

namespace headstack {

// Return the keys outside the zones, in the order of DriveConfig, and the keys of a zone.
const std::vector<Key<DriveConfig>>& drive_keys();
const std::vector<Key<ZoneConfig>>& zone_keys();

// Path of the list of zones. The list is the last part of its section.
inline constexpr const char* kZonePath = "layout.zone";

// Returns a table of keys for docs/reference/drive-files.md, either of the keys of drives or of the
// conditions.
std::string key_table_markdown(bool conditions);

}  // namespace headstack
