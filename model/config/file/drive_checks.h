// Conditions that must hold between the values of a drive file.
#pragma once

#include "model/config/drive_config.h"
#include "model/config/file/drive_file.h"

namespace headstack {

// Throws ConfigError, at the line of the key to change, for a drive that is impossible: zones that
// overlap or leave a gap, tracks that do not fit, too many blocks, a seek curve that does not fit,
// buffer limits that contradict each other. Precondition: each value is in its own range.
void check_drive(const DriveFile& file, const DriveConfig& drive);

}  // namespace headstack
