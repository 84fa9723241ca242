#include "disk/reallocation_table.h"

uint32_t hs_find_moved(const hs_reallocations* table, hs_lbn lbn) {
  uint32_t low = 0;
  uint32_t high = table->moved;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const hs_reallocation* run = &table->by_block[middle];
    if (run->first.value + (run->blocks - 1) < lbn.value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint32_t hs_find_taken(const hs_reallocations* table, hs_pbn place) {
  const uint64_t key = hs_place_key(place);
  uint32_t low = 0;
  uint32_t high = table->taken;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const hs_reallocation* run = &table->by_place[middle];
    if (hs_place_key(run->place) + run->blocks <= key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const hs_reallocation* hs_reallocation_from(const hs_reallocations* table, hs_lbn lbn) {
  const uint32_t found = hs_find_moved(table, lbn);
  return found < table->moved ? &table->by_block[found] : NULL;
}

const hs_reallocation* hs_taken_from(const hs_reallocations* table, hs_pbn place) {
  const uint32_t found = hs_find_taken(table, place);
  return found < table->taken ? &table->by_place[found] : NULL;
}
