/* Times that are added to a command in some situations and not in others: conditional terms. Each
 * names the commands that it is for and the conditions that must all hold. They stand beside the
 * terms that every command of a class has (HS_COMMAND_TERMS). */
#ifndef HEADSTACK_TERMS_H
#define HEADSTACK_TERMS_H

#include "disk/types.h"

/* What a term is added to, X(name, its word in a drive file). */
#define HS_TERM_TARGETS(X)                                                      \
  X(READ_HIT, "read hit")         /* the command of a read that hits */         \
  X(READ_MISS, "read miss")       /* of one that goes to the medium */          \
  X(WRITE, "write")               /* of a write that goes to the medium */      \
  X(WRITE_DATA, "write data")     /* its data's start alone, and not its arm */ \
  X(WRITE_CACHED, "cached write") /* of one that is over in the buffer */

/* The conditions, X(name, its word in a drive file). "The request before" is the one that the drive
 * served last; distances and tracks are counted from its last block. */
#define HS_CONDITIONS(X)                                                                          \
  X(AFTER_WRITE, "after write")           /* the request before was one */                        \
  X(AFTER_HIT, "after hit")               /* it was a read that hit */                            \
  X(AFTER_SEQUENTIAL, "after sequential") /* it was itself sequential */                          \
  X(READING_AHEAD, "reading ahead")       /* a read-ahead is under way */                         \
  X(SEQUENTIAL, "sequential") /* goes on where the request before, of its kind, ended */          \
  X(FOLLOWING, "following")   /* the same, whatever kind that was of */                           \
  X(SAME_TRACK, "same track")                                                                     \
  X(SAME_CYLINDER, "same cylinder")                                                               \
  X(SAME_ZONE, "same zone")                                                                       \
  X(ARM_THERE, "arm there")             /* the arm is on its cylinder, by a read-ahead maybe */   \
  X(UPWARDS, "upwards")                 /* to a higher cylinder */                                \
  X(STREAMING, "streaming")             /* a stream of reads goes on until then, see hs_stream */ \
  X(CROSSES_TRACK, "crosses track end") /* its blocks are not all on one track */

#define HS_TERM_TARGET(name, word) HS_TERM_##name,
typedef enum hs_term_target {
  HS_TERM_TARGETS(HS_TERM_TARGET) HS_TERM_TARGET_COUNT
} hs_term_target;

#define HS_CONDITION_NUMBER(name, word) HS_NUMBER_##name,
enum {
  HS_CONDITIONS(HS_CONDITION_NUMBER) HS_CONDITION_COUNT
};
#define HS_CONDITION_BIT(name, word) HS_IF_##name = 1u << HS_NUMBER_##name,
enum {
  HS_CONDITIONS(HS_CONDITION_BIT) HS_IF_NOTHING = 0
};

#define HS_MOST_TERMS 32u

typedef struct hs_term {
  int64_t time;         /* ticks, less than 0 maybe */
  hs_ticks within;      /* of the end of the last read; 0: whenever */
  hs_ticks gaps_within; /* and so each read of the stream until then; 0: whenever */
  uint32_t beyond;      /* more than so many cylinders, unless 0, */
  uint32_t up_to;       /* and at most so many, unless 0 */
  uint16_t all;         /* HS_IF_* that must hold */
  uint16_t none;        /* and those that must not */
  hs_term_target target;
} hs_term;

typedef struct hs_terms {
  uint32_t count;
  uint16_t looked_at;                  /* HS_IF_* that any term looks at */
  bool by_place;                       /* one looks at tracks or distances, */
  bool by_time;                        /* at the time since the last read, */
  bool by_stream;                      /* at streams of reads */
  int64_t least[HS_TERM_TARGET_COUNT]; /* of a target's sum, in whatever situation */
  int64_t most[HS_TERM_TARGET_COUNT];
  hs_term term[HS_MOST_TERMS];
} hs_terms;

/* Times between reads. */
typedef struct hs_gaps {
  hs_ticks since_read; /* since the last read's end */
  hs_ticks longest;    /* of this one and those within the stream that goes on; else this one */
} hs_gaps;

/* What is the same for all candidates of a decision. */
typedef struct hs_situation {
  uint16_t conditions; /* HS_IF_* of the request before and of the drive */
  bool last_write;
  hs_track track;  /* of the last block of the request before; the first track at first */
  hs_cylinder arm; /* where it is now */
  hs_lbn last_end;
  hs_gaps gaps;
} hs_situation;

#endif
