/* Cache policy: which blocks the buffer holds, and how far a read-ahead may go (Worthington 1994,
 * 2.3).
 *
 * Contract: reads have a table of segments. A segment holds one run of blocks, [first, end). `end`
 * is the end of the read-ahead as ordered, whether or not the head has come there. The head channel
 * fills at most one segment; the other segments are complete. A read hit lets its segment grow
 * ahead of the read. A read miss takes over the least recently used segment. A rule of the drive
 * says which blocks survive a write. With a single segment, these rules classify the C2247A's trace
 * without an error (docs/inside/decisions.md).
 *
 * read_ahead.c computes how far the read-ahead goes, segmentation.c the number of segments.
 * Units: blocks. Ownership: all state is in the caller's hs_cache; the data themselves are the
 * hardware's. */
#ifndef HEADSTACK_CACHE_H
#define HEADSTACK_CACHE_H

#include "disk/drive_params.h"

/* Most segments for reads. */
#define HS_CACHE_SEGMENTS 64u
/* The number of no segment. */
#define HS_NO_SEGMENT 0xffffffffu

typedef struct hs_cache_segment {
  uint32_t first; /* oldest block that the segment holds */
  uint32_t end;   /* block after the last that the segment will hold; equal to `first`: empty */
  /* First block of the hole: blocks that a write has made old, while both sides stayed. */
  uint32_t hole_first;
  uint32_t hole_end; /* block after the hole's last; equal to `hole_first`: no hole */
  uint32_t read_end; /* block after the last that the last read took from the segment */
  bool stream;       /* since the last fitting, a read began here where another read had ended */
  uint64_t used;     /* number of the last read that used the segment, from 1; 0: no read did */
} hs_cache_segment;

typedef struct hs_cache {
  const hs_cache_rules* rules; /* the drive's rules, owned by the caller */
  const hs_geometry* geometry; /* the drive's layout, owned by the caller */
  uint32_t segment_blocks;     /* blocks in a segment at present */
  uint32_t count;              /* segments for reads at present, 1 .. HS_CACHE_SEGMENTS */
  uint32_t filling;            /* segment that the channel's program fills, or HS_NO_SEGMENT */
  uint32_t program_first;      /* block that is number 0 of the channel's program */
  uint64_t reads;              /* reads so far */
  uint64_t adapted;            /* value of `reads` when the segments were last fitted */
  uint32_t writes_in_a_row;    /* writes since a read used a segment; if the rules count them */
  uint32_t written_first;      /* first block of the write segment */
  uint32_t written_end;        /* block after its last; equal to `written_first`: empty */
  hs_cache_segment segments[HS_CACHE_SEGMENTS]; /* segments for reads; `count` are in use */
} hs_cache;

/* Where a read finds its blocks. */
typedef enum hs_cache_answer {
  HS_CACHE_MISS,   /* on the medium */
  HS_CACHE_HIT,    /* in a read segment, or on their way into it */
  HS_CACHE_WRITTEN /* all of them in the write segment */
} hs_cache_answer;

/* Prepare an empty cache. `rules` and `geometry` must outlive the cache. A drive whose read-ahead
 * does not depend on tracks needs only the number of blocks of the geometry. */
void hs_cache_init(hs_cache* cache, const hs_cache_rules* rules, const hs_geometry* geometry);

/* Whether a read of these blocks would hit, and where. */
hs_cache_answer hs_cache_look_up(const hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* Where reads that hit can begin: the runs of blocks [*first, *end), numbered from 0. A run may be
 * empty. A read that begins in a run may still miss. False: there is no run `number`. */
bool hs_cache_range(const hs_cache* cache, uint32_t number, hs_lbn* first, hs_lbn* end);

/* The segment in which the read hits; HS_NO_SEGMENT unless the answer is HS_CACHE_HIT. */
uint32_t hs_cache_find(const hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* A read whose read-ahead is computed. */
typedef struct hs_cached_read {
  hs_lbn lbn;      /* first block of the read */
  uint32_t end;    /* block after the last block of the read */
  bool sequential; /* a segment remembers a read that ended where this read begins */
  bool following;  /* the read begins where the previous request ended */
} hs_cached_read;

/* A read that begins with block `lbn` misses. Gives the read a segment, which becomes the filling
 * segment. True: a segment remembers a read that ended where this read begins. The caller calls
 * hs_cache_fill next. */
bool hs_cache_claim(hs_cache* cache, hs_lbn lbn);

/* The channel will read `read` into the filling segment. Returns the block after the last block
 * that the channel must read ahead. */
hs_lbn hs_cache_fill(hs_cache* cache, const hs_cached_read* read);

/* Calls hs_cache_claim and hs_cache_fill for a read of `blocks` blocks from `lbn`. */
static inline hs_lbn hs_cache_read_miss(hs_cache* cache, hs_lbn lbn, uint32_t blocks,
                                        bool following) {
  const hs_cached_read read = {lbn, lbn.value + blocks, hs_cache_claim(cache, lbn), following};
  return hs_cache_fill(cache, &read);
}

/* A read hits `segment`. `reading`: the segment's read-ahead is still at work. `may_read`: a
 * read-ahead may begin. Returns the block after the last that the channel must read ahead from now
 * on. This block is at or after the segment's end and the end of the read. */
hs_lbn hs_cache_read_hit(hs_cache* cache, uint32_t segment, hs_lbn lbn, uint32_t blocks,
                         bool reading, bool may_read);

/* The channel's program was stopped when `done` of its blocks were in the buffer. */
void hs_cache_stopped(hs_cache* cache, uint32_t done);

/* Whether the cache must be told where a program stops. A drive that keeps only segments filled to
 * their ends does not need this. */
static inline bool hs_cache_wants_stops(const hs_cache* cache) {
  return cache->filling != HS_NO_SEGMENT &&
         (cache->count > 1 || cache->rules->keep_reads_on_write ||
          cache->rules->adapt_segments_after != 0);
}

/* A write takes over the buffer. */
void hs_cache_write(hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* Forget these blocks, because they are old. Precondition: no segment is being filled. */
void hs_cache_drop(hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* Empty the filling segment, if there is one. The segment is not filled further. */
void hs_cache_drop_filling(hs_cache* cache);

/* Empty all segments for reads. Used after a program of the channel may have been stopped, and
 * after a change of the rules. */
void hs_cache_drop_reads(hs_cache* cache);
/* Empty the write segment. */
void hs_cache_drop_written(hs_cache* cache);
/* Empty the segments for reads and the write segment. */
void hs_cache_drop_all(hs_cache* cache);

/* In read_ahead.c: the block after the last of the read-ahead after a read. */
uint32_t hs_read_ahead_end(const hs_cache* cache, const hs_cached_read* read);

/* In segmentation.c: set the initial number of segments, and fit this number to the streams seen
 * after every `adapt_segments_after` reads. */
void hs_segmentation_init(hs_cache* cache);
void hs_segmentation_adapt(hs_cache* cache);

#endif
