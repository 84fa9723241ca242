/* The firmware as the only program of a processor: built from its parameter block, then asleep
 * until an interrupt comes.
 *
 * Interrupts are served here, not in a trap: one that comes while the firmware works is pending
 * until it is done, so nothing has to be saved and nothing can be interrupted in the middle of a
 * register of 64 bits. */
#include "image/memory_map.h"
#include "image/parameter_block.h"
#include "image/stop.h"
#include "target/firmware.h"

void hs_image_main(void);
void hs_image_wait(void);
_Noreturn void hs_image_stop(uint32_t why, uint32_t bytes);

extern uint8_t hs_image_free[]; /* of the linker script: RAM from here on is nobody's */

hs_firmware hs_image_firmware;
static hs_firmware_config config;
/* The RAM behind the variables: what is left of it when the firmware has begun. By its name a
 * debugger, or a model, finds out how much a drive needs. */
hs_arena hs_image_arena;

/* An hs_hal is nothing here: the registers have fixed addresses. */
static volatile uint32_t* words_of(uint32_t address) {
  return (volatile uint32_t*)(uintptr_t)(HS_MAP_REGISTERS + address);
}

uint64_t hs_read(hs_hal* hal, uint32_t address) {
  (void)hal;
  volatile uint32_t* const words = words_of(address);
  const uint32_t low = words[0];
  return (uint64_t)words[1] << 32 | low;
}

void hs_write(hs_hal* hal, uint32_t address, uint64_t value) {
  (void)hal;
  volatile uint32_t* const words = words_of(address);
  words[0] = (uint32_t)value;
  words[1] = (uint32_t)(value >> 32);
}

static void begin(void) {
  const hs_block_header* const header = (const void*)(uintptr_t)HS_MAP_PARAMETERS;
  hs_arena* const arena = &hs_image_arena;
  arena->next = hs_image_free;
  arena->end = hs_image_free;
  const uintptr_t ram_end = HS_MAP_RAM + header->ram_bytes;
  if (header->magic == HS_BLOCK_MAGIC && ram_end > (uintptr_t)hs_image_free) {
    arena->end = (uint8_t*)ram_end;
  }
  const hs_block_result result = hs_block_read(header, HS_MAP_PARAMETERS_MOST, arena, &config);
  if (result != HS_BLOCK_GOOD) {
    hs_image_stop(result, 0);
  }
  const size_t bytes = hs_firmware_memory(&config);
  void* const memory = hs_arena_take(arena, bytes);
  if (memory == NULL) {
    hs_image_stop(HS_STOP_NO_ROOM, (uint32_t)((uintptr_t)arena->next - HS_MAP_RAM + bytes));
  }
  hs_firmware_init(&hs_image_firmware, &config, NULL, memory);
}

void hs_image_main(void) {
  begin();
  for (;;) {
    hs_image_wait();
    hs_firmware_interrupt(&hs_image_firmware);
    hs_firmware_idle(&hs_image_firmware);
  }
}
