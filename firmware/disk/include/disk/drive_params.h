/* The firmware's knowledge of its drive: constant tables, times and rules.
 *
 * Contract: the firmware never changes an hs_drive_params. On a real drive the factory burns these
 * values. Here model/config builds them from a drive file (docs/reference/drive-files.md).
 * Units: times are in ticks (types.h), sizes and distances in blocks or cylinders, shares in parts
 * per million (ppm).
 * Ownership: the caller owns the tables that the pointers lead to. The tables must outlive the
 * hs_drive_params. */
#ifndef HEADSTACK_DRIVE_PARAMS_H
#define HEADSTACK_DRIVE_PARAMS_H

#include "disk/geometry.h"
#include "disk/mechanics.h"
#include "disk/terms.h"

/* Lists of values of a drive file, X(type, name). Three things follow from a list: the members
 * here, the members of the same names in model/config/drive_config.h, and the conversion between
 * them. */

/* Times that are added to the fixed time of a command. Each kind of command has a set of them
 * (`read_hit`, `read_miss`, `write`, `write_cached`). 0: nothing is added. */
#define HS_COMMAND_TERMS(X)                                                                  \
  /* Ticks added if the command before was a write. May be negative. */                      \
  X(int64_t, after_write)                                                                    \
  /* Ticks added if the command begins where the command before ended, and both are reads or \
   * both are writes. May be negative. */                                                    \
  X(int64_t, sequential)                                                                     \
  /* Ticks added for each block of the command. */                                           \
  X(hs_ticks, per_block)                                                                     \
  /* Sector times added, in thousandths. The sector time is that of the zone where the first \
   * block lies. May be negative. */                                                         \
  X(int32_t, sector_times_thousandths)

/* Times that stand for the work of the controller's processor (Worthington 1994, table A.4). During
 * the work the bus is free or waits for the processor. Where the firmware's code takes time itself,
 * all of these are 0. Each time is in ticks. 0: the work takes no time. */
#define HS_FIRMWARE_TIMES(X)                                                                     \
  /* Command of a read that hits. In ticks of an undisturbed processor: see HS_PORT_WORK. */     \
  X(hs_ticks, read_hit_command)                                                                  \
  /* Added to `read_hit_command` if no read-ahead is under way. May be negative. */              \
  X(int64_t, read_hit_without_read_ahead)                                                        \
  /* Command of a read that goes to the medium. */                                               \
  X(hs_ticks, read_miss_command)                                                                 \
  /* Command of a write to the medium that is sequential or follows a read. */                   \
  X(hs_ticks, write_command)                                                                     \
  /* Command of a non-sequential write that follows a write. Unused with `single_connection`. */ \
  X(hs_ticks, write_command_non_sequential)                                                      \
  /* Command of a write that is over when its data are in the buffer. */                         \
  X(hs_ticks, write_cached_command)                                                              \
  /* From the first disconnect of a non-sequential write after a write to the reselection for    \
   * its data. */                                                                                \
  X(hs_ticks, write_disconnect_duration_non_sequential)                                          \
  /* From the command's end of a non-sequential write after a write to the start of its seek. */ \
  X(hs_ticks, write_seek_delay_non_sequential)                                                   \
  /* Added to the reconnection of a read whose watermark is its last block. */                   \
  X(hs_ticks, read_last_block)                                                                   \
  /* Added to the reconnection of a read whose watermark is the last block of a track. Comes     \
   * on top of `read_last_block` if both apply. */                                               \
  X(hs_ticks, read_track_end)                                                                    \
  /* Added before the reselection for the status of a write that ends a track. */                \
  X(hs_ticks, write_track_end)                                                                   \
  /* Added before the reselection for the status of a write that ends a cylinder. */             \
  X(hs_ticks, write_cylinder_end)                                                                \
  /* Added before the reselection for the status of a write that ends one block before the       \
   * end of a track. */                                                                          \
  X(hs_ticks, write_near_track_end)                                                              \
  /* Added before the reselection for the status of a write that ends one block before the       \
   * end of a cylinder. */                                                                       \
  X(hs_ticks, write_near_cylinder_end)                                                           \
  /* Least time from the last block off the medium to the end of a read that ends a track. */    \
  X(hs_ticks, read_track_end_least)                                                              \
  /* Least time from the last block off the medium to the end of a read that ends a cylinder. */ \
  X(hs_ticks, read_cylinder_end_least)                                                           \
  /* Least time from the end of the track to the end of a read that ends up to                   \
   * `read_near_end` blocks before it. */                                                        \
  X(hs_ticks, read_near_track_end_least)                                                         \
  /* Least time from the end of the cylinder to the end of a read that ends up to                \
   * `read_near_end` blocks before it. */                                                        \
  X(hs_ticks, read_near_cylinder_end_least)                                                      \
  /* Blocks. A read that ends at most this number of blocks before the end of a track or a       \
   * cylinder ends near it. 0: one block. */                                                     \
  X(uint32_t, read_near_end)                                                                     \
  /* Added to the command of a hit while a read-ahead is under way. */                           \
  X(hs_ticks, read_hit_during_read_ahead)                                                        \
  /* Added to the command of a miss or a write that stops a read-ahead under way. */             \
  X(hs_ticks, prefetch_interrupt)                                                                \
  /* Terms added to the command of a read that hits. */                                          \
  X(hs_command_terms, read_hit)                                                                  \
  /* Terms added to the command of a read that goes to the medium. */                            \
  X(hs_command_terms, read_miss)                                                                 \
  /* Terms added to the command of a write that goes to the medium before its status. */         \
  X(hs_command_terms, write)                                                                     \
  /* Terms added to the command of a write that is over when its data are in the buffer. */      \
  X(hs_command_terms, write_cached)

/* Times of the bus phases that the port goes through without the firmware. Each time is in ticks.
 * 0: the phase takes no time. */
#define HS_PORT_TIMES(X)                                                                        \
  /* Before the disconnect of a read that follows a read. Also before the disconnect after      \
   * each part of a read, see `release_reads`. */                                               \
  X(hs_ticks, read_disconnect_after_read)                                                       \
  /* Before the disconnect of a read that follows a write. */                                   \
  X(hs_ticks, read_disconnect_after_write)                                                      \
  /* Before the disconnect of a write that is sequential or follows a read. */                  \
  X(hs_ticks, write_disconnect)                                                                 \
  /* Before the first disconnect of a non-sequential write after a write, ahead of its data. */ \
  X(hs_ticks, write_disconnect_non_sequential)                                                  \
  /* Before the second disconnect of a non-sequential write after a write, after its data. */   \
  X(hs_ticks, write_second_disconnect_non_sequential)                                           \
  /* Before each data phase. */                                                                 \
  X(hs_ticks, data_preparation)                                                                 \
  /* From the last data of a read to its completion. */                                         \
  X(hs_ticks, read_completion)                                                                  \
  /* From the reselection of a write to its completion. Of a cached write: from the end of      \
   * its data. */                                                                               \
  X(hs_ticks, write_completion)                                                                 \
  /* First reselection of a command. */                                                         \
  X(hs_ticks, first_reselect)                                                                   \
  /* Second reselection of a command. */                                                        \
  X(hs_ticks, second_reselect)

#define HS_OVERHEADS(X) HS_FIRMWARE_TIMES(X) HS_PORT_TIMES(X)

/* When a media write may start (Worthington 1994, table A.5). */
#define HS_WRITE_RULES(X)                                                                     \
  /* Least time, in ticks, from the command's end to the medium. Not for a write that is      \
   * sequential. 0: no minimum. */                                                            \
  X(hs_ticks, minimum_positioning)                                                            \
  /* Blocks that must be in the buffer before the medium is written. The whole request if     \
   * that is less. */                                                                         \
  X(uint32_t, minimum_blocks)                                                                 \
  /* The same for a large request, in blocks. */                                              \
  X(uint32_t, minimum_blocks_large)                                                           \
  /* A request of this many blocks or more is large. */                                       \
  X(uint32_t, large_request)                                                                  \
  /* Ticks from the end of the media write to the reselection. 0: none. */                    \
  X(hs_ticks, reconnect_preparation)                                                          \
  /* Ticks from when the buffer is far enough ahead (`ahead_q8`) until the medium is written. \
   * 0: none. */                                                                              \
  X(hs_ticks, ahead_delay)                                                                    \
  /* The part of a request that must be in the buffer before the medium is written. */        \
  X(hs_write_start, start)                                                                    \
  /* A track may be written from where the head arrives, once all its blocks are in the       \
   * buffer. */                                                                               \
  X(bool, zero_latency)                                                                       \
  /* The arm moves when the data are there that the medium waits for. False: it moves after   \
   * the command. */                                                                          \
  X(bool, seek_with_data)                                                                     \
  /* For a write larger than a segment: share of a segment, in ppm, that must be free before  \
   * the host is asked for more. 0: a quarter. */                                             \
  X(uint32_t, room_ppm)                                                                       \
  /* A non-sequential write after a write takes its data as other writes do. False: it makes  \
   * an extra disconnect before its data. */                                                  \
  X(bool, single_connection)

/* The buffer's use as a cache (Worthington 1994, 2.3 and table A.1). */
#define HS_CACHE_RULES(X)                                                                      \
  /* A hit on an idle drive starts the read-ahead again. */                                    \
  X(bool, prefetch_on_idle_hit)                                                                \
  /* Reads may hit data that a write left in the buffer. */                                    \
  X(bool, hit_on_written_data)                                                                 \
  /* A read may start in the middle of its range, and takes the front one revolution later. */ \
  X(bool, zero_latency_read)                                                                   \
  /* A read hits if its first block is in the buffer or under way. False: all its blocks must  \
   * be. */                                                                                    \
  X(bool, hit_by_first_block)                                                                  \
  /* A write is over when its data are in the buffer. The medium gets the data later. */       \
  X(bool, write_back)                                                                          \
  /* A hit whose last blocks have not been ordered yet disconnects, and reconnects at the      \
   * watermark. With `release_reads` the hit first sends the blocks in the buffer. False: the  \
   * data phase continues at once. */                                                          \
  X(bool, partial_hit_disconnects)                                                             \
  /* Reads hit only in the segment of the last read. False: in all segments. */                \
  X(bool, hit_newest_segment_only)                                                             \
  /* A write drops only blocks that it overlaps. False: it drops all segments for reads. */    \
  X(bool, keep_reads_on_write)                                                                 \
  /* A write discards every read segment that it overlaps. False: it discards as little of     \
   * the segment as it can. */                                                                 \
  X(bool, drop_overlapped_segment)                                                             \
  /* Of a run of sequential writes, reads may hit the data of all, as much as a segment        \
   * holds. False: only the data of the last write. */                                         \
  X(bool, hit_on_written_run)                                                                  \
  /* A hit drops from its segment all blocks before the track of the read's first block.       \
   * False: it drops nothing. */                                                               \
  X(bool, hit_drops_tracks_before)                                                             \
  /* The blocks on either side of a write both stay, in one segment with a hole. False: only   \
   * the longer side stays. */                                                                 \
  X(bool, keep_both_sides)                                                                     \
  /* Only a read that begins where a read in the buffer ended is followed by a read-ahead. */  \
  X(bool, read_ahead_after_sequential_only)                                                    \
  /* A hit does not make the read-ahead longer. */                                             \
  X(bool, read_ahead_of_misses_only)                                                           \
  /* The read-ahead does not overwrite the read that it follows. False: it may overwrite       \
   * blocks that have been returned. */                                                        \
  X(bool, read_ahead_keeps_read)                                                               \
  /* A miss reads all of its first and last track, if they fit a segment. */                   \
  X(bool, whole_track_read)                                                                    \
  /* Restricts `whole_track_read` to a miss that begins where the request before ended. */     \
  X(bool, whole_track_read_if_following)                                                       \
  /* Restricts `whole_track_read` to the last track of a miss. */                              \
  X(bool, whole_track_read_of_last_only)                                                       \
  /* A block is read from a segment once, and is gone from the segment then. */                \
  X(bool, read_once)                                                                           \
  /* Writes in a row that leave the segments for reads. One more write drops them all. 0: no   \
   * limit. */                                                                                 \
  X(uint32_t, reads_survive_writes)                                                            \
  /* Where a read-ahead stops before it has reached its length. */                             \
  X(hs_read_ahead_reach, read_ahead_reach)                                                     \
  /* Reads after which the number of segments is fitted to the streams seen. 0: never. */      \
  X(uint32_t, adapt_segments_after)                                                            \
  /* Share of a request, in ppm, that is in the buffer when the drive reconnects. At least     \
   * one block. */                                                                             \
  X(uint32_t, read_watermark_ppm)                                                              \
  /* `read_watermark_ppm` is a share of a segment, or the whole request if that is less. */    \
  X(bool, read_watermark_of_segment)                                                           \
  /* Blocks that are missing when the drive reconnects. At least one block is then in the      \
   * buffer. 0: the share counts. */                                                           \
  X(uint32_t, read_watermark_all_but)                                                          \
  /* Blocks read ahead past a request that a new command does not cut off. 0: it may cut off   \
   * all. */                                                                                   \
  X(uint32_t, prefetch_minimum_blocks)                                                         \
  /* Blocks read ahead at most. */                                                             \
  X(uint32_t, prefetch_maximum_blocks)

/* The part of a request that must be in the buffer before its media write starts. `minimum_blocks`
 * holds in each case. */
typedef enum hs_write_start {
  HS_START_BLOCKS,      /* `minimum_blocks` or `minimum_blocks_large` blocks */
  HS_START_FIRST_TRACK, /* all blocks that go on the first track, or a full segment */
  HS_START_WHOLE        /* the whole request, or a full segment */
} hs_write_start;

/* Where a read-ahead stops before it has reached its length. */
typedef enum hs_read_ahead_reach {
  HS_REACH_DISK,     /* the end of the disk */
  HS_REACH_CYLINDER, /* the end of the cylinder in which the read ends */
  HS_REACH_TRACK,    /* the end of the track on which the read ends */
  /* The end of the track on which the read ends. The end of the next track, if the read has crossed
   * to another track or has ended its own. */
  HS_REACH_AS_READ
} hs_read_ahead_reach;

#define HS_MEMBER(type, name) type name;

typedef struct hs_command_terms {
  HS_COMMAND_TERMS(HS_MEMBER)
} hs_command_terms;

typedef struct hs_overheads {
  HS_OVERHEADS(HS_MEMBER)
  bool by_task;        /* the terms of a miss or of a write to the medium depend on the task */
  int64_t least_terms; /* least sum of these terms, in ticks; may be negative; 0 unless `by_task` */
} hs_overheads;

typedef struct hs_write_rules {
  HS_WRITE_RULES(HS_MEMBER)
  /* Blocks, Q8 (256 is one block), that the buffer must stay ahead of the media write. 0: no such
   * rule. */
  uint32_t ahead_q8;
} hs_write_rules;

typedef struct hs_cache_rules {
  bool enabled; /* the buffer is a cache; false: the buffer only matches the rates */
  HS_CACHE_RULES(HS_MEMBER)
  uint32_t read_segments;  /* segments that hold reads; 0: one */
  uint32_t segment_blocks; /* blocks in a segment: the buffer's size divided by its segments */
} hs_cache_rules;

/* How cached writes get to the medium. */
typedef enum hs_destage_start {
  HS_DESTAGE_AT_ONCE, /* each write when its status is sent */
  HS_DESTAGE_IDLE,    /* all when no command has come for `idle_delay` */
  HS_DESTAGE_AMOUNT,  /* all when `amount_blocks` or more wait */
  HS_DESTAGE_NEED     /* when there is no room for another write */
} hs_destage_start;

/* The order in which cached writes go to the medium. */
typedef enum hs_destage_order {
  HS_DESTAGE_OLDEST,   /* in the order of arrival */
  HS_DESTAGE_ASCENDING /* by rising addresses, then from the start of the disk again */
} hs_destage_order;

typedef struct hs_destage_rules {
  hs_destage_start start; /* what starts destaging; a flush and lack of room always start it */
  hs_destage_order order; /* which write is next */
  bool command_first;     /* a command interrupts destaging at the end of a sector; not AT_ONCE */
  /* Ticks without a command after which destaging starts. 0 with AMOUNT and NEED: idleness does not
   * start destaging. */
  hs_ticks idle_delay;
  uint32_t amount_blocks; /* AMOUNT only: waiting blocks that start destaging */
} hs_destage_rules;

typedef struct hs_drive_params {
  hs_geometry geometry;     /* where blocks lie */
  hs_mechanics mechanics;   /* times of the arm and the heads */
  hs_overheads overheads;   /* times of the controller and the bus */
  hs_write_rules write;     /* when a media write may start */
  hs_cache_rules cache;     /* the buffer's use as a cache */
  hs_destage_rules destage; /* how cached writes get to the medium */
  hs_ticks write_per_block; /* ticks that a block from the host takes on the bus; for predictions */
  hs_ticks second;          /* ticks in a second */
  uint32_t bytes_per_block; /* data bytes in a block */
  /* Marks of a revolution. A data phase begins at the next mark. 0: at once. */
  uint32_t start_marks_per_revolution;
  /* Marks of a revolution for data phases of reads from the medium. The marks count from the first
   * sector of the track on which the read begins. 0: `start_marks_per_revolution` holds. */
  uint32_t read_marks_per_revolution;
  bool advance_at_track_end; /* a request that ends a track waits for the move to the next track */
  bool release_reads;        /* a read gives the bus away until its next part is in the buffer */
  bool part_ends_with_track; /* with `release_reads`: a part of a read ends at the track's end */
  hs_terms terms;            /* times that are added in some situations only */
} hs_drive_params;

#endif
