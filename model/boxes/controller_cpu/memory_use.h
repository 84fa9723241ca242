// Memory that the firmware's image uses.
#pragma once

#include <cstdint>

#include "model/processor/elf_image.h"
#include "model/processor/memories.h"

namespace headstack {

// In bytes.
struct MemoryUse {
  std::uint32_t rom = 0;         // code and constants
  std::uint32_t parameters = 0;  // the parameter block
  std::uint32_t ram = 0;         // variables and tables, without the stack; 0: not published
  std::uint32_t stack = 0;       // greatest depth
};

// Fills the stack with a pattern, before the processor runs. The pattern shows later which bytes
// were not written.
void paint_stack(Memories& memories);

// Precondition: paint_stack was called.
MemoryUse memory_use(const ElfImage& image, const Memories& memories);

}  // namespace headstack
