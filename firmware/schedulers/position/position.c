#include "position/position.h"

#include "disk/service_time.h"
#include "position/runs.h"

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
  position->least_on_medium = UINT64_MAX;
  position->runs = NULL;
  hs_candidates_init(&position->candidates, scheduler->drive, scheduler->capacity,
                     aging.kind != HS_AGING_NONE, (uint8_t*)scheduler->memory + align(bytes));
}

void hs_position_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_position* position = scheduler->memory;
  hs_candidates_remove(&position->candidates, scheduler->tasks, task);
}

/* --- scores ---------------------------------------------------------------------------------- */

/* The score of a weighed time. It never falls with `cost`, nor with the age `since`; with
 * HS_AGING_RUNS it is that of a leader. */
static inline int64_t score(const hs_aging* aging, hs_aging_kind kind, hs_ticks now, hs_ticks cost,
                            hs_ticks since) {
  if (kind == HS_AGING_LIMIT) {
    const hs_ticks waited = now > since ? now - since : 0;
    return waited < aging->limit
               ? (int64_t)hs_product_q32(cost, (aging->limit - waited) >> aging->coarse)
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
  if (position->aging.weighs == HS_WEIGHS_IO) {
    const hs_ticks own = hs_time_on_medium(scheduler->drive, &scheduler->tasks[task]);
    const bool only = scheduler->waiting == 1;
    position->least_on_medium =
        only || own < position->least_on_medium ? own : position->least_on_medium;
  }
  hs_candidates_insert(&position->candidates, scheduler->drive, scheduler->tasks, task,
                       hs_age_of(&position->aging, &scheduler->tasks[task]));
}

/* --- the search ------------------------------------------------------------------------------ */

typedef struct search {
  hs_scheduler* scheduler;
  const hs_candidates* candidates;
  const hs_aging* aging;
  const hs_runs* runs;
  hs_predictor predictor;
  hs_angle waits[2];  /* of a read, a write: all bits, or 0 if it may begin with any of its sectors,
                         and a candidate does not say when */
  bool read_exact;    /* what a candidate says of a read is exact */
  bool plain;         /* the weighed time is the positioning time */
  int64_t more[2];    /* a read's, a write's time is its positioning time and this, or more; */
  bool moves;         /* it is the arm's way, or more; */
  int64_t bound_more; /* and any task's is that which hs_predict_bound gives and this, or more */
  hs_best best;
} search;

/* Set what distinguishes the weighed time from the positioning time, as far as no task is looked
 * at. */
static void weigh(search* s, const hs_position* position) {
  const hs_predictor* p = &s->predictor;
  s->plain = s->aging->weighs == HS_WEIGHS_POSITIONING;
  if (s->aging->weighs == HS_WEIGHS_IO) {
    s->bound_more = s->more[0] = s->more[1] = (int64_t)position->least_on_medium;
  } else if (s->aging->weighs == HS_WEIGHS_MECHANICS) {
    for (uint32_t write = 0; write < 2; ++write) {
      const hs_ticks latest = hs_predict_latest_arm(p, write != 0);
      s->more[write] = latest == HS_ARM_UNBOUNDED ? INT64_MIN / 2 : -(int64_t)latest;
    }
    s->moves = true;
    s->bound_more = -(int64_t)p->arm_start;
  }
}

static hs_ticks bound_at(const search* s, uint32_t distance) {
  return hs_predict_bound(&s->predictor, distance) + (hs_ticks)s->bound_more;
}

/* A task's weighed time. If `exact`, its positioning time is `cost`, and `least` is that with
 * `more`. */
static hs_ticks weighed(const search* s, const hs_task* task, bool exact, hs_ticks cost,
                        hs_ticks least) {
  if (s->aging->weighs == HS_WEIGHS_MECHANICS) {
    return exact ? least : hs_predict_mechanics(&s->predictor, task);
  }
  const hs_ticks time = exact ? cost : hs_predict_cost(&s->predictor, task);
  return s->aging->weighs == HS_WEIGHS_IO ? time + hs_time_on_medium(s->predictor.drive, task)
                                          : time;
}

/* Take a candidate if it beats the best. `cost` is its positioning time, and `least` its weighed
 * time, or both are less if not `exact`. */
static void consider(search* s, hs_aging_kind kind, uint32_t task, hs_ticks since, bool exact,
                     hs_ticks cost, hs_ticks least) {
  const hs_task* tasks = s->scheduler->tasks;
  if (s->runs != NULL && hs_runs_is_sequential(s->runs, task)) {
    return;
  }
  const hs_ticks time = weighed(s, &tasks[task], exact, cost, least);
  const int64_t found = score(s->aging, kind, s->predictor.now, time, since);
  if (found < s->best.score ||
      (found == s->best.score && tasks[task].order < tasks[s->best.task].order)) {
    s->best = (hs_best){task, found};
  }
}

/* A lower bound of a candidate's weighed time. */
static inline int64_t at_least(const search* s, hs_ticks move, uint32_t write, hs_ticks cost) {
  const int64_t time = (int64_t)cost + s->more[write];
  const int64_t way =
      s->moves ? (int64_t)hs_settled(&s->predictor.drive->mechanics, move, write != 0) : 0;
  return time > way ? time : way;
}

/* Look at all candidates of a column that may be better than the best; none of them takes less than
 * `bound`. */
static inline void examine_column(search* s, hs_aging_kind kind, uint32_t column, hs_ticks bound) {
  const hs_predictor* predictor = &s->predictor;
  const uint32_t head = predictor->track.head.value;
  const uint32_t first = kind == HS_AGING_NONE ? column : column << s->candidates->column_bits;
  hs_moves moves = hs_predict_moves(predictor, first);
  uint32_t examined = 0;
  for (uint32_t i = s->candidates->chains[column].first; i != HS_NO_CHUNK;) {
    const hs_chunk* chunk = &s->candidates->chunks[i];
    for (uint32_t j = 0; j < chunk->count; ++j) {
      const hs_ticks since = chunk->since[j];
      const uint32_t where = chunk->where[j];
      if (kind != HS_AGING_NONE) {
        if (score(s->aging, kind, predictor->now, bound, since) > s->best.score) {
          s->scheduler->examined += examined;
          return; /* the others are younger */
        }
        moves = hs_predict_moves(predictor, first + HS_CANDIDATE_CYLINDER(where));
      }
      ++examined;
      const uint32_t write = (where & HS_CANDIDATE_WRITE) != 0;
      const uint32_t other = HS_CANDIDATE_HEAD(where) != head;
      const hs_ticks eligible =
          hs_predict_eligible(predictor, moves.move[other], write, chunk->lead[j]);
      const hs_ticks cost = eligible - predictor->now +
                            (hs_rotation_wait(eligible, chunk->angle[j]) & s->waits[write]);
      const int64_t least = s->plain ? (int64_t)cost : at_least(s, moves.move[other], write, cost);
      if (score(s->aging, kind, predictor->now, (hs_ticks)least, since) <= s->best.score) {
        consider(s, kind, chunk->task[j], since, write == 0 && s->read_exact, cost,
                 (hs_ticks)least);
      }
    }
    i = chunk->next;
  }
  s->scheduler->examined += examined;
}

/* --- by distance: the nearest cylinders first ------------------------------------------------- */

static inline uint32_t next_up(const search* s, uint32_t from, uint32_t last) {
  const uint32_t found =
      from <= last ? hs_cylinder_set_near_up(&s->candidates->columns, from) : HS_NO_CYLINDER;
  return found <= last ? found : HS_NO_CYLINDER;
}

/* Look downwards from just below `from`. */
static inline uint32_t next_down(const search* s, uint32_t from, uint32_t first) {
  const uint32_t found =
      from > first ? hs_cylinder_set_near_down(&s->candidates->columns, from - 1) : HS_NO_CYLINDER;
  return found != HS_NO_CYLINDER && found >= first ? found : HS_NO_CYLINDER;
}

/* Look at a cylinder at a distance; false if that or a farther one cannot be better any more. A
 * farther one may still tie and be older. */
static inline bool examine_at(search* s, uint32_t cylinder, uint32_t distance) {
  const hs_ticks bound = bound_at(s, distance);
  if ((int64_t)bound > s->best.score) {
    return false;
  }
  examine_column(s, HS_AGING_NONE, cylinder, bound);
  return true;
}

/* Look upwards and downwards by turns: a processor cannot foretell on which side the next nearest
 * one is. */
static void search_outward(search* s, uint32_t first, uint32_t last) {
  const uint32_t here = s->predictor.track.cylinder.value;
  uint32_t up = next_up(s, here > first ? here : first, last);
  uint32_t down = next_down(s, here <= last ? here : last + 1, first);
  while (up != HS_NO_CYLINDER || down != HS_NO_CYLINDER) {
    if (up != HS_NO_CYLINDER) {
      up = examine_at(s, up, up - here) ? next_up(s, up + 1, last) : HS_NO_CYLINDER;
    }
    if (down != HS_NO_CYLINDER) {
      down = examine_at(s, down, here - down) ? next_down(s, down, first) : HS_NO_CYLINDER;
    }
  }
}

/* --- by age and distance: the most promising cylinders first ---------------------------------- */

/* A group of the tree of ages: no candidate below its entry i has a score under least[i]. */
typedef struct branches {
  int64_t least[HS_AGE_GROUP]; /* INT64_MAX: none, or done */
  uint32_t first;              /* number of the first entry on its level */
} branches;

/* The least time to any of the `width` cylinders from `first` on. */
static inline hs_ticks bound_of(const search* s, uint32_t first, uint32_t width) {
  const uint32_t here = s->predictor.track.cylinder.value;
  const uint32_t above = first > here ? first - here : 0;
  const uint32_t below = here >= first + width ? here - first - width + 1 : 0;
  return bound_at(s, above + below);
}

static inline void open_group(const search* s, hs_aging_kind kind, uint32_t level, uint32_t group,
                              branches* open) {
  const uint32_t bits = HS_AGE_BITS * level + s->candidates->column_bits;
  open->first = group << HS_AGE_BITS;
  const hs_ticks* oldest = &s->candidates->ages.level[level][open->first];
  for (uint32_t i = 0; i < HS_AGE_GROUP; ++i) {
    const bool none = oldest[i] == HS_NEVER;
    const uint32_t first = none ? 0 : (open->first + i) << bits;
    const int64_t least =
        score(s->aging, kind, s->predictor.now, bound_of(s, first, 1u << bits), oldest[i]);
    open->least[i] = none ? INT64_MAX : least;
  }
}

static inline uint32_t least_branch(const branches* open) {
  uint32_t least = 0;
  int64_t value = open->least[0];
  for (uint32_t i = 1; i < HS_AGE_GROUP; ++i) {
    least = open->least[i] < value ? i : least;
    value = open->least[i] < value ? open->least[i] : value;
  }
  return least;
}

static inline void search_ages(search* s, hs_aging_kind kind) {
  const uint32_t top = s->candidates->ages.top;
  const uint32_t bits = s->candidates->column_bits;
  branches open[HS_AGE_LEVELS];
  uint32_t level = top;
  open_group(s, kind, top, 0, &open[top]);
  while (level <= top) {
    branches* b = &open[level];
    const uint32_t i = least_branch(b);
    if (b->least[i] > s->best.score || b->least[i] == INT64_MAX) {
      ++level;
      continue;
    }
    b->least[i] = INT64_MAX;
    const uint32_t entry = b->first + i;
    if (level == 0) {
      examine_column(s, kind, entry, bound_of(s, entry << bits, 1u << bits));
    } else {
      --level;
      open_group(s, kind, level, entry, &open[level]);
    }
  }
}

/* --- entries ---------------------------------------------------------------------------------- */

uint32_t hs_position_search(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t first,
                            uint32_t last, hs_best best) {
  const hs_position* position = scheduler->memory;
  const hs_cache_rules* rules = &scheduler->drive->cache;
  const bool any_sector = rules->zero_latency_read || rules->whole_track_read;
  search s = {
      .scheduler = scheduler,
      .candidates = &position->candidates,
      .aging = &position->aging,
      .runs = position->runs,
      .predictor = hs_predictor_depart(scheduler->drive, &position->departures, view),
      .waits = {any_sector ? 0 : UINT32_MAX, scheduler->drive->write.zero_latency ? 0 : UINT32_MAX},
      .best = best};
  if (best.task == HS_NO_TASK) {
    s.best.score = INT64_MAX;
  }
  s.read_exact = s.predictor.read_exact && !any_sector;
  weigh(&s, position);
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
