#include "schedulers/candidates.h"

#include "headstack/predict.h"

#define MOST_REGIONS 64u
#define SMALLEST_REGION_SHIFT 5u

static uint32_t region_shift(uint32_t cylinders) {
  uint32_t shift = SMALLEST_REGION_SHIFT;
  while ((cylinders - 1) >> shift >= MOST_REGIONS) {
    ++shift;
  }
  return shift;
}

/* Every cylinder may have one chunk that is not full. */
static uint32_t chunks_for(uint32_t cylinders, uint32_t capacity) {
  const uint64_t spread =
      ((uint64_t)capacity + (HS_CHUNK_CANDIDATES - 1) * (uint64_t)cylinders) / HS_CHUNK_CANDIDATES +
      1;
  return spread < capacity ? (uint32_t)spread : capacity;
}

size_t hs_candidates_memory(const hs_drive_params* drive, uint32_t capacity, bool aged) {
  const uint32_t cylinders = drive->geometry.cylinders;
  const uint32_t regions = ((cylinders - 1) >> region_shift(cylinders)) + 1;
  const size_t times = aged ? (size_t)cylinders + regions : 0;
  return sizeof(hs_chunk) * chunks_for(cylinders, capacity) + sizeof(hs_ticks) * times +
         sizeof(uint32_t) * ((size_t)capacity + cylinders + hs_cylinder_set_words(cylinders));
}

void hs_candidates_init(hs_candidates* candidates, const hs_drive_params* drive, uint32_t capacity,
                        bool aged, void* memory) {
  const uint32_t cylinders = drive->geometry.cylinders;
  hs_candidates* c = candidates;
  c->aged = aged;
  c->region_shift = region_shift(cylinders);
  c->regions = ((cylinders - 1) >> c->region_shift) + 1;
  c->chunks = memory;
  c->oldest = (hs_ticks*)(void*)(c->chunks + chunks_for(cylinders, capacity));
  c->region_oldest = c->oldest + (aged ? cylinders : 0);
  c->place = (uint32_t*)(void*)(c->region_oldest + (aged ? c->regions : 0));
  c->chains = hs_cylinder_set_init(&c->cylinders, cylinders, c->place + capacity);
  c->free = HS_NO_CHUNK;
  c->fresh = 0;
  for (uint32_t i = 0; i < cylinders; ++i) {
    c->chains[i] = HS_NO_CHUNK;
  }
  for (uint32_t i = 0; aged && i < cylinders + c->regions; ++i) {
    c->oldest[i] = HS_NEVER;
  }
}

/* --- chunks ---------------------------------------------------------------------------------- */

/* The cylinder's first chunk, with room in it. */
static uint32_t chunk_with_room(hs_candidates* c, uint32_t cylinder) {
  const uint32_t first = c->chains[cylinder];
  if (first != HS_NO_CHUNK && c->chunks[first].count < HS_CHUNK_CANDIDATES) {
    return first;
  }
  uint32_t taken = c->free;
  if (taken != HS_NO_CHUNK) {
    c->free = c->chunks[taken].next;
  } else {
    taken = c->fresh++;
  }
  c->chunks[taken].next = first;
  c->chunks[taken].count = 0;
  c->chains[cylinder] = taken;
  if (first == HS_NO_CHUNK) {
    hs_cylinder_set_add(&c->cylinders, cylinder);
  }
  return taken;
}

/* Take the last candidate of the cylinder's first chunk out. */
static void shrink(hs_candidates* c, uint32_t cylinder) {
  const uint32_t first = c->chains[cylinder];
  hs_chunk* chunk = &c->chunks[first];
  if (--chunk->count == 0) {
    c->chains[cylinder] = chunk->next;
    if (chunk->next == HS_NO_CHUNK) {
      hs_cylinder_set_drop(&c->cylinders, cylinder);
    }
    chunk->next = c->free;
    c->free = first;
  }
}

/* --- ages ------------------------------------------------------------------------------------ */

static hs_ticks earlier(hs_ticks a, hs_ticks b) { return a < b ? a : b; }

static hs_ticks oldest_of_cylinder(const hs_candidates* c, uint32_t cylinder) {
  hs_ticks oldest = HS_NEVER;
  for (uint32_t i = c->chains[cylinder]; i != HS_NO_CHUNK; i = c->chunks[i].next) {
    for (uint32_t j = 0; j < c->chunks[i].count; ++j) {
      oldest = earlier(oldest, c->chunks[i].at[j].arrival);
    }
  }
  return oldest;
}

static hs_ticks oldest_of_region(const hs_candidates* c, uint32_t region) {
  const uint32_t from = region << c->region_shift;
  const uint32_t to = from + (1u << c->region_shift);
  hs_ticks oldest = HS_NEVER;
  for (uint32_t i = from; i < to && i < c->cylinders.cylinders; ++i) {
    oldest = earlier(oldest, c->oldest[i]);
  }
  return oldest;
}

static void age_in(hs_candidates* c, uint32_t cylinder, hs_ticks arrival) {
  const uint32_t region = cylinder >> c->region_shift;
  c->oldest[cylinder] = earlier(c->oldest[cylinder], arrival);
  c->region_oldest[region] = earlier(c->region_oldest[region], arrival);
}

static void age_out(hs_candidates* c, uint32_t cylinder, hs_ticks arrival) {
  if (arrival != c->oldest[cylinder]) {
    return;
  }
  c->oldest[cylinder] = oldest_of_cylinder(c, cylinder);
  const uint32_t region = cylinder >> c->region_shift;
  if (arrival == c->region_oldest[region] && arrival != c->oldest[cylinder]) {
    c->region_oldest[region] = oldest_of_region(c, region);
  }
}

/* --- tasks ----------------------------------------------------------------------------------- */

void hs_candidates_insert(hs_candidates* candidates, const hs_drive_params* drive,
                          const hs_task* tasks, uint32_t task) {
  hs_candidates* c = candidates;
  const hs_task* t = &tasks[task];
  const uint32_t cylinder = t->track.cylinder.value;
  const uint32_t number = chunk_with_room(c, cylinder);
  hs_chunk* chunk = &c->chunks[number];
  c->place[task] = number * HS_CHUNK_CANDIDATES + chunk->count;
  chunk->at[chunk->count++] = (hs_candidate){
      .arrival = t->arrival,
      .angle = t->angle,
      .lead = hs_predict_lead(drive, t),
      .task = task,
      .head = (uint16_t)t->track.head.value,
      .write = t->write,
  };
  if (c->aged) {
    age_in(c, cylinder, t->arrival);
  }
}

void hs_candidates_remove(hs_candidates* candidates, const hs_task* tasks, uint32_t task) {
  hs_candidates* c = candidates;
  const uint32_t cylinder = tasks[task].track.cylinder.value;
  const uint32_t place = c->place[task];
  hs_candidate* hole = &c->chunks[place / HS_CHUNK_CANDIDATES].at[place % HS_CHUNK_CANDIDATES];
  const hs_ticks arrival = hole->arrival;
  const hs_chunk* first = &c->chunks[c->chains[cylinder]];
  *hole = first->at[first->count - 1];
  c->place[hole->task] = place;
  shrink(c, cylinder);
  if (c->aged) {
    age_out(c, cylinder, arrival);
  }
}
