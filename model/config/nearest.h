// "Did you mean ...?": the known name that a mistyped one is nearest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headstack {

// The name of `names` that takes the fewest slips of the keyboard (a letter too much, missing,
// wrong, or two swapped) to turn into `wanted`; the first of equals. Upper and lower case, and `-`
// and `_`, count as the same. Empty if none is within a third of the longer name's length (but at
// least one slip).
std::string nearest(std::string_view wanted, const std::vector<std::string_view>& names);

}  // namespace headstack
