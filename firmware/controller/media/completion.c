/* Completion of a task. The overheads of the next task depend on facts about the completed task,
 * which the firmware keeps. */
#include "media/completion.h"

#include "disk/situation.h"
#include "queue/end_task.h"
#include "state/access.h"

void hs_complete(hs_firmware* firmware) {
  const uint32_t entry = firmware->active.task;
  const hs_task* task = &firmware->queue.tasks[entry];
  const hs_terms* terms = &firmware->config.drive->terms;
  firmware->last_hit = firmware->active.hit && !task->write;
  firmware->last_sequential =
      task->write == firmware->last_write && task->lbn.value == firmware->last_end.value;
  if (terms->by_stream) {
    firmware->stream = hs_stream_after(firmware->stream, task->write, firmware->last_hit,
                                       firmware->last_sequential, firmware->active.since_read);
  }
  if (terms->by_time && !task->write) {
    firmware->read_done = hs_read(firmware->hal, HS_SPINDLE_NOW);
  }
  firmware->last_first = task->lbn;
  firmware->last_end = (hs_lbn){task->lbn.value + task->blocks};
  firmware->last_write = task->write;
  hs_counters* counters = task->write ? &firmware->unit.writes : &firmware->unit.reads;
  counters->blocks += firmware->active.failed ? firmware->active.done : task->blocks;
  if (firmware->active.recovery.spoiled) {
    hs_cache_drop_reads(&firmware->cache);
  }
  firmware->active.task = HS_NO_TASK;
  hs_end_task(firmware, entry, firmware->active.failed);
}
