/* The shared part of SSEDO and SSEDV: a window of the first m requests by deadline, and the
 * distance of each request from the arm, in cylinders or in blocks. */
#ifndef HEADSTACK_SCHEDULERS_SEEK_WINDOW_H
#define HEADSTACK_SCHEDULERS_SEEK_WINDOW_H

#include "deadline/deadlines.h"

/* The unit of distances. */
enum {
  HS_IN_CYLINDERS = 0, /* cylinders */
  HS_IN_BLOCKS = 1     /* blocks */
};
extern const char* const hs_distance_choices[];

/* The parameters m and unit of distances. */
#define HS_WINDOW_PARAMETER HS_WHOLE_PARAMETER("m", HS_WHOLE_QUEUE, 1, HS_WHOLE_QUEUE)
#define HS_DISTANCE_PARAMETER \
  { .name = "in", .choices = hs_distance_choices, .default_value = HS_IN_CYLINDERS, .minor = true }

typedef struct hs_seek_window {
  const hs_scheduler* scheduler; /* the scheduler that opened the window */
  const hs_ordered_index* index; /* waiting requests, by deadline */
  uint32_t next;                 /* next request of the window; HS_NO_TASK: there is none */
  uint32_t left;                 /* requests of m that are still to come */
  bool with;                     /* the window has only requests with deadlines */
  bool in_blocks;                /* distances are in blocks; false: in cylinders */
  uint32_t here;                 /* block or cylinder from which distances count */
} hs_seek_window;

/* The window of a decision. Precondition: the hs_deadlines functions keep the scheduler's requests,
 * and a request waits. */
hs_seek_window hs_seek_window_open(const hs_scheduler* scheduler, uint32_t m, bool in_blocks,
                                   const hs_drive_view* view);

/* The next request of the window. HS_NO_TASK: there is no further request. */
uint32_t hs_seek_window_next(hs_seek_window* window);

/* Distance of a request from the end of the last request, in cylinders or blocks. */
uint32_t hs_seek_window_distance(const hs_seek_window* window, uint32_t task);

#endif
