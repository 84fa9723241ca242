/* Grouped shortest time first (Seltzer 1990, 5.1.1): the scheduler leaves a group when no request
 * waits in the group. */
#include "position/groups.h"

static void gstf_init(hs_scheduler* scheduler) { hs_groups_init(scheduler, false); }

const hs_scheduler_ops hs_gstf = {
    .name = "gstf",
    .summary = "SPTF within a group of cylinders, group after group",
    .paper = "Seltzer 1990, 5.1.1",
    .knowledge = HS_KNOWS_POSITION,
    .parameters = {[HS_GROUPS] = HS_GROUPS_PARAMETER,
                   [HS_GROUPS_WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = hs_groups_memory,
    .init = gstf_init,
    .arrival = hs_groups_arrival,
    .pick = hs_groups_pick,
    .remove = hs_groups_remove,
};
