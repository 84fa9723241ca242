/* Writes a boot block and a block in the middle of the disk, and reads both. Returns 0, or the step
 * that failed. */
#include "disk_driver.h"

static uint8_t written[DISK_BLOCK_BYTES];
static uint8_t found[2 * DISK_BLOCK_BYTES];

static int equal(const uint8_t* a, const uint8_t* b) {
  for (int i = 0; i < DISK_BLOCK_BYTES; ++i) {
    if (a[i] != b[i]) {
      return 0;
    }
  }
  return 1;
}

int main(void) {
  uint32_t blocks = 0;
  if (disk_open() != DISK_OK || disk_blocks(&blocks) != DISK_OK) {
    return 1;
  }
  for (int i = 0; i < DISK_BLOCK_BYTES; ++i) {
    written[i] = (uint8_t)(3 * i);
  }
  written[510] = 0x55;
  written[511] = 0xaa;
  if (disk_write(0, 1, written) != DISK_OK || disk_write(blocks / 2 + 1, 1, written) != DISK_OK) {
    return 2;
  }
  if (disk_read(0, 1, found) != DISK_OK || !equal(found, written)) {
    return 3;
  }
  if (disk_read(blocks / 2, 2, found) != DISK_OK || !equal(found + DISK_BLOCK_BYTES, written)) {
    return 4;
  }
  /* A block beyond the end is an error of the request: 05/21/00. */
  return disk_read(blocks, 1, found) == DISK_FAILED && disk_sense() == 0x052100 ? 0 : 5;
}
