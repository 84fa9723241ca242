/* MODE SENSE, and the pages of mode parameters (SCSI-2 8.2.8 ff., 8.3.3, 9.3.3; SPC-4 7.5.8; SBC-3
 * 6.5.5). */
#include "unit/duration_pages.h"
#include "unit/priority_page.h"
#include "unit/replies.h"
#include "unit/subpages.h"
#include "unit/weights_page.h"

#define NO_BLOCK_DESCRIPTOR 0x08u /* DBD */
#define ALL_PAGES 0x3fu
#define FUA_AND_DPO 0x10u
#define PROTECTED 0x80u /* WP: the unit is write-protected */
#define WCE 0x04u
#define RCD 0x01u

/* Bits that MODE SELECT can change; byte 0 is the page's code, byte 1 its length in SCSI-2. SCSI-2
 * has no SWP. */
static const uint8_t recovery_mask[HS_PAGE_RECOVERY_BYTES] = {0x01, 10, 0xed, 0xff, 0, 0,
                                                              0,    0,  0xff, 0,    0, 0};
static const uint8_t caching_mask[HS_PAGE_CACHING_BYTES] = {0x08, 10,   0x05, 0,    0,
                                                            0,    0xff, 0xff, 0xff, 0xff};
static const uint8_t control_mask[HS_PAGE_CONTROL_BYTES] = {0x0a, 6, 0, 0x10, 0x08};
static const uint8_t nothing_mask[HS_MODE_PAGE_BYTES] = {0x00, 22};

static hs_command mode_sense(const uint8_t cdb[HS_CDB_BYTES], uint8_t flags, uint32_t allocation) {
  static const uint8_t codes[] = {0x01, 0x03, 0x04, 0x08, 0x0a, HS_VENDOR_PAGE, ALL_PAGES};
  bool known = false;
  for (uint32_t i = 0; i < sizeof codes; ++i) {
    known = known || (cdb[2] & 0x3fu) == codes[i];
  }
  if (!known) {
    return hs_reject_field(2);
  }
  const uint32_t partial = (cdb[1] & NO_BLOCK_DESCRIPTOR) != 0 ? HS_FLAG_PARTIAL : 0u;
  return (hs_command){.action = HS_ACTION_MODE_SENSE,
                      .flags = (uint8_t)(flags | partial),
                      .page = cdb[2],
                      .lbn = {cdb[3]}, /* the subpage */
                      .allocation = allocation};
}

HS_COLD hs_command hs_decode_mode_sense_6(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  return mode_sense(cdb, 0, cdb[4]);
}
HS_COLD hs_command hs_decode_mode_sense_10(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  return mode_sense(cdb, HS_FLAG_LONG, hs_get(&cdb[7], 2));
}

static hs_mode defaults(const hs_firmware_config* config) {
  const hs_cache_rules* rules = &config->drive->cache;
  hs_mode mode = {
      .recovery = {0x01, 10, 0xc0, 8, 0, 0, 0, 0, 8, 0, 0, 0},
      .caching = {0x08, 10, (uint8_t)((rules->write_back ? WCE : 0u) | (rules->enabled ? 0u : RCD)),
                  0, 0xff, 0xff},
      .control = {0x0a, 6, 0, 0x10}};
  hs_put(&mode.caching[6], 2, rules->prefetch_minimum_blocks);
  hs_put(&mode.caching[8], 2, rules->prefetch_maximum_blocks);
  hs_put(&mode.caching[10], 2, rules->prefetch_maximum_blocks);
  if (config->durations != NULL) {
    mode.durations = *config->durations;
  }
  return mode;
}

void hs_mode_init(hs_firmware* firmware) {
  firmware->saved = defaults(&firmware->config);
  if (firmware->weights != NULL) {
    hs_weights_defaults(&firmware->config, firmware->weights->saved);
  }
  if (firmware->priority_times != NULL) {
    hs_priority_defaults(&firmware->config, firmware->priority_times->saved);
  }
  hs_mode_reset(firmware);
}

void hs_mode_reset(hs_firmware* firmware) {
  hs_weights* weights = firmware->weights;
  hs_priority_times* times = firmware->priority_times;
  firmware->unit.mode = firmware->saved;
  hs_mode_apply(&firmware->unit, &firmware->config.drive->cache);
  if (weights != NULL) {
    __builtin_memcpy(weights->current, weights->saved, sizeof weights->saved);
    hs_weights_apply(firmware);
  }
  if (times != NULL) {
    __builtin_memcpy(times->current, times->saved, sizeof times->saved);
  }
}

void hs_mode_save(hs_firmware* firmware) {
  hs_weights* weights = firmware->weights;
  hs_priority_times* times = firmware->priority_times;
  firmware->saved = firmware->unit.mode;
  if (weights != NULL) {
    __builtin_memcpy(weights->saved, weights->current, sizeof weights->saved);
  }
  if (times != NULL) {
    __builtin_memcpy(times->saved, times->current, sizeof times->saved);
  }
}

void hs_mode_copy_saved(const hs_firmware* firmware, hs_mode_values* values) {
  values->mode = firmware->saved;
  if (firmware->weights != NULL) {
    __builtin_memcpy(values->weights, firmware->weights->saved, sizeof values->weights);
  }
  if (firmware->priority_times != NULL) {
    __builtin_memcpy(values->priority_times, firmware->priority_times->saved,
                     sizeof values->priority_times);
  }
}

void hs_mode_power_on(hs_firmware* firmware, const hs_mode_values* values) {
  firmware->saved = values->mode;
  if (firmware->weights != NULL) {
    __builtin_memcpy(firmware->weights->saved, values->weights, sizeof values->weights);
  }
  if (firmware->priority_times != NULL) {
    __builtin_memcpy(firmware->priority_times->saved, values->priority_times,
                     sizeof values->priority_times);
  }
  hs_mode_reset(firmware);
}

void hs_mode_apply(hs_logical_unit* unit, const hs_cache_rules* built_in) {
  const hs_mode* mode = &unit->mode;
  hs_cache_rules* rules = &unit->cache_rules;
  *rules = *built_in;
  rules->enabled = hs_mode_read_cache(mode);
  rules->write_back = hs_mode_write_cache(mode);
  rules->prefetch_minimum_blocks = hs_get(&mode->caching[6], 2);
  rules->prefetch_maximum_blocks = hs_get(&mode->caching[8], 2);
  unit->limited = unit->limited || hs_mode_write_protected(mode);
}

/* Skew in sectors between one track and the next. The first change of heads (or of cylinders) in
 * the walk is measured. */
static HS_COLD uint32_t skew(const hs_geometry* geometry, bool of_cylinder) {
  hs_walk walk = hs_walk_begin(geometry, (hs_lbn){0});
  hs_extent before = hs_walk_next(&walk, geometry->block_count);
  uint32_t left = geometry->block_count - before.blocks;
  while (left != 0) {
    const hs_extent extent = hs_walk_next(&walk, left);
    const bool moved = extent.first.cylinder.value != before.first.cylinder.value;
    const bool slip = !moved && extent.first.head.value == before.first.head.value;
    if (moved == of_cylinder && !slip) {
      const hs_zone* zone = hs_zone_of_lbn(geometry, (hs_lbn){0});
      const hs_track from = {before.first.cylinder, before.first.head};
      const hs_track to = {extent.first.cylinder, extent.first.head};
      const hs_angle turn = hs_track_angle(zone, to) - hs_track_angle(zone, from);
      return (uint32_t)(((uint64_t)turn * zone->sectors_per_track + (1u << 31)) >> 32);
    }
    if (moved) {
      return 0; /* one head */
    }
    left -= extent.blocks;
    before = extent;
  }
  return 0;
}

/* Fill page 03h. The page describes the tracks of the outermost zone. */
static void fill_format(const hs_firmware_config* config, uint8_t* out) {
  const hs_drive_params* drive = config->drive;
  hs_put(&out[10], 2, hs_zone_of_lbn(&drive->geometry, (hs_lbn){0})->sectors_per_track);
  hs_put(&out[12], 2, drive->bytes_per_block);
  hs_put(&out[14], 2, 1); /* interleave */
  hs_put(&out[16], 2, skew(&drive->geometry, false));
  hs_put(&out[18], 2, skew(&drive->geometry, true));
  out[20] = 0x40; /* HSEC: hard sectors */
}

/* Page 04h. */
static void fill_geometry(const hs_firmware_config* config, uint8_t* out) {
  const hs_geometry* geometry = &config->drive->geometry;
  hs_put(&out[2], 3, geometry->cylinders);
  out[5] = (uint8_t)geometry->heads;
  hs_put(&out[6], 3, geometry->cylinders); /* no write precompensation */
  hs_put(&out[9], 3, geometry->cylinders); /* no reduced write current */
  hs_put(&out[20], 2, config->rotation_rpm);
}

uint8_t* hs_mode_kept(hs_mode* mode, uint8_t code) {
  switch (code) {
    case 0x01:
      return mode->recovery;
    case 0x08:
      return mode->caching;
    case 0x0a:
      return mode->control;
    default:
      return NULL;
  }
}

static const uint8_t* mask_of(uint8_t code) {
  switch (code) {
    case 0x01:
      return recovery_mask;
    case 0x08:
      return caching_mask;
    case 0x0a:
      return control_mask;
    case 0x03:
    case 0x04:
      return nothing_mask;
    default:
      return NULL;
  }
}

/* Bytes of a page, header included. */
static uint32_t page_bytes(const uint8_t* mask, uint8_t standard) {
  const bool spc_4 = standard != HS_SCSI_2;
  return mask == caching_mask && spc_4   ? HS_PAGE_CACHING_BYTES
         : mask == control_mask && spc_4 ? HS_PAGE_CONTROL_BYTES
                                         : 2u + mask[1];
}

uint32_t hs_mode_page(const hs_firmware* firmware, uint8_t code, uint32_t control,
                      uint8_t out[HS_MODE_PAGE_BYTES]) {
  const uint8_t* mask = mask_of(code);
  if (mask == NULL) {
    return 0;
  }
  const uint8_t standard = firmware->config.standard;
  const uint32_t bytes = page_bytes(mask, standard);
  hs_mode mode = control == HS_MODE_DEFAULT ? defaults(&firmware->config)
                 : control == HS_MODE_SAVED ? firmware->saved
                                            : firmware->unit.mode;
  const uint8_t* from = control == HS_MODE_CHANGEABLE ? mask : hs_mode_kept(&mode, code);
  hs_clear(out, HS_MODE_PAGE_BYTES);
  for (uint32_t i = 2; i < bytes && from != NULL; ++i) {
    out[i] = from[i];
  }
  if (from == NULL) {
    (code == 0x03 ? fill_format : fill_geometry)(&firmware->config, out);
  }
  if (control == HS_MODE_CHANGEABLE && mask == control_mask && standard == HS_SCSI_2) {
    out[4] = 0;
  }
  out[0] = (uint8_t)(code | (mask != nothing_mask ? HS_MODE_SAVABLE : 0u));
  out[1] = (uint8_t)(bytes - 2);
  return bytes;
}

static void put_block_descriptor(const hs_drive_params* drive, hs_reply* reply) {
  const uint32_t blocks = drive->geometry.block_count;
  uint8_t* out = hs_extend(reply, 8);
  hs_put(&out[1], 3, blocks <= 0xffffffu ? blocks : 0); /* 0: all */
  hs_put(&out[5], 3, drive->bytes_per_block);
}

static void put_page(const hs_firmware* firmware, uint8_t code, uint32_t control, hs_reply* reply) {
  uint8_t page[HS_MODE_PAGE_BYTES];
  const uint32_t bytes = hs_mode_page(firmware, code, control, page);
  uint8_t* out = hs_extend(reply, bytes);
  for (uint32_t i = 0; i < bytes; ++i) {
    out[i] = page[i];
  }
}

/* Check that the drive has the pages that a command asks for. A drive without subpages does not
 * know "all subpages". */
static hs_sense check_pages(const hs_firmware* firmware, uint32_t code, uint32_t subpage) {
  if (code == HS_VENDOR_PAGE && !hs_has_subpages(firmware, code)) {
    return hs_illegal_field(2);
  }
  const bool any =
      hs_has_subpages(firmware, HS_DURATION_PAGE) || hs_has_subpages(firmware, HS_VENDOR_PAGE);
  const bool has = subpage == 0                 ? code != HS_VENDOR_PAGE
                   : subpage == HS_ALL_SUBPAGES ? any
                                                : hs_find_subpage(firmware, code, subpage) != NULL;
  return has ? (hs_sense){0} : hs_illegal_field(3);
}

/* Put the pages and subpages that the command asks for, in ascending order. */
static void put_pages(const hs_firmware* firmware, const hs_command* command, hs_reply* reply) {
  static const uint8_t pages[] = {0x01, 0x03, 0x04, 0x08, 0x0a};
  const uint8_t code = command->page & 0x3fu;
  const uint32_t control = command->page >> 6;
  const uint32_t subpage = command->lbn.value;
  for (uint32_t i = 0; i < sizeof pages; ++i) {
    const bool wanted = code == ALL_PAGES || code == pages[i];
    if (wanted && (subpage == 0 || subpage == HS_ALL_SUBPAGES)) {
      put_page(firmware, pages[i], control, reply);
    }
  }
  for (const hs_subpage* page = hs_subpages; page != hs_subpages + HS_SUBPAGE_COUNT; ++page) {
    const bool wanted = (code == ALL_PAGES || code == page->code) &&
                        (subpage == page->subpage || subpage == HS_ALL_SUBPAGES);
    if (wanted && hs_has_subpage(firmware, page)) {
      hs_put_subpage(firmware, page, control, hs_extend(reply, page->bytes));
    }
  }
}

void hs_reply_mode_sense(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                         hs_reply* reply) {
  (void)nexus;
  const bool wide = (command->flags & HS_FLAG_LONG) != 0;
  const bool descriptor = (command->flags & HS_FLAG_PARTIAL) == 0;
  reply->sense = check_pages(firmware, command->page & 0x3fu, command->lbn.value);
  if (reply->sense.key != 0) {
    return;
  }
  uint8_t* header = hs_extend(reply, wide ? 8 : 4);
  const bool is_protected = hs_mode_write_protected(&firmware->unit.mode);
  header[wide ? 3 : 2] = (uint8_t)(FUA_AND_DPO | (is_protected ? PROTECTED : 0u));
  header[wide ? 7 : 3] = descriptor ? 8 : 0;
  if (descriptor) {
    put_block_descriptor(firmware->config.drive, reply);
  }
  put_pages(firmware, command, reply);
  if (!wide && reply->count > 256) { /* the length has one byte */
    reply->count = 0;
    reply->sense = hs_illegal_field(3);
    return;
  }
  /* The length does not count itself. */
  hs_put(header, wide ? 2 : 1, reply->count - (wide ? 2 : 1));
}
