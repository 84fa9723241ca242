/* The reasons for which the image stops with an ebreak. The number of the reason is in a0.
 *
 * Numbers below these are those of hs_block_result: the image has refused its parameter block. Then
 * a1 is the address of the table of the image's schedulers, or 0. The assembler reads this header
 * too. */
#ifndef HEADSTACK_STOP_H
#define HEADSTACK_STOP_H

#define HS_STOP_NO_ROOM 0x100  /* the RAM is too small; a1: bytes of RAM that the firmware needs */
#define HS_STOP_RETURNED 0x101 /* main has returned */
#define HS_STOP_TRAP 0x102     /* a trap: a1 is its mcause, a2 its mepc, a3 its mtval */

#endif
