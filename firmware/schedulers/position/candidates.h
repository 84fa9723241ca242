/* Waiting tasks as the position schedulers look at them: by columns of neighbouring cylinders, each
 * column's packed in a chain of chunks, with all that a lower bound of the positioning time needs.
 * A decision reads these and hardly ever a task. Without ages a column is one cylinder, and its
 * tasks are in any order; with them it is several, since of those only the oldest matter, which
 * come first. */
#ifndef HEADSTACK_SCHEDULERS_CANDIDATES_H
#define HEADSTACK_SCHEDULERS_CANDIDATES_H

#include "index/age_tree.h"
#include "index/cylinder_set.h"
#include "schedulers/scheduler.h"

#define HS_CHUNK_CANDIDATES 4u
#define HS_NO_CHUNK 0xffffffffu

/* Candidates of one column. Two neighbours in a chain hold more than one chunk could; without ages
 * all but the last are full, and a place that is not taken is of no interest to a glance. What a
 * glance needs is the first HS_CHUNK_LINE bytes, which are one line of a processor's cache. */
typedef struct hs_chunk {
  hs_angle angle[HS_CHUNK_CANDIDATES];
  uint32_t lead[HS_CHUNK_CANDIDATES];  /* hs_predict_lead */
  int32_t write[HS_CHUNK_CANDIDATES];  /* -1: it is a write; 0: a read */
  uint16_t where[HS_CHUNK_CANDIDATES]; /* HS_CANDIDATE_* */
  uint32_t count;
  uint32_t next;                       /* HS_NO_CHUNK: the last one */
  hs_ticks since[HS_CHUNK_CANDIDATES]; /* its age: the less, the older; if there are ages */
  uint32_t task[HS_CHUNK_CANDIDATES];
  uint32_t previous;
  uint32_t unused[3];
} hs_chunk;

#define HS_CHUNK_LINE 64u
_Static_assert(sizeof(hs_chunk) == (size_t)2 * HS_CHUNK_LINE &&
                   offsetof(hs_chunk, since) == HS_CHUNK_LINE,
               "a chunk is two lines of a cache");

/* Head 0-7, cylinder of the column 8-14. */
#define HS_CANDIDATE_HEAD(where) ((where)&0xffu)
#define HS_CANDIDATE_CYLINDER(where) (((where) >> 8) & 0x7fu)

typedef struct hs_chain {
  uint32_t first; /* HS_NO_CHUNK: empty */
  uint32_t last;
} hs_chain;

typedef struct hs_candidates {
  hs_chunk* chunks;
  uint32_t* chunk_of;   /* [capacity]: of each task */
  hs_chain* chains;     /* [columns] */
  uint32_t free;        /* chunks given back, by `next` */
  uint32_t fresh;       /* chunks from here on have never been used */
  uint32_t column_bits; /* a column is 2^column_bits neighbouring cylinders */
  hs_cylinder_set columns;
  hs_age_tree ages; /* if `aged` */
  bool aged;
} hs_candidates;

/* Bytes behind the hs_candidates itself. */
size_t hs_candidates_memory(const hs_drive_params* drive, uint32_t capacity, bool aged);

/* Prepare empty candidates. `memory` is aligned for uint64_t, and not cleared. */
void hs_candidates_init(hs_candidates* candidates, const hs_drive_params* drive, uint32_t capacity,
                        bool aged, void* memory);

/* Enter a task. With ages, the more of its column are younger, the longer this takes. */
void hs_candidates_insert(hs_candidates* candidates, const hs_drive_params* drive,
                          const hs_task* tasks, uint32_t task, hs_ticks since);
void hs_candidates_remove(hs_candidates* candidates, const hs_task* tasks, uint32_t task);

/* The first task of the lowest column. Precondition: there is one. */
uint32_t hs_candidates_only(const hs_candidates* candidates);

#endif
