/* Shortest mimicked time first by what has been seen so far (Popovici 2003, 6.1). Where nothing is
 * known, a base scheduler decides:
 *  - priority: known requests go before all others, the shortest first;
 *  - set: the base scheduler's choice is taken unless its time is known; then the shortest known.
 */
#include "schedulers/mimicked.h"

enum {
  POLICY_SET = 0,
  POLICY_PRIORITY = 1
};
enum {
  BASE_SSTF = 0,
  BASE_CLOOK = 1
};
enum {
  INTERPOLATE = 0
};
static const char* const policies[] = {"set", "priority", NULL};
static const char* const bases[] = {"sstf", "clook", NULL};
static const char* const interpolations[] = {"yes", "no", NULL};

typedef struct smtf_online {
  hs_sweep sweep; /* first */
  uint32_t at_drive;
  hs_ticks busy_since; /* the last time that there was nothing there, or the last completion */
  hs_lbn last_end;     /* of the request that was served last */
  bool last_write;
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
                            scheduler->parameters[3] >> 16,
                            scheduler->parameters[2] == INTERPOLATE);
}

static uint32_t base_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const hs_sweep* sweep = scheduler->memory;
  return scheduler->parameters[1] == BASE_CLOOK
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
  if (scheduler->parameters[0] == POLICY_PRIORITY) {
    const uint32_t known = shortest(scheduler, view);
    return known != HS_NO_TASK ? known : base_pick(scheduler, view);
  }
  const uint32_t base = base_pick(scheduler, view);
  return known_ns(scheduler, view, &scheduler->tasks[base]) == HS_MIMIC_UNKNOWN
             ? base
             : shortest(scheduler, view);
}

/* Requests that are together at the drive are served one after the other. */
static uint32_t took_ns(const hs_scheduler* scheduler, hs_ticks since, hs_ticks until) {
  const hs_ticks second = scheduler->drive->second >> 10; /* 64 bits hold some 25 s so */
  const uint64_t ns = ((until - since) >> 10) * UINT64_C(1000000000) / second;
  return ns < HS_MIMIC_UNKNOWN ? (uint32_t)ns : HS_MIMIC_UNKNOWN - 1;
}

static void online_completion(hs_scheduler* scheduler, const hs_task* task,
                              const hs_drive_view* view) {
  smtf_online* online = scheduler->memory;
  hs_mimic_observe(scheduler->tables.learner, hs_mimic_kind(online->last_write, task->write),
                   hs_mimic_distance(online->last_end, task->lbn),
                   took_ns(scheduler, online->busy_since, view->now));
  online->at_drive--;
  online->busy_since = view->now;
  online->last_end.value = task->lbn.value + task->blocks;
  online->last_write = task->write;
}

const hs_scheduler_ops hs_smtf_online = {
    .name = "smtf_online",
    .summary = "shortest time among those seen so far, or a base scheduler",
    .paper = "Popovici 2003, 6",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_LEARNER,
    .parameters = {{.name = "policy", .choices = policies},
                   {.name = "base", .choices = bases},
                   {.name = "interpolate", .choices = interpolations},
                   HS_WHOLE_PARAMETER("samples", 1, 1, 1000)},
    .memory = online_memory,
    .init = online_init,
    .arrival = hs_sweep_arrival,
    .pick = online_pick,
    .remove = hs_sweep_remove,
    .completion = online_completion,
};
