// Required keys that a drive file does not have.
#pragma once

#include "model/config/file/drive_file.h"

namespace headstack {

// Throws ConfigError if required keys are missing, in the file and its bases. The message has a
// line for each key, with the place where the key should be, in the order of the file.
void check_missing(const DriveFile& file);

}  // namespace headstack
