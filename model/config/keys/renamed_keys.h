// Keys that have new names. Drive files and callers may still use the old names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

namespace headstack {

struct RenamedKey {
  std::string_view table;  // path of the table of the key: "seek"; kZonePath for a key of a zone
  std::string_view old_name;
  std::string_view name;
};

const std::vector<RenamedKey>& renamed_keys();

// Returns the path with the key's new name: "seek.read_settle_angle" for "seek.read_settle_turn".
// Returns any other path unchanged.
std::string with_new_name(const std::string& path);

// Gives the new names to the keys of a drive file, and to the keys that its list `fitted` names.
// Each value keeps its place in the file. Throws ConfigError if a table has a key under both names.
void use_new_names(toml::table& root, const std::string& file);

}  // namespace headstack
