// Time of a seek by its distance, from a drive file's [seek].
#pragma once

#include <cstdint>

#include "model/config/drive_config.h"

namespace headstack {

// Time to move over `cylinders` cylinders, to the nearest picosecond (0 for 0 cylinders). Integer
// arithmetic, the square root too: the same on any machine.
Picoseconds seek_time(const SeekConfig& seek, std::uint32_t cylinders);

// What a seek of `cylinders` towards higher ones takes more at the start of a command, and one
// towards lower ones less.
Picoseconds seek_direction(const SeekConfig& seek, std::uint32_t cylinders);

}  // namespace headstack
