/* The instants of a command on its way through the drive, in the `measured` timing: when the arm
 * starts, when the data can come over the bus, when the media may be touched (Worthington 1994,
 * tables A.4 and A.5). The sequencing programs the hardware by a plan, and predict.h
 * predicts by the same plan. */
#ifndef HEADSTACK_PLAN_H
#define HEADSTACK_PLAN_H

#include "disk/situation.h"

typedef struct hs_plan {
  hs_ticks command;    /* processing of the command itself */
  hs_ticks seek_start; /* the arm moves from here, if it is free */
  hs_ticks ready;      /* no media access before this */
  /* Writes only: */
  bool reselect;           /* the bus must be won for the data ... */
  hs_ticks disconnect;     /* ... after a disconnect, if connected, that ends here ... */
  hs_ticks not_before;     /* ... and not before this */
  hs_ticks before;         /* from having the bus to the data */
  hs_ticks after;          /* from the end of the data to the disconnect */
  hs_ticks data_start;     /* when the data phase begins if the bus is free */
  hs_ticks last_reselect;  /* duration of the reselection for the status */
  uint32_t minimum_blocks; /* in the buffer before the media write */
} hs_plan;

/* The rule that the buffer stays ahead of a media write. */
typedef struct hs_ahead_rule {
  uint32_t ahead_q8; /* blocks, Q8 */
  hs_ticks delay;
  uint32_t blocks;     /* of the whole request: what follows its last block is not waited for */
  hs_ticks data_start; /* when the first block starts over the bus */
  hs_ticks per_block;  /* on the bus */
} hs_ahead_rule;

/* The earliest time at which the run of `sectors` >= 1 sectors from `sector` of a track in `zone`
 * may begin to be written, so that no sector j of it, holding block first_block + j, begins before
 * first_block + j + 1 + ahead blocks (or all there are) have come, and the delay has passed. */
hs_ticks hs_write_ahead(const hs_ahead_rule* rule, uint32_t first_block, uint32_t sectors,
                        const hs_zone* zone, uint32_t sector);

/* The first of `marks` >= 1 marks of a revolution, the first of which is at `origin`, from `time`
 * on. */
static inline hs_ticks hs_next_mark(uint64_t marks, hs_angle origin, hs_ticks time) {
  const hs_ticks into = (time - origin) & UINT32_MAX;
  const uint64_t next = (into * marks + UINT32_MAX) >> 32;
  return time - into + ((next << 32) + marks - 1) / marks;
}

/* The first of the bus's marks from `time` on. */
static inline hs_ticks hs_bus_start(const hs_drive_params* drive, hs_ticks time) {
  return drive->start_marks_per_revolution == 0
             ? time
             : hs_next_mark(drive->start_marks_per_revolution, 0, time);
}

/* The terms that depend on the request itself. */
int64_t hs_task_terms(const hs_drive_params* drive, const hs_command_terms* terms, hs_lbn lbn,
                      uint32_t blocks);

/* All terms of a task that goes to the medium: its own, and those of the situation. A write's data
 * come so much later, and hs_data_terms besides. */
int64_t hs_media_terms(const hs_drive_params* drive, const hs_situation* situation, hs_lbn lbn,
                       uint32_t blocks, bool write);
int64_t hs_data_terms(const hs_drive_params* drive, const hs_situation* situation, hs_lbn lbn,
                      uint32_t blocks);

/* `base` and all terms: the time of a command that the buffer serves. `target` is its kind. */
hs_ticks hs_command_time(const hs_drive_params* drive, hs_term_target target, hs_ticks base,
                         const hs_drive_view* view, const hs_task* task);

/* Blocks that must be in the buffer before a request's media write: by number alone, and by the
 * drive's policy. */
uint32_t hs_blocks_before_media_write(const hs_write_rules* rules, uint32_t blocks);
uint32_t hs_write_start_blocks(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks);

/* The plan of a class of commands, without the terms of a request, the marks of the bus, and what
 * hs_write_start_blocks says. */
hs_plan hs_plan_class(const hs_drive_params* drive, const hs_drive_view* view, bool sequential,
                      bool write);

/* The plan for a read that must go to the media, or a write, started at view->now. */
hs_plan hs_plan_media(const hs_drive_params* drive, const hs_drive_view* view, hs_lbn lbn,
                      uint32_t blocks, bool write);

#endif
