// The keys of a drive file: each is declared once, in drive_keys.cpp, overhead_keys.cpp or
// decision_keys.cpp, and read, checked, written and documented from that declaration.
#pragma once

#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/key.h"

namespace headstack {

// The keys outside of the zones, in the order of DriveConfig; and those of a zone.
const std::vector<Key<DriveConfig>>& drive_keys();
const std::vector<Key<ZoneConfig>>& zone_keys();

// The path of the array of zones, which comes after the keys of its section.
inline constexpr const char* kZonePath = "layout.zone";

// Keys as a table for docs/reference/drive-files.md: those of drives, or the conditions.
std::string key_table_markdown(bool conditions);

}  // namespace headstack
