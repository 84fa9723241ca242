/* The memory map of a processor that runs the firmware: its memories and the drive's registers.
 *
 * Contract: this is the only declaration. The image in C, its linker script (through the
 * preprocessor) and the model of the processor use it. The numbers are plain, because a linker
 * script knows no suffix. Units: bytes.
 *
 * Nothing lies at address 0. Therefore an access through a null pointer is detected. The stack is
 * at the bottom of the RAM and grows down. A stack that is too deep leaves the RAM, which is
 * detected too. */
#ifndef HEADSTACK_MEMORY_MAP_H
#define HEADSTACK_MEMORY_MAP_H

/* ROM: code and constants. The processor runs from here only. The first words are the vectors. */
#define HS_MAP_ROM 0x10000000
#define HS_MAP_ROM_MOST 0x01000000 /* most bytes; a drive may have less */

/* The parameter block (image/parameter_block.h), read only. */
#define HS_MAP_PARAMETERS 0x20000000
#define HS_MAP_PARAMETERS_MOST 0x01000000

/* RAM: stack, variables, and the firmware's tables. */
#define HS_MAP_RAM 0x30000000
#define HS_MAP_RAM_MOST 0x10000000

/* The drive's registers (hal/registers.h). Each register is 64 bits wide: two words of 32 bits, low
 * word first. A read of the low word accesses the register and latches the high word. A write of
 * the low word is latched. A write of the high word accesses the register. */
#define HS_MAP_REGISTERS 0x40000000
#define HS_MAP_REGISTERS_BYTES 0x00010000

/* The first instruction, and the table of the traps: an entry of four bytes for each cause. */
#define HS_MAP_RESET 0x10000080
#define HS_MAP_VECTORS 0x10000000

/* Bytes of the stack, at the bottom of the RAM. */
#define HS_MAP_STACK_BYTES 0x4000

#endif
