#include "schedulers/position.h"

#include "schedulers/runs.h"

/* --- memory ---------------------------------------------------------------------------------- */

static size_t align(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

size_t hs_position_bytes(const hs_drive_params* drive, uint32_t capacity, size_t bytes, bool aged) {
  return align(bytes) + hs_candidates_memory(drive, capacity, aged);
}

size_t hs_position_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_position_bytes(drive, capacity, sizeof(hs_position), false);
}

size_t hs_position_aged_memory(const hs_drive_params* drive, uint32_t capacity) {
  return hs_position_bytes(drive, capacity, sizeof(hs_position), true);
}

void hs_position_init(hs_scheduler* scheduler, hs_aging aging, size_t bytes) {
  hs_position* position = scheduler->memory;
  position->aging = aging;
  position->departures = hs_departures_make(scheduler->drive);
  position->runs = NULL;
  hs_candidates_init(&position->candidates, scheduler->drive, scheduler->capacity,
                     aging.kind != HS_AGING_NONE, (uint8_t*)scheduler->memory + align(bytes));
}

void hs_position_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_position* position = scheduler->memory;
  hs_candidates_remove(&position->candidates, scheduler->tasks, task);
}

/* --- scores ---------------------------------------------------------------------------------- */

/* a * b / 2^32, rounded down. */
static inline uint64_t product_q32(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)a * b >> 32);
#else
  const uint64_t ah = a >> 32;
  const uint64_t al = (uint32_t)a;
  const uint64_t bh = b >> 32;
  const uint64_t bl = (uint32_t)b;
  return ((ah * bh) << 32) + ah * bl + al * bh + ((al * bl) >> 32);
#endif
}

hs_ticks hs_age_of(const hs_aging* aging, const hs_task* task) {
  switch (aging->kind) {
    case HS_AGING_CREDIT:
    case HS_AGING_RUNS:
      return product_q32(aging->weight_q32, task->arrival);
    case HS_AGING_LIMIT:
      return task->arrival;
    default:
      return 0;
  }
}

/* It never falls with `cost`, nor with the age `since`. HS_AGING_RUNS: that of a leader. */
static inline int64_t score(const hs_aging* aging, hs_aging_kind kind, hs_ticks now, hs_ticks cost,
                            hs_ticks since) {
  if (kind == HS_AGING_LIMIT) {
    const hs_ticks waited = now > since ? now - since : 0;
    return waited < aging->limit ? (int64_t)product_q32(cost, aging->limit - waited)
                                 : -1 - (int64_t)(waited - aging->limit);
  }
  return (int64_t)((kind == HS_AGING_RUNS ? cost / 2 : cost) + since);
}

int64_t hs_position_score(const hs_scheduler* scheduler, uint32_t task, hs_ticks cost,
                          hs_ticks now) {
  const hs_position* position = scheduler->memory;
  const hs_aging* aging = &position->aging;
  return score(aging, aging->kind, now, cost, hs_age_of(aging, &scheduler->tasks[task]));
}

void hs_position_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_position* position = scheduler->memory;
  hs_candidates_insert(&position->candidates, scheduler->drive, scheduler->tasks, task,
                       hs_age_of(&position->aging, &scheduler->tasks[task]));
}

hs_aging hs_aging_by_credit(const hs_scheduler* scheduler) {
  /* Q16.16 of ms/s: 2^32 / (2^16 * 1000), rounded to the nearest. */
  const uint64_t weight = ((uint64_t)scheduler->parameters[0] * 65536 + 500) / 1000;
  return (hs_aging){.kind = HS_AGING_CREDIT, .weight_q32 = weight};
}

hs_aging hs_aging_by_wait(const hs_scheduler* scheduler) {
  return scheduler->parameters[0] == HS_MOST_CREDIT ? (hs_aging){.kind = HS_AGING_LIMIT, .limit = 0}
                                                    : hs_aging_by_credit(scheduler);
}

/* --- the search ------------------------------------------------------------------------------ */

typedef struct search {
  hs_scheduler* scheduler;
  const hs_candidates* candidates;
  const hs_aging* aging;
  const hs_runs* runs;
  hs_predictor predictor;
  /* A read, and a write, may begin with any of its sectors: a candidate does not say when. */
  bool any_sector[2];
  bool read_exact; /* what a candidate says of a read is exact */
  hs_best best;
} search;

/* Take a candidate if it beats the best; `cost` is its time, or less if not `exact`. */
static void consider(search* s, hs_aging_kind kind, uint32_t task, hs_ticks since, bool exact,
                     hs_ticks cost) {
  const hs_task* tasks = s->scheduler->tasks;
  if (s->runs != NULL && hs_runs_goes_on(s->runs, task)) {
    return;
  }
  const hs_ticks time = exact ? cost : hs_predict_cost(&s->predictor, &tasks[task]);
  const int64_t found = score(s->aging, kind, s->predictor.now, time, since);
  if (s->best.task == HS_NO_TASK || found < s->best.score ||
      (found == s->best.score && tasks[task].order < tasks[s->best.task].order)) {
    s->best = (hs_best){task, found};
  }
}

/* Look at all candidates of a cylinder that may be better than the best; none of them takes less
 * than `bound`. */
static inline void examine_cylinder(search* s, hs_aging_kind kind, uint32_t cylinder,
                                    hs_ticks bound) {
  const hs_predictor* predictor = &s->predictor;
  const hs_moves moves = hs_predict_moves(predictor, cylinder);
  const uint32_t head = predictor->track.head.value;
  uint32_t examined = 0;
  for (uint32_t i = s->candidates->chains[cylinder].first; i != HS_NO_CHUNK;) {
    const hs_chunk* chunk = &s->candidates->chunks[i];
    for (uint32_t j = 0; j < chunk->count; ++j) {
      const hs_ticks since = chunk->since[j];
      if (kind != HS_AGING_NONE && s->best.task != HS_NO_TASK &&
          score(s->aging, kind, predictor->now, bound, since) > s->best.score) {
        s->scheduler->examined += examined;
        return; /* the others are younger */
      }
      ++examined;
      const uint32_t write = (chunk->head[j] & HS_CANDIDATE_WRITE) != 0;
      const uint32_t other = (chunk->head[j] & ~HS_CANDIDATE_WRITE) != head;
      const hs_ticks eligible =
          hs_predict_eligible(predictor, moves.move[other], write, chunk->lead[j]);
      hs_ticks cost = eligible - predictor->now;
      if (!s->any_sector[write]) {
        cost += hs_rotation_wait(eligible, chunk->angle[j]);
      }
      if (s->best.task == HS_NO_TASK ||
          score(s->aging, kind, predictor->now, cost, since) <= s->best.score) {
        consider(s, kind, chunk->task[j], since, write == 0 && s->read_exact, cost);
      }
    }
    i = chunk->next;
  }
  s->scheduler->examined += examined;
}

/* --- by distance: the nearest cylinders first --------------------------------------------------
 */

static inline uint32_t next_up(const search* s, uint32_t from, uint32_t last) {
  const uint32_t found =
      from <= last ? hs_cylinder_set_near_up(&s->candidates->cylinders, from) : HS_NO_CYLINDER;
  return found <= last ? found : HS_NO_CYLINDER;
}

/* Downwards from just below `from`. */
static inline uint32_t next_down(const search* s, uint32_t from, uint32_t first) {
  const uint32_t found = from > first
                             ? hs_cylinder_set_near_down(&s->candidates->cylinders, from - 1)
                             : HS_NO_CYLINDER;
  return found != HS_NO_CYLINDER && found >= first ? found : HS_NO_CYLINDER;
}

static void search_outward(search* s, uint32_t first, uint32_t last) {
  const uint32_t here = s->predictor.track.cylinder.value;
  uint32_t up = next_up(s, here > first ? here : first, last);
  uint32_t down = next_down(s, here <= last ? here : last + 1, first);
  while (up != HS_NO_CYLINDER || down != HS_NO_CYLINDER) {
    const bool go_up = down == HS_NO_CYLINDER || (up != HS_NO_CYLINDER && up - here <= here - down);
    const uint32_t cylinder = go_up ? up : down;
    const hs_ticks bound = hs_predict_bound(&s->predictor, go_up ? up - here : here - down);
    /* A farther one may still tie and be older: stop only when it must be worse. */
    if (s->best.task != HS_NO_TASK && (int64_t)bound > s->best.score) {
      return;
    }
    examine_cylinder(s, HS_AGING_NONE, cylinder, bound);
    if (go_up) {
      up = next_up(s, cylinder + 1, last);
    } else {
      down = next_down(s, cylinder, first);
    }
  }
}

/* --- by age and distance: the most promising cylinders first -----------------------------------
 */

/* A node of the tree of ages. */
typedef struct branch {
  uint32_t node;
  uint32_t height; /* above the leaves */
  int64_t least;   /* no candidate below it has a lower score */
} branch;

#define MOST_BRANCHES 33u /* one at each level, and two at the last */

static inline uint32_t first_cylinder(const hs_candidates* c, const branch* b) {
  return (b->node << b->height) - c->leaves;
}

/* The least time to any of the `width` cylinders from `first` on. */
static inline hs_ticks bound_of(const search* s, uint32_t first, uint32_t width) {
  const uint32_t here = s->predictor.track.cylinder.value;
  const uint32_t above = first > here ? first - here : 0;
  const uint32_t below = here - first >= width && here >= first ? here - first - width + 1 : 0;
  return hs_predict_bound(&s->predictor, above + below);
}

static inline branch branch_of(const search* s, hs_aging_kind kind, uint32_t node,
                               uint32_t height) {
  branch b = {node, height, 0};
  b.least = score(s->aging, kind, s->predictor.now,
                  bound_of(s, first_cylinder(s->candidates, &b), 1u << height),
                  s->candidates->oldest[node]);
  return b;
}

static inline void search_ages(search* s, hs_aging_kind kind) {
  const hs_candidates* c = s->candidates;
  branch open[MOST_BRANCHES];
  uint32_t count = 0;
  if (c->oldest[1] != HS_NEVER) {
    open[count++] = branch_of(s, kind, 1, c->height);
  }
  while (count != 0) {
    const branch b = open[--count];
    if (s->best.task != HS_NO_TASK && b.least > s->best.score) {
      continue;
    }
    if (b.height == 0) {
      const uint32_t cylinder = first_cylinder(c, &b);
      examine_cylinder(s, kind, cylinder, bound_of(s, cylinder, 1));
      continue;
    }
    const uint32_t low = 2 * b.node;
    const bool any_low = c->oldest[low] != HS_NEVER;
    const bool any_high = c->oldest[low + 1] != HS_NEVER;
    if (any_low) {
      open[count++] = branch_of(s, kind, low, b.height - 1);
    }
    if (any_high) {
      open[count++] = branch_of(s, kind, low + 1, b.height - 1);
    }
    if (any_low && any_high && open[count - 2].least < open[count - 1].least) {
      const branch better = open[count - 2]; /* it is looked into first */
      open[count - 2] = open[count - 1];
      open[count - 1] = better;
    }
  }
}

/* --- entries -----------------------------------------------------------------------------------
 */

uint32_t hs_position_search(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t first,
                            uint32_t last, hs_best best) {
  const hs_position* position = scheduler->memory;
  const hs_cache_rules* rules = &scheduler->drive->cache;
  search s = {.scheduler = scheduler,
              .candidates = &position->candidates,
              .aging = &position->aging,
              .runs = position->runs,
              .predictor = hs_predictor_depart(scheduler->drive, &position->departures, view),
              .any_sector = {rules->zero_latency_read || rules->whole_track,
                             scheduler->drive->write.zero_latency},
              .best = best};
  s.read_exact = s.predictor.read_exact && !s.any_sector[0];
  switch (position->aging.kind) { /* one copy of the search for each kind of score */
    case HS_AGING_CREDIT:
      search_ages(&s, HS_AGING_CREDIT);
      break;
    case HS_AGING_RUNS:
      search_ages(&s, HS_AGING_CREDIT);
      s.candidates = &position->runs->leaders;
      search_ages(&s, HS_AGING_RUNS);
      break;
    case HS_AGING_LIMIT:
      search_ages(&s, HS_AGING_LIMIT);
      break;
    default:
      search_outward(&s, first, last);
      break;
  }
  return s.best.task;
}

uint32_t hs_position_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  return hs_position_search(scheduler, view, 0, scheduler->drive->geometry.cylinders - 1,
                            (hs_best){HS_NO_TASK, 0});
}
