/* Candidates: the waiting tasks as the position schedulers look at them.
 *
 * Candidates are kept by columns of neighbouring cylinders. The candidates of a column are packed
 * in a chain of chunks, with all data that a lower bound of the positioning time needs. A decision
 * reads the chunks and hardly ever a task. Without ages, a column is one cylinder, and its tasks
 * are in any order. With ages, a column is several cylinders, and its oldest tasks come first,
 * because only the oldest matter. */
#ifndef HEADSTACK_SCHEDULERS_CANDIDATES_H
#define HEADSTACK_SCHEDULERS_CANDIDATES_H

#include "index/age_tree.h"
#include "index/cylinder_set.h"
#include "schedulers/scheduler.h"

/* Candidates that a chunk can hold. */
#define HS_CHUNK_CANDIDATES 4u
/* The number of no chunk. */
#define HS_NO_CHUNK 0xffffffffu

/* Candidates of one column. Two neighbours in a chain together hold more candidates than one chunk
 * can. Without ages, all chunks but the last are full. A glance never selects a free place. A
 * glance reads only the first HS_CHUNK_LINE bytes, which are one line of a processor's cache. */
typedef struct hs_chunk {
  hs_angle angle[HS_CHUNK_CANDIDATES]; /* angle of the task's first block */
  uint32_t lead[HS_CHUNK_CANDIDATES];  /* hs_predict_lead; UINT32_MAX at a free place */
  int32_t write[HS_CHUNK_CANDIDATES];  /* -1: a write, or a free place; 0: a read */
  uint16_t where[HS_CHUNK_CANDIDATES]; /* head and cylinder, see HS_CANDIDATE_HEAD */
  uint32_t count;                      /* candidates in the chunk, 0 .. HS_CHUNK_CANDIDATES */
  uint32_t next;                       /* next chunk of the chain; HS_NO_CHUNK: this is the last */
  hs_ticks since[HS_CHUNK_CANDIDATES]; /* age, lower for an older task; set if there are ages */
  uint32_t task[HS_CHUNK_CANDIDATES];  /* number of the task */
  uint32_t previous;  /* chunk before in the chain; HS_NO_CHUNK: this is the first */
  uint32_t unused[3]; /* fills up the second line */
} hs_chunk;

/* Bytes of a line of a processor's cache. */
#define HS_CHUNK_LINE 64u
_Static_assert(sizeof(hs_chunk) == (size_t)2 * HS_CHUNK_LINE &&
                   offsetof(hs_chunk, since) == HS_CHUNK_LINE,
               "a chunk is two lines of a cache");

/* Parts of `where`. Bits 0-7: the head. Bits 8-14: the cylinder, from the column's first. */
#define HS_CANDIDATE_HEAD(where) ((where)&0xffu)
#define HS_CANDIDATE_CYLINDER(where) (((where) >> 8) & 0x7fu)

/* The chunks of a column. */
typedef struct hs_chain {
  uint32_t first; /* first chunk; HS_NO_CHUNK: the column is empty */
  uint32_t last;  /* last chunk; HS_NO_CHUNK: the column is empty */
} hs_chain;

typedef struct hs_candidates {
  hs_chunk* chunks;        /* all chunks */
  uint32_t* chunk_of;      /* [capacity]: chunk of each task */
  hs_chain* chains;        /* [columns]: chain of each column */
  uint32_t free;           /* first chunk given back, chained by `next`, or HS_NO_CHUNK */
  uint32_t fresh;          /* first chunk that has never been used */
  uint32_t column_bits;    /* a column is 2^column_bits neighbouring cylinders */
  hs_cylinder_set columns; /* columns that have candidates */
  hs_age_tree ages;        /* least ages of columns; set if `aged` */
  bool aged;               /* candidates have ages */
} hs_candidates;

/* Bytes of memory that hs_candidates_init needs. */
size_t hs_candidates_memory(const hs_drive_params* drive, uint32_t capacity, bool aged);

/* Prepare empty candidates. `memory` is aligned for uint64_t and need not be cleared. */
void hs_candidates_init(hs_candidates* candidates, const hs_drive_params* drive, uint32_t capacity,
                        bool aged, void* memory);

/* Enter or remove a task. `since` is its age. With ages, entering takes longer the more tasks of
 * the column are younger. */
void hs_candidates_insert(hs_candidates* candidates, const hs_drive_params* drive,
                          const hs_task* tasks, uint32_t task, hs_ticks since);
void hs_candidates_remove(hs_candidates* candidates, const hs_task* tasks, uint32_t task);

/* The first task of the lowest column. Precondition: there is a candidate. */
uint32_t hs_candidates_only(const hs_candidates* candidates);

#endif
