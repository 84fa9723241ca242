/* The first instructions of a program: the stack, then main. The result of main ends the program. */
  .section .vectors, "ax"
  .rept 32
  j trap
  .endr

  .section .text.start, "ax"
  .globl start
start:
  li sp, 0x30004000       /* the top of the stack; variables follow */
  li a0, 1 << 11          /* the external interrupt ends WFI; it is not taken */
  .option arch, +zicsr
  csrs mie, a0
  call main
  ebreak

trap:
  li a0, -1
  ebreak
