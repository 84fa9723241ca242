#include "deadline/deadlines.h"

size_t hs_deadlines_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(hs_ordered_index);
}

void hs_deadlines_init(hs_scheduler* scheduler) {
  hs_ordered_init(scheduler->memory, scheduler->tasks);
}

void hs_deadlines_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_ordered_insert(scheduler->memory, task, scheduler->facts[task].deadline);
}

void hs_deadlines_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_ordered_remove(scheduler->memory, task);
}
