/* How the firmware reaches the hardware: two functions, nothing else.
 *
 * Contract: the platform defines both functions. A platform is the model of a drive, a script of
 * accesses in a test, or the loads and stores of a processor's bus. A platform is either an object
 * that is linked, or a header with inline functions. HS_HAL_PLATFORM names the header. A compiler
 * that sees firmware and platform together reduces an access to the platform's own code.
 *
 * Units: addresses are those of registers.h. A register has 64 bits. On a 32-bit bus an access is
 * two accesses, low word first (the hardware latches the high word).
 */
#ifndef HEADSTACK_HAL_H
#define HEADSTACK_HAL_H

#include <stdint.h>

/* The registers of one drive. The platform defines this type if it needs one. */
typedef struct hs_hal hs_hal;

/* Read or write the register at `address`. */
#ifdef HS_HAL_PLATFORM
#include HS_HAL_PLATFORM
#else
uint64_t hs_read(hs_hal* hal, uint32_t address);
void hs_write(hs_hal* hal, uint32_t address, uint64_t value);
#endif

#endif
