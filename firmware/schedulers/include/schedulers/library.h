/* A scheduler in a shared library of its own, for the model (docs/reference/schedulers.md).
 *
 * Contract: the library has one hs_scheduler_ops, named hs_NAME, and the array hs_library_sizes.
 * The model compares the sizes with its own, and refuses a library from other headers. Units:
 * bytes. */
#ifndef HEADSTACK_LIBRARY_H
#define HEADSTACK_LIBRARY_H

#include "schedulers/scheduler.h"
#include "schedulers/task_facts.h"

/* Sizes of the structures that a scheduler shares with its caller, 0-ended. */
#define HS_LIBRARY_SIZES                                                                    \
  {                                                                                         \
    sizeof(hs_scheduler_ops), sizeof(hs_scheduler), sizeof(hs_task), sizeof(hs_task_facts), \
        sizeof(hs_drive_view), sizeof(hs_drive_params), 0                                   \
  }

extern const uint32_t hs_library_sizes[];

#endif
