// Drive files drawn at random. Most files are valid, some are not.
#pragma once

#include <string>

#include "model/base/random.h"

namespace headstack {

// Returns a file with all required keys and some optional keys. The keys are not always consistent.
// Spares may leave no blocks, or slips may need more spares.
std::string random_drive_file(Random& random);

// Returns the file, possibly with one wrong line. The line is missing or misspelt, or has another
// unit or number.
std::string with_a_mistake(const std::string& text, Random& random);

}  // namespace headstack
