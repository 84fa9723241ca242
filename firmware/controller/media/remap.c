/* A block whose place is bad gets another one. */
#include "stages.h"

bool hs_remap_block(hs_firmware* firmware, hs_lbn lbn) {
  hs_reallocations* table = firmware->config.reallocations;
  hs_pbn spare;
  if (table == NULL || !hs_reallocate(&firmware->config.drive->geometry, table, lbn, 1, &spare)) {
    return false;
  }
  hs_task_queue_relocate(&firmware->queue, lbn);
  return true;
}
