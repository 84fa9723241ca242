/* The parameter block, and the RAM after the variables. */
#include "image/memory_map.h"
#include "image/parameter_block.h"
#include "image/start.h"

extern uint8_t hs_image_free[]; /* defined by the linker script: the RAM from here on is free */

/* The free RAM. Debuggers and models use this name to find out how much a drive needs. */
extern hs_arena hs_image_arena;
hs_arena hs_image_arena;

void hs_image_begin(const hs_scheduler_ops* const* schedulers, hs_firmware_config* config) {
  const hs_block_header* const header = (const void*)(uintptr_t)HS_MAP_PARAMETERS;
  hs_arena* const arena = &hs_image_arena;
  arena->next = hs_image_free;
  arena->end = hs_image_free;
  const uintptr_t ram_end = HS_MAP_RAM + header->ram_bytes;
  if (header->magic == HS_BLOCK_MAGIC && ram_end > (uintptr_t)hs_image_free) {
    arena->end = (uint8_t*)ram_end;
  }
  const hs_block_result result =
      hs_block_read(header, HS_MAP_PARAMETERS_MOST, schedulers, arena, config);
  if (result != HS_BLOCK_GOOD) {
    hs_image_stop(result, (uint32_t)(uintptr_t)schedulers);
  }
}

void* hs_image_memory(size_t bytes) {
  hs_arena* const arena = &hs_image_arena;
  void* const memory = hs_arena_take(arena, bytes);
  if (memory == NULL) {
    hs_image_stop(HS_STOP_NO_ROOM, (uint32_t)((uintptr_t)arena->next - HS_MAP_RAM + bytes));
  }
  return memory;
}
