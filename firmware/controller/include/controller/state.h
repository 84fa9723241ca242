/* The firmware's state. All stages of the controller work on it.
 *
 * Units: times are in ticks, sizes in blocks unless a comment says otherwise.
 * Ownership: the caller owns the hs_firmware. Pointers of hs_firmware_config lead to the caller's
 * objects, which must outlive the firmware. */
#ifndef HEADSTACK_STATE_H
#define HEADSTACK_STATE_H

#include "buffer/cache.h"
#include "buffer/write_buffer.h"
#include "controller/logical_unit.h"
#include "controller/task_queue.h"
#include "controller/vendor_pages.h"
#include "disk/predict.h"
#include "disk/reallocation.h"
#include "hal/hal.h"
#include "schedulers/mimic_learner.h"

/* The configuration that the firmware runs with. */
typedef struct hs_firmware_config {
  const hs_drive_params* drive;      /* what the firmware knows of its drive */
  uint32_t queue_depth;              /* tasks that the queue can hold, 1 .. 65536 */
  const hs_scheduler_ops* scheduler; /* the scheduler's operations */
  uint32_t scheduler_parameters[HS_MAX_SCHEDULER_PARAMETERS]; /* the scheduler's parameters */
  const uint32_t* weights; /* [classes]: share of each class in percent, Q16.16; NULL: none */
  uint32_t classes;        /* classes that have a weight; 0: none */
  const hs_mimic* mimic;   /* probed table of times; NULL: none */
  /* Duration limits from the factory, of drives that claim SPC-6; NULL: none is set. */
  const hs_duration_limits* durations;
  /* Distances that a scheduler which learns has memory for; 0: the scheduler does not learn. */
  uint32_t learnt_distances;
  char product[16];      /* product of INQUIRY, padded with spaces or 0 */
  char serial[16];       /* serial number of INQUIRY, padded alike; all 0: no number is known */
  uint32_t rotation_rpm; /* speed on the rigid disk geometry page, in rpm; 0: not reported */
  uint8_t standard;      /* hs_standard: the standard that the drive claims */
  bool wide;             /* the bus has 16 data lines; of SCSI-2 drives only */
  /* The table that drive->geometry points to, which the firmware changes. NULL: no block can move
   * to another place. */
  hs_reallocations* reallocations;
  hs_ticks spin_up;        /* ticks from START to ready; 0: at once */
  bool power_on_attention; /* a unit attention tells every initiator of the power-on */
  bool media_errors;       /* the medium may fail; false: it never does */
  bool addresses;          /* the buffer's RAM needs the addresses of data; false: there are none */
  /* The next task is chosen while another task is at work, as by a processor whose code takes time.
   * False: a task is chosen when it can start, with all that is known then. */
  bool picks_ahead;
  /* [HS_PRIORITIES]: times of task priorities from the factory, as in hs_priority_times; NULL:
   * priority p has p times HS_PRIORITY_STEP_US. */
  const uint32_t* priority_times;
} hs_firmware_config;

/* The drive's present work for a task that hs_start_service has begun. */
typedef enum hs_service {
  HS_SERVICE_NONE,       /* nothing: the task is a read or write, which the sequencing serves */
  HS_SERVICE_PARAMETERS, /* takes the parameter list */
  HS_SERVICE_DATA,       /* takes blocks for VERIFY or WRITE AND VERIFY */
  HS_SERVICE_WRITING,    /* writes the blocks of WRITE AND VERIFY to the medium */
  HS_SERVICE_MEDIUM,     /* reads the medium for VERIFY */
  HS_SERVICE_STATUS      /* sends the status */
} hs_service;

/* The event that the active task waits for. */
typedef enum hs_awaited {
  HS_AWAITS_NOTHING, /* the task does not wait */
  HS_AWAITS_BLOCKS,  /* the arrival of blocks on the medium */
  HS_AWAITS_ROOM     /* room for blocks in the buffer */
} hs_awaited;

/* Destaging under way. */
typedef struct hs_destage {
  hs_lbn first;         /* first block of the channel's destaging program */
  uint32_t blocks;      /* blocks of this program; 0: no program whose end the channel will tell */
  hs_lbn next;          /* block at which destaging by address continues */
  bool draining;        /* destaging continues until no block waits */
  bool idle;            /* no command has come for the idle delay */
  uint8_t awaited;      /* hs_awaited: what the active task waits for */
  hs_lbn awaited_first; /* first block that the active task waits for */
  uint32_t awaited_blocks; /* blocks that the active task waits for, or needs room for */
  uint32_t tries;          /* retries of block `tried` so far */
  hs_lbn tried;            /* block that the channel stopped at last */
} hs_destage;

/* State of the active read. */
typedef struct hs_active_read {
  uint32_t sent;           /* blocks of the chunk that have gone over the bus */
  hs_ticks late_reconnect; /* ticks by which the reconnection is later; 0: not later */
} hs_active_read;

/* State of the active write. */
typedef struct hs_active_write {
  hs_ticks last_reselect; /* duration of the reselection for the status, in ticks */
  bool cached;            /* its data are still on their way into the buffer */
} hs_active_write;

/* The errors that the active task has met. */
typedef struct hs_active_recovery {
  uint32_t tries; /* retries of block `tried` so far */
  hs_lbn tried;   /* block that the channel stopped at last */
  hs_sense told;  /* last error overcome that the initiator must be told; key 0: none */
  hs_sense fatal; /* error that ends the task; key 0: none yet */
  bool spoiled;   /* the blocks read together with the task's own blocks cannot be kept */
} hs_active_recovery;

/* The active task of the drive. A member that only one stage writes belongs to this stage. `begin`
 * in media/sequencing.c sets each member. */
typedef struct hs_active {
  uint32_t task;     /* entry in the queue; HS_NO_TASK: the drive rests */
  bool connected;    /* the task holds the bus */
  uint8_t service;   /* hs_service: what the drive is doing for it */
  bool failed;       /* the task ends with an error; `done` blocks had none */
  bool sending;      /* the port will tell when blocks have gone */
  bool ordered;      /* the task has got its last order: the port sends its status */
  bool status_due;   /* a read: its status follows its data in a sequence of its own */
  bool hit;          /* the buffer serves the task, or the task is neither read nor write */
  uint32_t done;     /* blocks over the bus (read) or on the medium (write) */
  uint32_t streamed; /* blocks that the channel has been told of */
  uint32_t chunk;    /* blocks under way; less than the task's if it is larger than a segment */
  /* Blocks of the task up to the channel's mark: in the buffer (read) or on the medium (write). 0:
   * no mark. */
  uint32_t marked;
  hs_active_read read;         /* reads only */
  hs_active_write write;       /* writes only */
  hs_active_recovery recovery; /* errors of the medium so far */
  hs_ticks predicted_media;    /* time by hs_predict_planned_start; 0: not predicted */
  hs_ticks orders_at;          /* time of its first orders; 0: no orders yet, or not noted */
  hs_ticks since_read;         /* ticks from the last read's end to the start of the task */
} hs_active;

/* Kinds of tasks. The time from a task's start to its end depends on its kind. */
typedef enum hs_span_kind {
  HS_SPAN_READ,   /* a read from the medium */
  HS_SPAN_WRITE,  /* a write to the medium */
  HS_SPAN_CACHED, /* a write that stays in the buffer */
  HS_SPAN_HIT,    /* a read from the buffer, or a task that is neither read nor write */
  HS_SPAN_KINDS
} hs_span_kind;
/* Classes of tasks by size: the logarithm to base 2 of their blocks, at most HS_SPAN_SIZES - 1. */
#define HS_SPAN_SIZES 12u

/* A duration as measured so far, in ticks. */
typedef struct hs_span {
  hs_ticks usual;  /* estimate of the duration; 0: nothing is measured yet */
  hs_ticks spread; /* mean difference between a measurement and `usual` */
} hs_span;

/* Durations that the firmware has measured of itself, each by two reads of the spindle's clock. */
typedef struct hs_foresight {
  hs_span choice; /* from the start of a choice to its end */
  hs_span start;  /* from the end of a task to the first orders of the task chosen before */
  /* [kind][size]: to the end of a task, from the end of its media transfer. From the task's start
   * if the end of the transfer is not predicted. */
  hs_span end[HS_SPAN_KINDS][HS_SPAN_SIZES];
  /* [kind][size]: to the end of a task, from its last order. */
  hs_span rest[HS_SPAN_KINDS][HS_SPAN_SIZES];
} hs_foresight;

/* The next task, while another task is at work. */
typedef struct hs_next_task {
  uint32_t task;          /* entry in the queue; HS_NO_TASK: no task is chosen */
  uint8_t kind;           /* hs_span_kind of the active task */
  uint8_t size;           /* size class of the active task, 0 .. HS_SPAN_SIZES - 1 */
  hs_ticks begun;         /* time from which the active task's `end` counts; 0: not measured */
  hs_ticks last_order;    /* time from which its `rest` counts; 0: no last order yet */
  hs_foresight foresight; /* the durations measured so far */
} hs_next_task;

/* The parts of a task's orders for the channel that do not depend on time. The firmware can prepare
 * these parts while another task is active. */
typedef struct hs_orders {
  uint32_t task;           /* entry in the queue; HS_NO_TASK: no orders are prepared */
  bool following;          /* reads: the task begins where the previous task ended */
  uint32_t chunk;          /* blocks of the task in the channel's program */
  hs_lbn first;            /* first block of the program; reads: the task may begin later */
  uint32_t mark;           /* reads: blocks of the task up to the channel's mark */
  hs_ticks late_reconnect; /* reads: ticks by which the reconnection is later */
  uint64_t run;            /* value of HS_CHANNEL_RUN for the program's first extent */
  uint32_t flags;          /* HS_RUN_* of the program's extents */
  hs_lbn end;              /* block after the last block of the program */
  hs_walk walk;            /* the walk after the first extent */
} hs_orders;

struct hs_work;

/* The firmware of one drive. */
typedef struct hs_firmware {
  hs_firmware_config config;    /* copy of the config of hs_firmware_init */
  hs_hal* hal;                  /* the hardware, owned by the caller */
  const struct hs_work* work;   /* [hs_action]: the work of each action */
  hs_active active;             /* the task at work */
  uint64_t starts;              /* tasks begun so far */
  hs_lbn last_first;            /* `last_first` of hs_drive_view */
  hs_lbn last_end;              /* `last_end` of hs_drive_view */
  bool last_write;              /* `last_write` of hs_drive_view */
  bool last_hit;                /* `last_hit` of hs_drive_view */
  bool last_sequential;         /* `last_sequential` of hs_drive_view */
  hs_ticks read_done;           /* `read_done` of hs_drive_view */
  hs_stream stream;             /* `stream` of hs_drive_view */
  hs_orders orders;             /* orders of the next task for the channel */
  hs_destage destage;           /* destaging under way */
  hs_task_queue queue;          /* every task accepted and not finished */
  hs_next_task next;            /* the next task; used with `picks_ahead` */
  hs_cache cache;               /* blocks that the buffer holds for reads */
  hs_write_buffer write_buffer; /* cached writes that are not on the medium yet */
  hs_logical_unit unit;         /* the SCSI logical unit */
  /* facts in the command received last; `deadline` is the time to the deadline */
  hs_task_facts received;
  /* Earliest time of a duration limit among the waiting tasks, or an earlier time; HS_NO_DEADLINE:
   * no waiting task has a limit. */
  hs_ticks next_limit;
  hs_sense sense[HS_INITIATORS]; /* for REQUEST SENSE, kept until the initiator's next command */
  hs_mode saved;                 /* saved mode parameters */
  hs_weights* weights;           /* page of weights; NULL: the drive does not have the page */
  hs_priority_times* priority_times; /* page of priority times; NULL: the same */
} hs_firmware;

/* Fills in `view`: the state of the drive as a scheduler that needs `knowledge` sees it. Without
 * HS_KNOWS_POSITION, `free_at` and `track` are 0 and cost no register access. `track` is set all
 * the same if the drive's times depend on it (hs_looks_at_arm). `connected`: the next task holds
 * the bus. */
void hs_firmware_view(const hs_firmware* firmware, hs_knowledge knowledge, bool connected,
                      hs_drive_view* view);

#endif
