/* Grouped shortest time first with frozen queues (Seltzer 1990, 5.1.1). Requests that arrive for a
 * group after its first request has been taken wait for the group's next turn. */
#include "position/groups.h"

static void gstf_frozen_init(hs_scheduler* scheduler) { hs_groups_init(scheduler, true); }

const hs_scheduler_ops hs_gstf_frozen = {
    .name = "gstf_frozen",
    .summary = "GSTF whose groups take no newcomers while they are served",
    .paper = "Seltzer 1990, 5.1.1",
    .knowledge = HS_KNOWS_POSITION,
    .parameters = {[HS_GROUPS] = HS_GROUPS_PARAMETER,
                   [HS_GROUPS_WEIGHS] = HS_WEIGHS_PARAMETER(HS_WEIGHS_POSITIONING)},
    .memory = hs_groups_memory,
    .init = gstf_frozen_init,
    .arrival = hs_groups_arrival,
    .pick = hs_groups_pick,
    .remove = hs_groups_remove,
};
