#include "image/layout.h"

#include "target/firmware.h"

extern const uintptr_t hs_image_layout[HS_LAYOUT_PARTS];

#define PART(member) (uintptr_t) & hs_image_firmware.member

/* The image itself does not read this table. */
__attribute__((used, section(".rodata.hs_image_layout")))
const uintptr_t hs_image_layout[HS_LAYOUT_PARTS] = {
    [HS_LAYOUT_STARTS] = PART(starts),
    [HS_LAYOUT_ACTIVE_TASK] = PART(active.task),
    [HS_LAYOUT_ACTIVE_HIT] = PART(active.hit),
    [HS_LAYOUT_ACTIVE_PREDICTED] = PART(active.predicted_media),
    [HS_LAYOUT_HELD] = PART(queue.held),
    [HS_LAYOUT_TASKS] = PART(queue.tasks),
    [HS_LAYOUT_DECISIONS] = PART(queue.scheduler.decisions),
    [HS_LAYOUT_EXAMINED] = PART(queue.scheduler.examined),
    [HS_LAYOUT_SEGMENT_COUNT] = PART(cache.count),
    [HS_LAYOUT_FILLING] = PART(cache.filling),
    [HS_LAYOUT_FACTS] = PART(queue.scheduler.facts),
    [HS_LAYOUT_SEGMENTS] = PART(cache.segments),
    [HS_LAYOUT_TASK_BYTES] = sizeof(hs_task),
    [HS_LAYOUT_TASK_TAG] = offsetof(hs_task, tag),
    [HS_LAYOUT_SEGMENT_BYTES] = sizeof(hs_cache_segment),
    [HS_LAYOUT_FACT_BYTES] = sizeof(hs_task_facts),
    [HS_LAYOUT_FACT_INSERTED] = offsetof(hs_task_facts, inserted),
    [HS_LAYOUT_TASK_SLOT] = offsetof(hs_task, slot),
    [HS_LAYOUT_PROGRAM_FIRST] = PART(cache.program_first),
};
