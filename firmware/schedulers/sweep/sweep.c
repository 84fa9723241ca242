#include "sweep/sweep.h"

static uint32_t place_of(const hs_task* task) { return (uint32_t)(task->key >> 32); }

static uint64_t start_of(uint32_t place) { return hs_sweep_key(place, (hs_lbn){0}); }

size_t hs_sweep_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(hs_sweep);
}

void hs_sweep_init(hs_scheduler* scheduler, uint32_t level) {
  hs_sweep* sweep = scheduler->memory;
  sweep->level = hs_level_init(scheduler, level);
  sweep->down = false;
  hs_ordered_init(&sweep->index, scheduler->tasks);
}

void hs_sweep_init_by_block(hs_scheduler* scheduler) {
  hs_sweep* sweep = scheduler->memory;
  sweep->level = (hs_level){&scheduler->drive->geometry, HS_LEVEL_LBN, 1};
  sweep->down = false;
  hs_ordered_init(&sweep->index, scheduler->tasks);
}

void hs_sweep_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_sweep* sweep = scheduler->memory;
  const hs_task* t = &scheduler->tasks[task];
  hs_ordered_insert(&sweep->index, task,
                    hs_sweep_key(hs_level_place(&sweep->level, t->lbn, t->track.cylinder), t->lbn));
}

void hs_sweep_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_sweep* sweep = scheduler->memory;
  hs_ordered_remove(&sweep->index, task);
}

hs_sweep_point hs_sweep_from_start(const hs_sweep* sweep, const hs_drive_view* view) {
  return (hs_sweep_point){hs_level_place_of(&sweep->level, view->last_first), view->last_first};
}

hs_sweep_point hs_sweep_from_end(const hs_sweep* sweep, const hs_drive_view* view) {
  hs_lbn block = view->last_end;
  if (sweep->level.kind != HS_LEVEL_LBN && block.value != 0) {
    block.value--;
  }
  return (hs_sweep_point){hs_level_place_of(&sweep->level, block), view->last_end};
}

/* The next request at the place of the point itself. HS_NO_TASK: no request is there. */
static uint32_t pick_here(const hs_sweep* sweep, hs_sweep_point from) {
  const hs_task* tasks = sweep->index.tasks;
  const uint32_t ahead = hs_ordered_at_least(&sweep->index, hs_sweep_key(from.place, from.block));
  if (ahead != HS_NO_TASK && place_of(&tasks[ahead]) == from.place) {
    return ahead;
  }
  const uint32_t around = hs_ordered_at_least(&sweep->index, start_of(from.place));
  return around != HS_NO_TASK && place_of(&tasks[around]) == from.place ? around : HS_NO_TASK;
}

/* Requests on one side, nearest first. */
typedef struct side {
  uint32_t first;    /* the task to pick if this side is chosen */
  uint64_t distance; /* sum over `count` requests */
  uint64_t count;
} side;

static side side_above(const hs_sweep* sweep, uint32_t place, uint32_t most) {
  const hs_task* tasks = sweep->index.tasks;
  uint32_t task = hs_ordered_at_least(&sweep->index, start_of(place));
  side found = {.first = task};
  for (; task != HS_NO_TASK && found.count < most; ++found.count) {
    found.distance += place_of(&tasks[task]) - place;
    task = most == 1 ? HS_NO_TASK : hs_ordered_next(&sweep->index, task);
  }
  return found;
}

static side side_below(const hs_sweep* sweep, uint32_t place, uint32_t most) {
  const hs_task* tasks = sweep->index.tasks;
  uint32_t task = hs_ordered_last_below(&sweep->index, start_of(place));
  side found = {.first = HS_NO_TASK};
  if (task != HS_NO_TASK) {
    found.first = hs_ordered_at_least(&sweep->index, start_of(place_of(&tasks[task])));
  }
  for (; task != HS_NO_TASK && found.count < most; ++found.count) {
    found.distance += place - place_of(&tasks[task]);
    task = most == 1 ? HS_NO_TASK : hs_ordered_previous(&sweep->index, task);
  }
  return found;
}

/* True: the mean of `a` beats the mean of `b`. If both means are equal, the side with the older
 * first request wins. Precondition: both sides have a request. */
static bool beats(const hs_task* tasks, const side* a, const side* b) {
  const uint64_t left = a->distance * b->count;
  const uint64_t right = b->distance * a->count;
  return left != right ? left < right : tasks[a->first].order < tasks[b->first].order;
}

uint32_t hs_sweep_nearest(hs_scheduler* scheduler, hs_sweep_point from, uint32_t count,
                          uint64_t penalty) {
  hs_sweep* sweep = scheduler->memory;
  const uint32_t here = pick_here(sweep, from);
  if (here != HS_NO_TASK) {
    scheduler->examined++;
    return here;
  }
  side above = side_above(sweep, from.place, count);
  side below = side_below(sweep, from.place, count);
  scheduler->examined += above.count + below.count;
  if (above.count == 0 || below.count == 0) {
    sweep->down = above.count == 0;
  } else {
    side* against = sweep->down ? &above : &below;
    against->distance += penalty * against->count;
    sweep->down = beats(scheduler->tasks, &below, &above);
  }
  return sweep->down ? below.first : above.first;
}

uint32_t hs_sweep_towards(hs_scheduler* scheduler, hs_sweep_point from, uint32_t place) {
  hs_sweep* sweep = scheduler->memory;
  const uint32_t here = pick_here(sweep, from);
  if (here != HS_NO_TASK) {
    return here;
  }
  sweep->down = place < from.place;
  return sweep->down ? side_below(sweep, from.place, 1).first
                     : side_above(sweep, from.place, 1).first;
}

uint32_t hs_sweep_upwards(hs_scheduler* scheduler, hs_sweep_point from) {
  const hs_sweep* sweep = scheduler->memory;
  scheduler->examined++;
  const uint32_t here = pick_here(sweep, from);
  if (here != HS_NO_TASK) {
    return here;
  }
  const uint32_t above = hs_ordered_at_least(&sweep->index, start_of(from.place));
  return above != HS_NO_TASK ? above : hs_ordered_at_least(&sweep->index, 0);
}

uint32_t hs_sweep_highest(const hs_ordered_index* index) {
  const uint32_t last = hs_ordered_last_below(index, UINT64_MAX);
  return hs_ordered_at_least(index, start_of(place_of(&index->tasks[last])));
}
