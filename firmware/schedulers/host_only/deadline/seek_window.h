/* What SSEDO and SSEDV share: a window of the first m requests by deadline, and how far each is
 * from where the arm is, in cylinders or in blocks. */
#ifndef HEADSTACK_SCHEDULERS_SEEK_WINDOW_H
#define HEADSTACK_SCHEDULERS_SEEK_WINDOW_H

#include "host_only/deadline/deadlines.h"

enum {
  HS_IN_CYLINDERS = 0,
  HS_IN_BLOCKS = 1
};
extern const char* const hs_distance_choices[];

#define HS_WINDOW_PARAMETER HS_WHOLE_PARAMETER("m", HS_WHOLE_QUEUE, 1, HS_WHOLE_QUEUE)
#define HS_DISTANCE_PARAMETER \
  { .name = "in", .choices = hs_distance_choices, .default_value = HS_IN_CYLINDERS, .minor = true }

typedef struct hs_seek_window {
  const hs_scheduler* scheduler;
  const hs_ordered_index* index; /* by deadline */
  uint32_t next;                 /* HS_NO_TASK: the window is at its end */
  uint32_t left;                 /* of m */
  bool with;                     /* its requests have deadlines */
  bool in_blocks;
  uint32_t here; /* cylinder or block */
} hs_seek_window;

/* The window of a decision, of a scheduler that hs_deadlines_* keep. */
hs_seek_window hs_seek_window_open(const hs_scheduler* scheduler, uint32_t m, bool in_blocks,
                                   const hs_drive_view* view);

/* The next request of the window; HS_NO_TASK: there is no other. */
uint32_t hs_seek_window_next(hs_seek_window* window);

/* Distance from where the last request ended, in cylinders or blocks. */
uint32_t hs_seek_window_distance(const hs_seek_window* window, uint32_t task);

#endif
