/* Schedulers: which waiting task the drive serves next.
 *
 * Contract: a scheduler is one file in a folder of firmware/schedulers/ with one hs_scheduler_ops,
 * and a line in list.h. The same code runs in the drive's tagged queue and in the host's device
 * driver.
 * Units: times are in ticks. Tasks are numbers: indices of the caller's table of tasks.
 * Ownership: all memory is the caller's. A scheduler allocates nothing after hs_scheduler_init.
 */
#ifndef HEADSTACK_SCHEDULER_H
#define HEADSTACK_SCHEDULER_H

#include "disk/drive_params.h"
#include "disk/task.h"
#include "hal/hal.h"

/* Most parameters of a scheduler. */
#define HS_MAX_SCHEDULER_PARAMETERS 5
/* Most classes of a workload. */
#define HS_MOST_CLASSES 256u

/* How much a scheduler must know (design: "A scheduler says what it knows"). Each level includes
 * the levels before it. */
typedef enum hs_knowledge {
  HS_KNOWS_NOTHING,  /* nothing but the order of arrival */
  HS_KNOWS_LBN,      /* block addresses */
  HS_KNOWS_MAP,      /* where blocks lie */
  HS_KNOWS_POSITION, /* seek curve, rotation, overheads, and where the heads are */
  HS_KNOWS_CACHE     /* which blocks are in the buffer */
} hs_knowledge;

/* The needs of a scheduler beside its parameters, each a bit. A host's device driver knows a
 * request's deadline and class. A drive learns them from commands that carry them. */
enum {
  HS_NEEDS_DEADLINES = 1,   /* a deadline for each request */
  HS_NEEDS_WEIGHTS = 2,     /* a class for each request, and weights of the classes */
  HS_NEEDS_MIMIC = 4,       /* a probed table of times */
  HS_NEEDS_LEARNER = 8,     /* a learner of times */
  HS_NEEDS_CLASSES = 16,    /* a class for each request, without weights */
  HS_NEEDS_PRIORITIES = 32, /* the priority of a request, if it has one */
  HS_NEEDS_TIMES = 64       /* the times of arrivals, choices and completions, in views and tasks */
};

struct hs_task_facts;
struct hs_mimic;
struct hs_mimic_learner;

/* The caller's tables, which must outlive the scheduler. */
typedef struct hs_scheduler_tables {
  const uint32_t* weights; /* [classes]: share of each class in percent, Q16.16; NULL: no weights */
  uint32_t classes;        /* classes of the workload, at most HS_MOST_CLASSES */
  const struct hs_mimic* mimic;     /* probed table of times; NULL: no table */
  struct hs_mimic_learner* learner; /* learner of times; NULL: no learner */
} hs_scheduler_tables;

/* A parameter of a scheduler. */
typedef struct hs_parameter {
  const char* name;           /* name of the parameter; NULL: no parameter, the list ends */
  const char* const* choices; /* NULL-ended list of words; NULL: the parameter is a number */
  uint32_t default_value;     /* index of a choice, or a number in Q16.16 */
  uint32_t minimum, maximum;  /* range of a number, Q16.16 */
  const char* unit;           /* unit of a number; NULL: none */
  bool whole;                 /* the number has no fraction */
  bool minor;                 /* not mentioned while it has its default */
} hs_parameter;

typedef struct hs_scheduler hs_scheduler;
struct hs_cache;

typedef struct hs_scheduler_ops {
  const char* name;       /* name of the scheduler */
  const char* summary;    /* the algorithm in a few words */
  const char* paper;      /* paper that defines the algorithm */
  hs_knowledge knowledge; /* least knowledge that the scheduler needs */
  uint32_t needs;         /* HS_NEEDS_*; 0: nothing beside its parameters */
  bool in_comparator;     /* decides in the drive's comparator; needs hs_scheduler.hal */
  hs_parameter parameters[HS_MAX_SCHEDULER_PARAMETERS]; /* up to the first without a name */
  /* Bytes of memory for `capacity` waiting tasks. NULL: the scheduler needs no memory. */
  size_t (*memory)(const hs_drive_params* drive, uint32_t capacity);
  /* Prepare the empty scheduler. The memory is not cleared. NULL: nothing to prepare. */
  void (*init)(hs_scheduler* scheduler);
  /* A task has arrived. Never NULL. */
  void (*arrival)(hs_scheduler* scheduler, uint32_t task);
  /* Choose a task without removing it. Precondition: a task waits. NULL: `take` is used. */
  uint32_t (*pick)(hs_scheduler* scheduler, const hs_drive_view* view);
  /* Choose a task and remove it, where one step does both. HS_NO_TASK: no waiting task may start
   * before a picked task is over (hs_scheduler_decline). Never while no picked task is left.
   * Precondition: a task waits. NULL: `pick` and `remove` are used. */
  uint32_t (*take)(hs_scheduler* scheduler, const hs_drive_view* view);
  /* A task leaves: it was picked or aborted. Never NULL. */
  void (*remove)(hs_scheduler* scheduler, uint32_t task);
  /* A picked task is over: served, failed or aborted. The task is still in the table. NULL: the
   * scheduler ignores this. */
  void (*completion)(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view);
  /* No task waits, none is at the drive, and more requests will come. The scheduler may make the
   * free `task` a read for its own use, and is told of the completion. False: no read is wanted.
   * NULL: never. Host only. */
  bool (*idle)(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t task);
} hs_scheduler_ops;

struct hs_scheduler {
  const hs_scheduler_ops* ops;  /* operations of the scheduler */
  hs_knowledge knowledge;       /* `knowledge` of `ops`, or as a parameter asks (set by init) */
  const hs_drive_params* drive; /* the drive, owned by the caller */
  hs_task* tasks;               /* [capacity]: the caller's table of tasks */
  uint32_t capacity;            /* most tasks */
  uint32_t waiting;             /* tasks in the scheduler */
  uint32_t parameters[HS_MAX_SCHEDULER_PARAMETERS]; /* values, see hs_parameter::default_value */
  void* memory;                 /* the scheduler's own memory, given by the caller */
  const struct hs_cache* cache; /* which blocks are buffered; NULL: none, or not known */
  hs_scheduler_tables tables;   /* set before the first arrival, as `needs` asks */
  hs_hal* hal;                  /* the drive's registers; NULL: out of reach, as from the host */
  uint64_t decisions;           /* decisions so far */
  uint64_t examined;            /* candidates looked at, over all decisions */
  /* [capacity]: the caller's facts about each task, set before the first arrival; NULL: the
   * scheduler needs none (hs_scheduler_needs_facts). */
  struct hs_task_facts* facts;
};

/* Whether the scheduler uses hs_scheduler.facts. */
static inline bool hs_scheduler_needs_facts(const hs_scheduler_ops* ops) {
  return (ops->needs & ~(uint32_t)(HS_NEEDS_MIMIC | HS_NEEDS_TIMES)) != 0;
}

/* Returns HS_NO_TASK for a `take` that chooses no task, and corrects the counts, which have counted
 * a task. */
static inline uint32_t hs_scheduler_decline(hs_scheduler* scheduler) {
  scheduler->waiting++;
  scheduler->decisions--;
  return HS_NO_TASK;
}

/* Every scheduler, NULL-ended, in the order of the documentation. */
extern const hs_scheduler_ops* const hs_schedulers[];

/* Bytes of memory that hs_scheduler_init needs, aligned for uint64_t. */
size_t hs_scheduler_memory(const hs_scheduler_ops* ops, const hs_drive_params* drive,
                           uint32_t capacity);

/* Prepare a scheduler. `parameters` has HS_MAX_SCHEDULER_PARAMETERS values; NULL: the defaults.
 * `drive`, `tasks` and `memory` stay the caller's and must outlive the scheduler. */
void hs_scheduler_init(hs_scheduler* scheduler, const hs_scheduler_ops* ops,
                       const hs_drive_params* drive, hs_task* tasks, uint32_t capacity,
                       const uint32_t* parameters, void* memory);

/* Set the track and the angle of a task from its address, if the scheduler knows the mapping. */
void hs_scheduler_locate(const hs_scheduler* scheduler, hs_task* task);

/* Enter a task and locate it. Precondition: its address, order and arrival are set. */
void hs_scheduler_arrival(hs_scheduler* scheduler, uint32_t task);

/* Choose and remove a task. HS_NO_TASK if no task waits, or if no waiting task may start before a
 * picked task is over. */
uint32_t hs_scheduler_pick(hs_scheduler* scheduler, const hs_drive_view* view);

/* Remove a waiting task (abort). */
void hs_scheduler_remove(hs_scheduler* scheduler, uint32_t task);

/* Tell the scheduler that a picked task is over. */
void hs_scheduler_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view);

#endif
