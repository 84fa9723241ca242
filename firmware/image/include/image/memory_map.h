/* Where a processor that runs the firmware finds its memories and the drive's registers: the one
 * declaration, for the image in C, for its linker script (through the preprocessor), and for the
 * model of the processor. Plain numbers, because a linker script knows no suffix.
 *
 * Nothing lies at address 0, so that a null pointer is found out. The stack is at the bottom of the
 * RAM and grows down: one that is too deep leaves the RAM, and is found out as well. */
#ifndef HEADSTACK_MEMORY_MAP_H
#define HEADSTACK_MEMORY_MAP_H

/* Code and constants; the processor runs from here only. The first words are the vectors. */
#define HS_MAP_ROM 0x10000000
#define HS_MAP_ROM_MOST 0x01000000 /* bytes, at most; a drive may have less */

/* The parameter block (image/parameter_block.h), read only. */
#define HS_MAP_PARAMETERS 0x20000000
#define HS_MAP_PARAMETERS_MOST 0x01000000

/* Stack, variables, the firmware's tables. */
#define HS_MAP_RAM 0x30000000
#define HS_MAP_RAM_MOST 0x10000000

/* The drive's registers, those of hal/registers.h, each 64 bits wide: two words of 32, low first. A
 * read of the low word accesses the register and latches the high one; a write of the low word is
 * latched, that of the high word accesses the register. */
#define HS_MAP_REGISTERS 0x40000000
#define HS_MAP_REGISTERS_BYTES 0x00010000

/* Where the processor begins, and the table of its traps: an entry of four bytes a cause. */
#define HS_MAP_RESET 0x10000080
#define HS_MAP_VECTORS 0x10000000

#define HS_MAP_STACK_BYTES 0x4000

#endif
