/* How the firmware reaches the hardware: two functions and a context, nothing else.
 *
 * Addresses are those of registers.h. Registers are 64 bits wide; on a 32-bit bus the HAL makes
 * two accesses, low word first (the hardware latches the high word).
 */
#ifndef HEADSTACK_HAL_H
#define HEADSTACK_HAL_H

#include <stdint.h>

typedef struct hs_hal {
  void* context; /* handed to both functions; may be NULL if they need none */
  uint64_t (*read)(void* context, uint32_t address);              /* never NULL */
  void (*write)(void* context, uint32_t address, uint64_t value); /* never NULL */
} hs_hal;

#endif
