// Conditions that must hold between the keys of [layout].
#pragma once

#include <cstdint>

#include "model/config/drive_config.h"
#include "model/config/file/drive_file.h"

namespace headstack {

// Throws ConfigError, which names a key and its line.
void check_layout(const DriveFile& file, const LayoutConfig& layout);

// Least number of blocks of a track, averaged over a cylinder.
std::uint32_t fewest_blocks_on_a_track(const LayoutConfig& layout);

// Greatest number of times that slips and reallocations in the middle of a track interrupt `blocks`
// consecutive blocks.
std::uint64_t most_breaks_within(const LayoutConfig& layout, std::uint64_t blocks);

}  // namespace headstack
