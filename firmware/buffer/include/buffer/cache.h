/* Cache policy: what the buffer holds, and how far reading ahead may go (Worthington 1994, 2.3).
 *
 * Reads have a table of segments. Each holds one run of blocks, [first, end), where `end` is as far
 * as the read-ahead has been told to go, whether or not the head is there yet. At most one segment
 * is the one that the head channel fills; the others are complete. A read that hits lets its
 * segment grow ahead of it, a read that misses takes over the one not used for longest. What a
 * write leaves of them is a rule of the drive. With a single segment these are the rules by which
 * the C2247A's trace is classified without an error (docs/inside/decisions.md).
 *
 * How far the read-ahead goes is in read_ahead.c, how many segments there are in segmentation.c. */
#ifndef HEADSTACK_CACHE_H
#define HEADSTACK_CACHE_H

#include "disk/drive_params.h"

#define HS_CACHE_SEGMENTS 64u
#define HS_NO_SEGMENT 0xffffffffu

typedef struct hs_cache_segment {
  uint32_t first;      /* oldest block that it holds */
  uint32_t end;        /* after the last block that it will hold; equal to first: empty */
  uint32_t hole_first; /* of the blocks, those that a write has made old, if its sides were kept; */
  uint32_t hole_end;   /* equal to hole_first: none */
  uint32_t read_end;   /* after the last block that a read has taken from it */
  bool stream;         /* of late, a read has begun here where another one had ended */
  uint64_t used;       /* number of the last read that used it */
} hs_cache_segment;

typedef struct hs_cache {
  const hs_cache_rules* rules;
  const hs_geometry* geometry;
  uint32_t segment_blocks;  /* of a segment as they are now */
  uint32_t count;           /* segments for reads that there are now */
  uint32_t filling;         /* the segment that the channel's program fills, or HS_NO_SEGMENT */
  uint32_t program_first;   /* block that is number 0 of the channel's program */
  uint64_t reads;           /* reads so far */
  uint64_t adapted;         /* `reads` when the segments were last fitted */
  uint32_t writes_in_a_row; /* since a read has used a segment; if the rules count them */
  uint32_t written_first;   /* blocks of the write segment */
  uint32_t written_end;
  hs_cache_segment segments[HS_CACHE_SEGMENTS];
} hs_cache;

typedef enum hs_cache_answer {
  HS_CACHE_MISS,
  HS_CACHE_HIT,    /* in a read segment, or on its way into it */
  HS_CACHE_WRITTEN /* all of it in the write segment */
} hs_cache_answer;

/* `rules` and `geometry` must outlive the cache. Of the geometry, only a drive whose read-ahead
 * depends on tracks needs more than the number of blocks. */
void hs_cache_init(hs_cache* cache, const hs_cache_rules* rules, const hs_geometry* geometry);

/* Would a read of these blocks hit? */
hs_cache_answer hs_cache_look_up(const hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* Where reads that hit can begin: run number `number`, from 0, of blocks [*first, *end), which may
 * be empty. False: there is no such run. A read that begins in one may still miss. */
bool hs_cache_range(const hs_cache* cache, uint32_t number, hs_lbn* first, hs_lbn* end);

/* The segment in which the read hits; HS_NO_SEGMENT unless the answer is HS_CACHE_HIT. */
uint32_t hs_cache_find(const hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* A read misses and will be read from the media, into a segment which is then the filling one.
 * `following`: it begins where the request before ended.
 * Returns the block after the last to be read ahead. */
hs_lbn hs_cache_read_miss(hs_cache* cache, hs_lbn lbn, uint32_t blocks, bool following);

/* A read hits `segment`; `reading` says whether the read-ahead behind it is still at work,
 * `may_read` whether one may be begun. Returns the block after the last to be read ahead from now
 * on; it is never before the end that the segment had, nor before the end of the read. */
hs_lbn hs_cache_read_hit(hs_cache* cache, uint32_t segment, hs_lbn lbn, uint32_t blocks,
                         bool reading, bool may_read);

/* The channel's program has been stopped when `done` blocks of it were in the buffer. */
void hs_cache_stopped(hs_cache* cache, uint32_t done);

/* Does the cache have to be told where a program stops? Not on a drive that keeps no segment which
 * was not filled to its end. */
static inline bool hs_cache_wants_stops(const hs_cache* cache) {
  return cache->filling != HS_NO_SEGMENT &&
         (cache->count > 1 || cache->rules->keep_reads_on_write ||
          cache->rules->adapt_segments_after != 0);
}

/* A write takes over the buffer. */
void hs_cache_write(hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* These blocks are old: forget them. Precondition: no segment is being filled. */
void hs_cache_drop(hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* The segment being filled, if there is one, holds nothing, and is not filled further. */
void hs_cache_drop_filling(hs_cache* cache);

/* Forget everything that was read: a running program of the channel may have been stopped, or rules
 * have changed. */
void hs_cache_drop_reads(hs_cache* cache);
/* Forget what a write has left. */
void hs_cache_drop_written(hs_cache* cache);
/* Forget both. */
void hs_cache_drop_all(hs_cache* cache);

/* A read, before it is read ahead of. */
typedef struct hs_cached_read {
  hs_lbn lbn;
  uint32_t end;    /* the block behind its last */
  bool sequential; /* it begins where a read that a segment remembers has ended */
  bool following;  /* it begins where the request before ended */
} hs_cached_read;

/* In read_ahead.c: the end of the read-ahead after a read. */
uint32_t hs_read_ahead_end(const hs_cache* cache, const hs_cached_read* read);

/* In segmentation.c: every so often, fit the number of segments to the streams seen. */
void hs_segmentation_init(hs_cache* cache);
void hs_segmentation_adapt(hs_cache* cache);

#endif
