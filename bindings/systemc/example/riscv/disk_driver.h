/* A driver for the host adapter: reads and writes blocks, one command at a time. */
#ifndef DISK_DRIVER_H
#define DISK_DRIVER_H

#include <stdint.h>

enum {
  DISK_BLOCK_BYTES = 512
};

enum disk_result {
  DISK_OK,
  DISK_NO_ADAPTER, /* there is no adapter of this version at the address */
  DISK_FAILED,     /* the disk has answered with an error; disk_sense has the reason */
  DISK_LOST        /* the disk has lost the command, or the adapter could not use memory */
};

/* Finds the adapter and waits until the disk is ready. */
enum disk_result disk_open(void);

/* Read and write `count` blocks, 1 to 65535, from block `first` on. */
enum disk_result disk_read(uint32_t first, uint16_t count, void* data);
enum disk_result disk_write(uint32_t first, uint16_t count, const void* data);

/* Reads the number of blocks. */
enum disk_result disk_blocks(uint32_t* blocks);

/* Sense key, code and qualifier of the last DISK_FAILED, as 0xKKCCQQ. */
uint32_t disk_sense(void);

#endif
