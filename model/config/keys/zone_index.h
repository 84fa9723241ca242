// The number of a zone in the path of a key.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace headstack {

// Removes the number at the start of a text such as "3.track_skew", and returns it. Empty: the text
// does not start with a number.
std::optional<std::size_t> take_index(std::string_view& path);

}  // namespace headstack
