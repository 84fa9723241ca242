// Time of a seek by its distance, from a drive file's [seek].
#pragma once

#include <cstdint>

#include "model/config/drive_config.h"

namespace headstack {

// Time to move over `cylinders` cylinders, to the nearest picosecond (0 for 0 cylinders). Integer
// arithmetic, the square root too: the same on any machine.
Picoseconds seek_time(const SeekConfig& seek, std::uint32_t cylinders);

}  // namespace headstack
