/* Sense data in fixed format (SCSI-2 8.2.14). */
#include "unit/decode.h"

uint32_t hs_sense_data(uint8_t out[HS_SENSE_BYTES], const hs_sense* sense) {
  hs_clear(out, HS_SENSE_BYTES);
  out[0] = (uint8_t)((sense->information_valid ? 0xf0u : 0x70u) | (sense->deferred ? 1u : 0u));
  out[2] = sense->key;
  out[7] = HS_SENSE_BYTES - 8;
  out[12] = sense->code;
  out[13] = sense->qualifier;
  switch (sense->detail) {
    case HS_DETAIL_FIELD:
      hs_put(&out[15], 3, sense->information);
      break;
    case HS_DETAIL_COMMAND:
      hs_put(&out[8], 4, sense->information);
      break;
    default:
      hs_put(&out[3], 4, sense->information);
      break;
  }
  return HS_SENSE_BYTES;
}
