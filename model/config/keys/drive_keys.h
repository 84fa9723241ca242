// The keys of a drive file: each is declared once, in drive_keys.cpp, overhead_keys.cpp or
// decision_keys.cpp, and read, checked, written and documented from that declaration.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/key_kinds.h"

namespace headstack {

// A key that fills something in an Owner (a DriveConfig, or a ZoneConfig for [[layout.zone]]).
template <class Owner>
struct Key {
  std::string path;         // from the Owner's table on: "seek.root.base"
  std::string description;  // what it means; a phrase
  std::string values;       // what may be written
  bool optional;            // may be left out: 0 or empty, which has no effect
  bool number;              // a quantity or a count, or a list of them, that a fit may change
  bool condition;           // what is done to a drive, rather than what it is
  std::function<void(const ValueSite&, const toml::node&, Owner&)> read;
  std::function<std::string(const Owner&)> write;  // as TOML; nothing for a key to be left out
  std::function<bool(const Owner&, const Owner&)> same;
};

// The keys outside of the zones, in the order of DriveConfig; and those of a zone.
const std::vector<Key<DriveConfig>>& drive_keys();
const std::vector<Key<ZoneConfig>>& zone_keys();

// The path of the array of zones, which comes after the keys of its section.
inline constexpr const char* kZonePath = "layout.zone";

// Keys as a table for docs/drive-files.md: those of drives, or the conditions.
std::string key_table_markdown(bool conditions);

}  // namespace headstack
