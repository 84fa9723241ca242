/* Doubly linked lists of waiting tasks. `left` is the task before, `right` the task after;
 * HS_NO_TASK: there is no such task. The caller keeps the ends of a list. */
#ifndef HEADSTACK_SCHEDULERS_TASK_LINKS_H
#define HEADSTACK_SCHEDULERS_TASK_LINKS_H

#include "schedulers/scheduler.h"

/* Put `task` between the tasks `before` and `behind`. HS_NO_TASK: `task` becomes an end. */
static inline void hs_task_link(hs_task* tasks, uint32_t task, uint32_t before, uint32_t behind,
                                uint32_t* first, uint32_t* last) {
  tasks[task].left = before;
  tasks[task].right = behind;
  *(before == HS_NO_TASK ? first : &tasks[before].right) = task;
  *(behind == HS_NO_TASK ? last : &tasks[behind].left) = task;
}

/* Take `task` out of its list. */
static inline void hs_task_unlink(hs_task* tasks, uint32_t task, uint32_t* first, uint32_t* last) {
  const uint32_t before = tasks[task].left;
  const uint32_t behind = tasks[task].right;
  *(before == HS_NO_TASK ? first : &tasks[before].right) = behind;
  *(behind == HS_NO_TASK ? last : &tasks[behind].left) = before;
}

#endif
