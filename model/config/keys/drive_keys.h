// The keys of a drive file. Each key is declared once, in drive_keys.cpp, overhead_keys.cpp or
// decision_keys.cpp. Reading, checks, writing and documentation follow from this declaration.
#pragma once

#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/key.h"

namespace headstack {

// The keys outside the zones, in the order of DriveConfig; and the keys of a zone.
const std::vector<Key<DriveConfig>>& drive_keys();
const std::vector<Key<ZoneConfig>>& zone_keys();

// The path of the list of zones, which comes after the keys of its section.
inline constexpr const char* kZonePath = "layout.zone";

// The keys as a table for docs/reference/drive-files.md: the keys of drives, or the conditions.
std::string key_table_markdown(bool conditions);

}  // namespace headstack
