/* Where instrumentation finds what it watches of the firmware's state in the image's RAM: the
 * image's constant `hs_image_layout` has an entry for each part, by these numbers. An image without
 * that constant runs, and is not watched. */
#ifndef HEADSTACK_LAYOUT_H
#define HEADSTACK_LAYOUT_H

typedef enum hs_layout_part {
  /* An address. */
  HS_LAYOUT_FIRMWARE,
  /* Offsets in an hs_firmware. */
  HS_LAYOUT_STARTS,
  HS_LAYOUT_ACTIVE_TASK,
  HS_LAYOUT_ACTIVE_HIT,
  HS_LAYOUT_ACTIVE_PREDICTED,
  HS_LAYOUT_HELD,
  HS_LAYOUT_TASKS,
  HS_LAYOUT_DECISIONS,
  HS_LAYOUT_EXAMINED,
  HS_LAYOUT_SEGMENT_COUNT,
  HS_LAYOUT_FILLING,
  HS_LAYOUT_SEGMENTS,
  /* Bytes of an hs_task, and where its tag is; bytes of an hs_cache_segment. */
  HS_LAYOUT_TASK_BYTES,
  HS_LAYOUT_TASK_TAG,
  HS_LAYOUT_SEGMENT_BYTES,
  HS_LAYOUT_PARTS
} hs_layout_part;

#endif
