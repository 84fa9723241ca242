// TOML from a text of unknown origin.
#pragma once

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace headstack {

// Parses the text. Throws toml::parse_error, and ConfigError for a key of more than 64 parts,
// `a.a.a ...`. Reason: toml++ 3.3 makes nested tables of the parts, and their destructors recurse
// until the stack is full. (For nested values toml++ has a limit of its own, 256.)
toml::table parse_toml(std::string_view text, const std::string& name);

}  // namespace headstack
