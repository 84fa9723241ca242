#include "model/processor/own_image.h"

#include <vector>

#ifdef HEADSTACK_FIRMWARE_ELF
// Includes the file between two symbols.
asm(".pushsection .rodata\n"
    ".balign 16\n"
    ".hidden headstack_image\n.globl headstack_image\nheadstack_image:\n"
    ".incbin \"" HEADSTACK_FIRMWARE_ELF
    "\"\n"
    ".hidden headstack_image_end\n.globl headstack_image_end\nheadstack_image_end:\n"
    ".popsection\n");

extern "C" {
extern const char headstack_image[];
extern const char headstack_image_end[];
}
#endif

namespace headstack {

bool has_own_image() {
#ifdef HEADSTACK_FIRMWARE_ELF
  return true;
#else
  return false;
#endif
}

ElfImage own_image() {
#ifdef HEADSTACK_FIRMWARE_ELF
  return ElfImage::parse({headstack_image, headstack_image_end}, "headstack's own image");
#else
  return ElfImage::parse({}, "headstack's own image");
#endif
}

}  // namespace headstack
