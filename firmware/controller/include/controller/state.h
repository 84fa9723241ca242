/* The firmware's state, which its stages work on. */
#ifndef HEADSTACK_STATE_H
#define HEADSTACK_STATE_H

#include "buffer/cache.h"
#include "buffer/write_buffer.h"
#include "controller/logical_unit.h"
#include "controller/task_queue.h"
#include "disk/predict.h"
#include "disk/reallocation.h"
#include "hal/hal.h"

typedef struct hs_firmware_config {
  const hs_drive_params* drive;
  uint32_t queue_depth; /* 1 .. 65536 tasks */
  const hs_scheduler_ops* scheduler;
  uint32_t scheduler_parameters[HS_MAX_SCHEDULER_PARAMETERS];
  char product[16];      /* of INQUIRY, padded with spaces or 0 */
  char serial[16];       /* the same; all 0: none is known */
  uint32_t rotation_rpm; /* of the rigid disk geometry page; 0: not reported */
  bool wide;             /* the bus has 16 data lines */
  /* The table that drive->geometry points to, for the drive to change; NULL: no block can be given
   * another place. */
  hs_reallocations* reallocations;
  hs_ticks spin_up;        /* from START to ready; 0: at once */
  bool power_on_attention; /* tell every initiator of the power-on, by unit attention */
  bool media_errors;       /* the medium may fail; false: it never does */
  bool addresses; /* the buffer's RAM wants to know where data go; false: there are no data */
  /* The next task is chosen while another is at work, as a processor does whose code takes time;
   * false: when it can start, with all that is known then. */
  bool picks_ahead;
} hs_firmware_config;

/* What the drive is doing for a task that hs_start_service has taken up. */
typedef enum hs_service {
  HS_SERVICE_NONE,       /* a read or write, which is the sequencing's */
  HS_SERVICE_PARAMETERS, /* takes the parameter list */
  HS_SERVICE_MEDIUM,     /* VERIFY */
  HS_SERVICE_STATUS      /* sends the status */
} hs_service;

/* What the active task waits for. */
typedef enum hs_awaited {
  HS_AWAITS_NOTHING,
  HS_AWAITS_BLOCKS, /* that they are on the medium */
  HS_AWAITS_ROOM    /* for so many blocks in the buffer */
} hs_awaited;

/* Destaging under way. */
typedef struct hs_destage {
  hs_lbn first;    /* blocks of the channel's program ... */
  uint32_t blocks; /* ... if it is one of destaging that will be heard of; else 0 */
  hs_lbn next;     /* where destaging by address continues */
  bool draining;   /* destaging is to leave nothing behind */
  bool idle;       /* no command has come for the idle delay */
  uint8_t awaited; /* hs_awaited */
  hs_lbn awaited_first;
  uint32_t awaited_blocks;
  uint32_t tries; /* retries of ... */
  hs_lbn tried;   /* ... this block, so far */
} hs_destage;

/* What the active read keeps. */
typedef struct hs_active_read {
  uint32_t sent;           /* blocks of the chunk that have gone over the bus */
  hs_ticks late_reconnect; /* what holds up the reconnection */
} hs_active_read;

/* What the active write keeps. */
typedef struct hs_active_write {
  hs_ticks last_reselect; /* duration of the reselection for the status */
  bool cached;            /* its data are still on their way into the buffer */
} hs_active_write;

/* The errors that the active task has met. */
typedef struct hs_active_recovery {
  uint32_t tries; /* retries of ... */
  hs_lbn tried;   /* ... this block, so far */
  hs_sense told;  /* the last error that was overcome, if it is to be told */
  hs_sense fatal; /* what ends the task; key 0: nothing yet */
  bool spoiled;   /* what it has read with its own blocks cannot be kept */
} hs_active_recovery;

/* The task that the drive is at work on. What one stage alone writes is that stage's. */
typedef struct hs_active {
  uint32_t task;     /* entry in the queue; HS_NO_TASK: the drive rests */
  bool connected;    /* it holds the bus */
  uint8_t service;   /* hs_service */
  bool failed;       /* ends with an error of the medium; `done` blocks had none */
  bool sending;      /* the port is to say when blocks have gone */
  bool ordered;      /* nothing is left to order for it: the port is to send its status */
  bool hit;          /* served from the buffer */
  uint32_t done;     /* blocks over the bus (read) or on the medium (write) */
  uint32_t streamed; /* blocks that the channel has been told of */
  uint32_t chunk;    /* blocks under way: a request may be larger than a segment */
  uint32_t marked;   /* of them, in the buffer at the mark; 0: all */
  hs_active_read read;
  hs_active_write write;
  hs_active_recovery recovery;
  hs_ticks predicted_media; /* hs_predict_media_start; 0: not predicted */
  hs_ticks since_read;      /* when it was started, from the last read's end */
} hs_active;

/* Tasks by what the time from their start to their end depends on. */
typedef enum hs_span_kind {
  HS_SPAN_READ, /* from the medium */
  HS_SPAN_WRITE,
  HS_SPAN_CACHED, /* a write that stays in the buffer */
  HS_SPAN_HIT,    /* or no read or write at all */
  HS_SPAN_KINDS
} hs_span_kind;
#define HS_SPAN_SIZES 12u /* by the logarithm of their blocks */

/* A span of time as measured so far, in ticks. */
typedef struct hs_span {
  hs_ticks usual;  /* 0: nothing is measured yet */
  hs_ticks spread; /* by how much it is missed, in the mean */
} hs_span;

/* What the firmware has measured of itself, by two reads of the spindle's clock each. */
typedef struct hs_foresight {
  hs_span choice; /* from the start of a choice to its end */
  hs_span start;  /* from the end of a task to the orders for the next, which was chosen before */
  /* To the end of a task: from the end of its media transfer, or else from its start; */
  hs_span end[HS_SPAN_KINDS][HS_SPAN_SIZES];
  /* and from its last order. */
  hs_span rest[HS_SPAN_KINDS][HS_SPAN_SIZES];
} hs_foresight;

/* The task that is next, while another is at work. */
typedef struct hs_next_task {
  uint32_t task;       /* entry in the queue; HS_NO_TASK: none is chosen */
  uint8_t kind;        /* of the active task: hs_span_kind */
  uint8_t size;        /* and the logarithm of its blocks, below HS_SPAN_SIZES */
  hs_ticks begun;      /* what its `end` counts from; 0: none is timed */
  hs_ticks last_order; /* what its `rest` counts from; 0: it has not got it */
  hs_foresight foresight;
} hs_next_task;

struct hs_work;

typedef struct hs_firmware {
  hs_firmware_config config;
  hs_hal* hal;
  const struct hs_work* work; /* [hs_action] */
  hs_task_queue queue;
  hs_cache cache;
  hs_active active;
  uint64_t starts; /* tasks taken up so far */
  hs_write_buffer write_buffer;
  hs_destage destage;
  hs_lbn last_first;
  hs_lbn last_end;
  bool last_write;
  bool last_hit; /* as in a view */
  bool last_sequential;
  hs_ticks read_done;
  hs_stream stream;
  hs_next_task next; /* used if it picks ahead */
  hs_logical_unit unit;
  hs_sense sense[HS_INITIATORS]; /* for REQUEST SENSE, kept until the initiator's next command */
} hs_firmware;

/* The state of the drive as a scheduler that needs `knowledge` sees it: without HS_KNOWS_POSITION,
 * `free_at` and `track` are 0 and cost no register access; `track` is there if the drive's times
 * depend on it (hs_looks_at_arm). `connected` says whether the next task
 * holds the bus. */
hs_drive_view hs_firmware_view(const hs_firmware* firmware, hs_knowledge knowledge, bool connected);

#endif
