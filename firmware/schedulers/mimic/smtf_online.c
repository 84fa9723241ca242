/* Shortest mimicked time first by the times seen so far (Popovici 2003, 6.1). Where no time is
 * known, a base scheduler decides:
 *  - priority: requests with known times are served first, the shortest time first;
 *  - set: if the time of the base scheduler's choice is known, the request with the shortest known
 *    time is served, otherwise this choice.
 * With idle=probe, the scheduler reads at unknown distances while the drive is idle (6.2). */
#include "index/mix.h"
#include "mimic/mimicked.h"
#include "schedulers/task_facts.h"

enum {
  POLICY,
  BASE,
  INTERPOLATE,
  SAMPLES,
  IDLE
};
enum {
  POLICY_SET = 0,
  POLICY_PRIORITY = 1
};
enum {
  BASE_SSTF = 0,
  BASE_CLOOK = 1
};
enum {
  INTERPOLATE_YES = 0
};
static const char* const policies[] = {"set", "priority", NULL};
static const char* const bases[] = {"sstf", "clook", NULL};
enum {
  IDLE_PROBE = 1
};
static const char* const idle_choices[] = {"wait", "probe", NULL};
static const char* const interpolations[] = {"yes", "no", NULL};

enum {
  RECENT = 256, /* requests whose places are kept */
  REACH = 32    /* greatest distance of a probe from a kept place, in lengths of the last request */
};

typedef struct served {
  uint32_t first;
  uint32_t blocks;
} served;

typedef struct smtf_online {
  hs_sweep sweep; /* first member */
  uint32_t at_drive;
  hs_ticks busy_since; /* the last instant without a waiting request, or the last completion */
  hs_lbn last_end;     /* end of the request that was served last */
  bool last_write;
  uint32_t last_blocks;
  uint64_t served; /* number of requests, without probes */
  served recent[RECENT];
  uint64_t draws;
} smtf_online;

static size_t online_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(smtf_online);
}

static void online_init(hs_scheduler* scheduler) {
  *(smtf_online*)scheduler->memory = (smtf_online){0};
  hs_sweep_init_by_block(scheduler);
}

static uint32_t known_ns(const hs_scheduler* scheduler, const hs_drive_view* view,
                         const hs_task* task) {
  return hs_mimic_learnt_ns(scheduler->tables.learner, hs_mimicked_kind(view, task),
                            hs_mimic_distance(view->last_end, task->lbn),
                            hs_whole(scheduler, SAMPLES),
                            hs_choice(scheduler, INTERPOLATE) == INTERPOLATE_YES);
}

static uint32_t base_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return hs_choice(scheduler, BASE) == BASE_CLOOK
             ? hs_sweep_upwards(scheduler, hs_sweep_from_start(sweep, view))
             : hs_sweep_nearest(scheduler, hs_sweep_from_end(sweep, view), 1, 0);
}

static uint32_t shortest(hs_scheduler* scheduler, const hs_drive_view* view) {
  return hs_mimicked_pick(scheduler, view, &scheduler->tables.learner->reach, known_ns);
}

static uint32_t online_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  smtf_online* online = scheduler->memory;
  if (online->at_drive++ == 0) {
    online->busy_since = view->now;
  }
  if (hs_choice(scheduler, POLICY) == POLICY_PRIORITY) {
    const uint32_t known = shortest(scheduler, view);
    return known != HS_NO_TASK ? known : base_pick(scheduler, view);
  }
  const uint32_t base = base_pick(scheduler, view);
  return known_ns(scheduler, view, &scheduler->tasks[base]) == HS_MIMIC_UNKNOWN
             ? base
             : shortest(scheduler, view);
}

/* Service time of a request. Requests that are at the drive together are served one after
 * another. */
static uint32_t took_ns(const hs_scheduler* scheduler, hs_ticks since, hs_ticks until) {
  if (until - since > 4 * scheduler->drive->second) { /* the most ns that 32 bits hold */
    return HS_MIMIC_UNKNOWN - 1;
  }
  const hs_ticks second = scheduler->drive->second >> 10; /* the product would not fit 64 bits */
  const uint64_t ns = ((until - since) >> 10) * UINT64_C(1000000000) / second;
  return ns < HS_MIMIC_UNKNOWN ? (uint32_t)ns : HS_MIMIC_UNKNOWN - 1;
}

static void online_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view) {
  smtf_online* online = scheduler->memory;
  const hs_task* t = &scheduler->tasks[task];
  if (!scheduler->facts[task].failed) {
    hs_mimic_observe(scheduler->tables.learner, hs_mimic_kind(online->last_write, t->write),
                     hs_mimic_distance(online->last_end, t->lbn),
                     took_ns(scheduler, online->busy_since, view->now));
  }
  online->at_drive--;
  online->busy_since = view->now;
  online->last_end.value = t->lbn.value + t->blocks;
  online->last_write = t->write;
  if (!scheduler->facts[task].inserted) {
    online->last_blocks = t->blocks;
    online->recent[online->served++ % RECENT] = (served){t->lbn.value, t->blocks};
  }
}

/* --- probes ----------------------------------------------------------------------------------- */

enum {
  ATTEMPTS = 8
};

static uint64_t draw(smtf_online* online) { return hs_mix(++online->draws * HS_MIX_STEP); }

/* Draw a place near a recent request, because such distances are likely. */
static int64_t random_place(smtf_online* online) {
  const uint32_t kept = online->served < RECENT ? (uint32_t)online->served : RECENT;
  const served near = online->recent[draw(online) % kept];
  const uint64_t away = 1 + draw(online) % REACH;
  const int64_t blocks = (int64_t)(away * online->last_blocks);
  return (int64_t)near.first + ((draw(online) & 1) != 0 ? -blocks : blocks);
}

/* True: the probe overlaps the blocks of a recent request. A buffer may hold these blocks. */
static bool read_lately(const smtf_online* online, const hs_task* probe) {
  const uint32_t kept = online->served < RECENT ? (uint32_t)online->served : RECENT;
  for (uint32_t i = 0; i < kept; ++i) {
    const served* s = &online->recent[i];
    if (probe->lbn.value < s->first + s->blocks && s->first < probe->lbn.value + probe->blocks) {
      return true;
    }
  }
  return false;
}

static bool online_idle(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t task) {
  hs_task* probe = &scheduler->tasks[task];
  smtf_online* online = scheduler->memory;
  const uint32_t block_count = scheduler->drive->geometry.block_count;
  if (hs_choice(scheduler, IDLE) != IDLE_PROBE || online->last_blocks == 0) {
    return false;
  }
  probe->blocks = online->last_blocks;
  probe->write = false;                   /* the probe must not change data */
  scheduler->facts[task].inserted = true; /* no task waits for the data */
  for (uint32_t i = 0; i < ATTEMPTS; ++i) {
    const int64_t first = random_place(online);
    if (first < 0 || first + probe->blocks > block_count) {
      continue;
    }
    probe->lbn.value = (uint32_t)first;
    if (known_ns(scheduler, view, probe) == HS_MIMIC_UNKNOWN && !read_lately(online, probe)) {
      online->at_drive++;
      online->busy_since = view->now;
      return true;
    }
  }
  return false;
}

const hs_scheduler_ops hs_smtf_online = {
    .name = "smtf_online",
    .summary = "shortest time among those seen so far, or a base scheduler",
    .paper = "Popovici 2003, 6",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_LEARNER,
    .parameters = {[POLICY] = {.name = "policy", .choices = policies},
                   [BASE] = {.name = "base", .choices = bases},
                   [INTERPOLATE] = {.name = "interpolate", .choices = interpolations},
                   [SAMPLES] = HS_WHOLE_PARAMETER("samples", 1, 1, 1000),
                   [IDLE] = {.name = "idle", .choices = idle_choices}},
    .memory = online_memory,
    .init = online_init,
    .arrival = hs_sweep_arrival,
    .pick = online_pick,
    .remove = hs_sweep_remove,
    .completion = online_completion,
    .idle = online_idle,
};
