#include "disk/reallocation.h"

#include "spares.h"

size_t hs_reallocations_memory(uint32_t capacity) {
  return (size_t)capacity * 2 * sizeof(hs_reallocation);
}

void hs_reallocations_init(hs_reallocations* table, void* memory, uint32_t capacity,
                           const hs_reallocations* factory) {
  *table = (hs_reallocations){.by_block = memory, .capacity = capacity};
  table->by_place = table->by_block + capacity;
  if (factory == NULL) {
    return;
  }
  table->moved = factory->moved;
  table->taken = factory->taken;
  for (uint32_t i = 0; i < factory->moved; ++i) {
    table->by_block[i] = factory->by_block[i];
  }
  for (uint32_t i = 0; i < factory->taken; ++i) {
    table->by_place[i] = factory->by_place[i];
  }
}

static void insert(hs_reallocation* runs, uint32_t* count, uint32_t at, hs_reallocation run) {
  for (uint32_t i = *count; i > at; --i) {
    runs[i] = runs[i - 1];
  }
  runs[at] = run;
  ++*count;
}

static void erase(hs_reallocation* runs, uint32_t* count, uint32_t at) {
  --*count;
  for (uint32_t i = at; i < *count; ++i) {
    runs[i] = runs[i + 1];
  }
}

/* `blocks` blocks of a run, from its block number `from` on. */
static hs_reallocation part(const hs_reallocation* run, uint32_t from, uint32_t blocks) {
  hs_reallocation piece = *run;
  piece.first.value += from;
  piece.place.sector.value += from;
  piece.blocks = blocks;
  return piece;
}

/* Cut `blocks` blocks, from number `from` on, out of a run of a table. The remainders before and
 * after these blocks stay. If `instead` is not NULL, it replaces the blocks. */
static void cut(hs_reallocation* runs, uint32_t* count, uint32_t at, uint32_t from, uint32_t blocks,
                const hs_reallocation* instead) {
  const hs_reallocation old = runs[at];
  erase(runs, count, at);
  if (from + blocks < old.blocks) {
    insert(runs, count, at, part(&old, from + blocks, old.blocks - from - blocks));
  }
  if (instead != NULL) {
    insert(runs, count, at, *instead);
  }
  if (from != 0) {
    insert(runs, count, at, part(&old, 0, from));
  }
}

/* Number of runs that hold some of these blocks. */
static uint32_t runs_among(const hs_reallocations* table, hs_lbn first, uint32_t blocks) {
  const uint32_t begin = hs_find_moved(table, first);
  uint32_t at = begin;
  while (at < table->moved && table->by_block[at].first.value < first.value + blocks) {
    ++at;
  }
  return at - begin;
}

/* True: the table has room for the greatest number of entries that hs_reallocate adds. */
static bool has_room(const hs_reallocations* table, hs_lbn first, uint32_t blocks) {
  const uint32_t bad = runs_among(table, first, blocks);
  const uint64_t moved = (uint64_t)table->moved + (bad == 0 ? 1 : 2);
  const uint64_t taken = (uint64_t)table->taken + 1 + (uint64_t)bad * 2;
  return moved <= table->capacity && taken <= table->capacity;
}

/* The spare places of these blocks are bad. */
static void give_up(hs_reallocations* table, hs_lbn first, uint32_t blocks) {
  const uint32_t end = first.value + blocks;
  uint32_t at = hs_find_moved(table, first);
  while (at < table->moved && table->by_block[at].first.value < end) {
    const hs_reallocation old = table->by_block[at];
    const uint32_t from = old.first.value < first.value ? first.value - old.first.value : 0;
    const uint32_t to = end - old.first.value < old.blocks ? end - old.first.value : old.blocks;
    hs_reallocation bad = part(&old, from, to - from);
    bad.first.value = HS_BAD_PLACE;
    cut(table->by_place, &table->taken, hs_find_taken(table, old.place), from, to - from, &bad);
    cut(table->by_block, &table->moved, at, from, to - from, NULL);
    at = hs_find_moved(table, first);
  }
}

bool hs_reallocate(const hs_geometry* geometry, hs_reallocations* table, hs_lbn first,
                   uint32_t blocks, hs_pbn* spare) {
  hs_reallocation run = {.first = first, .blocks = blocks};
  if (!has_room(table, first, blocks) ||
      !hs_find_spare(geometry, table, first, blocks, &run.place)) {
    return false;
  }
  give_up(table, first, blocks);
  insert(table->by_block, &table->moved, hs_find_moved(table, first), run);
  insert(table->by_place, &table->taken, hs_find_taken(table, run.place), run);
  *spare = run.place;
  return true;
}
