// Drive files drawn at random: most are valid, some are not.
#pragma once

#include <string>

#include "model/base/random.h"

namespace headstack {

// A file with all required keys and some optional keys. The keys are not always consistent: spares
// may leave no blocks, or slips may need more spares.
std::string random_drive_file(Random& random);

// The same, possibly with one wrong line: missing, misspelt, or with another unit or number.
std::string with_a_mistake(const std::string& text, Random& random);

}  // namespace headstack
