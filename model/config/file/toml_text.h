// TOML from a text that anybody may have written.
#pragma once

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace headstack {

// Parses it. Throws toml::parse_error; and ConfigError for a key of more than 64 parts, `a.a.a
// ...`: toml++ 3.3 makes a table of each inside the other, and recurses when they go, until the
// stack is full. (Of values within each other it has a limit, 256.)
toml::table parse_toml(std::string_view text, const std::string& name);

}  // namespace headstack
