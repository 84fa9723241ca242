/* Which conditional terms apply to a request. */
#ifndef HEADSTACK_SITUATION_H
#define HEADSTACK_SITUATION_H

#include "disk/drive_params.h"
#include "disk/task.h"

/* The situation at a view; of no meaning for a drive without conditional terms. */
hs_situation hs_situation_of(const hs_drive_params* drive, const hs_drive_view* view);

/* The stream of reads behind a request that hit or not, went on where the one before it, of its
 * kind, had ended, or not, and began so long after the last read's end. */
hs_stream hs_stream_after(hs_stream before, bool write, bool hit, bool sequential,
                          hs_ticks since_read);

/* Whether a drive's times depend on where the arm is. */
static inline bool hs_looks_at_arm(const hs_drive_params* drive) {
  return (drive->terms.looked_at & HS_IF_ARM_THERE) != 0;
}

/* The sum of the terms for `target` that apply to a request of `blocks` from `lbn`. */
int64_t hs_situation_terms(const hs_drive_params* drive, const hs_situation* situation,
                           hs_term_target target, hs_lbn lbn, uint32_t blocks, bool write);

/* The sum of those whose conditions hold: `conditions` are HS_IF_*, `distance` is in cylinders. */
int64_t hs_terms_sum(const hs_terms* terms, hs_term_target target, uint32_t conditions,
                     uint32_t distance, hs_gaps gaps);

#endif
