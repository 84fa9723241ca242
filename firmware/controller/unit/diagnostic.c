/* SEND DIAGNOSTIC and RECEIVE DIAGNOSTIC RESULTS with the translate address page (SCSI-2 8.2.15,
 * 8.2.13, 9.3.1). The page tells a host where each block is on the disk. */
#include "unit/replies.h"

#define PAGE_FORMAT 0x10u
#define SELF_TEST 0x04u
#define PAGE_VALID 0x01u /* PCV, of SPC: the host selects a page */
#define PAGE_SUPPORTED 0x00u
#define PAGE_TRANSLATE 0x40u
#define TRANSLATE_BYTES 14u
#define RESERVED_AREA 0x80u
#define FORMAT_BLOCK 0u
#define FORMAT_SECTOR 5u

HS_COLD hs_command hs_decode_send_diagnostic(const uint8_t cdb[HS_CDB_BYTES],
                                             uint32_t block_count) {
  (void)block_count;
  const uint32_t bytes = hs_get(&cdb[3], 2);
  const bool self_test = (cdb[1] & SELF_TEST) != 0;
  if (bytes != 0 && (self_test || (cdb[1] & PAGE_FORMAT) == 0)) {
    return hs_reject_field(1);
  }
  return hs_with_list(HS_ACTION_SEND_DIAGNOSTIC, 0, bytes);
}

HS_COLD hs_command hs_decode_receive_diagnostic(const uint8_t cdb[HS_CDB_BYTES],
                                                uint32_t block_count) {
  (void)block_count;
  const bool page = (cdb[1] & PAGE_VALID) != 0;
  if (page && cdb[2] != PAGE_SUPPORTED && cdb[2] != PAGE_TRANSLATE) {
    return hs_reject_field(2);
  }
  return (hs_command){.action = HS_ACTION_RECEIVE_DIAGNOSTIC,
                      .flags = page ? HS_FLAG_PAGE : 0,
                      .page = cdb[2],
                      .allocation = hs_get(&cdb[3], 2)};
}

/* Check the block or the sector in the eight bytes of `address`. True: the block or sector is on
 * the disk. */
static bool on_disk(const hs_geometry* geometry, uint8_t format, const uint32_t address[2]) {
  if (format == FORMAT_BLOCK) {
    return address[0] < geometry->block_count;
  }
  const hs_track track = {{address[0] >> 8}, {address[0] & 0xffu}};
  const hs_zone* zone = hs_zone_of_track(geometry, track);
  return zone != NULL && track.head.value < geometry->heads && address[1] < zone->sectors_per_track;
}

static void translate(const hs_geometry* geometry, hs_translation* t) {
  hs_lbn lbn = {t->address[0]};
  hs_pbn place = {{t->address[0] >> 8}, {t->address[0] & 0xffu}, {t->address[1]}};
  if (t->from == FORMAT_BLOCK) {
    place = hs_lbn_to_pbn(geometry, lbn);
  } else if (!hs_pbn_to_lbn(geometry, place, &lbn)) {
    t->reserved_area = true;
    return;
  }
  if (t->to == FORMAT_BLOCK) {
    t->address[0] = lbn.value;
    t->address[1] = 0;
  } else {
    t->address[0] = place.cylinder.value << 8 | place.head.value;
    t->address[1] = place.sector.value;
  }
}

static bool known_format(uint8_t format) {
  return format == FORMAT_BLOCK || format == FORMAT_SECTOR;
}

static hs_sense take_translate(const hs_geometry* geometry, const uint8_t* list, uint32_t count,
                               hs_translation* translation) {
  if (count != TRANSLATE_BYTES) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  hs_translation t = {.page = PAGE_TRANSLATE,
                      .from = list[4] & 0x07u,
                      .to = list[5] & 0x07u,
                      .address = {hs_get(&list[6], 4), hs_get(&list[10], 4)}};
  if (!known_format(t.from) || !known_format(t.to)) {
    return hs_illegal_list_field(known_format(t.from) ? 5 : 4);
  }
  if (!on_disk(geometry, t.from, t.address)) {
    return hs_illegal_list_field(6);
  }
  translate(geometry, &t);
  *translation = t;
  return (hs_sense){0};
}

hs_sense hs_take_send_diagnostic(const hs_geometry* geometry, const uint8_t* list, uint32_t count,
                                 hs_translation* translation) {
  if (count == 0) {
    return (hs_sense){0}; /* a self-test, which always passes */
  }
  if (count < 4) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  const bool wanted = list[0] == PAGE_TRANSLATE;
  if (!wanted && list[0] != PAGE_SUPPORTED) {
    return hs_illegal_list_field(0);
  }
  if (hs_get(&list[2], 2) != (wanted ? TRANSLATE_BYTES - 4 : 0)) {
    return hs_illegal_list_field(2);
  }
  if (wanted) {
    return take_translate(geometry, list, count, translation);
  }
  *translation = (hs_translation){.page = PAGE_SUPPORTED};
  return (hs_sense){0};
}

static void put_supported(hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 6);
  out[3] = 2;
  out[4] = PAGE_SUPPORTED;
  out[5] = PAGE_TRANSLATE;
}

void hs_reply_receive_diagnostic(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                                 hs_reply* reply) {
  const uint8_t initiator = HS_NEXUS_INITIATOR(nexus);
  const hs_translation* t = &firmware->unit.translation[initiator];
  const uint8_t page = (command->flags & HS_FLAG_PAGE) != 0 ? command->page : t->page;
  if (page == PAGE_SUPPORTED) {
    put_supported(reply);
    return;
  }
  if (t->page != PAGE_TRANSLATE) {
    reply->sense = hs_illegal_field(2); /* no address was translated */
    return;
  }
  uint8_t* out = hs_extend(reply, t->reserved_area ? 6 : TRANSLATE_BYTES);
  out[0] = PAGE_TRANSLATE;
  hs_put(&out[2], 2, reply->count - 4);
  out[4] = t->from;
  out[5] = (uint8_t)(t->to | (t->reserved_area ? RESERVED_AREA : 0u));
  if (!t->reserved_area) {
    hs_put(&out[6], 4, t->address[0]);
    hs_put(&out[10], 4, t->address[1]);
  }
}
