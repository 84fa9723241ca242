/* The layout of the firmware's state in the image's RAM, for instrumentation.
 *
 * Contract: the image's constant `hs_image_layout` is an array of HS_LAYOUT_PARTS words of 32 bits.
 * The array has an entry for each part below. Instrumentation does not watch a part that is 0, or
 * that a shorter array lacks. Without the constant, no part is watched. */
#ifndef HEADSTACK_LAYOUT_H
#define HEADSTACK_LAYOUT_H

typedef enum hs_layout_part {
  /* Addresses of variables: */
  HS_LAYOUT_STARTS,           /* uint64_t: tasks begun so far; rises when a task begins */
  HS_LAYOUT_ACTIVE_TASK,      /* uint32_t: number of the active task; HS_NO_TASK: none */
  HS_LAYOUT_ACTIVE_HIT,       /* bool: the buffer serves the active task */
  HS_LAYOUT_ACTIVE_PREDICTED, /* hs_ticks: predicted time on the medium; 0: not known */
  HS_LAYOUT_HELD,             /* uint32_t: tasks held, the active task included */
  HS_LAYOUT_TASKS,            /* a pointer to the table of tasks */
  HS_LAYOUT_DECISIONS,        /* uint64_t: decisions of the scheduler */
  HS_LAYOUT_EXAMINED,         /* uint64_t: tasks that the scheduler has looked at */
  HS_LAYOUT_SEGMENT_COUNT,    /* uint32_t: segments of the buffer */
  HS_LAYOUT_FILLING,          /* uint32_t: segment that is being filled; HS_NO_SEGMENT: none */
  HS_LAYOUT_FACTS,            /* a pointer to the table of facts; a pointer of 0: no table */
  HS_LAYOUT_SEGMENTS,         /* table of segments; each begins with its first block and end */
  /* Sizes and offsets: */
  HS_LAYOUT_TASK_BYTES,    /* bytes of an entry of the table of tasks */
  HS_LAYOUT_TASK_TAG,      /* offset of the tag (uint16_t) in such an entry, in bytes */
  HS_LAYOUT_SEGMENT_BYTES, /* bytes of a segment */
  HS_LAYOUT_FACT_BYTES,    /* bytes of an entry of the table of facts */
  HS_LAYOUT_FACT_INSERTED, /* offset of `inserted` (bool) in such an entry, in bytes */
  /* An image of an earlier version ends its array here. */
  HS_LAYOUT_TASK_SLOT, /* offset of the port's slot (uint32_t) in an entry of tasks; not 0 */
  /* Address of a uint32_t: block that is number 0 of the channel's program */
  HS_LAYOUT_PROGRAM_FIRST,
  HS_LAYOUT_PARTS
} hs_layout_part;

#endif
