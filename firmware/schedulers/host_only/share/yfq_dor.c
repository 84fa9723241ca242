/* YFQ with disk-overhead reduction, by two margins (the share paper, 2.2). */
#include "host_only/share/overhead_reduction.h"

static const char* const gap_choices[] = {"one", "literal", NULL};
static const char* const seek_choices[] = {"linear", "curve", NULL};
static const char* const count_choices[] = {"unserved", "queued", NULL};

static void yfq_dor_init(hs_scheduler* scheduler) {
  hs_fair_init(scheduler);
  ((hs_fair_queue*)scheduler->memory)->counts = scheduler->parameters[4];
}

static uint32_t yfq_dor_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  const hs_fair_queue* fair = scheduler->memory;
  if (fair->first == HS_NO_TASK) {
    const uint32_t* p = scheduler->parameters;
    const hs_margins margins = {p[0], hs_lead_of(p[1]), p[2], p[3]};
    hs_expanded_batch(scheduler, &margins);
  }
  return hs_fair_pick(scheduler);
}

const hs_scheduler_ops hs_yfq_dor = {
    .name = "yfq_dor",
    .summary = "YFQ, with requests squeezed into its batches that save seeks",
    .paper = "Share paper, 2.2",
    .knowledge = HS_KNOWS_MAP,
    .needs = HS_NEEDS_WEIGHTS,
    .parameters =
        {{.name = "Mdmo",
          .default_value = 20 * HS_ONE,
          .minimum = 0,
          .maximum = 100 * HS_ONE,
          .unit = "%"},
         {.name = "Mqos", .default_value = HS_ONE / 2, .minimum = 0, .maximum = 10000 * HS_ONE},
         {.name = "gaps", .choices = gap_choices, .minor = true},
         {.name = "seeks", .choices = seek_choices, .minor = true},
         {.name = "counts", .choices = count_choices, .minor = true}},
    .memory = hs_fair_memory,
    .init = yfq_dor_init,
    .arrival = hs_fair_arrival,
    .pick = yfq_dor_pick,
    .remove = hs_fair_remove,
    .completion = hs_fair_completion,
};
