/* TEST UNIT READY, REQUEST SENSE, INQUIRY with vital product data, REPORT LUNS (SCSI-2 8.2, 8.3.4;
 * SPC-2 7.19, 8.4; SPC-4 6.6; SBC-3 6.6). */
#include "unit/replies.h"

#define VITAL_PAGE 0x01u /* EVPD */
#define PAGE_SUPPORTED 0x00u
#define PAGE_SERIAL 0x80u
#define PAGE_IDENTIFICATION 0x83u
#define PAGE_BLOCK_LIMITS 0xb0u
#define PAGE_CHARACTERISTICS 0xb1u
#define BLOCK_PAGE_BYTES 60u /* of pages B0h and B1h, without the header */
#define SERIAL_BYTES 16u
#define NO_SUCH_UNIT 0x7f
/* Bits of byte 7. SPC-4 has only the last. */
#define WIDE_16 0x20u
#define SYNCHRONOUS 0x10u
#define TAGGED_QUEUEING 0x02u
/* INQUIRY data of SPC-4, with eight version descriptors. */
#define SPC_4_BYTES 74u
#define FIRST_DESCRIPTOR 58u
#define VERSION_SPC_4 0x06
#define VERSION_SPC_6 0x0d

static const char vendor[8] = {'H', 'E', 'A', 'D', 'S', 'T', 'C', 'K'};

HS_COLD hs_command hs_decode_test_ready(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)cdb;
  (void)block_count;
  return (hs_command){.action = HS_ACTION_NONE};
}

HS_COLD hs_command hs_decode_request_sense(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  return (hs_command){.action = HS_ACTION_REQUEST_SENSE, .allocation = cdb[4]};
}

HS_COLD hs_command hs_decode_inquiry(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  const bool vital = (cdb[1] & VITAL_PAGE) != 0;
  const uint8_t page = cdb[2];
  const bool known = page == PAGE_SUPPORTED ||
                     (vital && (page == PAGE_SERIAL || page == PAGE_IDENTIFICATION ||
                                page == PAGE_BLOCK_LIMITS || page == PAGE_CHARACTERISTICS));
  if (!known) {
    return hs_reject_field(2);
  }
  return (hs_command){.action = HS_ACTION_INQUIRY,
                      .flags = vital ? HS_FLAG_PAGE : 0,
                      .page = page,
                      .allocation = hs_get(&cdb[3], 2)};
}

HS_COLD hs_command hs_decode_report_luns(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  const uint32_t allocation = hs_get(&cdb[6], 4);
  if (cdb[2] > 2) {
    return hs_reject_field(2);
  }
  if (allocation < 16) {
    return hs_reject_field(6);
  }
  return (hs_command){.action = HS_ACTION_REPORT_LUNS, .page = cdb[2], .allocation = allocation};
}

static void put_text(uint8_t* out, const char* text, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    out[i] = text[i] == '\0' ? ' ' : (uint8_t)text[i];
  }
}

uint32_t hs_inquiry_data(uint8_t out[HS_INQUIRY_BYTES], uint8_t lun, const char product[16]) {
  static const char revision[4] = {'0', '0', '0', '1'};
  hs_clear(out, HS_INQUIRY_BYTES);
  out[0] = lun == 0 ? 0x00 : NO_SUCH_UNIT; /* a disk */
  out[2] = 0x02;                           /* SCSI-2 */
  out[3] = 0x02;                           /* response format of SCSI-2 */
  out[4] = HS_INQUIRY_BYTES - 5;
  out[7] = SYNCHRONOUS | TAGGED_QUEUEING;
  put_text(&out[8], vendor, 8);
  put_text(&out[16], product, 16);
  put_text(&out[32], revision, 4);
  return HS_INQUIRY_BYTES;
}

/* The designation by vendor, product and serial number. */
static void put_identification(const hs_firmware_config* config, hs_reply* reply) {
  uint8_t* designator = hs_extend(reply, 4 + 8 + 16 + SERIAL_BYTES);
  designator[0] = 0x02; /* ASCII */
  designator[1] = 0x01; /* of the logical unit, begins with the vendor */
  designator[3] = 8 + 16 + SERIAL_BYTES;
  put_text(&designator[4], vendor, 8);
  put_text(&designator[12], config->product, 16);
  put_text(&designator[28], config->serial, SERIAL_BYTES);
}

/* Put the pages that the drive has: the last two belong to SBC-3. */
static void put_pages(hs_standard standard, hs_reply* reply) {
  static const uint8_t pages[] = {PAGE_SUPPORTED, PAGE_SERIAL, PAGE_IDENTIFICATION,
                                  PAGE_BLOCK_LIMITS, PAGE_CHARACTERISTICS};
  const uint32_t count = standard == HS_SCSI_2 ? 3 : 5;
  uint8_t* list = hs_extend(reply, count);
  for (uint32_t i = 0; i < count; ++i) {
    list[i] = pages[i];
  }
}

/* Block limits (SBC-3 6.6.3). A transfer has no greatest length, which 0 means. A transfer of more
 * than a segment takes several turns, so a segment is the best length. The granularity is a
 * physical sector; 0 where a block is a physical sector. */
static void put_block_limits(const hs_firmware_config* config, hs_reply* reply) {
  const uint32_t physical = config->drive->geometry.sector_blocks;
  uint8_t* data = hs_extend(reply, BLOCK_PAGE_BYTES);
  hs_put(&data[2], 2, physical == 1 ? 0 : physical);
  hs_put(&data[8], 4, config->drive->cache.segment_blocks);
}

/* Block device characteristics (SBC-3 6.6.2). The form factor is not reported. */
static void put_characteristics(const hs_firmware_config* config, hs_reply* reply) {
  hs_put(hs_extend(reply, BLOCK_PAGE_BYTES), 2, config->rotation_rpm);
}

static void reply_page(const hs_firmware_config* config, uint8_t page, uint8_t lun,
                       hs_reply* reply) {
  if (page >= PAGE_BLOCK_LIMITS && config->standard == HS_SCSI_2) {
    reply->sense = hs_illegal_field(2);
    return;
  }
  uint8_t* header = hs_extend(reply, 4);
  header[0] = lun == 0 ? 0x00 : NO_SUCH_UNIT;
  header[1] = page;
  switch (page) {
    case PAGE_SUPPORTED:
      put_pages(config->standard, reply);
      break;
    case PAGE_SERIAL:
      put_text(hs_extend(reply, SERIAL_BYTES), config->serial, SERIAL_BYTES);
      break;
    case PAGE_IDENTIFICATION:
      put_identification(config, reply);
      break;
    case PAGE_BLOCK_LIMITS:
      put_block_limits(config, reply);
      break;
    default:
      put_characteristics(config, reply);
      break;
  }
  header[3] = (uint8_t)(reply->count - 4);
}

/* Extend the data to SPC-4 (6.6.2). The transport has its own descriptor, which the
 * drive does not know. */
static void claim_spc_4(uint8_t* data, hs_reply* reply) {
  static const uint16_t versions[] = {0x00a0, 0x0460, 0x04c0}; /* SAM-5, SPC-4, SBC-3 */
  hs_extend(reply, SPC_4_BYTES - HS_INQUIRY_BYTES);
  data[4] = SPC_4_BYTES - 5;
  data[7] = TAGGED_QUEUEING;
  for (uint32_t i = 0; i < sizeof versions / sizeof versions[0]; ++i) {
    hs_put(&data[FIRST_DESCRIPTOR + 2 * i], 2, versions[i]);
  }
}

void hs_reply_inquiry(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                      hs_reply* reply) {
  const uint8_t lun = HS_NEXUS_LUN(nexus);
  if ((command->flags & HS_FLAG_PAGE) != 0) {
    reply_page(&firmware->config, command->page, lun, reply);
  } else {
    uint8_t* data = hs_extend(reply, HS_INQUIRY_BYTES);
    hs_inquiry_data(data, lun, firmware->config.product);
    if (firmware->config.standard != HS_SCSI_2) {
      claim_spc_4(data, reply);
      data[2] = firmware->config.standard == HS_SPC_6 ? VERSION_SPC_6 : VERSION_SPC_4;
    } else {
      data[7] |= firmware->config.wide ? WIDE_16 : 0u;
    }
  }
}

/* List unit 0. A host that selects report 1 asks for well-known units, and gets an empty list. */
void hs_reply_report_luns(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                          hs_reply* reply) {
  (void)nexus;
  (void)firmware;
  uint8_t* header = hs_extend(reply, 8);
  if (command->page != 1) {
    hs_extend(reply, 8);
    hs_put(header, 4, 8);
  }
}
