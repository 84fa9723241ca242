/* Tasks and the state of the drive.
 *
 * A task is a read or write that the drive, or a host's device driver, has been asked for. The view
 * is the state of the drive that the time of a task depends on.
 * Units: times are in ticks, angles in 2^-32 revolutions, sizes in blocks. */
#ifndef HEADSTACK_TASK_H
#define HEADSTACK_TASK_H

#include "disk/types.h"

/* The number of no task. */
#define HS_NO_TASK 0xffffffffu

/* A waiting read or write. */
typedef struct hs_task {
  hs_lbn lbn;        /* first block */
  uint32_t blocks;   /* blocks of the task, from `lbn` on */
  hs_track track;    /* track of the first block */
  hs_angle angle;    /* angle at which the first block begins */
  uint16_t zone;     /* number of the first block's zone */
  uint16_t segment;  /* number of the first block's segment in its zone; or HS_UNKNOWN_SEGMENT */
  uint16_t sector;   /* sector of the first block on its track */
  uint16_t run;      /* blocks from `lbn` on that lie side by side; 0: not located (located.h) */
  bool write;        /* the task is a write; false: a read */
  uint8_t attribute; /* hs_attribute; schedulers ignore it */
  uint8_t initiator; /* number of the initiator that sent the command */
  uint8_t action;    /* hs_action; a scheduler sees only actions with a place on the medium */
  hs_tag tag;        /* queue tag of the command */
  uint8_t flags;     /* HS_FLAG_* of the command */
  uint8_t place;     /* the tagged queue's own: the list that holds the task */
  uint32_t slot;     /* the port's number for the command */
  uint64_t order;    /* order of arrival, rising from 0; the lower order wins every tie */
  hs_ticks arrival;  /* time of arrival */
  uint64_t key;      /* the scheduler's own while the task waits: sort key */
  /* The scheduler's own while the task waits: numbers of linked tasks. */
  uint32_t left, right, parent;
  uint32_t chain; /* the tagged queue's own: next task of the same bucket */
} hs_task;

/* A stream of reads: each read begins where the read before ended, and is a hit. A read, miss or
 * hit, that is not sequential begins a stream. A sequential miss or a write ends the stream. */
typedef struct hs_stream {
  bool goes_on;         /* there is a stream that the next read can continue */
  hs_ticks longest_gap; /* longest time, in ticks, from the end of one of its reads to the next */
} hs_stream;

/* The state of the drive when a task is picked. */
typedef struct hs_drive_view {
  hs_ticks now;      /* time of the decision */
  hs_ticks free_at;  /* time at which the heads can start to move; at least `now` */
  hs_track track;    /* track under the heads at `free_at` */
  hs_lbn last_first; /* first block of the request before; 0 before the first request */
  hs_lbn last_end;   /* block after the last of the request before; 0 before the first request */
  bool last_write;   /* the request before was a write */
  /* Set only if the drive's times depend on them, up to `reading`: */
  bool last_hit;        /* the request before was a read that hit */
  bool last_sequential; /* the request before began where the one before it, of its kind, ended */
  hs_ticks read_done;   /* time at which the last read was over */
  hs_stream stream;     /* the stream of reads until now */
  bool reading;         /* a read-ahead is under way */
  bool connected;       /* the task holds the bus already: it came to an idle drive */
} hs_drive_view;

#endif
