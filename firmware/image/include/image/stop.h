/* Why the image has stopped, with an ebreak: the number is in a0. Numbers below are those of
 * hs_block_result: its parameter block was refused, and a1 is the address of the table of the
 * schedulers that it has, or 0. Also read by the assembler. */
#ifndef HEADSTACK_STOP_H
#define HEADSTACK_STOP_H

#define HS_STOP_NO_ROOM 0x100  /* the RAM does not hold what the firmware wants: a1 bytes of RAM */
#define HS_STOP_RETURNED 0x101 /* main has come to an end */
#define HS_STOP_TRAP 0x102     /* a trap: a1 is its mcause, a2 its mepc, a3 its mtval */

#endif
