/* The first instructions, the vectors of the traps, and what C has no words for. */
#include "image/memory_map.h"
#include "image/stop.h"

  .option arch, +zicsr

/* An entry a cause. Interrupts are not taken: they wake the processor, and main serves them. So
 * every entry is that of a mistake. */
  .section .vectors, "ax"
  .globl hs_image_vectors
hs_image_vectors:
  .rept 32
  j hs_image_trap
  .endr

  .section .text.start, "ax"
  .globl hs_image_start
  .type hs_image_start, @function
hs_image_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  li sp, HS_MAP_RAM + HS_MAP_STACK_BYTES
  /* variables: those with a value have it in the ROM, the others begin as 0 */
  la a0, hs_image_data
  la a1, hs_image_data_end
  la a2, hs_image_data_load
  j 2f
1:
  lw a3, 0(a2)
  sw a3, 0(a0)
  addi a0, a0, 4
  addi a2, a2, 4
2:
  bltu a0, a1, 1b
  la a0, hs_image_bss
  la a1, hs_image_bss_end
  j 4f
3:
  sw zero, 0(a0)
  addi a0, a0, 4
4:
  bltu a0, a1, 3b
  /* the external interrupt wakes */
  li a0, 1 << 11
  csrs mie, a0
  call hs_image_main
  /* It does not come back. */
  li a0, HS_STOP_RETURNED
  j hs_image_stop
  .size hs_image_start, . - hs_image_start

/* void hs_image_wait(void): sleep until an interrupt is pending. */
  .section .text.hs_image_wait, "ax"
  .globl hs_image_wait
  .type hs_image_wait, @function
hs_image_wait:
  wfi
  ret
  .size hs_image_wait, . - hs_image_wait

/* void hs_image_stop(uint32_t why, uint32_t bytes): the processor cannot go on; a0 and a1 say why. */
  .section .text.hs_image_stop, "ax"
  .globl hs_image_stop
  .type hs_image_stop, @function
hs_image_stop:
  ebreak
  j hs_image_stop
  .size hs_image_stop, . - hs_image_stop

/* A trap: cause, address and value are in a1 to a3. A stop's own ebreak ends here too, if whoever
 * runs the processor goes on. */
  .section .text.hs_image_trap, "ax"
  .globl hs_image_trap
  .type hs_image_trap, @function
hs_image_trap:
  li a0, HS_STOP_TRAP
  csrr a1, mcause
  csrr a2, mepc
  csrr a3, mtval
1:
  ebreak
  j 1b
  .size hs_image_trap, . - hs_image_trap
