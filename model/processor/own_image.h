// headstack's own firmware as an image for these processors. The build links the image.
#pragma once

#include "model/processor/elf_image.h"

namespace headstack {

// False: the build did not find the cross compiler.
bool has_own_image();

// Precondition: has_own_image().
ElfImage own_image();

}  // namespace headstack
