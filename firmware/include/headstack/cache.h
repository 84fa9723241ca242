/* Cache policy: what the buffer holds, and how far reading ahead may go (Worthington 1994, 2.3).
 *
 * One segment follows the last read: [first, end), where `end` is as far as the read-ahead has been
 * told to go, whether or not the head is there yet. A read that begins inside hits, even if the
 * block is still in flight; the segment then grows ahead of it. Any write drops it. These are the
 * rules by which the C2247A's trace is classified without an error (docs/decisions.md).
 */
#ifndef HEADSTACK_CACHE_H
#define HEADSTACK_CACHE_H

#include "headstack/drive_params.h"

typedef struct hs_cache {
  const hs_cache_rules* rules;
  uint32_t block_count;   /* of the disk */
  uint32_t first;         /* oldest block that the read segment holds */
  uint32_t end;           /* after the last block that it will hold; equal to first: empty */
  uint32_t program_first; /* block that is number 0 of the channel's program */
  uint32_t written_first; /* blocks of the write segment */
  uint32_t written_end;
} hs_cache;

typedef enum hs_cache_answer {
  HS_CACHE_MISS,
  HS_CACHE_HIT,    /* in the read segment, or on its way into it */
  HS_CACHE_WRITTEN /* all of it in the write segment */
} hs_cache_answer;

void hs_cache_init(hs_cache* cache, const hs_cache_rules* rules, uint32_t block_count);

/* Would a read of these blocks hit? */
hs_cache_answer hs_cache_look_up(const hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* A read misses and will be read from the media. Returns the block after the last to be read ahead.
 */
hs_lbn hs_cache_read_miss(hs_cache* cache, hs_lbn lbn, uint32_t blocks);

/* A read hits the read segment; `reading` says whether the read-ahead is still at work. Returns the
 * block after the last to be read ahead from now on; it is never before the end that the segment
 * had, nor before the end of the read. */
hs_lbn hs_cache_read_hit(hs_cache* cache, hs_lbn lbn, uint32_t blocks, bool reading);

/* The channel's program is over, `done` blocks of it have been read: nothing more is on its way. */
void hs_cache_cut_off(hs_cache* cache, uint32_t done);

/* A write takes over the buffer. */
void hs_cache_write(hs_cache* cache, hs_lbn lbn, uint32_t blocks);

#endif
