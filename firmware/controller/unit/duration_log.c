/* The log page of the duration limits: page 19h, subpage 21h of SPC-6. The layout is that of
 * revision 6. Older revisions number the parameters of T2A as this revision numbers none. */
#include "unit/replies.h"

#define FIRST_OF_READS 0x21u
#define FIRST_OF_WRITES 0x41u
#define PARAMETER_BYTES 16u
#define BINARY_LIST 0x03 /* FORMAT AND LINKING */

static void put_counters(const hs_duration_counters* from, uint32_t code, hs_reply* reply) {
  uint8_t* out = hs_extend(reply, 4 + PARAMETER_BYTES);
  hs_put(out, 2, code);
  out[2] = BINARY_LIST;
  out[3] = PARAMETER_BYTES;
  hs_put(&out[4], 4, from->waited);
  hs_put(&out[8], 4, from->worked);
  hs_put(&out[12], 4, from->both);
  hs_put(&out[16], 4, from->commands);
}

void hs_put_duration_log(const hs_logical_unit* unit, uint32_t first, hs_reply* reply) {
  for (uint32_t kind = 0; kind < 2; ++kind) {
    const uint32_t codes = kind == 0 ? FIRST_OF_READS : FIRST_OF_WRITES;
    for (uint32_t i = 0; i < HS_DURATION_LIMITS; ++i) {
      if (codes + i >= first) {
        put_counters(&unit->durations[kind][i], codes + i, reply);
      }
    }
  }
}
