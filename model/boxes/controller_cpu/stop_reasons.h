// In words, why the firmware's processor has stopped where it must not.
#pragma once

#include <string>

#include "model/processor/core.h"
#include "model/processor/elf_image.h"
#include "model/processor/memories.h"

namespace headstack {

// The processor, and what it runs. All must outlive the object.
struct Stopped {
  const ElfImage& image;
  const Memories& memories;
  const Core& core;
};

// Why the image has stopped itself.
struct OwnStop {
  bool bad_input = false;  // the image refuses the parameter block
  std::string why;
};

// The reason of an ebreak. `scheduler` is the one that the image was asked for.
OwnStop own_stop(const Stopped& at, const Stop& stop, const std::string& scheduler);

// The reason of any other fault, and of an access that the registers do not take.
std::string fault_of(const Stopped& at, const Stop& stop);

}  // namespace headstack
