// The schedulers that an image of the firmware lists in its table hs_schedulers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/config/tables/firmware_params.h"
#include "model/processor/elf_image.h"

namespace headstack {

// Returns the names in a table of schedulers at an address of the ROM. The names end at the first
// entry that leads to no name.
std::vector<std::string> scheduler_names(const Memories& memories, std::uint32_t table);

// Returns a scheduler of an image, with its needs and parameters. The operations run on a core
// only; on this machine they do nothing. Throws ConfigError if the file is no image, has no table
// hs_schedulers, has no scheduler of this name, or was built from other headers.
LoadedScheduler image_scheduler(const std::string& file, const std::string& name);

}  // namespace headstack
