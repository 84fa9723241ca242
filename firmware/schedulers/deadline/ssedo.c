/* Shortest seek and earliest deadline by ordering. The first m requests by deadline are the window.
 * The scheduler chooses the least beta^(i-1) d, where d is the distance of request i (Real-time
 * paper, 2.2.4). */
#include "deadline/seek_window.h"
#include "index/second_index.h"

enum {
  M,
  BETA,
  IN
};

/* The number mantissa * 2^exponent. The highest bit of the mantissa is set, except in 0, which is
 * {0, 0}. */
typedef struct number {
  uint64_t mantissa;
  uint32_t exponent;
} number;

static number normal(uint64_t mantissa, uint32_t exponent) {
  if (mantissa == 0) {
    return (number){0, 0};
  }
  const uint32_t zeros = (uint32_t)__builtin_clzll(mantissa);
  return (number){mantissa << zeros, exponent - zeros};
}

static bool less(number a, number b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.mantissa < b.mantissa;
}

/* Powers are cut to 32 bits. Exponents begin high enough not to fall to 0. */
#define FIRST_EXPONENT 256u

static number times(number weight, uint32_t factor) {
  return normal((weight.mantissa >> 32) * factor, weight.exponent + 32);
}

typedef struct ssedo {
  hs_ordered_index index; /* first member: by deadline, with ranks */
  hs_second_index with;   /* requests with a deadline, by place */
  hs_second_index without;
  number* weights; /* [capacity]: beta^i */
} ssedo;

static size_t ssedo_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  return sizeof(ssedo) + capacity * (sizeof(number) + sizeof(uint32_t)) +
         hs_second_memory(capacity);
}

static void ssedo_init(hs_scheduler* scheduler) {
  ssedo* s = scheduler->memory;
  const uint32_t capacity = scheduler->capacity;
  const uint32_t beta = hs_fraction(scheduler, BETA); /* the factor 2^16 is common to all */
  void* entries = s + 1;                              /* a task is in one of the two */
  hs_deadlines_init(scheduler);
  hs_second_init(&s->with, entries);
  hs_second_init(&s->without, entries);
  s->weights = (number*)(void*)((uint8_t*)entries + hs_second_memory(capacity));
  hs_ordered_keep_sizes(&s->index, (uint32_t*)(void*)(s->weights + capacity));
  number weight = normal(1, FIRST_EXPONENT);
  for (uint32_t i = 0; i < capacity; ++i) {
    s->weights[i] = weight;
    weight = times(weight, beta);
    weight.exponent -= 16;
  }
}

static bool in_blocks(const hs_scheduler* scheduler) {
  return hs_choice(scheduler, IN) == HS_IN_BLOCKS;
}

static void ssedo_arrival(hs_scheduler* scheduler, uint32_t task) {
  ssedo* s = scheduler->memory;
  const hs_task* t = &scheduler->tasks[task];
  hs_deadlines_arrival(scheduler, task);
  hs_second_insert(hs_has_deadline(scheduler, task) ? &s->with : &s->without, scheduler->tasks,
                   task, in_blocks(scheduler) ? t->lbn.value : t->track.cylinder.value);
}

static void ssedo_remove(hs_scheduler* scheduler, uint32_t task) {
  ssedo* s = scheduler->memory;
  hs_deadlines_remove(scheduler, task);
  hs_ordered_remove(hs_has_deadline(scheduler, task) ? &s->with.index : &s->without.index, task);
}

typedef struct search {
  hs_scheduler* scheduler;
  const ssedo* s;
  const hs_seek_window* window;
  number least;
  uint32_t best;
} search;

/* Task number `rank` of the window, from 0. */
static void consider(search* s, uint32_t task, uint32_t rank) {
  const hs_task* tasks = s->scheduler->tasks;
  const number weighted = times(s->s->weights[rank], hs_seek_window_distance(s->window, task));
  s->scheduler->examined++;
  if (s->best == HS_NO_TASK || less(weighted, s->least) ||
      (!less(s->least, weighted) && tasks[task].order < tasks[s->best].order)) {
    s->best = task;
    s->least = weighted;
  }
}

/* The search outward from the arm: the next task upwards and the next task downwards. */
typedef struct outward {
  const hs_ordered_index* index;
  uint32_t above;
  uint32_t below;
} outward;

static uint64_t away(const hs_seek_window* window, uint32_t task) {
  return task == HS_NO_TASK ? UINT64_MAX : hs_seek_window_distance(window, task);
}

/* The nearest task that has not been met; HS_NO_TASK: all have been met. */
static uint32_t next_outward(outward* way, const hs_seek_window* window) {
  const bool up = away(window, way->above) <= away(window, way->below);
  const uint32_t task = up ? way->above : way->below;
  if (task != HS_NO_TASK) {
    *(up ? &way->above : &way->below) =
        up ? hs_ordered_next(way->index, task) : hs_ordered_previous(way->index, task);
  }
  return task;
}

/* Examine requests alternately by rank and by distance. The weights rise with the rank. A request
 * not yet met in either order therefore has at least the next weight times the next distance. */
static uint32_t ssedo_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  const ssedo* own = scheduler->memory;
  hs_seek_window window =
      hs_seek_window_open(scheduler, hs_whole(scheduler, M), in_blocks(scheduler), view);
  const uint32_t ranks = window.left;
  search s = {.scheduler = scheduler, .s = own, .window = &window, .best = HS_NO_TASK};
  outward way = {.index = window.with ? &own->with.index : &own->without.index};
  way.above = hs_ordered_at_least(way.index, window.here);
  way.below = hs_ordered_last_below(way.index, window.here);
  for (uint32_t i = 0;; ++i) {
    const uint32_t by_rank = hs_seek_window_next(&window);
    const uint32_t near = next_outward(&way, &window);
    if (by_rank == HS_NO_TASK || near == HS_NO_TASK) {
      return s.best;
    }
    consider(&s, by_rank, i);
    const uint32_t rank = near == by_rank ? i : hs_ordered_rank(&own->index, near);
    if (near != by_rank && rank < ranks) {
      consider(&s, near, rank);
    }
    const uint64_t above = away(&window, way.above);
    const uint64_t below = away(&window, way.below);
    const uint64_t farther = above < below ? above : below;
    if (farther == UINT64_MAX || i + 1 == scheduler->capacity ||
        less(s.least, times(own->weights[i + 1], (uint32_t)farther))) {
      return s.best;
    }
  }
}

const hs_scheduler_ops hs_ssedo = {
    .name = "ssedo",
    .summary = "shortest seek weighted by the deadline's place in their order",
    .paper = "Real-time paper, 2.2.4",
    .knowledge = HS_KNOWS_MAP,
    .needs = HS_NEEDS_DEADLINES,
    .parameters = {[M] = HS_WINDOW_PARAMETER,
                   [BETA] = {.name = "beta",
                             .default_value = 66191 /* 1.01 */,
                             .minimum = HS_ONE,
                             .maximum = 65535 * HS_ONE},
                   [IN] = HS_DISTANCE_PARAMETER},
    .memory = ssedo_memory,
    .init = ssedo_init,
    .arrival = ssedo_arrival,
    .pick = ssedo_pick,
    .remove = ssedo_remove,
};
