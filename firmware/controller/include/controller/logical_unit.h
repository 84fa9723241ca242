/* The logical unit: its state apart from tasks and cache. This state consists of mode parameters,
 * power state, pending attentions and errors, grown defects, and counters.
 *
 * Ownership: all state is in the caller's hs_logical_unit. */
#ifndef HEADSTACK_LOGICAL_UNIT_H
#define HEADSTACK_LOGICAL_UNIT_H

#include "controller/command.h"
#include "controller/duration_limits.h"

/* Mode parameters that can be changed, as the bytes of their pages (SCSI-2 8.3.3, 9.3.3). */
#define HS_PAGE_RECOVERY_BYTES 12u /* page 01h: read-write error recovery */
/* In SPC-4 and SBC-3, some pages are longer than in SCSI-2. */
#define HS_PAGE_CACHING_BYTES 20u /* page 08h: caching; 12 in SCSI-2 */
#define HS_PAGE_CONTROL_BYTES 12u /* page 0Ah: control; 8 in SCSI-2 */
typedef struct hs_mode {
  uint8_t recovery[HS_PAGE_RECOVERY_BYTES]; /* bytes of page 01h */
  uint8_t caching[HS_PAGE_CACHING_BYTES];   /* bytes of page 08h */
  uint8_t control[HS_PAGE_CONTROL_BYTES];   /* bytes of page 0Ah */
  hs_duration_limits durations;             /* pages T2A and T2B */
} hs_mode;

/* The bits of these pages, by their names in SCSI-2. */
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
  return (m->recovery[2] & 0x08u) != 0; /* EER: the ECC comes before any retry */
}
static inline bool hs_mode_reports_recovered(const hs_mode* m) {
  return (m->recovery[2] & 0x04u) != 0; /* PER */
}
static inline bool hs_mode_never_corrects(const hs_mode* m) {
  return (m->recovery[2] & 0x01u) != 0; /* DCR */
}
static inline uint32_t hs_mode_read_retries(const hs_mode* m) { return m->recovery[3]; }
static inline uint32_t hs_mode_write_retries(const hs_mode* m) { return m->recovery[8]; }
/* WCE: the drive may send the status of a write when its data are in the buffer. */
static inline bool hs_mode_write_cache(const hs_mode* m) { return (m->caching[2] & 0x04u) != 0; }
/* No RCD: the drive may answer a read from the buffer. */
static inline bool hs_mode_read_cache(const hs_mode* m) { return (m->caching[2] & 0x01u) == 0; }
/* Queue algorithm modifier. 0: SIMPLE tasks of an initiator that touch the same blocks keep their
 * order (true). 1: any order (false). */
static inline bool hs_mode_restricted(const hs_mode* m) { return (m->control[3] & 0xf0u) == 0; }

/* SWP: the host has write-protected the unit (SPC-4 7.5.8). */
static inline bool hs_mode_write_protected(const hs_mode* m) {
  return (m->control[4] & 0x08u) != 0;
}

typedef enum hs_power_state {
  HS_POWER_READY,     /* the unit is ready */
  HS_POWER_STOPPED,   /* the disk is stopped */
  HS_POWER_STARTING,  /* the disk spins up; ready from `ready_at` on */
  HS_POWER_FORMATTING /* the disk is formatted since `begun`; ready from `ready_at` on */
} hs_power_state;

typedef struct hs_power {
  uint8_t state;     /* hs_power_state */
  hs_ticks begun;    /* HS_POWER_FORMATTING: time of the start */
  hs_ticks ready_at; /* STARTING and FORMATTING: time from which the unit is ready */
  uint32_t cycles;   /* stops so far, whether or not a start has followed */
} hs_power;

/* A block that REASSIGN BLOCKS, or the drive by itself, has moved away from a bad place. */
typedef struct hs_defect {
  hs_lbn lbn;   /* the block */
  hs_pbn place; /* the place that the block had */
} hs_defect;

/* Most grown defects. */
#define HS_GROWN_DEFECTS 64u
typedef struct hs_defects {
  uint32_t count;                   /* entries in use of `list`, 0 .. HS_GROWN_DEFECTS */
  hs_defect list[HS_GROWN_DEFECTS]; /* grown defects, in order of discovery */
} hs_defects;

/* Error counters of reads, or of writes (log pages 03h and 02h). */
typedef struct hs_counters {
  uint64_t blocks;        /* blocks sent to the host, or taken from it, with no error left */
  uint32_t without_delay; /* errors corrected by the code alone */
  uint32_t with_delay;    /* errors corrected by reading or writing again */
  uint32_t retries;       /* retries in all */
  uint32_t uncorrected;   /* errors that were not corrected */
} hs_counters;

/* The address that an initiator has asked SEND DIAGNOSTIC to translate. */
typedef struct hs_translation {
  uint8_t page;        /* page that RECEIVE DIAGNOSTIC RESULTS returns: 00h or 40h */
  uint8_t from;        /* format of the address given */
  uint8_t to;          /* format of the address wanted */
  bool reserved_area;  /* no block lies at the address */
  uint32_t address[2]; /* translated address, as the eight bytes of its format */
} hs_translation;

typedef struct hs_logical_unit {
  hs_cache_rules cache_rules; /* the drive's rules, as the mode parameters change them */
  hs_mode mode;               /* current mode parameters */
  hs_power power;             /* whether the unit runs */
  hs_defects defects;         /* grown defects */
  hs_counters reads;          /* error counters of reads */
  hs_counters writes;         /* error counters of writes */
  /* [0]: of reads, [1]: of writes; by number of the limit - 1 */
  hs_duration_counters durations[2][HS_DURATION_LIMITS];
  hs_sense attention[HS_INITIATORS]; /* unit attention for each initiator to be told; key 0: none */
  hs_sense deferred[HS_INITIATORS];  /* deferred error for each initiator; key 0: none */
  /* For each initiator: an attention, a deferred error or a reservation may keep the next command
   * from being done. False: nothing keeps it. */
  bool held_up[HS_INITIATORS];
  uint8_t reserved_for; /* initiator that has reserved the unit, + 1; 0: the unit is free */
  /* The motor or a write protection may keep a read or write from being done. False: nothing keeps
   * it. */
  bool limited;
  hs_translation translation[HS_INITIATORS]; /* last translation for each initiator */
} hs_logical_unit;

#endif
