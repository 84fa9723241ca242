#include "disk_driver.h"

#include <headstack/host_adapter_descriptor.h>
#include <headstack/host_adapter_registers.h>

enum {
  RAM = 0x30000000
}; /* the adapter's addresses count from the start of the RAM */
#define ADAPTER ((volatile hs_host_adapter_t*)0x40000000)

static struct hs_host_descriptor descriptor __attribute__((aligned(8)));
static uint32_t sense;

/* The compiler may not move accesses of memory across this. */
static void barrier(void) { __asm__ volatile("fence" ::: "memory"); }

static void put_32(uint8_t* to, uint32_t value) {
  for (int i = 0; i < 4; ++i) {
    to[i] = (uint8_t)(value >> (24 - 8 * i));
  }
}

static void clear(void) {
  uint8_t* bytes = (uint8_t*)&descriptor;
  for (uint32_t i = 0; i < sizeof descriptor; ++i) {
    *(volatile uint8_t*)&bytes[i] = 0;
  }
  descriptor.initiator = 7;
}

/* Sends the descriptor and sleeps until it is over. */
static enum disk_result run(void* data, uint32_t bytes, int write) {
  if (bytes != 0) {
    descriptor.data_address = (uint32_t)(uintptr_t)data - RAM;
  }
  descriptor.data_bytes = bytes;
  descriptor.flags = write ? HS_DESCRIPTOR_WRITE : 0;
  barrier();
  ADAPTER->address = 0;
  ADAPTER->submit = (uint32_t)(uintptr_t)&descriptor - RAM;
  while ((ADAPTER->interrupt & HS_HOST_ADAPTER__INTERRUPT__FINISHED_bm) == 0) {
    __asm__ volatile("wfi");
  }
  ADAPTER->acknowledge = 1;
  ADAPTER->interrupt =
      HS_HOST_ADAPTER__INTERRUPT__FINISHED_bm | HS_HOST_ADAPTER__INTERRUPT__FAILED_bm;
  barrier();
  if (descriptor.state != HS_DESCRIPTOR_DONE) {
    return DISK_LOST;
  }
  if (descriptor.status == 0) {
    return DISK_OK;
  }
  sense = (uint32_t)descriptor.sense_key << 16 | (uint32_t)descriptor.sense_code << 8 |
          descriptor.sense_qualifier;
  return DISK_FAILED;
}

static enum disk_result transfer(uint8_t operation, uint32_t first, uint16_t count, void* data,
                                 int write) {
  clear();
  descriptor.block[0] = operation;
  put_32(&descriptor.block[2], first);
  descriptor.block[7] = (uint8_t)(count >> 8);
  descriptor.block[8] = (uint8_t)count;
  return run(data, (uint32_t)count * DISK_BLOCK_BYTES, write);
}

enum disk_result disk_open(void) {
  if (ADAPTER->ident != 0x48530001u) {
    return DISK_NO_ADAPTER;
  }
  ADAPTER->enable = HS_HOST_ADAPTER__ENABLE__FINISHED_bm;
  enum disk_result result = DISK_FAILED;
  /* The first command reports the power-on. */
  for (int i = 0; i < 3 && result == DISK_FAILED; ++i) {
    clear(); /* TEST UNIT READY: all bytes are 0 */
    result = run(0, 0, 0);
  }
  return result;
}

enum disk_result disk_read(uint32_t first, uint16_t count, void* data) {
  return transfer(0x28, first, count, data, 0);
}

enum disk_result disk_write(uint32_t first, uint16_t count, const void* data) {
  return transfer(0x2a, first, count, (void*)(uintptr_t)data, 1);
}

enum disk_result disk_blocks(uint32_t* blocks) {
  static uint8_t answer[8];
  clear();
  descriptor.block[0] = 0x25; /* READ CAPACITY (10): the last block, then the bytes of a block */
  const enum disk_result result = run(answer, sizeof answer, 0);
  barrier();
  *blocks = ((uint32_t)answer[0] << 24 | (uint32_t)answer[1] << 16 | (uint32_t)answer[2] << 8 |
             answer[3]) +
            1;
  return result;
}

uint32_t disk_sense(void) { return sense; }
