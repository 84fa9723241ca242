/* A read or write that the drive, or a host's device driver, has been asked for, and the state of
 * the drive that its time depends on. */
#ifndef HEADSTACK_TASK_H
#define HEADSTACK_TASK_H

#include "disk/types.h"

#define HS_NO_TASK 0xffffffffu

/* A waiting read or write. */
typedef struct hs_task {
  hs_lbn lbn;
  uint32_t blocks;
  hs_track track; /* of the first block */
  hs_angle angle; /* of the first block */
  bool write;
  uint8_t attribute; /* hs_attribute; of no interest to a scheduler */
  uint8_t initiator;
  uint8_t action; /* hs_action; a scheduler sees those with a place on the medium only */
  hs_tag tag;
  uint8_t flags;  /* HS_FLAG_* of the command */
  uint8_t place;  /* the tagged queue's own: where the task is */
  uint32_t slot;  /* the port's number for it */
  uint64_t order; /* of arrival, rising from 0; the lower one wins every tie */
  hs_ticks arrival;
  /* The scheduler's own while the task waits: */
  uint64_t key;
  uint32_t left, right, parent;
  uint32_t chain; /* the tagged queue's own: tasks of the same bucket */
} hs_task;

/* Reads that go on where the one before ended, each a hit. A stream begins with a read, miss or
 * hit, that does not go on so; a sequential miss or a write ends it. */
typedef struct hs_stream {
  bool goes_on;
  hs_ticks longest_gap; /* between its reads so far: from the end of one to the start of the next */
} hs_stream;

/* The state of the drive when a task is picked. */
typedef struct hs_drive_view {
  hs_ticks now;
  hs_ticks free_at;  /* when the heads can start to move; at least `now` */
  hs_track track;    /* over which they then are */
  hs_lbn last_first; /* previous request's first block; 0 before the first request */
  hs_lbn last_end;   /* the block after its last; 0 before the first request */
  bool last_write;
  /* These only if a drive's times depend on them: */
  bool last_hit;        /* it was a read that hit, */
  bool last_sequential; /* it went on where the one before it, of its kind, had ended */
  hs_ticks read_done;   /* when the last read was over */
  hs_stream stream;
  bool reading;   /* a read-ahead is under way */
  bool connected; /* the task holds the bus already: it came to an idle drive */
} hs_drive_view;

#endif
