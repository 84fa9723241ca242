/* The plan of a command, in the `measured` timing: the instants on its way through the drive
 * (Worthington 1994, tables A.4 and A.5). These are the start of the arm, the start of the data on
 * the bus, and the first instant at which the media may be touched.
 *
 * Contract: the sequencing programs the hardware by a plan, and predict.h predicts by the same
 * plan. Units: ticks. Instants are absolute times, counted as view->now. */
#ifndef HEADSTACK_PLAN_H
#define HEADSTACK_PLAN_H

#include "disk/situation.h"

typedef struct hs_plan {
  hs_ticks command;    /* duration of the processing of the command */
  hs_ticks seek_start; /* instant from which the arm moves, if it is free */
  hs_ticks ready;      /* instant before which no media access happens */
  hs_ticks data_start; /* writes: start of the data phase, if the bus is free; reads: 0 */
  /* Reads do not set the members below. */
  bool reselect;           /* the drive must win the bus for the data */
  hs_ticks disconnect;     /* `reselect`, connected: end of the disconnect before it; 0: not set */
  hs_ticks not_before;     /* `reselect`: instant before which the drive does not reselect */
  hs_ticks before;         /* duration from having the bus to the data */
  hs_ticks after;          /* duration from the end of the data to the disconnect */
  hs_ticks last_reselect;  /* duration of the reselection for the status */
  uint32_t minimum_blocks; /* blocks in the buffer before the media write; at least 1 */
} hs_plan;

/* The rule that the buffer stays ahead of a media write. */
typedef struct hs_ahead_rule {
  uint32_t ahead_q8;   /* blocks, Q8, that the buffer must stay ahead */
  hs_ticks delay;      /* ticks from when the buffer is far enough ahead to the media write */
  uint32_t blocks;     /* blocks of the whole request; no further block is waited for */
  hs_ticks data_start; /* instant at which the first block starts over the bus */
  hs_ticks per_block;  /* ticks that a block takes on the bus */
} hs_ahead_rule;

/* The earliest instant at which the write of a run of sectors may begin under the rule. The run has
 * `sectors` (at least 1) sectors from `sector` of a track in `zone`. Sector j of the run takes
 * block first_block + j. Before this sector begins, first_block + j + 1 + ahead blocks (or all
 * blocks of the request) must have come, and the delay must have passed. */
hs_ticks hs_write_ahead(const hs_ahead_rule* rule, uint32_t first_block, uint32_t sectors,
                        const hs_zone* zone, uint32_t sector);

/* The time of the next mark at or after `time`. A revolution has `marks` (at least 1) marks, the
 * first at angle `origin`. */
static inline hs_ticks hs_next_mark(uint64_t marks, hs_angle origin, hs_ticks time) {
  const hs_ticks into = (time - origin) & UINT32_MAX;
  const uint64_t next = (into * marks + UINT32_MAX) >> 32;
  return time - into + ((next << 32) + marks - 1) / marks;
}

/* The time of the bus's next mark at or after `time`; `time` itself if the bus has no marks. */
static inline hs_ticks hs_bus_start(const hs_drive_params* drive, hs_ticks time) {
  return drive->start_marks_per_revolution == 0
             ? time
             : hs_next_mark(drive->start_marks_per_revolution, 0, time);
}

/* Sum of the terms that depend on the request itself, in ticks. */
int64_t hs_task_terms(const hs_drive_params* drive, const hs_command_terms* terms, hs_lbn lbn,
                      uint32_t blocks);

/* Sum of all terms of a task that goes to the medium, in ticks: the task's own terms and those of
 * the situation. The data of a write come later by hs_media_terms and by hs_data_terms. */
int64_t hs_media_terms(const hs_drive_params* drive, const hs_situation* situation, hs_lbn lbn,
                       uint32_t blocks, bool write);
int64_t hs_data_terms(const hs_drive_params* drive, const hs_situation* situation, hs_lbn lbn,
                      uint32_t blocks);

/* The time of a command that the buffer serves: `base` and all its terms, at least 0. `target` is
 * the command's kind: HS_TERM_READ_HIT or HS_TERM_WRITE_CACHED. */
hs_ticks hs_command_time(const hs_drive_params* drive, hs_term_target target, hs_ticks base,
                         const hs_drive_view* view, const hs_task* task);

/* Blocks that must be in the buffer before a request's media write, at least 1. The first function
 * goes by the number of blocks alone, the second one by all of the drive's rules. */
uint32_t hs_blocks_before_media_write(const hs_write_rules* rules, uint32_t blocks);
uint32_t hs_write_start_blocks(const hs_drive_params* drive, const hs_task* task);

/* Blocks of a write that its first program brings to the medium: all, or as many as a segment holds
 * of whole physical sectors. */
uint32_t hs_write_at_once(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks);

/* Fills in the plan of a class of commands. The plan leaves out the terms of a request, the marks
 * of the bus and `minimum_blocks`. */
void hs_plan_class(const hs_drive_params* drive, const hs_drive_view* view, bool sequential,
                   bool write, hs_plan* plan);

/* Fills in the plan of a read that must go to the media, or of a write. The command starts at
 * view->now. */
void hs_plan_media(const hs_drive_params* drive, const hs_drive_view* view, const hs_task* task,
                   hs_plan* plan);

#endif
