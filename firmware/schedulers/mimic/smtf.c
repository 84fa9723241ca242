/* Shortest mimicked time first, by a table that was probed in advance (Popovici 2003, 2 and 5). The
 * table usually has a summary of the samples at each distance. With a probabilistic table, the
 * scheduler draws a sample for each request at each decision. */
#include "index/mix.h"
#include "mimic/mimicked.h"

enum {
  SUMMARY
};

static const char* const summaries[HS_MIMIC_SUMMARIES + 1] = {
    [HS_MIMIC_MEAN] = "mean",
    [HS_MIMIC_MEDIAN] = "median",
    [HS_MIMIC_MAXIMUM] = "maximum",
    [HS_MIMIC_MINIMUM] = "minimum",
    [HS_MIMIC_PROBABILISTIC] = "probabilistic",
};

static void smtf_init(hs_scheduler* scheduler) { hs_sweep_init_by_block(scheduler); }

/* The sample that a request draws: a hash of the decision and the request. The order in which
 * requests are examined therefore does not matter. */
static uint32_t drawn(const hs_scheduler* scheduler, const hs_task* task, uint32_t layers) {
  const uint64_t h = hs_mix(scheduler->decisions * HS_MIX_STEP + task->order);
  return (uint32_t)(((h >> 32) * layers) >> 32);
}

static uint32_t smtf_ns(const hs_scheduler* scheduler, const hs_drive_view* view,
                        const hs_task* task) {
  const hs_mimic* mimic = scheduler->tables.mimic;
  return hs_mimic_ns(mimic, hs_mimicked_kind(view, task),
                     hs_mimic_distance(view->last_end, task->lbn),
                     mimic->layers == 1 ? 0 : drawn(scheduler, task, mimic->layers));
}

static uint32_t smtf_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  return hs_mimicked_pick(scheduler, view, &scheduler->tables.mimic->reach, smtf_ns);
}

const hs_scheduler_ops hs_smtf = {
    .name = "smtf",
    .summary = "shortest time in a table of the drive's times",
    .paper = "Popovici 2003, 2 and 5",
    .knowledge = HS_KNOWS_LBN,
    .needs = HS_NEEDS_MIMIC,
    .parameters = {[SUMMARY] = {.name = "summary", .choices = summaries}},
    .memory = hs_sweep_memory,
    .init = smtf_init,
    .arrival = hs_sweep_arrival,
    .pick = smtf_pick,
    .remove = hs_sweep_remove,
};
