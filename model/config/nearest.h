// "Did you mean ...?": the known name that is nearest to a mistyped name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headstack {

// Returns the name that needs the fewest edits to become `wanted`, or the first of several such
// names. An edit adds, removes or changes a letter, or swaps two letters. Upper and lower case are
// equal, and `-` equals `_`. The number of edits may be at most a third of the longer name's
// length, and one edit is always allowed. Empty: no name is near enough.
std::string nearest(std::string_view wanted, const std::vector<std::string_view>& names);

}  // namespace headstack
