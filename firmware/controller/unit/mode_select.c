/* MODE SELECT (SCSI-2 8.2.8 f.; SPC-4 6.9 f.). The whole list is checked before anything changes.
 */
#include "unit/attention.h"
#include "unit/duration_pages.h"
#include "unit/replies.h"
#include "unit/subpages.h"
#include "unit/weights_page.h"

#define PAGE_FORMAT 0x10u
#define SAVE_PAGES 0x01u

static hs_command mode_select(const uint8_t cdb[HS_CDB_BYTES], uint32_t flags, uint32_t bytes) {
  const uint32_t pages = (cdb[1] & PAGE_FORMAT) != 0 ? HS_FLAG_PAGE : 0u;
  const uint32_t save = (cdb[1] & SAVE_PAGES) != 0 ? HS_FLAG_SAVE : 0u;
  return hs_with_list(HS_ACTION_MODE_SELECT, (uint8_t)(flags | pages | save), bytes);
}

HS_COLD hs_command hs_decode_mode_select_6(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  return mode_select(cdb, 0, cdb[4]);
}
HS_COLD hs_command hs_decode_mode_select_10(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  return mode_select(cdb, HS_FLAG_LONG, hs_get(&cdb[7], 2));
}

/* Check that the block descriptor changes nothing: its density, block length and number of blocks
 * must be the drive's values. */
static hs_sense check_descriptor(const hs_drive_params* drive, const uint8_t* list, uint32_t at) {
  const uint32_t blocks = hs_get(&list[at + 1], 3);
  if (list[at] != 0) {
    return hs_illegal_list_field(at);
  }
  if (blocks != 0 && blocks != drive->geometry.block_count) {
    return hs_illegal_list_field(at + 1);
  }
  if (hs_get(&list[at + 5], 3) != drive->bytes_per_block) {
    return hs_illegal_list_field(at + 5);
  }
  return (hs_sense){0};
}

/* Check the header and the block descriptor. Moves `at` to the first page. */
static hs_sense check_header(const hs_drive_params* drive, const uint8_t* list, uint32_t count,
                             bool wide, uint32_t* at) {
  const uint32_t header = wide ? 8 : 4;
  if (count < header) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  const uint32_t length_at = wide ? 6 : 3;
  const uint32_t descriptor = wide ? hs_get(&list[6], 2) : list[3];
  if (list[wide ? 2 : 1] != 0) { /* medium type */
    return hs_illegal_list_field(wide ? 2 : 1);
  }
  if (descriptor != 0 && descriptor != 8) {
    return hs_illegal_list_field(length_at);
  }
  if (count < header + descriptor) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  *at = header + descriptor;
  return descriptor == 0 ? (hs_sense){0} : check_descriptor(drive, list, header);
}

/* A list of pages, as far as it has been checked. */
typedef struct checked_list {
  const uint8_t* list;
  uint32_t count;         /* bytes of the list */
  uint32_t at;            /* the next page */
  hs_mode mode;           /* the mode parameters after the pages so far */
  uint32_t caching_at;    /* the last page 08h; 0: none */
  uint32_t weights_at;    /* the last page of weights; 0: none */
  uint32_t priorities_at; /* the last page of priority times; 0: none */
} checked_list;

static hs_sense check_contents(const hs_firmware* firmware, const hs_subpage* page,
                               checked_list* c) {
  switch (page->kind) {
    case HS_WEIGHTS_SUBPAGE:
      c->weights_at = c->at;
      return hs_check_weights(firmware, c->list, c->at);
    case HS_PRIORITIES_SUBPAGE:
      c->priorities_at = c->at; /* any time is right */
      return (hs_sense){0};
    default:
      return hs_take_durations(c->list, c->at, &c->mode.durations);
  }
}

static hs_sense check_subpage(const hs_firmware* firmware, uint8_t code, checked_list* c) {
  const uint32_t left = c->count - c->at;
  if (!hs_has_subpages(firmware, code)) {
    return hs_illegal_list_field(c->at);
  }
  if (left < 2) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  const hs_subpage* page = hs_find_subpage(firmware, code, c->list[c->at + 1]);
  if (page == NULL) {
    return hs_illegal_list_field(c->at);
  }
  hs_sense sense = hs_check_subpage(page, c->list, c->at, left);
  if (sense.key == 0) {
    sense = check_contents(firmware, page, c);
  }
  c->at += page->bytes;
  return sense;
}

static hs_sense check_plain_page(const hs_firmware* firmware, uint8_t code, checked_list* c) {
  uint8_t current[HS_MODE_PAGE_BYTES];
  uint8_t mask[HS_MODE_PAGE_BYTES];
  const uint8_t* page = &c->list[c->at];
  const uint32_t left = c->count - c->at;
  const uint32_t bytes = hs_mode_page(firmware, code, HS_MODE_CURRENT, current);
  if (bytes == 0) {
    return hs_illegal_list_field(c->at);
  }
  if (left < 2 || (page[1] == bytes - 2 && left < bytes)) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  if (page[1] != bytes - 2) {
    return hs_illegal_list_field(c->at + 1);
  }
  hs_mode_page(firmware, code, HS_MODE_CHANGEABLE, mask);
  for (uint32_t i = 2; i < bytes; ++i) {
    if (((page[i] ^ current[i]) & ~(uint32_t)mask[i]) != 0) {
      return hs_illegal_list_field(c->at + i);
    }
  }
  uint8_t* kept = hs_mode_kept(&c->mode, code);
  for (uint32_t i = 2; i < bytes && kept != NULL; ++i) {
    kept[i] = page[i];
  }
  c->caching_at = code == 0x08 ? c->at : c->caching_at;
  c->at += bytes;
  return (hs_sense){0};
}

/* Check the next page, and move past it. */
static hs_sense check_page(const hs_firmware* firmware, checked_list* c) {
  const uint8_t code = c->list[c->at] & (uint8_t)~HS_MODE_SAVABLE;
  return (code & HS_SUBPAGE_FORMAT) != 0
             ? check_subpage(firmware, code & (uint8_t)~HS_SUBPAGE_FORMAT, c)
             : check_plain_page(firmware, code, c);
}

static hs_sense check_list(const hs_firmware* firmware, uint8_t flags, checked_list* c) {
  hs_sense sense = {0};
  if (c->count != 0) {
    sense = check_header(firmware->config.drive, c->list, c->count, (flags & HS_FLAG_LONG) != 0,
                         &c->at);
  }
  if (sense.key == 0 && c->at < c->count && (flags & HS_FLAG_PAGE) == 0) {
    /* without PF, vendor-specific parameters follow, and the drive has no such parameters */
    sense = hs_illegal_field(1);
  }
  while (sense.key == 0 && c->at < c->count) {
    sense = check_page(firmware, c);
  }
  if (sense.key == 0 && hs_get(&c->mode.caching[6], 2) > hs_get(&c->mode.caching[8], 2)) {
    /* the least read-ahead is more than the greatest read-ahead */
    sense = hs_illegal_list_field(c->caching_at + 6);
  }
  return sense;
}

/* Make the checked values the current ones. */
static void take(hs_firmware* firmware, const checked_list* c) {
  firmware->unit.mode = c->mode;
  hs_mode_apply(&firmware->unit, &firmware->config.drive->cache);
  hs_cache_drop_reads(&firmware->cache);
  if (c->weights_at != 0) {
    hs_get_words(&c->list[c->weights_at], HS_COMMAND_CLASSES, firmware->weights->current);
    hs_weights_apply(firmware);
  }
  if (c->priorities_at != 0) {
    hs_get_words(&c->list[c->priorities_at], HS_PRIORITIES, firmware->priority_times->current);
  }
}

hs_sense hs_take_mode_select(hs_firmware* firmware, const hs_task* task, const uint8_t* list,
                             uint32_t count) {
  checked_list checked = {.list = list, .count = count, .mode = firmware->unit.mode};
  const hs_sense sense = check_list(firmware, task->flags, &checked);
  if (sense.key != 0) {
    return sense;
  }
  if (count != 0) {
    take(firmware, &checked);
    hs_attention_others(&firmware->unit, task->initiator, HS_CODE_PARAMETERS_CHANGED, 0x01);
  }
  if ((task->flags & HS_FLAG_SAVE) != 0) {
    hs_mode_save(firmware);
  }
  return sense;
}
