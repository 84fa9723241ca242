/* READ DEFECT DATA (SCSI-2 9.2.8; of 12 bytes: SBC-3 5.19). The primary list dates from the
 * manufacture of the drive. This list has the sectors that the layout slips, and the sectors whose
 * blocks were moved at the factory. The grown list follows the primary list. */
#include "disk/regular_map.h"
#include "disk/track_order.h"
#include "unit/replies.h"

#define GROWN 0x08u
#define PRIMARY 0x10u
#define FORMAT 0x07u
#define FORMAT_BLOCK 0x00u
#define FORMAT_BYTES 0x04u /* from the index */
#define FORMAT_SECTOR 0x05u

#define LIST_BYTES 520u /* most bytes of a list, with its header */

#define WHOLE_TRACK 0xffffffffu /* in place of a sector */

/* A list under construction. */
typedef struct defect_list {
  const hs_drive_params* drive;
  const hs_defects* grown;
  hs_reply* reply;
  uint32_t format;
  uint32_t left_out; /* descriptors for which the reply has no room */
} defect_list;

HS_COLD hs_command hs_decode_read_defects(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  return (hs_command){.action = HS_ACTION_READ_DEFECTS,
                      .page = cdb[2] & (PRIMARY | GROWN | FORMAT),
                      .allocation = hs_get(&cdb[7], 2)};
}

HS_COLD hs_command hs_decode_read_defects_12(const uint8_t cdb[HS_CDB_BYTES],
                                             uint32_t block_count) {
  (void)block_count;
  return (hs_command){.action = HS_ACTION_READ_DEFECTS,
                      .flags = HS_FLAG_LONG,
                      .page = cdb[1] & (PRIMARY | GROWN | FORMAT),
                      .allocation = hs_get(&cdb[6], 4)};
}

static uint32_t descriptor_bytes(const defect_list* list) {
  return list->format == FORMAT_BLOCK ? 4 : 8;
}

/* Return the place of one more descriptor. NULL: the list has no room. */
static uint8_t* next(defect_list* list) {
  const uint32_t bytes = descriptor_bytes(list);
  if (list->reply->count + bytes > LIST_BYTES) {
    list->left_out++;
    return NULL;
  }
  return hs_extend(list->reply, bytes);
}

static void add_place(defect_list* list, hs_pbn place) {
  uint8_t* out = next(list);
  if (out == NULL) {
    return;
  }
  const uint32_t unit = list->format == FORMAT_BYTES ? list->drive->bytes_per_block : 1;
  hs_put(out, 3, place.cylinder.value);
  out[3] = (uint8_t)place.head.value;
  const uint32_t sector = place.sector.value;
  hs_put(&out[4], 4, sector == WHOLE_TRACK ? WHOLE_TRACK : sector * unit);
}

static void add(defect_list* list, hs_defect defect) {
  if (list->format != FORMAT_BLOCK) {
    add_place(list, defect.place);
    return;
  }
  uint8_t* out = next(list);
  if (out != NULL) {
    hs_put(out, 4, defect.lbn.value);
  }
}

/* --- the primary list ------------------------------------------------------------------------ */

/* A slipped sector holds no block. The block format therefore has no name for it. */
static void add_slips(defect_list* list, const hs_zone* zone) {
  if (list->format == FORMAT_BLOCK) {
    return;
  }
  for (uint32_t i = 0; i < zone->slip_count; ++i) {
    const uint32_t end = zone->slips[i].sector + zone->slips[i].sectors;
    for (uint32_t at = zone->slips[i].sector; at < end;) {
      const hs_track track = hs_track_of_number(zone, at / zone->sectors_per_track);
      const uint32_t sector = at % zone->sectors_per_track;
      const bool whole = sector == 0 && end - at >= zone->sectors_per_track;
      add_place(list, (hs_pbn){.cylinder = track.cylinder,
                               .head = track.head,
                               .sector = {whole ? WHOLE_TRACK : sector}});
      at += whole ? zone->sectors_per_track : 1;
    }
  }
}

/* True: the place is in the grown list. False: the block was moved from it at the factory. */
static bool is_grown(const hs_defects* grown, hs_defect defect) {
  for (uint32_t i = 0; i < grown->count; ++i) {
    if (grown->list[i].lbn.value == defect.lbn.value &&
        hs_place_key(grown->list[i].place) == hs_place_key(defect.place)) {
      return true;
    }
  }
  return false;
}

static void add_moved(defect_list* list, const hs_reallocation* run) {
  const hs_geometry* geometry = &list->drive->geometry;
  for (uint32_t i = 0; i < run->blocks; ++i) {
    const hs_lbn lbn = {run->first.value + i};
    const hs_zone* zone = hs_zone_of_lbn(geometry, lbn);
    uint32_t side_by_side;
    const hs_defect defect = {
        lbn, hs_regular_place(geometry, zone, lbn.value - zone->first_lbn.value, &side_by_side)};
    if (!is_grown(list->grown, defect)) {
      add(list, defect);
    }
  }
}

static void add_primary(defect_list* list) {
  const hs_geometry* geometry = &list->drive->geometry;
  for (uint32_t i = 0; i < geometry->zone_count; ++i) {
    add_slips(list, &geometry->zones[i]);
  }
  const hs_reallocations* table = geometry->reallocations;
  for (uint32_t i = 0; table != NULL && i < table->moved; ++i) {
    add_moved(list, &table->by_block[i]);
  }
}

/* --- the reply ------------------------------------------------------------------------------- */

/* A host that asks for an unsupported format gets physical sectors and a note. A host whose list is
 * cut short gets a note too. The header has the length of the whole list. */
static hs_sense note(const defect_list* list, uint32_t wanted) {
  hs_sense sense = {0};
  if (wanted != list->format) {
    sense = (hs_sense){.key = HS_SENSE_RECOVERED_ERROR, .code = HS_CODE_DEFECT_LIST_NOT_FOUND};
  } else if (list->left_out != 0) {
    sense = (hs_sense){.key = HS_SENSE_RECOVERED_ERROR, .code = HS_CODE_PARTIAL_DEFECT_LIST};
  }
  return sense;
}

void hs_reply_read_defects(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                           hs_reply* reply) {
  (void)nexus;
  const hs_defects* grown = &firmware->unit.defects;
  const uint32_t wanted = command->page & FORMAT;
  const bool known = wanted == FORMAT_BLOCK || wanted == FORMAT_BYTES;
  defect_list list = {firmware->config.drive, grown, reply, known ? wanted : FORMAT_SECTOR, 0};
  const uint32_t header_bytes = (command->flags & HS_FLAG_LONG) != 0 ? 8 : 4;
  uint8_t* header = hs_extend(reply, header_bytes);
  header[1] = (uint8_t)((command->page & (PRIMARY | GROWN)) | list.format);
  if ((command->page & PRIMARY) != 0) {
    add_primary(&list);
  }
  for (uint32_t i = 0; (command->page & GROWN) != 0 && i < grown->count; ++i) {
    add(&list, grown->list[i]);
  }
  const uint64_t bytes =
      reply->count - header_bytes + (uint64_t)list.left_out * descriptor_bytes(&list);
  const uint64_t most = header_bytes == 8 ? UINT32_MAX : UINT16_MAX;
  hs_put(&header[header_bytes / 2], header_bytes / 2, (uint32_t)(bytes > most ? most : bytes));
  reply->sense = note(&list, wanted);
}
