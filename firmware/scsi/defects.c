/* REASSIGN BLOCKS and READ DEFECT DATA: the grown list (SCSI-2 9.2.11, 9.2.8). The primary list is
 * in the layout that the drive was made with, and not reported. */
#include "scsi/replies.h"

#define GROWN 0x08u
#define PRIMARY 0x10u
#define LONG_LIST 0x03u /* LONGLBA and LONGLIST, of SBC */
#define FORMAT_BLOCK 0x00u
#define FORMAT_SECTOR 0x05u

/* The command does not say how long its list is; the first four bytes of the list do. */
hs_command hs_decode_reassign(const uint8_t cdb[16], uint32_t block_count) {
  (void)block_count;
  return (cdb[1] & LONG_LIST) != 0 ? hs_reject_field(1)
                                   : hs_with_list(HS_ACTION_REASSIGN, 0, HS_REASSIGN_HEADER_BYTES);
}

uint32_t hs_reassign_length(const uint8_t header[HS_REASSIGN_HEADER_BYTES]) {
  return hs_get(&header[2], 2);
}

/* READ DEFECT DATA(10). */
hs_command hs_decode_read_defects(const uint8_t cdb[16], uint32_t block_count) {
  (void)block_count;
  return (hs_command){.action = HS_ACTION_READ_DEFECTS,
                      .page = cdb[2] & (PRIMARY | GROWN | 0x07u),
                      .allocation = hs_get(&cdb[7], 2)};
}

/* A format that the drive has not gets its own, and is told so. */
static hs_sense note(uint8_t wanted, uint32_t format) {
  const hs_sense sense = {.key = HS_SENSE_RECOVERED_ERROR, .code = HS_CODE_DEFECT_LIST_NOT_FOUND};
  hs_sense no_primary = sense;
  no_primary.qualifier = 0x01;
  if ((wanted & 0x07u) != format) {
    return sense;
  }
  return (wanted & PRIMARY) != 0 ? no_primary : (hs_sense){0};
}

void hs_reply_read_defects(const hs_firmware* firmware, const hs_command* command,
                           hs_reply* reply) {
  const hs_defects* grown = &firmware->unit.defects;
  const uint32_t format = (command->page & 0x07u) == FORMAT_BLOCK ? FORMAT_BLOCK : FORMAT_SECTOR;
  uint8_t* header = hs_extend(reply, 4);
  header[1] = (uint8_t)((command->page & GROWN) | format);
  const uint32_t count = (command->page & GROWN) != 0 ? grown->count : 0;
  for (uint32_t i = 0; i < count; ++i) {
    const hs_defect* defect = &grown->list[i];
    if (format == FORMAT_BLOCK) {
      hs_put(hs_extend(reply, 4), 4, defect->lbn.value);
    } else {
      uint8_t* out = hs_extend(reply, 8);
      hs_put(out, 3, defect->place.cylinder.value);
      out[3] = (uint8_t)defect->place.head.value;
      hs_put(&out[4], 4, defect->place.sector.value);
    }
  }
  hs_put(&header[2], 2, reply->count - 4);
  reply->sense = note(command->page, format);
}

/* The first block that could not be reassigned, and why. */
static hs_sense failed(uint8_t key, uint8_t code, uint8_t qualifier, uint32_t lbn) {
  return (hs_sense){.key = key,
                    .code = code,
                    .qualifier = qualifier,
                    .detail = HS_DETAIL_COMMAND,
                    .information = lbn};
}

hs_sense hs_grow_defect(hs_firmware* firmware, hs_lbn lbn) {
  hs_defects* grown = &firmware->unit.defects;
  const hs_defect defect = {lbn, hs_lbn_to_pbn(&firmware->config.drive->geometry, lbn)};
  if (grown->count == HS_GROWN_DEFECTS) {
    return failed(HS_SENSE_HARDWARE_ERROR, HS_CODE_NO_SPARE, 0x01, lbn.value);
  }
  if (!hs_remap_block(firmware, lbn)) {
    return failed(HS_SENSE_HARDWARE_ERROR, HS_CODE_NO_SPARE, 0x00, lbn.value);
  }
  grown->list[grown->count++] = defect;
  return (hs_sense){0};
}

/* The list without its header. None is moved if one is not on the disk. */
hs_sense hs_take_reassign(hs_firmware* firmware, const uint8_t* list, uint32_t count) {
  const uint32_t blocks = firmware->config.drive->geometry.block_count;
  if (count % 4 != 0) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  for (uint32_t at = 0; at < count; at += 4) {
    if (hs_get(&list[at], 4) >= blocks) {
      return failed(HS_SENSE_ILLEGAL_REQUEST, HS_CODE_LBN_OUT_OF_RANGE, 0, hs_get(&list[at], 4));
    }
  }
  hs_sense sense = {0};
  for (uint32_t at = 0; at < count && sense.key == 0; at += 4) {
    sense = hs_grow_defect(firmware, (hs_lbn){hs_get(&list[at], 4)});
  }
  return sense;
}
