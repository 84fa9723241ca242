// Conditions that must hold between the values of a drive file.
#pragma once

#include "model/config/drive_config.h"
#include "model/config/file/drive_file.h"

namespace headstack {

// Throws ConfigError, with the line of the wrong key, for an impossible drive. Examples are zones
// that overlap or leave a gap, tracks that do not fit, too many blocks, a seek curve that does not
// fit, and contradictory limits of the buffer. Precondition: each value is in its own range.
void check_drive(const DriveFile& file, const DriveConfig& drive);

}  // namespace headstack
