/* A list of waiting tasks from the oldest to the youngest. The links are outside of the tasks. The
 * list is for a scheduler whose tasks are also in an index. */
#ifndef HEADSTACK_SCHEDULERS_AGE_LIST_H
#define HEADSTACK_SCHEDULERS_AGE_LIST_H

#include "schedulers/scheduler.h"

typedef struct hs_age_link {
  uint32_t older;   /* next older task, or HS_NO_TASK */
  uint32_t younger; /* next younger task, or HS_NO_TASK */
} hs_age_link;

typedef struct hs_age_list {
  const hs_task* tasks; /* the caller's table of tasks */
  hs_age_link* links;   /* [capacity]: links of each task */
  uint32_t oldest;      /* oldest waiting task, or HS_NO_TASK */
  uint32_t youngest;    /* youngest waiting task, or HS_NO_TASK */
} hs_age_list;

/* Bytes of memory that hs_age_list_init needs. */
static inline size_t hs_age_list_memory(uint32_t capacity) {
  return (size_t)capacity * sizeof(hs_age_link);
}

/* Prepare an empty list. */
static inline void hs_age_list_init(hs_age_list* list, const hs_task* tasks, void* memory) {
  *list = (hs_age_list){tasks, memory, HS_NO_TASK, HS_NO_TASK};
}

/* Enter the task by its order of arrival. The search begins at the youngest task. */
static inline void hs_age_list_insert(hs_age_list* list, uint32_t task) {
  uint32_t older = list->youngest;
  uint32_t younger = HS_NO_TASK;
  while (older != HS_NO_TASK && list->tasks[older].order > list->tasks[task].order) {
    younger = older;
    older = list->links[older].older;
  }
  list->links[task] = (hs_age_link){older, younger};
  *(older == HS_NO_TASK ? &list->oldest : &list->links[older].younger) = task;
  *(younger == HS_NO_TASK ? &list->youngest : &list->links[younger].older) = task;
}

static inline void hs_age_list_remove(hs_age_list* list, uint32_t task) {
  const hs_age_link link = list->links[task];
  *(link.older == HS_NO_TASK ? &list->oldest : &list->links[link.older].younger) = link.younger;
  *(link.younger == HS_NO_TASK ? &list->youngest : &list->links[link.younger].older) = link.older;
}

#endif
