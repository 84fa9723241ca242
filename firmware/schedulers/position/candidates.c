#include "position/candidates.h"

#include "disk/predict.h"

#define AGED_COLUMN_BITS 6u

static uint32_t columns_of(uint32_t cylinders, bool aged) {
  return aged ? ((cylinders - 1) >> AGED_COLUMN_BITS) + 1 : cylinders;
}

/* Greatest number of chunks for `capacity` tasks. Two neighbouring chunks together hold five or
 * more tasks, and a chain can have an odd number of chunks. A chunk that has just been split may
 * not yet be joined to its neighbours. */
static uint32_t chunks_for(uint32_t columns, uint32_t capacity) {
  const uint64_t spread = (uint64_t)capacity * 2 / 5 + columns + 2;
  return spread < capacity ? (uint32_t)spread : capacity;
}

size_t hs_candidates_memory(const hs_drive_params* drive, uint32_t capacity, bool aged) {
  const uint32_t columns = columns_of(drive->geometry.cylinders, aged);
  return HS_CHUNK_LINE + sizeof(hs_chunk) * chunks_for(columns, capacity) +
         (aged ? hs_age_tree_memory(columns) : 0) + sizeof(hs_chain) * columns +
         sizeof(uint32_t) * (capacity + hs_cylinder_set_words(columns));
}

void hs_candidates_init(hs_candidates* candidates, const hs_drive_params* drive, uint32_t capacity,
                        bool aged, void* memory) {
  const uint32_t columns = columns_of(drive->geometry.cylinders, aged);
  hs_candidates* c = candidates;
  c->aged = aged;
  c->column_bits = aged ? AGED_COLUMN_BITS : 0;
  c->chunks = (void*)((uint8_t*)memory + (0u - (uintptr_t)memory) % HS_CHUNK_LINE);
  void* behind = c->chunks + chunks_for(columns, capacity);
  if (aged) {
    hs_age_tree_init(&c->ages, columns, behind);
    behind = (uint8_t*)behind + hs_age_tree_memory(columns);
  }
  c->chains = behind;
  c->chunk_of = (uint32_t*)(void*)(c->chains + columns);
  hs_cylinder_set_init(&c->columns, columns, c->chunk_of + capacity);
  c->free = HS_NO_CHUNK;
  c->fresh = 0;
  for (uint32_t i = 0; i < columns; ++i) {
    c->chains[i] = (hs_chain){HS_NO_CHUNK, HS_NO_CHUNK};
  }
}

/* --- ages ------------------------------------------------------------------------------------ */

/* The chain of a column may have another first task, or none. */
static void age_changed(hs_candidates* c, uint32_t column) {
  const uint32_t first = c->chains[column].first;
  if (c->aged) {
    hs_age_tree_set(&c->ages, column, first == HS_NO_CHUNK ? HS_NEVER : c->chunks[first].since[0]);
  }
}

/* --- chunks ---------------------------------------------------------------------------------- */

/* Mark place `i` as empty. The bounds treat an empty place as a write that is late by more than a
 * revolution. */
static void clear_place(hs_chunk* chunk, uint32_t i) {
  chunk->lead[i] = UINT32_MAX;
  chunk->write[i] = -1;
}

/* Make a new, empty chunk of the column, after chunk `before`. HS_NO_CHUNK: the column has no other
 * chunk. */
static uint32_t add_chunk(hs_candidates* c, uint32_t column, uint32_t before) {
  hs_chain* chain = &c->chains[column];
  uint32_t taken = c->free;
  if (taken != HS_NO_CHUNK) {
    c->free = c->chunks[taken].next;
  } else {
    taken = c->fresh++;
    c->chunks[taken] = (hs_chunk){.count = 0};
    for (uint32_t i = 0; i < HS_CHUNK_CANDIDATES; ++i) {
      clear_place(&c->chunks[taken], i);
    }
  }
  hs_chunk* chunk = &c->chunks[taken];
  chunk->count = 0;
  chunk->previous = before;
  if (before == HS_NO_CHUNK) {
    chunk->next = HS_NO_CHUNK;
    chain->first = taken;
    hs_cylinder_set_add(&c->columns, column);
  } else {
    chunk->next = c->chunks[before].next;
    c->chunks[before].next = taken;
  }
  if (chunk->next == HS_NO_CHUNK) {
    chain->last = taken;
  } else {
    c->chunks[chunk->next].previous = taken;
  }
  return taken;
}

/* The last chunk of the column, which has room. */
static uint32_t chunk_with_room(hs_candidates* c, uint32_t column) {
  const uint32_t last = c->chains[column].last;
  return last != HS_NO_CHUNK && c->chunks[last].count < HS_CHUNK_CANDIDATES
             ? last
             : add_chunk(c, column, last);
}

/* Take an empty chunk out of its chain. */
static void give_back(hs_candidates* c, uint32_t column, uint32_t number) {
  hs_chain* chain = &c->chains[column];
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
    hs_cylinder_set_drop(&c->columns, column);
  }
  chunk->next = c->free;
  c->free = number;
}

/* Copy a place without the candidate's age. */
static void copy_place(hs_chunk* to, uint32_t i, const hs_chunk* from, uint32_t j) {
  to->angle[i] = from->angle[j];
  to->lead[i] = from->lead[j];
  to->write[i] = from->write[j];
  to->task[i] = from->task[j];
  to->where[i] = from->where[j];
}

static void copy_candidate(hs_chunk* to, uint32_t i, const hs_chunk* from, uint32_t j) {
  copy_place(to, i, from, j);
  to->since[i] = from->since[j];
}

/* Move the tasks of the next chunk to the end of this chunk, if there is room for all of them. */
static void join_next(hs_candidates* c, uint32_t column, uint32_t number) {
  hs_chunk* chunk = &c->chunks[number];
  const uint32_t next = chunk->next;
  if (next == HS_NO_CHUNK || chunk->count + c->chunks[next].count > HS_CHUNK_CANDIDATES) {
    return;
  }
  for (uint32_t i = 0; i < c->chunks[next].count; ++i) {
    copy_candidate(chunk, chunk->count, &c->chunks[next], i);
    c->chunk_of[chunk->task[chunk->count++]] = number;
  }
  give_back(c, column, next);
}

/* --- tasks ----------------------------------------------------------------------------------- */

/* Write a task into chunk `number` at place `i`. */
static void write_at(hs_candidates* c, const hs_drive_params* drive, const hs_task* tasks,
                     uint32_t task, uint32_t number, uint32_t i) {
  const hs_task* t = &tasks[task];
  const uint32_t cylinder = t->track.cylinder.value;
  const uint32_t in_column = cylinder & ((1u << c->column_bits) - 1);
  hs_chunk* chunk = &c->chunks[number];
  c->chunk_of[task] = number;
  chunk->angle[i] = t->angle;
  chunk->lead[i] = t->write ? hs_predict_lead(drive, t) : 0;
  chunk->write[i] = t->write ? -1 : 0;
  chunk->task[i] = task;
  chunk->where[i] = (uint16_t)(t->track.head.value | in_column << 8);
}

/* Put a task into a chunk that has room, at place `i`. The tasks from there on move up by one. */
static void put(hs_candidates* c, const hs_drive_params* drive, const hs_task* tasks, uint32_t task,
                hs_ticks since, uint32_t number, uint32_t i) {
  hs_chunk* chunk = &c->chunks[number];
  for (uint32_t j = chunk->count++; j > i; --j) {
    copy_candidate(chunk, j, chunk, j - 1);
  }
  chunk->since[i] = since;
  write_at(c, drive, tasks, task, number, i);
}

/* Move the last two tasks of a full chunk into a new chunk after it, which is returned. */
static uint32_t split(hs_candidates* c, uint32_t column, uint32_t number) {
  const uint32_t behind = add_chunk(c, column, number);
  hs_chunk* from = &c->chunks[number];
  hs_chunk* to = &c->chunks[behind];
  for (; to->count < 2; ++to->count) {
    copy_candidate(to, to->count, from, HS_CHUNK_CANDIDATES - 2 + to->count);
    c->chunk_of[to->task[to->count]] = behind;
  }
  from->count -= 2;
  return behind;
}

/* Put a task before the younger tasks of its column. Precondition: younger tasks exist. */
static void put_among(hs_candidates* c, const hs_drive_params* drive, const hs_task* tasks,
                      uint32_t task, hs_ticks since) {
  const uint32_t column = tasks[task].track.cylinder.value >> c->column_bits;
  uint32_t number = c->chains[column].last;
  while (c->chunks[number].since[0] > since && c->chunks[number].previous != HS_NO_CHUNK) {
    number = c->chunks[number].previous;
  }
  const uint32_t before = c->chunks[number].previous;
  uint32_t behind = HS_NO_CHUNK;
  if (c->chunks[number].count == HS_CHUNK_CANDIDATES) {
    behind = split(c, column, number);
    number = c->chunks[behind].since[0] > since ? number : behind;
  }
  uint32_t i = 0;
  while (i < c->chunks[number].count && c->chunks[number].since[i] <= since) {
    ++i;
  }
  put(c, drive, tasks, task, since, number, i);
  if (behind != HS_NO_CHUNK) { /* the parts may have room for their neighbours */
    join_next(c, column, behind);
    if (before != HS_NO_CHUNK) {
      join_next(c, column, before);
    }
  }
}

static bool any_younger(const hs_candidates* c, uint32_t column, hs_ticks since) {
  const uint32_t last = c->chains[column].last;
  return last != HS_NO_CHUNK && c->chunks[last].since[c->chunks[last].count - 1] > since;
}

static void insert_by_age(hs_candidates* c, const hs_drive_params* drive, const hs_task* tasks,
                          uint32_t task, hs_ticks since) {
  const uint32_t column = tasks[task].track.cylinder.value >> c->column_bits;
  if (any_younger(c, column, since)) {
    put_among(c, drive, tasks, task, since);
  } else {
    const uint32_t number = chunk_with_room(c, column);
    put(c, drive, tasks, task, since, number, c->chunks[number].count);
  }
  age_changed(c, column);
}

void hs_candidates_insert(hs_candidates* candidates, const hs_drive_params* drive,
                          const hs_task* tasks, uint32_t task, hs_ticks since) {
  if (candidates->aged) {
    insert_by_age(candidates, drive, tasks, task, since);
    return;
  }
  const uint32_t number = chunk_with_room(candidates, tasks[task].track.cylinder.value);
  write_at(candidates, drive, tasks, task, number, candidates->chunks[number].count++);
}

static uint32_t place_in(const hs_chunk* chunk, uint32_t task) {
  uint32_t i = 0;
  while (chunk->task[i] != task) {
    ++i;
  }
  return i;
}

static void remove_by_age(hs_candidates* c, uint32_t column, uint32_t task) {
  const uint32_t number = c->chunk_of[task];
  hs_chunk* chunk = &c->chunks[number];
  const uint32_t previous = chunk->previous;
  const uint32_t left = chunk->count - 1u;
  for (uint32_t i = place_in(chunk, task); i < left; ++i) {
    copy_candidate(chunk, i, chunk, i + 1);
  }
  chunk->count = left;
  if (left == 0) {
    give_back(c, column, number);
  } else {
    join_next(c, column, number);
  }
  if (previous != HS_NO_CHUNK) {
    join_next(c, column, previous);
  }
  age_changed(c, column);
}

void hs_candidates_remove(hs_candidates* candidates, const hs_task* tasks, uint32_t task) {
  hs_candidates* c = candidates;
  const uint32_t column = tasks[task].track.cylinder.value >> c->column_bits;
  if (c->aged) {
    remove_by_age(c, column, task);
    return;
  }
  /* The last task of the column moves to the free place. */
  const uint32_t number = c->chunk_of[task];
  const uint32_t last = c->chains[column].last;
  hs_chunk* chunk = &c->chunks[number];
  hs_chunk* from = &c->chunks[last];
  const uint32_t i = place_in(chunk, task);
  from->count--;
  copy_place(chunk, i, from, from->count);
  clear_place(from, from->count);
  c->chunk_of[chunk->task[i]] = number;
  if (from->count == 0) {
    give_back(c, column, last);
  }
}

uint32_t hs_candidates_only(const hs_candidates* candidates) {
  const uint32_t column = hs_cylinder_set_up(&candidates->columns, 0);
  return candidates->chunks[candidates->chains[column].first].task[0];
}
