#include "media/orders.h"

#include "destage/destage.h"
#include "media/read/read_orders.h"
#include "media/write_orders.h"

static void prepare(hs_firmware* firmware, uint32_t entry, bool following) {
  const hs_task* task = &firmware->queue.tasks[entry];
  hs_orders* orders = &firmware->orders;
  orders->task = entry;
  orders->following = following;
  if (task->write) {
    hs_prepare_write(firmware, task, orders);
  } else {
    hs_prepare_read(firmware, task, orders);
  }
}

/* True: the task may need orders when it starts. The answer looks at the buffer as it is now. */
static bool may_need_orders(const hs_firmware* firmware, const hs_task* task) {
  if (!hs_action_transfers(task->action)) {
    return false;
  }
  return task->write ? !hs_caches_write(&firmware->unit.cache_rules, task)
                     : hs_cache_find(&firmware->cache, task->lbn, task->blocks) == HS_NO_SEGMENT;
}

void hs_prepare_ahead(hs_firmware* firmware) {
  const uint32_t chosen = firmware->next.task;
  const uint32_t active = firmware->active.task;
  if (chosen == HS_NO_TASK || active == HS_NO_TASK || firmware->orders.task == chosen) {
    return;
  }
  const hs_task* next = &firmware->queue.tasks[chosen];
  const hs_task* before = &firmware->queue.tasks[active];
  if (may_need_orders(firmware, next)) {
    prepare(firmware, chosen, next->lbn.value == before->lbn.value + before->blocks);
  }
}

hs_orders* hs_orders_of_active(hs_firmware* firmware, const hs_drive_view* view) {
  hs_orders* orders = &firmware->orders;
  const uint32_t entry = firmware->active.task;
  const bool following = hs_active_task(firmware)->lbn.value == view->last_end.value;
  if (orders->task != entry || orders->following != following) {
    prepare(firmware, entry, following);
  }
  orders->task = HS_NO_TASK;
  return orders;
}
