/* Where the parts of an image lie; goes through the preprocessor. */
#include "image/memory_map.h"

OUTPUT_ARCH(riscv)
ENTRY(hs_image_start)

MEMORY {
  rom (rx) : ORIGIN = HS_MAP_ROM, LENGTH = HS_MAP_ROM_MOST
  ram (rw) : ORIGIN = HS_MAP_RAM + HS_MAP_STACK_BYTES, LENGTH = HS_MAP_RAM_MOST - HS_MAP_STACK_BYTES
}

SECTIONS {
  .text HS_MAP_VECTORS : {
    KEEP(*(.vectors))
    . = HS_MAP_RESET - HS_MAP_VECTORS;
    KEEP(*(.text.start))
    *(.text .text.*)
  } > rom
  .rodata : ALIGN(8) {
    KEEP(*(.rodata.hs_image_layout))
    *(.rodata .rodata.* .srodata .srodata.*)
    . = ALIGN(8);
  } > rom
  hs_image_data_load = LOADADDR(.data);
  .data : ALIGN(8) {
    hs_image_data = .;
    *(.data .data.* .sdata .sdata.*)
    . = ALIGN(8);
    hs_image_data_end = .;
  } > ram AT> rom
  __global_pointer$ = ADDR(.data) + 0x800;
  .bss (NOLOAD) : ALIGN(8) {
    hs_image_bss = .;
    *(.sbss .sbss.* .bss .bss.* COMMON)
    . = ALIGN(8);
    hs_image_bss_end = .;
  } > ram
  hs_image_free = .;
  /DISCARD/ : { *(.comment) *(.eh_frame*) *(.note*) }
}

ASSERT(hs_image_start == HS_MAP_RESET, "the first instruction is not where the processor begins")
