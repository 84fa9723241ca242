#include "block/walk.h"

/* Copy `bytes` bytes, at any alignment. */
static void copy(void* to, const void* from, size_t bytes) {
  uint8_t* const byte_to = to;
  const uint8_t* const byte_from = from;
  for (size_t i = 0; i < bytes; ++i) {
    byte_to[i] = byte_from[i];
  }
}

/* Move past `bytes` bytes of the block. `*at` becomes their first byte. Each piece is aligned for
 * its contents. False: the block ends earlier, or an earlier step has failed. */
static bool piece(hs_block_walk* walk, size_t bytes, size_t* at) {
  const size_t rounded = (bytes + 7u) & ~(size_t)7u;
  *at = walk->at;
  if (walk->mode == HS_WALK_READ && (rounded < bytes || rounded > walk->end - walk->at)) {
    walk->result = HS_BLOCK_SIZE;
  }
  if (walk->result != HS_BLOCK_GOOD) {
    return false;
  }
  walk->at += rounded;
  return true;
}

/* A value without pointers. */
static void plain(hs_block_walk* walk, void* value, size_t bytes) {
  size_t at = 0;
  if (!piece(walk, bytes, &at)) {
    return;
  }
  if (walk->mode == HS_WALK_READ) {
    copy(value, walk->from + at, bytes);
  } else if (walk->mode == HS_WALK_WRITE) {
    copy(walk->to + at, value, bytes);
  }
}
#define PLAIN(walk, structure, member) \
  plain((walk), &(structure)->member, sizeof(structure)->member)

/* Walk a constant table of `count` values without pointers. A reader uses the table in place, and
 * gets its address in the block. A writer gets `values` back. */
static const void* table(hs_block_walk* walk, const void* values, size_t count, size_t size) {
  if (count > (size_t)UINT32_MAX / size) {
    walk->result = HS_BLOCK_SIZE;
    return NULL;
  }
  size_t at = 0;
  if (!piece(walk, count * size, &at)) {
    return NULL;
  }
  if (walk->mode == HS_WALK_READ) {
    return walk->from + at;
  }
  if (walk->mode == HS_WALK_WRITE) {
    copy(walk->to + at, values, count * size);
  }
  return values;
}
#define TABLE(walk, structure, member, count) \
  ((structure)->member = table((walk), (structure)->member, (count), sizeof *(structure)->member))

/* Return memory for values with pointers. Called when reading only. */
static void* taken(hs_block_walk* walk, size_t bytes) {
  void* const memory = hs_arena_take(walk->arena, bytes);
  if (memory == NULL && walk->result == HS_BLOCK_GOOD) {
    walk->result = HS_BLOCK_NO_MEMORY;
  }
  return memory;
}

/* Walk a truth, for example whether a pointer is not NULL. A reader gets the truth from the
 * block. */
static bool given(hs_block_walk* walk, bool is) {
  uint32_t value = is;
  plain(walk, &value, sizeof value);
  return value != 0 && walk->result == HS_BLOCK_GOOD;
}

static void walk_zone(hs_block_walk* walk, hs_zone* zone, uint32_t heads) {
  PLAIN(walk, zone, first_cylinder);
  PLAIN(walk, zone, last_cylinder);
  PLAIN(walk, zone, left_out);
  PLAIN(walk, zone, sectors_per_track);
  PLAIN(walk, zone, heads);
  PLAIN(walk, zone, order);
  PLAIN(walk, zone, surface);
  PLAIN(walk, zone, descending);
  PLAIN(walk, zone, first_lbn);
  PLAIN(walk, zone, block_count);
  PLAIN(walk, zone, place_count);
  PLAIN(walk, zone, segment_count);
  TABLE(walk, zone, segments, zone->segment_count);
  PLAIN(walk, zone, group_sectors);
  PLAIN(walk, zone, group_blocks);
  PLAIN(walk, zone, slip_count);
  TABLE(walk, zone, slips, zone->slip_count);
  PLAIN(walk, zone, first_angle);
  PLAIN(walk, zone, cylinder_skew);
  TABLE(walk, zone, head_skew, heads);
  PLAIN(walk, zone, descending_cylinder_skew);
  TABLE(walk, zone, descending_head_skew, zone->order == HS_SERPENTINE ? heads : 0);
  PLAIN(walk, zone, range_cylinders);
  PLAIN(walk, zone, range_turn);
  PLAIN(walk, zone, turn_count);
  TABLE(walk, zone, turns, zone->turn_count);
  PLAIN(walk, zone, turned);
  PLAIN(walk, zone, uneven);
  PLAIN(walk, zone, pitch_q16);
}

static void walk_zones(hs_block_walk* walk, hs_geometry* geometry) {
  hs_zone* zones = NULL;
  if (walk->mode == HS_WALK_READ) {
    if (walk->result == HS_BLOCK_GOOD && geometry->zone_count > walk->end / sizeof(hs_zone)) {
      walk->result = HS_BLOCK_SIZE; /* a zone in the block is longer than the structure */
    }
    zones =
        walk->result == HS_BLOCK_GOOD ? taken(walk, geometry->zone_count * sizeof(hs_zone)) : NULL;
  }
  for (uint32_t i = 0; i < geometry->zone_count && walk->result == HS_BLOCK_GOOD; ++i) {
    hs_zone scratch;
    if (walk->mode != HS_WALK_READ) {
      scratch = geometry->zones[i];
    }
    walk_zone(walk, zones == NULL ? &scratch : &zones[i], geometry->heads);
  }
  if (walk->mode == HS_WALK_READ) {
    geometry->zones = zones;
  }
}

/* Walk the used entries of a table of reallocations. When reading, `*to` becomes a new table, which
 * can grow up to its capacity. */
static void walk_reallocations(hs_block_walk* walk, const hs_reallocations* from,
                               hs_reallocations** to) {
  hs_reallocations there = {0};
  if (walk->mode != HS_WALK_READ) {
    there = *from;
  }
  PLAIN(walk, &there, moved);
  PLAIN(walk, &there, taken);
  PLAIN(walk, &there, capacity);
  const hs_reallocation* const by_block =
      table(walk, there.by_block, there.moved, sizeof(hs_reallocation));
  const hs_reallocation* const by_place =
      table(walk, there.by_place, there.taken, sizeof(hs_reallocation));
  if (walk->mode != HS_WALK_READ || walk->result != HS_BLOCK_GOOD) {
    return;
  }
  if (there.moved > there.capacity || there.taken > there.capacity) {
    walk->result = HS_BLOCK_SIZE;
    return;
  }
  *to = taken(walk, sizeof **to);
  void* const memory = taken(walk, hs_reallocations_memory(there.capacity));
  if (walk->result != HS_BLOCK_GOOD) {
    return;
  }
  hs_reallocations_init(*to, memory, there.capacity, NULL);
  (*to)->moved = there.moved;
  (*to)->taken = there.taken;
  copy((*to)->by_block, by_block, there.moved * sizeof(hs_reallocation));
  copy((*to)->by_place, by_place, there.taken * sizeof(hs_reallocation));
}

static void walk_geometry(hs_block_walk* walk, hs_geometry* geometry) {
  PLAIN(walk, geometry, zone_count);
  PLAIN(walk, geometry, heads);
  PLAIN(walk, geometry, cylinders);
  PLAIN(walk, geometry, block_count);
  PLAIN(walk, geometry, sector_blocks);
  walk_zones(walk, geometry);
}

/* Walk a seek curve, which can be the same table as the common curve. */
static const uint32_t* walk_curve(hs_block_walk* walk, const uint32_t* curve,
                                  const uint32_t* common, uint32_t cylinders) {
  if (given(walk, curve != common)) {
    return table(walk, curve, cylinders, sizeof *curve);
  }
  return common;
}

static void walk_mechanics(hs_block_walk* walk, hs_mechanics* m, uint32_t cylinders) {
  TABLE(walk, m, seek, cylinders);
  m->seek_up = walk_curve(walk, m->seek_up, m->seek, cylinders);
  m->seek_down = walk_curve(walk, m->seek_down, m->seek, cylinders);
  m->seek_bound = walk_curve(walk, m->seek_bound, m->seek, cylinders);
  PLAIN(walk, m, head_switch);
  PLAIN(walk, m, same_cylinder);
  PLAIN(walk, m, cylinder_switch);
  PLAIN(walk, m, read_settle);
  PLAIN(walk, m, write_settle);
  PLAIN(walk, m, write_step_count);
  PLAIN(walk, m, write_step_cylinders);
  PLAIN(walk, m, write_step_more);
}

static void walk_drive(hs_block_walk* walk, hs_drive_params* drive) {
  walk_geometry(walk, &drive->geometry);
  walk_mechanics(walk, &drive->mechanics, drive->geometry.cylinders);
  PLAIN(walk, drive, overheads);
  PLAIN(walk, drive, terms);
  PLAIN(walk, drive, write);
  PLAIN(walk, drive, cache);
  PLAIN(walk, drive, destage);
  PLAIN(walk, drive, write_per_block);
  PLAIN(walk, drive, second);
  PLAIN(walk, drive, bytes_per_block);
  PLAIN(walk, drive, start_marks_per_revolution);
  PLAIN(walk, drive, read_marks_per_revolution);
  PLAIN(walk, drive, advance_at_track_end);
  PLAIN(walk, drive, release_reads);
  PLAIN(walk, drive, part_ends_with_track);
}

/* Walk the geometry's table of moved blocks and the table that the firmware can change. Both can be
 * the same table, and each can be NULL. */
static void walk_moved_blocks(hs_block_walk* walk, hs_firmware_config* config,
                              hs_drive_params* drive) {
  const hs_reallocations* const constant = drive->geometry.reallocations;
  const hs_reallocations* const growing = config->reallocations;
  const bool same = given(walk, constant == growing);
  hs_reallocations* read_growing = NULL;
  if (given(walk, growing != NULL)) {
    walk_reallocations(walk, growing, &read_growing);
  }
  hs_reallocations* read_constant = read_growing;
  if (!same) {
    read_constant = NULL;
    if (given(walk, constant != NULL)) {
      walk_reallocations(walk, constant, &read_constant);
    }
  }
  if (walk->mode == HS_WALK_READ) {
    config->reallocations = read_growing;
    drive->geometry.reallocations = read_constant;
  }
}

/* Walk the points of a kind. Each distance has `layers` times. */
static void walk_points(hs_block_walk* walk, hs_mimic_points* points, uint32_t layers) {
  PLAIN(walk, points, count);
  if (layers != 0 && points->count > UINT32_MAX / layers) {
    walk->result = HS_BLOCK_SIZE;
    return;
  }
  TABLE(walk, points, distance, points->count);
  TABLE(walk, points, ns, (size_t)points->count * layers);
}

/* Walk a probed table. A reader makes the bounds from the points. */
static void walk_mimic(hs_block_walk* walk, const hs_mimic** mimic, uint32_t block_count) {
  const bool reads = walk->mode == HS_WALK_READ;
  uint32_t layers = reads ? 0 : (*mimic)->layers;
  plain(walk, &layers, sizeof layers);
  hs_mimic_points points[HS_MIMIC_KINDS] = {0};
  for (uint32_t kind = 0; kind < HS_MIMIC_KINDS && walk->result == HS_BLOCK_GOOD; ++kind) {
    if (!reads) {
      points[kind] = (*mimic)->points[kind];
    }
    walk_points(walk, &points[kind], layers);
  }
  hs_mimic* const read = reads ? taken(walk, sizeof *read) : NULL;
  if (!reads || walk->result != HS_BLOCK_GOOD) {
    return;
  }
  for (uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    read->points[kind] = points[kind];
  }
  read->layers = layers;
  hs_mimic_init(read, block_count);
  *mimic = read;
}

/* Walk the tables of a scheduler that needs them. */
static void walk_tables(hs_block_walk* walk, hs_firmware_config* config, uint32_t block_count) {
  PLAIN(walk, config, classes);
  if (given(walk, config->weights != NULL)) {
    TABLE(walk, config, weights, config->classes);
  } else {
    config->weights = NULL;
  }
  if (given(walk, config->durations != NULL)) {
    TABLE(walk, config, durations, 1);
  } else {
    config->durations = NULL;
  }
  if (given(walk, config->priority_times != NULL)) {
    TABLE(walk, config, priority_times, HS_PRIORITIES);
  } else {
    config->priority_times = NULL;
  }
  PLAIN(walk, config, learnt_distances);
  if (given(walk, config->mimic != NULL)) {
    walk_mimic(walk, &config->mimic, block_count);
  } else {
    config->mimic = NULL;
  }
}

void hs_walk_config(hs_block_walk* walk, hs_firmware_config* config) {
  PLAIN(walk, config, queue_depth);
  PLAIN(walk, config, scheduler_parameters);
  PLAIN(walk, config, product);
  PLAIN(walk, config, serial);
  PLAIN(walk, config, rotation_rpm);
  PLAIN(walk, config, standard);
  PLAIN(walk, config, wide);
  PLAIN(walk, config, spin_up);
  PLAIN(walk, config, power_on_attention);
  PLAIN(walk, config, media_errors);
  PLAIN(walk, config, addresses);
  PLAIN(walk, config, picks_ahead);
  hs_drive_params scratch;
  hs_drive_params* drive = &scratch;
  if (walk->mode == HS_WALK_READ) {
    drive = taken(walk, sizeof *drive);
    if (drive == NULL) {
      return;
    }
  } else {
    scratch = *config->drive;
  }
  walk_drive(walk, drive);
  walk_moved_blocks(walk, config, drive);
  walk_tables(walk, config, drive->geometry.block_count);
  if (walk->mode == HS_WALK_READ) {
    config->drive = drive;
  }
}
