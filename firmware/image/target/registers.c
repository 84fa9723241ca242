/* The drive's registers on the processor's bus. An hs_hal has no contents here, because the
 * addresses are fixed. */
#include "hal/hal.h"
#include "image/memory_map.h"

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
