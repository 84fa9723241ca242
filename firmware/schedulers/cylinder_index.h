/* Waiting tasks by cylinder: a list a cylinder, in order of arrival, and a bitmap of the cylinders
 * that have any, so that the next occupied one outward is found in a few steps.
 */
#ifndef HEADSTACK_SCHEDULERS_CYLINDER_INDEX_H
#define HEADSTACK_SCHEDULERS_CYLINDER_INDEX_H

#include "headstack/scheduler.h"

#define HS_NO_CYLINDER 0xffffffffu

typedef struct hs_cylinder_index {
  hs_task* tasks;
  uint32_t cylinders;
  uint32_t* oldest;   /* [cylinders]: head of each list; links: tasks[].left older, right younger */
  uint32_t* youngest; /* [cylinders] */
  uint32_t* occupied; /* bitmap over cylinders */
  uint32_t* summary;  /* bitmap over the words of `occupied` that are not 0 */
} hs_cylinder_index;

/* Bytes for the index itself and its tables. */
size_t hs_cylinder_index_memory(uint32_t cylinders);

/* Prepare an empty index in `memory`, which begins with the hs_cylinder_index itself. */
void hs_cylinder_index_init(void* memory, hs_task* tasks, uint32_t cylinders);

void hs_cylinder_index_insert(hs_cylinder_index* index, uint32_t task);
void hs_cylinder_index_remove(hs_cylinder_index* index, uint32_t task);

/* The first occupied cylinder at or above / at or below `from`; HS_NO_CYLINDER if none. `from` may
 * be HS_NO_CYLINDER in the second, meaning "below 0": none. */
uint32_t hs_cylinder_index_up(const hs_cylinder_index* index, uint32_t from);
uint32_t hs_cylinder_index_down(const hs_cylinder_index* index, uint32_t from);

#endif
