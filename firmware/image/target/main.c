/* The firmware as the only program of a processor: built from its parameter block, then asleep
 * until an interrupt.
 *
 * This loop serves interrupts, not a trap. An interrupt that arrives while the firmware works stays
 * pending until the firmware has finished. No state needs to be saved, and no access to a register
 * of 64 bits is interrupted in the middle. */
#include "image/start.h"
#include "target/firmware.h"

hs_firmware hs_image_firmware;

void hs_image_main(void) {
  static hs_firmware_config config;
  hs_image_begin(hs_schedulers, &config);
  void* const memory = hs_image_memory(hs_firmware_memory(&config));
  hs_firmware_init(&hs_image_firmware, &config, NULL, memory);
  for (;;) {
    hs_image_wait();
    hs_firmware_interrupt(&hs_image_firmware);
    hs_firmware_idle(&hs_image_firmware);
  }
}
