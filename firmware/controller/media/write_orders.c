#include "media/write_orders.h"

#include "channel/program.h"
#include "disk/located.h"

void hs_prepare_write(const hs_firmware* firmware, const hs_task* task, hs_orders* orders) {
  const hs_drive_params* drive = firmware->config.drive;
  const hs_geometry* geometry = &drive->geometry;
  orders->chunk =
      hs_fit_program(geometry, task->lbn, hs_write_at_once(drive, task->lbn, task->blocks));
  orders->first = task->lbn;
  orders->walk = hs_walk_of_task(geometry, task);
  hs_prepare_program(orders, orders->chunk, hs_write_run_flags(&drive->write));
}
