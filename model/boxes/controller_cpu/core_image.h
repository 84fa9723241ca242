// The firmware's image and the processor's memories, as they are at power on.
#pragma once

#include "model/boxes/controller_cpu/core_setup.h"
#include "model/processor/elf_image.h"
#include "model/processor/memories.h"

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

// Reads the image. Throws ConfigError if this build lacks the core or the image, or if the file is
// not an image.
ElfImage read_image(const CoreSetup& setup);

// Memories with the image, the painted stack, and the parameter block of the drive. Throws
// ConfigError if the image does not fit the memory map on this drive.
Memories memories_of(const ElfImage& image, const CoreSetup& setup,
                     const hs_firmware_config& config);

}  // namespace headstack
