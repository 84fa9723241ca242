// "Did you mean ...?": the known name that is nearest to a mistyped name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headstack {

// The name of `names` that needs the fewest edits (a letter too many, missing, wrong, or two
// swapped) to become `wanted`; of several, the first. Upper and lower case count as the same, and
// so do `-` and `_`. Empty if no name is within a third of the longer name's length (but at least
// one edit).
std::string nearest(std::string_view wanted, const std::vector<std::string_view>& names);

}  // namespace headstack
