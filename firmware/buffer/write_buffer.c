#include "buffer/write_buffer.h"

static uint32_t end_of(const hs_dirty_extent* extent) {
  return extent->first.value + extent->blocks;
}

static uint32_t under_way(const hs_write_buffer* buffer, hs_ticks now) {
  return now < buffer->done_at ? buffer->under_way : 0;
}

uint32_t hs_write_buffer_dirty(const hs_write_buffer* buffer, hs_ticks now) {
  return buffer->blocks + under_way(buffer, now);
}

bool hs_write_buffer_fits(const hs_write_buffer* buffer, uint32_t blocks, uint32_t capacity,
                          hs_ticks now) {
  return buffer->count < HS_DIRTY_EXTENTS &&
         blocks + hs_write_buffer_dirty(buffer, now) <= capacity;
}

static void erase(hs_write_buffer* buffer, uint32_t at) {
  buffer->blocks -= buffer->waiting[at].blocks;
  --buffer->count;
  for (uint32_t i = at; i < buffer->count; ++i) {
    buffer->waiting[i] = buffer->waiting[i + 1];
  }
}

static void insert(hs_write_buffer* buffer, uint32_t at, hs_dirty_extent extent) {
  for (uint32_t i = buffer->count; i > at; --i) {
    buffer->waiting[i] = buffer->waiting[i - 1];
  }
  buffer->waiting[at] = extent;
  buffer->blocks += extent.blocks;
  ++buffer->count;
}

void hs_write_buffer_add(hs_write_buffer* buffer, hs_lbn first, uint32_t blocks,
                         uint8_t initiator) {
  uint32_t begin = first.value;
  uint32_t end = first.value + blocks;
  uint32_t place = HS_NO_EXTENT;
  for (uint32_t i = 0; i < buffer->count;) {
    const hs_dirty_extent* other = &buffer->waiting[i];
    if (end_of(other) < begin || other->first.value > end) {
      ++i;
      continue;
    }
    begin = other->first.value < begin ? other->first.value : begin;
    end = end_of(other) > end ? end_of(other) : end;
    place = place == HS_NO_EXTENT || i < place ? i : place;
    erase(buffer, i);
    i = 0; /* the extent has grown, and may touch others now */
  }
  const hs_dirty_extent all = {{begin}, end - begin, initiator};
  insert(buffer, place == HS_NO_EXTENT ? buffer->count : place, all);
}

void hs_write_buffer_forget(hs_write_buffer* buffer, uint8_t initiator) {
  for (uint32_t i = 0; i < buffer->count; ++i) {
    if (buffer->waiting[i].initiator == initiator) {
      buffer->waiting[i].initiator = HS_NO_INITIATOR;
    }
  }
}

void hs_write_buffer_remove(hs_write_buffer* buffer, hs_lbn first, uint32_t blocks) {
  const uint32_t end = first.value + blocks;
  for (uint32_t i = buffer->count; i > 0; --i) {
    const hs_dirty_extent old = buffer->waiting[i - 1];
    const uint32_t old_end = end_of(&old);
    if (old_end <= first.value || old.first.value >= end) {
      continue;
    }
    const bool front = old.first.value < first.value;
    const bool back = old_end > end;
    if (front && back && buffer->count == HS_DIRTY_EXTENTS) {
      continue; /* the table is full: these blocks are written again */
    }
    erase(buffer, i - 1);
    if (back) {
      insert(buffer, i - 1, (hs_dirty_extent){{end}, old_end - end, old.initiator});
    }
    if (front) {
      const uint32_t left = first.value - old.first.value;
      insert(buffer, i - 1, (hs_dirty_extent){old.first, left, old.initiator});
    }
  }
}

uint32_t hs_write_buffer_find(const hs_write_buffer* buffer, hs_lbn first, uint32_t blocks) {
  for (uint32_t i = 0; i < buffer->count; ++i) {
    const hs_dirty_extent* extent = &buffer->waiting[i];
    if (extent->first.value < first.value + blocks && first.value < end_of(extent)) {
      return i;
    }
  }
  return HS_NO_EXTENT;
}

bool hs_write_buffer_covers(const hs_write_buffer* buffer, hs_lbn first, uint32_t blocks) {
  const uint32_t found = hs_write_buffer_find(buffer, first, blocks);
  if (found == HS_NO_EXTENT) {
    return false;
  }
  /* extents never adjoin: one extent holds all the blocks, or no extent does */
  const hs_dirty_extent* extent = &buffer->waiting[found];
  return extent->first.value <= first.value && first.value + blocks <= end_of(extent);
}

uint32_t hs_write_buffer_next(const hs_write_buffer* buffer, uint8_t order, hs_lbn from) {
  if (order == HS_DESTAGE_OLDEST) {
    return 0;
  }
  uint32_t best = 0;
  uint32_t best_distance = UINT32_MAX;
  for (uint32_t i = 0; i < buffer->count; ++i) {
    const uint32_t distance = buffer->waiting[i].first.value - from.value; /* wraps */
    if (distance < best_distance) {
      best = i;
      best_distance = distance;
    }
  }
  return best;
}

void hs_write_buffer_hand_over(hs_write_buffer* buffer, uint32_t blocks, hs_ticks now,
                               hs_ticks done_at) {
  buffer->under_way = blocks + under_way(buffer, now);
  buffer->done_at = done_at > buffer->done_at ? done_at : buffer->done_at;
}
