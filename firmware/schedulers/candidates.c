#include "schedulers/candidates.h"

#include "headstack/predict.h"

static uint32_t leaves_for(uint32_t cylinders) {
  uint32_t leaves = 1;
  while (leaves < cylinders) {
    leaves *= 2;
  }
  return leaves;
}

/* Two neighbouring chunks hold six or more, and a chain may have an odd one. */
static uint32_t chunks_for(uint32_t cylinders, uint32_t capacity) {
  const uint64_t spread = (uint64_t)capacity / 3 + cylinders + 1;
  return spread < capacity ? (uint32_t)spread : capacity;
}

size_t hs_candidates_memory(const hs_drive_params* drive, uint32_t capacity, bool aged) {
  const uint32_t cylinders = drive->geometry.cylinders;
  return sizeof(hs_chunk) * chunks_for(cylinders, capacity) +
         (aged ? sizeof(hs_ticks) * 2 * leaves_for(cylinders) : 0) + sizeof(hs_chain) * cylinders +
         sizeof(uint32_t) * (capacity + hs_cylinder_set_words(cylinders));
}

void hs_candidates_init(hs_candidates* candidates, const hs_drive_params* drive, uint32_t capacity,
                        bool aged, void* memory) {
  const uint32_t cylinders = drive->geometry.cylinders;
  hs_candidates* c = candidates;
  c->leaves = aged ? leaves_for(cylinders) : 0;
  c->height = 0;
  while (c->leaves >> c->height > 1) {
    c->height++;
  }
  c->chunks = memory;
  hs_ticks* tree = (hs_ticks*)(void*)(c->chunks + chunks_for(cylinders, capacity));
  c->oldest = aged ? tree : NULL;
  c->chains = (hs_chain*)(void*)(tree + 2 * (size_t)c->leaves);
  c->chunk_of = (uint32_t*)(void*)(c->chains + cylinders);
  hs_cylinder_set_init(&c->cylinders, cylinders, c->chunk_of + capacity);
  c->free = HS_NO_CHUNK;
  c->fresh = 0;
  for (uint32_t i = 0; i < cylinders; ++i) {
    c->chains[i] = (hs_chain){HS_NO_CHUNK, HS_NO_CHUNK};
  }
  for (uint32_t i = 0; i < 2 * c->leaves; ++i) {
    tree[i] = HS_NEVER;
  }
}

/* --- ages ------------------------------------------------------------------------------------ */

static hs_ticks earlier(hs_ticks a, hs_ticks b) { return a < b ? a : b; }

/* The chain of a cylinder has another first task, or none. */
static void age_changed(hs_candidates* c, uint32_t cylinder) {
  const uint32_t first = c->chains[cylinder].first;
  uint32_t node = c->leaves + cylinder;
  hs_ticks oldest = first == HS_NO_CHUNK ? HS_NEVER : c->chunks[first].since[0];
  while (c->oldest[node] != oldest) {
    c->oldest[node] = oldest;
    if (node == 1) {
      return;
    }
    oldest = earlier(oldest, c->oldest[node ^ 1u]);
    node /= 2;
  }
}

/* --- chunks ---------------------------------------------------------------------------------- */

/* The cylinder's last chunk, with room in it. */
static uint32_t chunk_with_room(hs_candidates* c, uint32_t cylinder) {
  hs_chain* chain = &c->chains[cylinder];
  const uint32_t last = chain->last;
  if (last != HS_NO_CHUNK && c->chunks[last].count < HS_CHUNK_CANDIDATES) {
    return last;
  }
  uint32_t taken = c->free;
  if (taken != HS_NO_CHUNK) {
    c->free = c->chunks[taken].next;
  } else {
    taken = c->fresh++;
  }
  hs_chunk* chunk = &c->chunks[taken];
  chunk->count = 0;
  chunk->next = HS_NO_CHUNK;
  chunk->previous = last;
  chain->last = taken;
  if (last == HS_NO_CHUNK) {
    chain->first = taken;
    hs_cylinder_set_add(&c->cylinders, cylinder);
  } else {
    c->chunks[last].next = taken;
  }
  return taken;
}

/* Take an empty chunk out of its chain. */
static void give_back(hs_candidates* c, uint32_t cylinder, uint32_t number) {
  hs_chain* chain = &c->chains[cylinder];
  hs_chunk* chunk = &c->chunks[number];
  if (chunk->previous == HS_NO_CHUNK) {
    chain->first = chunk->next;
  } else {
    c->chunks[chunk->previous].next = chunk->next;
  }
  if (chunk->next == HS_NO_CHUNK) {
    chain->last = chunk->previous;
  } else {
    c->chunks[chunk->next].previous = chunk->previous;
  }
  if (chain->first == HS_NO_CHUNK) {
    hs_cylinder_set_drop(&c->cylinders, cylinder);
  }
  chunk->next = c->free;
  c->free = number;
}

static void copy_candidate(hs_chunk* to, uint32_t i, const hs_chunk* from, uint32_t j) {
  to->since[i] = from->since[j];
  to->angle[i] = from->angle[j];
  to->lead[i] = from->lead[j];
  to->task[i] = from->task[j];
  to->head[i] = from->head[j];
}

/* Move what the next chunk holds behind what this one holds, if there is room for all of it. */
static void join_next(hs_candidates* c, uint32_t cylinder, uint32_t number) {
  hs_chunk* chunk = &c->chunks[number];
  const uint32_t next = chunk->next;
  if (next == HS_NO_CHUNK || chunk->count + c->chunks[next].count > HS_CHUNK_CANDIDATES) {
    return;
  }
  for (uint32_t i = 0; i < c->chunks[next].count; ++i) {
    copy_candidate(chunk, chunk->count, &c->chunks[next], i);
    c->chunk_of[chunk->task[chunk->count++]] = number;
  }
  give_back(c, cylinder, next);
}

/* --- tasks ----------------------------------------------------------------------------------- */

static void append(hs_candidates* c, const hs_drive_params* drive, const hs_task* tasks,
                   uint32_t task, hs_ticks since) {
  const hs_task* t = &tasks[task];
  const uint32_t cylinder = t->track.cylinder.value;
  const uint32_t number = chunk_with_room(c, cylinder);
  hs_chunk* chunk = &c->chunks[number];
  const uint32_t i = chunk->count++;
  c->chunk_of[task] = number;
  chunk->since[i] = since;
  chunk->angle[i] = t->angle;
  chunk->lead[i] = hs_predict_lead(drive, t);
  chunk->task[i] = task;
  chunk->head[i] = (uint16_t)(t->track.head.value | (t->write ? HS_CANDIDATE_WRITE : 0u));
  if (c->oldest != NULL) {
    age_changed(c, cylinder);
  }
}

/* The first candidate before the cylinder's last one that is younger than it; itself if none is. */
static uint32_t first_younger(const hs_candidates* c, uint32_t cylinder, uint32_t last,
                              hs_ticks since, hs_ticks* younger) {
  for (uint32_t i = c->chains[cylinder].first;; i = c->chunks[i].next) {
    const hs_chunk* chunk = &c->chunks[i];
    for (uint32_t j = 0; j < chunk->count; ++j) {
      if (chunk->task[j] == last || chunk->since[j] > since) {
        *younger = chunk->since[j];
        return chunk->task[j];
      }
    }
  }
}

/* Is the candidate before the cylinder's last one younger than it? */
static bool out_of_order(const hs_candidates* c, uint32_t cylinder, hs_ticks since) {
  const hs_chunk* chunk = &c->chunks[c->chains[cylinder].last];
  if (chunk->count > 1) {
    return chunk->since[chunk->count - 2] > since;
  }
  const hs_chunk* before = &c->chunks[chunk->previous];
  return chunk->previous != HS_NO_CHUNK && before->since[before->count - 1] > since;
}

void hs_candidates_insert(hs_candidates* candidates, const hs_drive_params* drive,
                          const hs_task* tasks, uint32_t task, hs_ticks since) {
  hs_candidates* c = candidates;
  const uint32_t cylinder = tasks[task].track.cylinder.value;
  append(c, drive, tasks, task, since);
  if (c->oldest == NULL || !out_of_order(c, cylinder, since)) {
    return;
  }
  /* The younger ones go behind it, one after another. */
  hs_ticks age = 0;
  uint32_t younger = first_younger(c, cylinder, task, since, &age);
  for (; younger != task; younger = first_younger(c, cylinder, task, since, &age)) {
    hs_candidates_remove(c, tasks, younger);
    append(c, drive, tasks, younger, age);
  }
}

void hs_candidates_remove(hs_candidates* candidates, const hs_task* tasks, uint32_t task) {
  hs_candidates* c = candidates;
  const uint32_t cylinder = tasks[task].track.cylinder.value;
  const uint32_t number = c->chunk_of[task];
  hs_chunk* chunk = &c->chunks[number];
  uint32_t i = 0;
  while (chunk->task[i] != task) {
    ++i;
  }
  --chunk->count;
  for (; i < chunk->count; ++i) {
    copy_candidate(chunk, i, chunk, i + 1);
  }
  const uint32_t previous = chunk->previous;
  if (chunk->count == 0) {
    give_back(c, cylinder, number);
  } else {
    join_next(c, cylinder, number);
  }
  if (previous != HS_NO_CHUNK) {
    join_next(c, cylinder, previous);
  }
  if (c->oldest != NULL) {
    age_changed(c, cylinder);
  }
}
