#include "schedulers/position.h"

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
  hs_candidates_init(&position->candidates, scheduler->drive, scheduler->capacity,
                     aging.kind != HS_AGING_NONE, (uint8_t*)scheduler->memory + align(bytes));
}

void hs_position_arrival(hs_scheduler* scheduler, uint32_t task) {
  hs_position* position = scheduler->memory;
  hs_candidates_insert(&position->candidates, scheduler->drive, scheduler->tasks, task);
}

void hs_position_remove(hs_scheduler* scheduler, uint32_t task) {
  hs_position* position = scheduler->memory;
  hs_candidates_remove(&position->candidates, scheduler->tasks, task);
}

/* --- scores ---------------------------------------------------------------------------------- */

/* a * b / 2^32, rounded down. */
static inline uint64_t product_q32(uint64_t a, uint64_t b) {
  const uint64_t ah = a >> 32;
  const uint64_t al = (uint32_t)a;
  const uint64_t bh = b >> 32;
  const uint64_t bl = (uint32_t)b;
  return ((ah * bh) << 32) + ah * bl + al * bh + ((al * bl) >> 32);
}

static inline int64_t score(const hs_aging* aging, hs_aging_kind kind, hs_ticks cost,
                            hs_ticks waited) {
  if (kind == HS_AGING_CREDIT) {
    return (int64_t)cost - (int64_t)product_q32(aging->weight_q32, waited);
  }
  if (kind == HS_AGING_LIMIT) {
    return waited < aging->limit ? (int64_t)product_q32(cost, aging->limit - waited)
                                 : -1 - (int64_t)(waited - aging->limit);
  }
  return (int64_t)cost;
}

int64_t hs_position_score(const hs_aging* aging, hs_ticks cost, hs_ticks waited) {
  return score(aging, aging->kind, cost, waited);
}

hs_aging hs_aging_by_credit(const hs_scheduler* scheduler) {
  /* Q16.16 of ms/s: 2^32 / (2^16 * 1000), rounded to the nearest. */
  const uint64_t weight = ((uint64_t)scheduler->parameters[0] * 65536 + 500) / 1000;
  return (hs_aging){.kind = HS_AGING_CREDIT, .weight_q32 = weight};
}

/* --- the search ------------------------------------------------------------------------------ */

typedef struct search {
  hs_scheduler* scheduler;
  const hs_candidates* candidates;
  const hs_aging* aging;
  hs_predictor predictor;
  hs_best best;
} search;

static hs_ticks waited_since(hs_ticks now, hs_ticks arrival) {
  return now > arrival ? now - arrival : 0;
}

/* Take a candidate if it beats the best; `cost` is its time, or less. */
static void consider(search* s, hs_aging_kind kind, const hs_candidate* c, bool exact,
                     hs_ticks cost) {
  const hs_task* tasks = s->scheduler->tasks;
  hs_ticks time = cost;
  if (!exact) {
    time = hs_predict_cost(&s->predictor, &tasks[c->task]);
  }
  const int64_t found = score(s->aging, kind, time, waited_since(s->predictor.now, c->arrival));
  if (s->best.task == HS_NO_TASK || found < s->best.score ||
      (found == s->best.score && tasks[c->task].order < tasks[s->best.task].order)) {
    s->best = (hs_best){c->task, found};
  }
}

static inline void examine_cylinder(search* s, hs_aging_kind kind, uint32_t cylinder) {
  const hs_ticks now = s->predictor.now;
  const uint32_t head = s->predictor.track.head.value;
  const hs_reach reach = hs_predict_reach(&s->predictor, cylinder);
  const bool any_sector = s->predictor.drive->cache.zero_latency_read;
  for (uint32_t i = s->candidates->chains[cylinder]; i != HS_NO_CHUNK;) {
    const hs_chunk* chunk = &s->candidates->chunks[i];
    for (uint32_t j = 0; j < chunk->count; ++j) {
      const hs_candidate* c = &chunk->at[j];
      const hs_ticks eligible =
          hs_later(reach.eligible[c->write][c->head != head], reach.data[c->write] + c->lead);
      hs_ticks cost = eligible - now;
      const bool exact = c->write == 0 && !any_sector;
      if (!any_sector || c->write != 0) {
        cost += hs_rotation_wait(eligible, c->angle);
      }
      const int64_t least = score(s->aging, kind, cost, waited_since(now, c->arrival));
      if (s->best.task == HS_NO_TASK || least <= s->best.score) {
        consider(s, kind, c, exact, cost);
      }
    }
    s->scheduler->examined += chunk->count;
    i = chunk->next;
  }
}

/* Must everything on `cylinder` be worse than the best, or, if `region`, on all the cylinders of
 * its region that are as far away or farther? */
static inline bool hopeless(const search* s, hs_aging_kind kind, uint32_t cylinder, bool region,
                            hs_ticks bound) {
  const hs_candidates* c = s->candidates;
  const hs_ticks oldest =
      region ? c->region_oldest[cylinder >> c->region_shift] : c->oldest[cylinder];
  return score(s->aging, kind, bound, waited_since(s->predictor.now, oldest)) > s->best.score;
}

static inline uint32_t next_up(const search* s, uint32_t from, uint32_t last) {
  const uint32_t found = hs_cylinder_set_up(&s->candidates->cylinders, from);
  return found <= last ? found : HS_NO_CYLINDER;
}

static inline uint32_t next_down(const search* s, uint32_t from, uint32_t first) {
  const uint32_t found = hs_cylinder_set_down(&s->candidates->cylinders, from);
  return found != HS_NO_CYLINDER && found >= first ? found : HS_NO_CYLINDER;
}

static inline uint32_t outward(search* s, hs_aging_kind kind, uint32_t first, uint32_t last) {
  const uint32_t here = s->predictor.track.cylinder.value;
  const uint32_t shift = s->candidates->region_shift;
  uint32_t up = next_up(s, here > first ? here : first, last);
  uint32_t down = here == 0 ? HS_NO_CYLINDER : next_down(s, here <= last ? here - 1 : last, first);
  while (up != HS_NO_CYLINDER || down != HS_NO_CYLINDER) {
    const bool go_up = down == HS_NO_CYLINDER || (up != HS_NO_CYLINDER && up - here <= here - down);
    const uint32_t cylinder = go_up ? up : down;
    uint32_t passed = cylinder; /* the last one that need not be looked at again */
    if (s->best.task == HS_NO_TASK) {
      examine_cylinder(s, kind, cylinder);
    } else {
      const hs_ticks bound = hs_predict_bound(&s->predictor, go_up ? up - here : here - down);
      if (kind == HS_AGING_NONE) {
        /* A farther one may still tie and be older: stop only when it must be worse. */
        if ((int64_t)bound > s->best.score) {
          break;
        }
        examine_cylinder(s, kind, cylinder);
      } else if (!hopeless(s, kind, cylinder, false, bound)) {
        examine_cylinder(s, kind, cylinder);
      } else if (hopeless(s, kind, cylinder, true, bound)) {
        passed = go_up ? cylinder | ((1u << shift) - 1) : cylinder & ~((1u << shift) - 1);
      }
    }
    if (go_up) {
      up = next_up(s, passed + 1, last);
    } else {
      down = passed == 0 ? HS_NO_CYLINDER : next_down(s, passed - 1, first);
    }
  }
  return s->best.task;
}

uint32_t hs_position_search(hs_scheduler* scheduler, const hs_drive_view* view, uint32_t first,
                            uint32_t last, hs_best best) {
  const hs_position* position = scheduler->memory;
  search s = {.scheduler = scheduler,
              .candidates = &position->candidates,
              .aging = &position->aging,
              .predictor = hs_predictor_make(scheduler->drive, view),
              .best = best};
  switch (position->aging.kind) { /* one copy of the search for each kind of score */
    case HS_AGING_CREDIT:
      return outward(&s, HS_AGING_CREDIT, first, last);
    case HS_AGING_LIMIT:
      return outward(&s, HS_AGING_LIMIT, first, last);
    default:
      return outward(&s, HS_AGING_NONE, first, last);
  }
}

uint32_t hs_position_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  return hs_position_search(scheduler, view, 0, scheduler->drive->geometry.cylinders - 1,
                            (hs_best){HS_NO_TASK, 0});
}
