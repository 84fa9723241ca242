#include "position/position.h"

#include "disk/service_time.h"
#include "hal/compiler.h"
#include "position/glance.h"
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

/* Score of a weighed time. The score never falls when `cost` or the age `since` rises. With
 * HS_AGING_RUNS the result is the score of a leader. */
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
  /* [write]: mask of the rotational wait. All bits: the candidate's angle gives the wait. 0: a
   * transfer may begin with any of its sectors, so the angle does not give the wait */
  hs_angle waits[2];
  bool plain;         /* the weighed time is the positioning time */
  bool moves;         /* the arm's movement is a lower bound of the weighed time */
  int64_t more[2];    /* [write]: the weighed time is at least the positioning time + this */
  int64_t bound_more; /* the weighed time of any task is at least hs_predict_bound + this */
  /* greatest hs_mechanics.seek_bound with a score not above the best score, if only the time
   * counts; -1: no entry has such a score */
  int64_t reach;
  hs_glance glance; /* used if only the positioning time counts */
  uint32_t examined;
  hs_best best;
} search;

/* Set the parts of the weighed time that do not depend on a task: the differences from the
 * positioning time. */
static void weigh(search* s, const hs_position* position) {
  const hs_predictor* p = &s->predictor;
  s->plain = s->aging->weighs == HS_WEIGHS_POSITIONING;
  s->moves = s->aging->weighs == HS_WEIGHS_MECHANICS;
  s->bound_more = s->more[0] = s->more[1] = 0;
  if (s->aging->weighs == HS_WEIGHS_IO) {
    s->bound_more = s->more[0] = s->more[1] = (int64_t)position->least_on_medium;
  } else if (s->moves) {
    for (uint32_t write = 0; write < 2; ++write) {
      const hs_ticks latest = hs_predict_latest_arm(p, write != 0);
      s->more[write] = latest == HS_ARM_UNBOUNDED ? INT64_MIN / 2 : -(int64_t)latest;
    }
    s->bound_more = -(int64_t)p->arm_start;
  }
}

static hs_ticks bound_at(const search* s, uint32_t distance) {
  return hs_predict_bound(&s->predictor, distance) + (hs_ticks)s->bound_more;
}

/* Value of `reach` for the best score: the inverse of hs_predict_bound. */
static int64_t reach_of(const search* s) {
  if (s->best.task == HS_NO_TASK) {
    return INT64_MAX;
  }
  const int64_t left = s->best.score - (int64_t)s->predictor.arm_start - s->bound_more;
  return left < 0 ? -1 : (left + (int64_t)s->predictor.from->settle_gain) >> HS_SEEK_SHIFT;
}

/* A candidate, as stored in its chunk. */
typedef struct seen {
  uint32_t task;
  uint32_t write; /* 0 or 1 */
  uint32_t lead;
  int64_t move;
  hs_ticks cost;  /* lower bound of its positioning time */
  hs_ticks least; /* lower bound of its weighed time */
  hs_ticks since;
} seen;

static hs_ticks weighed(const search* s, const hs_task* task, const seen* c) {
  const hs_predictor* p = &s->predictor;
  const bool by_lead = p->from->by_lead[c->write] && c->lead != UINT32_MAX;
  if (s->moves) {
    return by_lead ? hs_predict_led(p, task, c->move, c->lead, true)
                   : hs_predict_mechanics(p, task);
  }
  const hs_ticks time = !by_lead ? hs_predict_cost(p, task)
                        : p->from->exact[c->write]
                            ? c->cost
                            : hs_predict_led(p, task, c->move, c->lead, false);
  return s->plain ? time : time + hs_time_on_medium(p->drive, task);
}

static void set_best(search* s, hs_best best) {
  s->best = best;
  s->reach = reach_of(s);
  if (s->glance.seeks != 0) {
    hs_glance_limit(&s->glance, best.score);
  }
}

/* Take a candidate if it beats the best. */
static void consider(search* s, hs_aging_kind kind, const seen* c) {
  const hs_task* tasks = s->scheduler->tasks;
  if (s->runs != NULL && hs_runs_is_sequential(s->runs, c->task)) {
    return;
  }
  const hs_ticks time = weighed(s, &tasks[c->task], c);
  const int64_t found = score(s->aging, kind, s->predictor.now, time, c->since);
  if (found < s->best.score ||
      (found == s->best.score && tasks[c->task].order < tasks[s->best.task].order)) {
    set_best(s, (hs_best){c->task, found});
  }
}

/* A lower bound of a candidate's weighed time. */
static inline int64_t at_least(const search* s, int64_t move, uint32_t write, hs_ticks cost) {
  const int64_t time = (int64_t)cost + s->more[write];
  const hs_ticks moved = s->moves && move != HS_STAYS ? (hs_ticks)move : 0;
  const int64_t way = (int64_t)hs_settled(&s->predictor.drive->mechanics, moved, write != 0);
  return time > way ? time : way;
}

/* Examine candidate `j` of a chunk. `moves` has the times of the arm's movement to the cylinder. */
static inline void examine(search* s, hs_aging_kind kind, const hs_chunk* chunk, uint32_t j,
                           const hs_moves* moves, hs_ticks since) {
  const hs_predictor* p = &s->predictor;
  const uint32_t where = chunk->where[j];
  const uint32_t write = (uint32_t)chunk->write[j] & 1u;
  const int64_t move = moves->move[HS_CANDIDATE_HEAD(where) != p->track.head.value];
  const hs_ticks eligible = hs_eligible(&p->outset[write], move, chunk->lead[j]);
  const hs_ticks cost =
      eligible + (hs_rotation_wait(eligible, chunk->angle[j]) & s->waits[write]) - p->now;
  const hs_ticks least = s->plain ? cost : (hs_ticks)at_least(s, move, write, cost);
  if (score(s->aging, kind, p->now, least, since) <= s->best.score) {
    const seen c = {chunk->task[j], write, chunk->lead[j], move, cost, least, since};
    consider(s, kind, &c);
  }
}

/* --- by distance: the nearest cylinders first ------------------------------------------------- */

static HS_RARE void examine_chunk(search* s, const hs_chunk* chunk, const hs_moves* moves) {
  for (uint32_t j = 0; j < chunk->count; ++j) {
    examine(s, HS_AGING_NONE, chunk, j, moves, 0);
  }
}

/* Examine all candidates of a cylinder. */
static void examine_cylinder(search* s, uint32_t cylinder, const hs_moves* moves) {
  for (uint32_t i = s->candidates->chains[cylinder].first; i != HS_NO_CHUNK;) {
    const hs_chunk* chunk = &s->candidates->chunks[i];
    s->examined += chunk->count;
    examine_chunk(s, chunk, moves);
    i = chunk->next;
  }
}

static HS_RARE void examine_after_seek(search* s, uint32_t cylinder, uint32_t seek) {
  const hs_moves moves = hs_predict_seek(&s->predictor, seek);
  examine_cylinder(s, cylinder, &moves);
}

static HS_RARE void look_closer(search* s, const hs_chunk* chunk, uint32_t seek) {
  const hs_moves moves = hs_predict_seek(&s->predictor, seek);
  examine_chunk(s, chunk, &moves);
}

/* Examine a cylinder by lower bounds first. Only chunks that can hold a better candidate are
 * examined exactly. */
static inline void glance_at_cylinder(search* s, uint32_t cylinder, uint32_t seek) {
  const hs_glance_over over = hs_glance_at(&s->glance, seek);
  uint32_t i = s->candidates->chains[cylinder].first;
  do {
    const hs_chunk* chunk = &s->candidates->chunks[i];
    s->examined += chunk->count;
    if (hs_glance_any(&s->glance, &over, chunk)) {
      look_closer(s, chunk, seek);
    }
    i = chunk->next;
  } while (i != HS_NO_CHUNK);
}

/* Examine a cylinder at a distance, by the entry of the seek table. False: this cylinder and
 * farther cylinders can no longer be better. A farther cylinder may still tie and be older. */
static inline bool examine_at(search* s, uint32_t cylinder, uint32_t distance,
                              const uint32_t* seek) {
  const hs_predictor* p = &s->predictor;
  if ((int64_t)p->drive->mechanics.seek_bound[distance] > s->reach) {
    return false;
  }
  if (hs_glance_will_do(&s->glance, seek[distance])) {
    glance_at_cylinder(s, cylinder, seek[distance]);
  } else {
    examine_after_seek(s, cylinder, seek[distance]);
  }
  return true;
}

static inline uint32_t next_up(const search* s, hs_cylinder_walk* walk, uint32_t last) {
  const uint32_t found = hs_cylinder_next_up(&s->candidates->columns, walk);
  return found <= last ? found : HS_NO_CYLINDER;
}

static inline uint32_t next_down(const search* s, hs_cylinder_walk* walk, uint32_t first) {
  const uint32_t found = hs_cylinder_next_down(&s->candidates->columns, walk);
  return found != HS_NO_CYLINDER && found >= first ? found : HS_NO_CYLINDER;
}

/* Search upwards and downwards alternately, because a processor cannot predict the side of the next
 * nearest cylinder. The present cylinder belongs to the upper side. */
static void search_outward(search* s, uint32_t first, uint32_t last) {
  const hs_cylinder_set* set = &s->candidates->columns;
  const hs_mechanics* m = &s->predictor.drive->mechanics;
  const uint32_t here = s->predictor.track.cylinder.value;
  hs_cylinder_walk upward = hs_cylinder_walk_up(set, here > first ? here : first);
  hs_cylinder_walk downward = hs_cylinder_walk_down(set, here <= last ? here : last);
  uint32_t up = here <= last ? next_up(s, &upward, last) : HS_NO_CYLINDER;
  uint32_t down = here >= first ? next_down(s, &downward, first) : HS_NO_CYLINDER;
  if (up == here) {
    if (s->reach < 0) {
      return;
    }
    const hs_moves moves = hs_predict_moves(&s->predictor, here);
    examine_cylinder(s, here, &moves);
    down = next_down(s, &downward, first);
    if (down != HS_NO_CYLINDER) {
      down = examine_at(s, down, here - down, m->seek_down) ? next_down(s, &downward, first)
                                                            : HS_NO_CYLINDER;
    }
    up = next_up(s, &upward, last);
  }
  while (up != HS_NO_CYLINDER || down != HS_NO_CYLINDER) {
    if (up != HS_NO_CYLINDER) {
      up = examine_at(s, up, up - here, m->seek_up) ? next_up(s, &upward, last) : HS_NO_CYLINDER;
    }
    if (down != HS_NO_CYLINDER) {
      down = examine_at(s, down, here - down, m->seek_down) ? next_down(s, &downward, first)
                                                            : HS_NO_CYLINDER;
    }
  }
}

/* --- by age and distance: the most promising cylinders first ---------------------------------- */

/* A group of the tree of ages: no candidate below its entry i has a score under least[i]. */
typedef struct branches {
  int64_t least[HS_AGE_GROUP]; /* INT64_MAX: no candidate, or finished */
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

/* Examine all candidates of a column that can beat the best. Precondition: no candidate of the
 * column takes less than `bound`. */
static inline void examine_column(search* s, hs_aging_kind kind, uint32_t column, hs_ticks bound) {
  const uint32_t first = column << s->candidates->column_bits;
  for (uint32_t i = s->candidates->chains[column].first; i != HS_NO_CHUNK;) {
    const hs_chunk* chunk = &s->candidates->chunks[i];
    for (uint32_t j = 0; j < chunk->count; ++j) {
      const hs_ticks since = chunk->since[j];
      if (score(s->aging, kind, s->predictor.now, bound, since) > s->best.score) {
        return; /* the other candidates are younger */
      }
      const hs_moves moves =
          hs_predict_moves(&s->predictor, first + HS_CANDIDATE_CYLINDER(chunk->where[j]));
      s->examined++;
      examine(s, kind, chunk, j, &moves, since);
    }
    i = chunk->next;
  }
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
  if (best.task == HS_NO_TASK) {
    if (scheduler->waiting == 1) {
      scheduler->examined++;
      return hs_candidates_only(&position->candidates);
    }
    best.score = INT64_MAX;
  }
  search s;
  s.scheduler = scheduler;
  s.candidates = &position->candidates;
  s.aging = &position->aging;
  s.runs = position->runs;
  s.predictor = hs_predictor_depart(scheduler->drive, &position->departures, view);
  s.waits[0] = any_sector ? 0 : UINT32_MAX;
  s.waits[1] = scheduler->drive->write.zero_latency ? 0 : UINT32_MAX;
  weigh(&s, position);
  s.glance.seeks = 0;
  if (HS_GLANCE_VECTORS || scheduler->waiting >= HS_GLANCE_LEAST) {
    s.glance = hs_glance_make(&s.predictor, s.plain && (s.waits[0] & s.waits[1]) != 0);
  }
  s.examined = 0;
  set_best(&s, best);
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
  scheduler->examined += s.examined;
  return s.best.task;
}

uint32_t hs_position_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  return hs_position_search(scheduler, view, 0, scheduler->drive->geometry.cylinders - 1,
                            (hs_best){HS_NO_TASK, 0});
}
