/* MODE SELECT (SCSI-2 8.2.8 f.). The whole list is checked before anything changes. */
#include "unit/attention.h"
#include "unit/duration_pages.h"
#include "unit/replies.h"

#define PAGE_FORMAT 0x10u

static hs_command mode_select(const uint8_t cdb[HS_CDB_BYTES], uint32_t flags, uint32_t bytes) {
  const uint32_t pages = (cdb[1] & PAGE_FORMAT) != 0 ? HS_FLAG_PAGE : 0u;
  return hs_with_list(HS_ACTION_MODE_SELECT, (uint8_t)(flags | pages), bytes);
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

static bool is_durations(const hs_firmware* firmware, const uint8_t* page, uint32_t left) {
  return firmware->config.standard == HS_SPC_6 &&
         page[0] == (HS_SUBPAGE_FORMAT | HS_DURATION_PAGE) &&
         (left == 1 || page[1] == HS_SUBPAGE_T2A || page[1] == HS_SUBPAGE_T2B);
}

/* Copy the page at `at` into `mode`, and move `at` to the next page. */
static hs_sense take_page(const hs_firmware* firmware, const uint8_t* list, uint32_t count,
                          uint32_t* at, hs_mode* mode) {
  uint8_t current[HS_MODE_PAGE_BYTES];
  uint8_t mask[HS_MODE_PAGE_BYTES];
  const uint8_t* page = &list[*at];
  const uint32_t left = count - *at;
  if (is_durations(firmware, page, left)) {
    const hs_sense sense = hs_take_durations(list, *at, left, &mode->durations);
    *at += HS_DURATION_PAGE_BYTES;
    return sense;
  }
  const uint32_t bytes = hs_mode_page(firmware, page[0], HS_MODE_CURRENT, current);
  if (bytes == 0) {
    return hs_illegal_list_field(*at);
  }
  if (left < 2 || (page[1] == bytes - 2 && left < bytes)) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  if (page[1] != bytes - 2) {
    return hs_illegal_list_field(*at + 1);
  }
  hs_mode_page(firmware, page[0], HS_MODE_CHANGEABLE, mask);
  for (uint32_t i = 2; i < bytes; ++i) {
    if (((page[i] ^ current[i]) & ~(uint32_t)mask[i]) != 0) {
      return hs_illegal_list_field(*at + i);
    }
  }
  uint8_t* kept = hs_mode_kept(mode, page[0]);
  for (uint32_t i = 2; i < bytes && kept != NULL; ++i) {
    kept[i] = page[i];
  }
  *at += bytes;
  return (hs_sense){0};
}

hs_sense hs_take_mode_select(hs_firmware* firmware, const hs_task* task, const uint8_t* list,
                             uint32_t count) {
  hs_mode next = firmware->unit.mode;
  uint32_t at = 0;
  hs_sense sense = {0};
  if (count != 0) {
    sense =
        check_header(firmware->config.drive, list, count, (task->flags & HS_FLAG_LONG) != 0, &at);
  }
  if (sense.key == 0 && at < count && (task->flags & HS_FLAG_PAGE) == 0) {
    /* without PF, vendor-specific parameters follow, and the drive has no such parameters */
    sense = hs_illegal_field(1);
  }
  uint32_t caching_at = 0;
  while (sense.key == 0 && at < count) {
    caching_at = list[at] == 0x08 ? at : caching_at;
    sense = take_page(firmware, list, count, &at, &next);
  }
  if (sense.key == 0 && hs_get(&next.caching[6], 2) > hs_get(&next.caching[8], 2)) {
    /* the least read-ahead is more than the greatest read-ahead */
    sense = hs_illegal_list_field(caching_at + 6);
  }
  if (sense.key == 0 && count != 0) {
    firmware->unit.mode = next;
    hs_mode_apply(&firmware->unit, &firmware->config.drive->cache);
    hs_cache_drop_reads(&firmware->cache);
    hs_attention_others(&firmware->unit, task->initiator, HS_CODE_PARAMETERS_CHANGED, 0x01);
  }
  return sense;
}
