// Drive files drawn at random: most are drives, some are not.
#pragma once

#include <string>

#include "model/base/random.h"

namespace headstack {

// A file with all that a drive needs and some of what it may have. Not all of it fits together
// always: spares may leave no blocks, or slips may need more of them.
std::string random_drive_file(Random& random);

// The same with one line made wrong, maybe: left out, misspelt, with another unit or number.
std::string with_a_mistake(const std::string& text, Random& random);

}  // namespace headstack
