/* Conditional terms: times that are added to a command in some situations only.
 *
 * Contract: a term names the commands that it is for, and the conditions that must all hold. The
 * conditional terms come on top of the terms of every command of a class (HS_COMMAND_TERMS).
 * Units: times are in ticks, distances in cylinders. */
#ifndef HEADSTACK_TERMS_H
#define HEADSTACK_TERMS_H

#include "disk/types.h"

/* The targets: times that a term is added to, X(name, its word in a drive file). */
#define HS_TERM_TARGETS(X)                                                                         \
  X(READ_HIT, "read hit")         /* the command of a read that hits */                            \
  X(READ_MISS, "read miss")       /* the command of a read that goes to the medium */              \
  X(WRITE, "write")               /* the command of a write that goes to the medium */             \
  X(WRITE_DATA, "write data")     /* the data's start of such a write, not the start of its arm */ \
  X(WRITE_CACHED, "cached write") /* the command of a write that is over in the buffer */

/* The conditions, X(name, its word in a drive file). "The request before" is the request that the
 * drive served last. Distances and tracks are counted from the last block of that request. */
#define HS_CONDITIONS(X)                                                                          \
  X(AFTER_WRITE, "after write")           /* the request before was a write */                    \
  X(AFTER_HIT, "after hit")               /* the request before was a read that hit */            \
  X(AFTER_SEQUENTIAL, "after sequential") /* the request before was itself sequential */          \
  X(READING_AHEAD, "reading ahead")       /* a read-ahead is under way */                         \
  X(SEQUENTIAL, "sequential")           /* begins where the request before, of its kind, ended */ \
  X(FOLLOWING, "following")             /* begins where the request before, of any kind, ended */ \
  X(SAME_TRACK, "same track")           /* begins on the same track */                            \
  X(SAME_CYLINDER, "same cylinder")     /* begins in the same cylinder */                         \
  X(SAME_ZONE, "same zone")             /* begins in the same zone */                             \
  X(ARM_THERE, "arm there")             /* the arm is on its cylinder, perhaps by a read-ahead */ \
  X(UPWARDS, "upwards")                 /* begins on a higher cylinder */                         \
  X(STREAMING, "streaming")             /* a stream of reads continues until then (hs_stream) */  \
  X(CROSSES_TRACK, "crosses track end") /* its first and last block are on different tracks */    \
  X(ENDS_TRACK, "ends track")           /* no block after its last block is on the same track */

/* HS_TERM_READ_HIT, ...: a target of a term. */
#define HS_TERM_TARGET(name, word) HS_TERM_##name,
typedef enum hs_term_target {
  HS_TERM_TARGETS(HS_TERM_TARGET) HS_TERM_TARGET_COUNT
} hs_term_target;

/* HS_NUMBER_AFTER_WRITE, ...: the number of a condition, from 0. */
#define HS_CONDITION_NUMBER(name, word) HS_NUMBER_##name,
enum {
  HS_CONDITIONS(HS_CONDITION_NUMBER) HS_CONDITION_COUNT
};
/* HS_IF_AFTER_WRITE, ...: the bit of a condition in a set of conditions. */
#define HS_CONDITION_BIT(name, word) HS_IF_##name = 1u << HS_NUMBER_##name,
enum {
  HS_CONDITIONS(HS_CONDITION_BIT) HS_IF_NOTHING = 0
};

/* Most conditional terms of a drive. */
#define HS_MOST_TERMS 32u

/* A term. The term applies if all its limits and conditions hold. */
typedef struct hs_term {
  int64_t time;         /* ticks added to the target; may be negative */
  hs_ticks within;      /* ticks between the last read's end and the begin are fewer; 0: no limit */
  hs_ticks gaps_within; /* all gaps of hs_gaps::longest are shorter, in ticks; 0: no limit */
  uint32_t beyond;      /* cylinders; the distance is larger; 0: no limit */
  uint32_t up_to;       /* cylinders; the distance is not larger; 0: no limit */
  uint16_t all;         /* HS_IF_* that must hold; 0: none need hold */
  uint16_t none;        /* HS_IF_* that must not hold; 0: any may hold */
  hs_term_target target; /* what the time is added to */
} hs_term;

/* The terms of a drive. */
typedef struct hs_terms {
  uint32_t count;                      /* entries in use of `term`, 0 .. HS_MOST_TERMS */
  uint16_t looked_at;                  /* HS_IF_* that any term looks at */
  bool by_place;                       /* a term looks at tracks or distances */
  bool by_time;                        /* a term looks at the time since the last read */
  bool by_stream;                      /* a term looks at streams of reads */
  int64_t least[HS_TERM_TARGET_COUNT]; /* least sum for a target in any situation, in ticks */
  int64_t most[HS_TERM_TARGET_COUNT];  /* greatest sum for a target in any situation, in ticks */
  hs_term term[HS_MOST_TERMS];         /* the terms */
} hs_terms;

/* Times between reads. */
typedef struct hs_gaps {
  hs_ticks since_read; /* ticks since the last read's end */
  /* The longest gap in ticks: of `since_read` and all gaps of a stream that continues. Without such
   * a stream: `since_read`. */
  hs_ticks longest;
} hs_gaps;

/* The situation at a decision, the same for all candidates. */
typedef struct hs_situation {
  uint16_t conditions; /* HS_IF_* of the request before and of the drive */
  bool last_write;     /* the request before was a write */
  hs_track track;      /* track of the last block of the request before; the first track at first */
  hs_cylinder arm;     /* cylinder on which the arm is now */
  hs_lbn last_end;     /* block after the last of the request before; 0 before the first */
  hs_gaps gaps;        /* times between reads until now */
} hs_situation;

#endif
