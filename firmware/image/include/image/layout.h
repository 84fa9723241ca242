/* Where instrumentation finds what it watches of the firmware's state in the image's RAM: the
 * image's constant `hs_image_layout`, an array of HS_LAYOUT_PARTS words of 32 bits, has an entry
 * for each part, by these numbers. A part that is 0 is not watched; without the constant none is.
 */
#ifndef HEADSTACK_LAYOUT_H
#define HEADSTACK_LAYOUT_H

typedef enum hs_layout_part {
  /* Addresses. */
  HS_LAYOUT_STARTS,           /* uint64_t: tasks taken up so far; when that rises, one begins */
  HS_LAYOUT_ACTIVE_TASK,      /* uint32_t: which one it is at work on, HS_NO_TASK: none */
  HS_LAYOUT_ACTIVE_HIT,       /* bool: it is served from the buffer */
  HS_LAYOUT_ACTIVE_PREDICTED, /* hs_ticks: when it is to meet the medium; 0: not known */
  HS_LAYOUT_HELD,             /* uint32_t: tasks, with that one */
  HS_LAYOUT_TASKS,            /* a pointer to a table of them */
  HS_LAYOUT_DECISIONS,        /* uint64_t: of the scheduler, */
  HS_LAYOUT_EXAMINED,         /* uint64_t: and tasks that it has looked at for them */
  HS_LAYOUT_SEGMENT_COUNT,    /* uint32_t: segments of the buffer, */
  HS_LAYOUT_FILLING,          /* uint32_t: the one that is read into, HS_NO_SEGMENT: none */
  HS_LAYOUT_SEGMENTS,         /* a table of them, which begin with first block and end */
  /* Bytes of an entry of the table of tasks, and where its tag (uint16_t) is; bytes of a segment.
   */
  HS_LAYOUT_TASK_BYTES,
  HS_LAYOUT_TASK_TAG,
  HS_LAYOUT_SEGMENT_BYTES,
  HS_LAYOUT_PARTS
} hs_layout_part;

#endif
