#include "model/boxes/controller_cpu/memory_use.h"

#include <algorithm>

extern "C" {
#include <image/memory_map.h>
}

namespace headstack {

namespace {

constexpr std::uint32_t kPaint = 0x5a5a5a5a;

std::uint32_t stack_end(const Memories& memories) {
  return HS_MAP_RAM + std::min<std::uint32_t>(HS_MAP_STACK_BYTES, memories.ram.size());
}

// The first word of hs_image_arena is the address up to which memory has been allocated.
std::uint32_t ram_of(const ElfImage& image, const Memories& memories) {
  const ElfImage::Symbol* const arena = image.symbol("hs_image_arena");
  if (arena == nullptr || !memories.ram.holds(arena->address, sizeof(std::uint32_t))) {
    return 0;
  }
  const auto next = memories.ram.get<std::uint32_t>(arena->address);
  return next > stack_end(memories) ? next - stack_end(memories) : 0;
}

}  // namespace

void paint_stack(Memories& memories) {
  for (std::uint32_t at = HS_MAP_RAM; at != stack_end(memories); at += sizeof kPaint) {
    memories.ram.put(at, kPaint);
  }
}

MemoryUse memory_use(const ElfImage& image, const Memories& memories) {
  const std::uint32_t end = stack_end(memories);
  std::uint32_t deepest = HS_MAP_RAM;
  while (deepest != end && memories.ram.get<std::uint32_t>(deepest) == kPaint) {
    deepest += sizeof kPaint;
  }
  return {image.rom_bytes(), memories.parameters.size(), ram_of(image, memories), end - deepest};
}

}  // namespace headstack
