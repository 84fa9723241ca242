/* What the firmware knows of the drive that it runs: constant tables and times, in ticks. On a real
 * drive these are burned at the factory; here model/config builds them from a drive file. */
#ifndef HEADSTACK_DRIVE_PARAMS_H
#define HEADSTACK_DRIVE_PARAMS_H

#include "disk/geometry.h"
#include "disk/mechanics.h"
#include "disk/terms.h"

/* Lists of what a drive file says, X(type, name): the members here, those of the same names in
 * model/config/drive_config.h, and the conversion of one into the other follow from them. */

/* Times that a command may take beyond its fixed time, by class and by request. */
#define HS_COMMAND_TERMS(X)                                                            \
  X(int64_t, after_write) /* the command before was a write */                         \
  X(int64_t, sequential)  /* it begins where the command before, of its kind, ended */ \
  X(hs_ticks, per_block)                                                               \
  X(int32_t, sector_times_thousandths) /* times the sector time where its first block lies */

/* Times of the controller (Worthington 1994, table A.4). What its processor works for, while the
 * bus is free or waits for it. Where the firmware's code takes time these are 0. */
#define HS_FIRMWARE_TIMES(X)                                                                     \
  X(hs_ticks, read_hit_command) /* see HS_PORT_WORK */                                           \
  X(int64_t, read_hit_idle)     /* added on a drive that does not read ahead */                  \
  X(hs_ticks, read_miss_command)                                                                 \
  X(hs_ticks, write_command)                            /* sequential, or after a read */        \
  X(hs_ticks, write_command_non_sequential)             /* after a write */                      \
  X(hs_ticks, write_cached_command)                     /* of a cached write */                  \
  X(hs_ticks, write_disconnect_duration_non_sequential) /* until the reselection */              \
  X(hs_ticks, write_seek_delay_non_sequential)          /* from the command's end to the seek */ \
  X(hs_ticks, read_last_block)      /* added to a reconnection at a watermark that is the */     \
  X(hs_ticks, read_track_end)       /* last block, and if it is the last of its track */         \
  X(hs_ticks, write_track_end)      /* added to that of a write which ends a track, */           \
  X(hs_ticks, write_cylinder_end)   /* or a cylinder */                                          \
  X(hs_ticks, write_near_track_end) /* one block before these ends */                            \
  X(hs_ticks, write_near_cylinder_end)                                                           \
  X(hs_ticks, read_track_end_least)         /* from the last block off the medium */             \
  X(hs_ticks, read_cylinder_end_least)      /* to the end of a read that ends these */           \
  X(hs_ticks, read_near_track_end_least)    /* from the ends of these, of one that */            \
  X(hs_ticks, read_near_cylinder_end_least) /* ends a few blocks before: */                      \
  X(uint32_t, read_near_end)                /* up to so many; 0: one */                          \
  X(hs_ticks, read_hit_reading)             /* added to a hit's command while it reads ahead */  \
  X(hs_ticks, prefetch_interrupt)           /* added to one that stops a read-ahead under way */ \
  X(hs_command_terms, read_hit)                                                                  \
  X(hs_command_terms, read_miss)                                                                 \
  X(hs_command_terms, write) /* one that goes to the medium before its status */                 \
  X(hs_command_terms, write_cached)

/* What phases of the bus take, which the port goes through by itself. */
#define HS_PORT_TIMES(X)                                                      \
  X(hs_ticks, read_disconnect_after_read)                                     \
  X(hs_ticks, read_disconnect_after_write)                                    \
  X(hs_ticks, write_disconnect)                                               \
  X(hs_ticks, write_disconnect_non_sequential)        /* ahead of the data */ \
  X(hs_ticks, write_second_disconnect_non_sequential) /* after the data */    \
  X(hs_ticks, data_preparation)                                               \
  X(hs_ticks, read_completion)                                                \
  X(hs_ticks, write_completion)                                               \
  X(hs_ticks, first_reselect)                                                 \
  X(hs_ticks, second_reselect)

#define HS_OVERHEADS(X) HS_FIRMWARE_TIMES(X) HS_PORT_TIMES(X)

/* When a media write may start (Worthington 1994, table A.5). */
#define HS_WRITE_RULES(X)                                                                         \
  X(hs_ticks, minimum_positioning) /* from the command's end to the media, non-sequential */      \
  X(uint32_t, minimum_blocks)      /* in the buffer, or the whole request if that is less */      \
  X(uint32_t, minimum_blocks_large)                                                               \
  X(uint32_t, large_request)         /* blocks from which a request is large */                   \
  X(hs_ticks, reconnect_preparation) /* from the end of the media write to the reselection */     \
  X(hs_ticks, ahead_delay)           /* from `ahead` to the media */                              \
  X(hs_write_start, start)                                                                        \
  X(bool, zero_latency)      /* a track may be written from where the head arrives */             \
  X(bool, seek_with_data)    /* the arm moves when the media write may start, not before */       \
  X(uint32_t, room_ppm)      /* share of a segment free before more is asked for; 0: a quarter */ \
  X(bool, single_connection) /* no extra disconnect of a non-sequential write after a write */

/* The buffer's use as a cache (Worthington 1994, 2.3 and table A.1). */
#define HS_CACHE_RULES(X)                                                                          \
  X(bool, prefetch_on_idle_hit)                                                                    \
  X(bool, hit_on_written_data)                                                                     \
  X(bool, zero_latency_read)                                                                       \
  X(bool, hit_by_first_block)      /* else all of a read must be there or under way */             \
  X(bool, write_back)              /* a write is over when its data are in the buffer */           \
  X(bool, partial_hit_waits)       /* a hit whose last blocks nobody has asked for yet */          \
                                   /* disconnects, and comes back at the watermark */              \
  X(bool, hit_newest_segment_only) /* only the segment of the last read hits */                    \
  X(bool, keep_reads_on_write)     /* a write drops only what it overlaps, */                      \
  X(bool, drop_overlapped_segment) /* whole segments; else as little as it can */                  \
  X(bool, hit_on_written_run)      /* of sequential writes, all that were; else the last */        \
  X(bool, hit_drops_tracks_before) /* a hit drops of its segment what is before its track */       \
  X(bool, keep_both_sides)         /* what lies on either side of it, in one segment */            \
  X(bool, read_ahead_after_sequential_only) /* only of a read that begins where another ended */   \
  X(bool, read_ahead_of_misses_only)        /* a hit does not make the read-ahead longer */        \
  X(bool, read_ahead_keeps_read)            /* it does not overwrite the read that it follows */   \
  X(bool, whole_track_read)                 /* a miss reads all of its tracks, */                  \
  X(bool, whole_track_read_if_following)    /* if it begins where the request before ended */      \
  X(bool, returned_blocks_are_gone)         /* a block is read from a segment once */              \
  X(uint32_t, reads_survive_writes) /* so many writes in a row leave reads; 0: however many */     \
  X(hs_read_ahead_reach, read_ahead_reach)                                                         \
  X(uint32_t, adapt_segments_after) /* reads after which the number of segments is fitted to */    \
                                    /* the streams seen; 0: never */                               \
  X(uint32_t, read_watermark_ppm) /* share of a request in the buffer that brings the bus back, */ \
  X(bool, read_watermark_of_segment)  /* or of a segment, if that is less than the request */      \
  X(uint32_t, read_watermark_all_but) /* or all but so many blocks of the request; 0: the share */ \
  X(uint32_t, prefetch_minimum_blocks) /* past a request; a new command does not cut them off */   \
  X(uint32_t, prefetch_maximum_blocks)

/* What must be in the buffer before a media write starts. */
typedef enum hs_write_start {
  HS_START_BLOCKS,      /* so many blocks */
  HS_START_FIRST_TRACK, /* the blocks of the first track, at least */
  HS_START_WHOLE        /* the whole request, or as much as a segment holds */
} hs_write_start;

/* Where a read-ahead stops before it has reached its length. */
typedef enum hs_read_ahead_reach {
  HS_REACH_DISK,
  HS_REACH_CYLINDER, /* the end of the cylinder in which the read ends */
  HS_REACH_TRACK,
  HS_REACH_AS_READ /* the end of the track, or of the next one if the read has itself crossed to
                      another, or ended its own */
} hs_read_ahead_reach;

#define HS_MEMBER(type, name) type name;

typedef struct hs_command_terms {
  HS_COMMAND_TERMS(HS_MEMBER)
} hs_command_terms;

typedef struct hs_overheads {
  HS_OVERHEADS(HS_MEMBER)
  bool by_task;        /* terms of a miss or a write to the medium depend on the task ... */
  int64_t least_terms; /* ... and are at least this, less than 0 maybe */
} hs_overheads;

typedef struct hs_write_rules {
  HS_WRITE_RULES(HS_MEMBER)
  uint32_t ahead_q8; /* blocks, Q8, that the buffer stays ahead of the media; 0: no such rule */
} hs_write_rules;

typedef struct hs_cache_rules {
  bool enabled; /* false: a speed-matching buffer */
  HS_CACHE_RULES(HS_MEMBER)
  uint32_t read_segments; /* segments that hold reads; 0: one */
  uint32_t segment_blocks;
} hs_cache_rules;

/* How cached writes get to the medium. */
typedef enum hs_destage_start {
  HS_DESTAGE_AT_ONCE, /* each one when its status is sent */
  HS_DESTAGE_IDLE,    /* when no command has come for `idle_delay` */
  HS_DESTAGE_AMOUNT,  /* all when `amount_blocks` or more wait */
  HS_DESTAGE_NEED     /* when there is no room for more */
} hs_destage_start;

typedef enum hs_destage_order {
  HS_DESTAGE_OLDEST,   /* in the order of their coming */
  HS_DESTAGE_ASCENDING /* by rising addresses, then from the start of the disk again */
} hs_destage_order;

typedef struct hs_destage_rules {
  hs_destage_start start; /* whatever it is, a flush and want of room start it */
  hs_destage_order order;
  bool command_first;  /* commands interrupt it, at the end of a sector; not if at once */
  hs_ticks idle_delay; /* for AMOUNT and NEED, 0: idleness does not start destaging */
  uint32_t amount_blocks;
} hs_destage_rules;

typedef struct hs_drive_params {
  hs_geometry geometry;
  hs_mechanics mechanics;
  hs_overheads overheads;
  hs_write_rules write;
  hs_cache_rules cache;
  hs_destage_rules destage;
  hs_ticks write_per_block; /* time of a block on the bus, for predictions */
  hs_ticks second;          /* ticks in a second */
  uint32_t bytes_per_block;
  uint32_t start_marks_per_revolution; /* data phases begin at one of so many marks of a revolution;
                                          0: at once */
  uint32_t read_marks_per_revolution;  /* the same for those of reads from the medium, from their
                                          track's first sector on */
  bool go_on_at_track_end; /* a transfer to a track's end is over when the heads are on the next
                              track */
  bool release_reads;      /* the bus is given away while a read's next part is not in the buffer */
  bool part_ends_with_track; /* such a part does not go on to the next track */
  hs_terms terms;
} hs_drive_params;

#endif
