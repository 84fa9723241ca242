/* How the firmware reaches the hardware: two functions, nothing else. What the firmware runs on
 * defines them and is linked to it: the model of a drive, a script of accesses in a test, the
 * loads and stores of a processor's bus. So a compiler that sees both makes of an access what it
 * comes to there.
 *
 * Addresses are those of registers.h. Registers are 64 bits wide; on a 32-bit bus an access is
 * two, low word first (the hardware latches the high word).
 */
#ifndef HEADSTACK_HAL_H
#define HEADSTACK_HAL_H

#include <stdint.h>

/* The registers of one drive; whoever defines the functions says what it is, if it needs any. */
typedef struct hs_hal hs_hal;

uint64_t hs_read(hs_hal* hal, uint32_t address);
void hs_write(hs_hal* hal, uint32_t address, uint64_t value);

#endif
