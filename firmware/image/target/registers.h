/* The platform of hal.h on a processor: the drive's registers are words on its bus. The compiler
 * puts a load or a store at each access. An hs_hal has no contents, because the addresses are
 * fixed. */
#ifndef HEADSTACK_TARGET_REGISTERS_H
#define HEADSTACK_TARGET_REGISTERS_H

#include <stdint.h>

#include "image/memory_map.h"

static inline volatile uint32_t* hs_words_of(uint32_t address) {
  return (volatile uint32_t*)(uintptr_t)(HS_MAP_REGISTERS + address);
}

static inline uint64_t hs_read(hs_hal* hal, uint32_t address) {
  (void)hal;
  volatile uint32_t* const words = hs_words_of(address);
  const uint32_t low = words[0];
  return (uint64_t)words[1] << 32 | low;
}

static inline void hs_write(hs_hal* hal, uint32_t address, uint64_t value) {
  (void)hal;
  volatile uint32_t* const words = hs_words_of(address);
  words[0] = (uint32_t)value;
  words[1] = (uint32_t)(value >> 32);
}

#endif
