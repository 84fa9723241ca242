/* TEST UNIT READY, REQUEST SENSE, INQUIRY with vital product data, REPORT LUNS (SCSI-2 8.2, 8.3.4;
 * SPC-2 7.19, 8.4). */
#include "unit/replies.h"

#define VITAL_PAGE 0x01u /* EVPD */
#define PAGE_SUPPORTED 0x00u
#define PAGE_SERIAL 0x80u
#define PAGE_IDENTIFICATION 0x83u
#define SERIAL_BYTES 16u
#define NO_SUCH_UNIT 0x7f
#define WIDE_16 0x20u /* of byte 7 */

static const char vendor[8] = {'H', 'E', 'A', 'D', 'S', 'T', 'C', 'K'};

hs_command hs_decode_test_ready(const uint8_t cdb[16], uint32_t block_count) {
  (void)cdb;
  (void)block_count;
  return (hs_command){.action = HS_ACTION_NONE};
}

hs_command hs_decode_request_sense(const uint8_t cdb[16], uint32_t block_count) {
  (void)block_count;
  return (hs_command){.action = HS_ACTION_REQUEST_SENSE, .allocation = cdb[4]};
}

hs_command hs_decode_inquiry(const uint8_t cdb[16], uint32_t block_count) {
  (void)block_count;
  const bool vital = (cdb[1] & VITAL_PAGE) != 0;
  const uint8_t page = cdb[2];
  const bool known =
      page == PAGE_SUPPORTED || (vital && (page == PAGE_SERIAL || page == PAGE_IDENTIFICATION));
  if (!known) {
    return hs_reject_field(2);
  }
  return (hs_command){.action = HS_ACTION_INQUIRY,
                      .flags = vital ? HS_FLAG_PAGE : 0,
                      .page = page,
                      .allocation = hs_get(&cdb[3], 2)};
}

hs_command hs_decode_report_luns(const uint8_t cdb[16], uint32_t block_count) {
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
  out[7] = 0x12; /* synchronous transfers, tagged queueing */
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

static void reply_page(const hs_firmware_config* config, uint8_t page, uint8_t lun,
                       hs_reply* reply) {
  static const uint8_t pages[] = {PAGE_SUPPORTED, PAGE_SERIAL, PAGE_IDENTIFICATION};
  uint8_t* header = hs_extend(reply, 4);
  header[0] = lun == 0 ? 0x00 : NO_SUCH_UNIT;
  header[1] = page;
  if (page == PAGE_SUPPORTED) {
    uint8_t* list = hs_extend(reply, sizeof pages);
    for (uint32_t i = 0; i < sizeof pages; ++i) {
      list[i] = pages[i];
    }
  } else if (page == PAGE_SERIAL) {
    put_text(hs_extend(reply, SERIAL_BYTES), config->serial, SERIAL_BYTES);
  } else {
    put_identification(config, reply);
  }
  header[3] = (uint8_t)(reply->count - 4);
}

void hs_reply_inquiry(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                      hs_reply* reply) {
  const uint8_t lun = HS_NEXUS_LUN(nexus);
  if ((command->flags & HS_FLAG_PAGE) != 0) {
    reply_page(&firmware->config, command->page, lun, reply);
  } else {
    uint8_t* data = hs_extend(reply, HS_INQUIRY_BYTES);
    hs_inquiry_data(data, lun, firmware->config.product);
    data[7] |= firmware->config.wide ? WIDE_16 : 0u;
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
