/* What the logical unit remembers beside tasks and cache: mode parameters, whether it runs, who has
 * to be told of what, defects, counters. */
#ifndef HEADSTACK_LOGICAL_UNIT_H
#define HEADSTACK_LOGICAL_UNIT_H

#include "controller/command.h"

/* Mode parameters that can be changed, as the bytes of their pages (SCSI-2 8.3.3, 9.3.3). */
#define HS_PAGE_RECOVERY_BYTES 12u /* page 01h: read-write error recovery */
#define HS_PAGE_CACHING_BYTES 12u  /* page 08h */
#define HS_PAGE_CONTROL_BYTES 8u   /* page 0Ah */
typedef struct hs_mode {
  uint8_t recovery[HS_PAGE_RECOVERY_BYTES];
  uint8_t caching[HS_PAGE_CACHING_BYTES];
  uint8_t control[HS_PAGE_CONTROL_BYTES];
} hs_mode;

static inline bool hs_mode_reallocates_writes(const hs_mode* m) {
  return (m->recovery[2] & 0x80u) != 0; /* AWRE */
}
static inline bool hs_mode_reallocates_reads(const hs_mode* m) {
  return (m->recovery[2] & 0x40u) != 0; /* ARRE */
}
static inline bool hs_mode_transfers_bad_block(const hs_mode* m) {
  return (m->recovery[2] & 0x20u) != 0; /* TB */
}
static inline bool hs_mode_corrects_early(const hs_mode* m) {
  return (m->recovery[2] & 0x08u) != 0; /* EER: before any retry */
}
static inline bool hs_mode_reports_recovered(const hs_mode* m) {
  return (m->recovery[2] & 0x04u) != 0; /* PER */
}
static inline bool hs_mode_never_corrects(const hs_mode* m) {
  return (m->recovery[2] & 0x01u) != 0; /* DCR */
}
static inline uint32_t hs_mode_read_retries(const hs_mode* m) { return m->recovery[3]; }
static inline uint32_t hs_mode_write_retries(const hs_mode* m) { return m->recovery[8]; }
/* WCE: status may be sent when the data are in the buffer. */
static inline bool hs_mode_write_cache(const hs_mode* m) { return (m->caching[2] & 0x04u) != 0; }
/* Without RCD: a read may be answered from the buffer. */
static inline bool hs_mode_read_cache(const hs_mode* m) { return (m->caching[2] & 0x01u) == 0; }
/* Queue algorithm modifier 0: SIMPLE tasks of an initiator that touch the same blocks keep their
 * order. 1: any order. */
static inline bool hs_mode_restricted(const hs_mode* m) { return (m->control[3] & 0xf0u) == 0; }

typedef enum hs_power_state {
  HS_POWER_READY,
  HS_POWER_STOPPED,
  HS_POWER_STARTING /* ready from `ready_at` on */
} hs_power_state;

typedef struct hs_power {
  uint8_t state; /* hs_power_state */
  hs_ticks ready_at;
  uint32_t cycles; /* stops, each followed by a start or not yet */
} hs_power;

/* A block that REASSIGN BLOCKS, or the drive by itself, has moved away from a bad place. */
typedef struct hs_defect {
  hs_lbn lbn;
  hs_pbn place; /* that it had */
} hs_defect;

#define HS_GROWN_DEFECTS 64u
typedef struct hs_defects {
  uint32_t count;
  hs_defect list[HS_GROWN_DEFECTS]; /* in order of discovery */
} hs_defects;

/* Error counters of reads, or of writes (log pages 03h and 02h). */
typedef struct hs_counters {
  uint64_t blocks;        /* brought to the host, or taken from it, without an error left over */
  uint32_t without_delay; /* errors corrected by the code alone */
  uint32_t with_delay;    /* errors corrected by reading or writing again */
  uint32_t retries;
  uint32_t uncorrected;
} hs_counters;

/* What an initiator has asked SEND DIAGNOSTIC to translate. */
typedef struct hs_translation {
  uint8_t page;        /* that RECEIVE DIAGNOSTIC RESULTS returns: 00h or 40h */
  uint8_t from;        /* format of the address given */
  uint8_t to;          /* of the address wanted */
  bool reserved_area;  /* no block lies there */
  uint32_t address[2]; /* translated, as the eight bytes of its format */
} hs_translation;

typedef struct hs_logical_unit {
  hs_cache_rules cache_rules; /* the drive's, as the mode parameters have them now */
  hs_mode mode;
  hs_power power;
  hs_defects defects;
  hs_counters reads;
  hs_counters writes;
  hs_sense attention[HS_INITIATORS]; /* unit attention that each must still be told; key 0: none */
  hs_sense deferred[HS_INITIATORS];  /* error that each must still be told of; key 0: none */
  hs_translation translation[HS_INITIATORS];
} hs_logical_unit;

#endif
