// Messages for the reasons of a stop of the processor.
#pragma once

#include <string>

#include "model/processor/core.h"
#include "model/processor/elf_image.h"
#include "model/processor/memories.h"

namespace headstack {

// The processor, its image and its memories. All three must outlive the object.
struct Stopped {
  const ElfImage& image;
  const Memories& memories;
  const Core& core;
};

// The reason why the image has stopped itself.
struct OwnStop {
  bool bad_input = false;  // the image refuses the parameter block
  std::string why;
};

// The reason of an ebreak. `scheduler` is the name in the parameter block.
OwnStop own_stop(const Stopped& at, const Stop& stop, const std::string& scheduler);

// Returns the reason of any other fault, or of an access that the registers reject.
std::string fault_of(const Stopped& at, const Stop& stop);

}  // namespace headstack
