// How much of its memories the firmware's image uses.
#pragma once

#include <cstdint>

#include "model/processor/elf_image.h"
#include "model/processor/memories.h"

namespace headstack {

// In bytes.
struct MemoryUse {
  std::uint32_t rom = 0;         // code and constants
  std::uint32_t parameters = 0;  // the parameter block
  std::uint32_t ram = 0;    // variables and tables, without the stack; 0: the image does not say
  std::uint32_t stack = 0;  // the deepest that it was
};

// To be called before the processor runs: what is not written to there is seen.
void paint_stack(Memories& memories);

// Precondition: paint_stack was called.
MemoryUse memory_use(const ElfImage& image, const Memories& memories);

}  // namespace headstack
