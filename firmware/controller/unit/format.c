/* FORMAT UNIT (SCSI-2 9.2.1; SBC-3 5.3). The data are lost: every block reads as zeros. The primary
 * and the grown defects stay, and so do the places of moved blocks. The host cannot add defects. */
#include "disk/track_order.h"
#include "unit/replies.h"

#define WITH_LIST 0x10u /* FMTDATA */
#define LIST_FORMAT 0x07u
#define OPTIONS_VALID 0x80u   /* FOV */
#define OPTIONS 0x7cu         /* DPRY, DCRT, STPF, IP, DSP; valid with FOV */
#define PATTERN_OR_SAVE 0x0du /* IP, DSP and a vendor's bit, which the drive lacks */
#define IMMEDIATE 0x02u

/* Without a list, the bits about the list are 0. The interleave is 0, for the drive's own, or 1. */
HS_COLD hs_command hs_decode_format(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  const bool list = (cdb[1] & WITH_LIST) != 0;
  const uint32_t format = cdb[1] & LIST_FORMAT;
  if (format != 0 && (!list || format < 4 || format > 5)) {
    return hs_reject_field(1);
  }
  if (hs_get(&cdb[3], 2) > 1) {
    return hs_reject_field(3);
  }
  return hs_with_list(HS_ACTION_FORMAT, 0, list ? HS_FORMAT_HEADER_BYTES : 0);
}

hs_sense hs_take_format(const uint8_t header[HS_FORMAT_HEADER_BYTES], bool* immediate) {
  const uint32_t flags = header[1];
  const bool valid = (flags & OPTIONS_VALID) != 0;
  *immediate = (flags & IMMEDIATE) != 0;
  if (header[0] != 0) {
    return hs_illegal_list_field(0);
  }
  if ((flags & PATTERN_OR_SAVE) != 0 || (!valid && (flags & OPTIONS) != 0)) {
    return hs_illegal_list_field(1);
  }
  return hs_get(&header[2], 2) != 0 ? hs_illegal_list_field(2) : (hs_sense){0};
}

/* Ticks to write a track and to continue on the next track. */
static hs_ticks track_time(const hs_zone* zone) {
  const hs_fine_angle skew =
      zone->heads > 1 ? zone->head_skew[1] - zone->head_skew[0] : zone->cylinder_skew;
  return ((hs_ticks)1 << 32) + (skew >> 32);
}

hs_power hs_format_begun(const hs_geometry* geometry, hs_power power, hs_ticks now) {
  power.state = HS_POWER_FORMATTING;
  power.begun = now;
  power.ready_at = now;
  for (uint32_t i = 0; i < geometry->zone_count; ++i) {
    const hs_zone* zone = &geometry->zones[i];
    power.ready_at += hs_tracks_of_zone(zone) * track_time(zone);
  }
  return power;
}
