/* YFQ with disk-overhead reduction, by two margins (the share paper, 2.2). */
#include "share/overhead_reduction.h"

enum {
  MDMO,
  MQOS,
  GAPS,
  SEEKS,
  COUNTS
};

static const char* const gap_choices[] = {"one", "literal", NULL};
static const char* const seek_choices[] = {"linear", "curve", NULL};
static const char* const count_choices[] = {"unserved", "queued", NULL};

static void yfq_dor_init(hs_scheduler* scheduler) {
  hs_fair_init(scheduler);
  ((hs_fair_queue*)scheduler->memory)->counts = hs_choice(scheduler, COUNTS);
}

static uint32_t yfq_dor_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  const hs_fair_queue* fair = scheduler->memory;
  if (fair->first == HS_NO_TASK) {
    const hs_margins margins = {.overhead = hs_fraction(scheduler, MDMO),
                                .lead = hs_lead_of(hs_fraction(scheduler, MQOS)),
                                .gaps = hs_choice(scheduler, GAPS),
                                .seeks = hs_choice(scheduler, SEEKS)};
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
    .parameters = {[MDMO] = {.name = "Mdmo",
                             .default_value = 20 * HS_ONE,
                             .minimum = 0,
                             .maximum = 100 * HS_ONE,
                             .unit = "%"},
                   [MQOS] = {.name = "Mqos",
                             .default_value = HS_ONE / 2,
                             .minimum = 0,
                             .maximum = 10000 * HS_ONE},
                   [GAPS] = {.name = "gaps", .choices = gap_choices, .minor = true},
                   [SEEKS] = {.name = "seeks", .choices = seek_choices, .minor = true},
                   [COUNTS] = {.name = "counts", .choices = count_choices, .minor = true}},
    .memory = hs_fair_memory,
    .init = yfq_dor_init,
    .arrival = hs_fair_arrival,
    .pick = yfq_dor_pick,
    .remove = hs_fair_remove,
    .completion = hs_fair_completion,
};
