/* Waiting tasks as the position schedulers look at them: by cylinder, each cylinder's packed in a
 * chain of chunks, with all that a lower bound of the positioning time needs. A decision reads
 * these and hardly ever a task.
 */
#ifndef HEADSTACK_SCHEDULERS_CANDIDATES_H
#define HEADSTACK_SCHEDULERS_CANDIDATES_H

#include "headstack/scheduler.h"
#include "schedulers/cylinder_set.h"

#define HS_CHUNK_CANDIDATES 5u
#define HS_NO_CHUNK 0xffffffffu
#define HS_NEVER UINT64_MAX /* later than any arrival */

typedef struct hs_candidate {
  hs_ticks arrival;
  hs_angle angle;
  uint32_t lead; /* hs_predict_lead */
  uint32_t task;
  uint16_t head;
  uint16_t write; /* 0 or 1 */
} hs_candidate;

/* Two cache lines. */
typedef struct hs_chunk {
  hs_candidate at[HS_CHUNK_CANDIDATES];
  uint32_t next; /* chunk of the same cylinder; all but the first one are full */
  uint32_t count;
} hs_chunk;

typedef struct hs_candidates {
  hs_chunk* chunks;
  uint32_t* place;  /* [capacity]: chunk and number in it, of each task */
  uint32_t* chains; /* [cylinders]: first chunk, or HS_NO_CHUNK */
  uint32_t free;    /* chunks given back, by `next` */
  uint32_t fresh;   /* chunks from here on have never been used */
  hs_cylinder_set cylinders;
  /* Who has waited longest, if `aged`: */
  bool aged;
  uint32_t region_shift;
  hs_ticks* oldest;        /* [cylinders]: least arrival; HS_NEVER: none waits */
  hs_ticks* region_oldest; /* [regions]: the same for runs of 2^region_shift cylinders */
  uint32_t regions;
} hs_candidates;

/* Bytes behind the hs_candidates itself. */
size_t hs_candidates_memory(const hs_drive_params* drive, uint32_t capacity, bool aged);

/* Prepare an empty one; `memory` is aligned for uint64_t, and not cleared. */
void hs_candidates_init(hs_candidates* candidates, const hs_drive_params* drive, uint32_t capacity,
                        bool aged, void* memory);

void hs_candidates_insert(hs_candidates* candidates, const hs_drive_params* drive,
                          const hs_task* tasks, uint32_t task);
void hs_candidates_remove(hs_candidates* candidates, const hs_task* tasks, uint32_t task);

#endif
