/* Schedulers: which waiting task the drive serves next.
 *
 * A scheduler is one file in a folder of firmware/schedulers/ with one hs_scheduler_ops, a line in
 * list.h. The same code runs in the drive's tagged queue and in the host's device driver. All
 * memory is the caller's; nothing is allocated after hs_scheduler_init.
 */
#ifndef HEADSTACK_SCHEDULER_H
#define HEADSTACK_SCHEDULER_H

#include "disk/drive_params.h"
#include "disk/task.h"
#include "hal/hal.h"

#define HS_MAX_SCHEDULER_PARAMETERS 5
#define HS_MOST_CLASSES 256u

/* How much a scheduler must know (design: "A scheduler says what it knows"). */
typedef enum hs_knowledge {
  HS_KNOWS_NOTHING,
  HS_KNOWS_LBN,      /* addresses only */
  HS_KNOWS_MAP,      /* where blocks lie */
  HS_KNOWS_POSITION, /* mapping, seek curve, rotation, overheads */
  HS_KNOWS_CACHE     /* also what is buffered */
} hs_knowledge;

/* What a scheduler needs beside its parameters. SCSI-2 commands carry neither deadline nor class,
 * so one that needs any of it runs in the host. */
enum {
  HS_NEEDS_DEADLINES = 1,
  HS_NEEDS_WEIGHTS = 2,
  HS_NEEDS_MIMIC = 4,
  HS_NEEDS_LEARNER = 8,
  HS_NEEDS_CLASSES = 16 /* without weights */
};

struct hs_host_request;
struct hs_mimic;
struct hs_mimic_learner;

/* The caller's tables, which outlive the scheduler. */
typedef struct hs_scheduler_tables {
  const uint32_t* weights; /* [classes], each a share of all of them in percent, Q16.16 */
  uint32_t classes;        /* at most HS_MOST_CLASSES */
  const struct hs_mimic* mimic;
  struct hs_mimic_learner* learner;
} hs_scheduler_tables;

/* A parameter of a scheduler. */
typedef struct hs_parameter {
  const char* name;
  const char* const* choices; /* NULL-ended list of words, or NULL: a number */
  uint32_t default_value;     /* index of a choice, or a number in Q16.16 */
  uint32_t minimum, maximum;  /* numbers only, Q16.16 */
  const char* unit;           /* of a number; NULL: none */
  bool whole;                 /* a number without a fraction */
  bool minor;                 /* not worth a mention while it has its default */
} hs_parameter;

typedef struct hs_scheduler hs_scheduler;
struct hs_cache;

typedef struct hs_scheduler_ops {
  const char* name;
  const char* summary;
  const char* paper; /* where the algorithm is defined */
  hs_knowledge knowledge;
  uint32_t needs;     /* HS_NEEDS_* */
  bool in_comparator; /* it decides in the drive's comparator, so it needs hs_scheduler.hal */
  hs_parameter parameters[HS_MAX_SCHEDULER_PARAMETERS]; /* up to the first without a name */
  /* Bytes of memory for `capacity` waiting tasks; NULL: none. */
  size_t (*memory)(const hs_drive_params* drive, uint32_t capacity);
  /* Prepare the empty scheduler; its memory is not cleared. NULL: nothing to prepare. */
  void (*init)(hs_scheduler* scheduler);
  /* A task has come. Never NULL. */
  void (*arrival)(hs_scheduler* scheduler, uint32_t task);
  /* Choose a task; precondition: one waits. Does not remove it. Never NULL. */
  uint32_t (*pick)(hs_scheduler* scheduler, const hs_drive_view* view);
  /* A task leaves: picked, or aborted. Never NULL. */
  void (*remove)(hs_scheduler* scheduler, uint32_t task);
  /* A task has been served; it is in the table still. NULL: of no interest. */
  void (*completion)(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view);
  /* Nothing waits and nothing is at the drive, and more requests will come: make of the free
   * `task` a read for the scheduler's own use, whose completion it is told. False: it wants none.
   * NULL: it never does. Host only. */
  bool (*idle)(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t task);
} hs_scheduler_ops;

struct hs_scheduler {
  const hs_scheduler_ops* ops;
  hs_knowledge knowledge; /* that of `ops`, or more if a parameter asks for it (set by init) */
  const hs_drive_params* drive;
  hs_task* tasks; /* the caller's table of `capacity` tasks */
  uint32_t capacity;
  uint32_t waiting; /* tasks in the scheduler */
  uint32_t parameters[HS_MAX_SCHEDULER_PARAMETERS];
  void* memory;
  const struct hs_cache* cache; /* what is buffered; NULL: nothing, or not known */
  hs_scheduler_tables tables;   /* set before the first arrival, as `needs` says */
  hs_hal* hal;                  /* the drive's registers; NULL: out of reach, as from the host */
  uint64_t decisions;
  uint64_t examined; /* candidates looked at, over all decisions */
  /* [capacity], the caller's: of each task; set before the first arrival. NULL in a drive. */
  struct hs_host_request* host;
};

/* Can the scheduler run in a drive, which is told nothing but SCSI commands? If not, its file lives
 * in a folder host_only. */
static inline bool hs_scheduler_in_drive(const hs_scheduler_ops* ops) { return ops->needs == 0; }

/* Every scheduler that the firmware holds, NULL-ended, in the order of the documentation. */
extern const hs_scheduler_ops* const hs_schedulers[];

/* Bytes of memory that hs_scheduler_init wants, aligned for uint64_t. */
size_t hs_scheduler_memory(const hs_scheduler_ops* ops, const hs_drive_params* drive,
                           uint32_t capacity);

/* Prepare a scheduler. `parameters` has HS_MAX_SCHEDULER_PARAMETERS values, NULL: the defaults.
 * `drive`, `tasks` and `memory` stay the caller's and must outlive it. */
void hs_scheduler_init(hs_scheduler* scheduler, const hs_scheduler_ops* ops,
                       const hs_drive_params* drive, hs_task* tasks, uint32_t capacity,
                       const uint32_t* parameters, void* memory);

/* Fill in the place of a task, from its address, for a scheduler that wants to know it. */
void hs_scheduler_locate(const hs_scheduler* scheduler, hs_task* task);

/* Enter a task whose address fields, order and arrival are set; locates it. */
void hs_scheduler_arrival(hs_scheduler* scheduler, uint32_t task);

/* Choose and remove a task. HS_NO_TASK when none waits. */
uint32_t hs_scheduler_pick(hs_scheduler* scheduler, const hs_drive_view* view);

/* Take a waiting task out (abort). */
void hs_scheduler_remove(hs_scheduler* scheduler, uint32_t task);

/* Tell the scheduler that a picked task has been served. */
void hs_scheduler_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view);

#endif
