// TOML from a text of unknown origin.
#pragma once

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace headstack {

// Parses the text. Throws toml::parse_error, and ConfigError for a key of more than 64 parts,
// `a.a.a ...`. toml++ 3.3 makes nested tables of the parts, and the destructors of these tables
// recurse until the stack is full. For nested values, toml++ has its own limit, 256.
toml::table parse_toml(std::string_view text, const std::string& name);

}  // namespace headstack
