/* A command in memory, for the host adapter. For drivers in C and C++; freestanding. */
#ifndef HEADSTACK_HOST_ADAPTER_DESCRIPTOR_H
#define HEADSTACK_HOST_ADAPTER_DESCRIPTOR_H

#include <stdint.h>

enum {
  HS_DESCRIPTOR_WRITE = 0x01,   /* flag: the data go to the disk */
  HS_DESCRIPTOR_ORDERED = 0x02, /* flags of the queue; without them: simple */
  HS_DESCRIPTOR_HEAD_OF_QUEUE = 0x04,
  HS_DESCRIPTOR_UNTAGGED = 0x06,
  HS_DESCRIPTOR_MOST_BYTES = 1 << 26 /* of data */
};

enum {
  HS_DESCRIPTOR_UNDER_WAY = 0,
  HS_DESCRIPTOR_DONE = 1,  /* `status` is valid */
  HS_DESCRIPTOR_LOST = 2,  /* power cut, abort or reset: there is no status */
  HS_DESCRIPTOR_WRONG = 3, /* the descriptor is wrong; nothing was sent */
  HS_DESCRIPTOR_MEMORY = 4 /* the adapter could not read or write the data */
};

/* 64 bytes, in the byte order of the processor that simulates. The driver sets the first part; the
   rest of a submitted descriptor is the adapter's until it is over. */
struct hs_host_descriptor {
  uint8_t block[32]; /* SCSI command block, then zeros */
  uint64_t data_address;
  uint32_t data_bytes; /* 0: no data */
  uint8_t flags;
  uint8_t priority;  /* 0 (none) to 15 */
  uint8_t initiator; /* SCSI id of the host, usually 7 */
  uint8_t lun;
  /* Set by the adapter: */
  uint32_t moved_bytes;
  uint8_t state;
  uint8_t status;    /* SCSI status */
  uint8_t sense_key; /* after CHECK CONDITION (status 2) */
  uint8_t sense_code;
  uint8_t sense_qualifier;
  uint8_t reserved[7];
};

#endif
