/* What the firmware knows of the drive that it runs: constant tables and times, in ticks. On a real
 * drive these are burned at the factory; here model/config builds them from a drive file. */
#ifndef HEADSTACK_DRIVE_PARAMS_H
#define HEADSTACK_DRIVE_PARAMS_H

#include "disk/geometry.h"
#include "disk/mechanics.h"

/* What a command takes beyond its fixed time, by class and by request. */
typedef struct hs_command_terms {
  int64_t after_write; /* the command before was a write */
  int64_t sequential;  /* it begins where the command before, of its kind, ended */
  hs_ticks per_block;
  int32_t sectors; /* times the sector time where its first block lies; in thousandths */
} hs_command_terms;

/* Times of the controller (Worthington 1994, table A.4). */
typedef struct hs_overheads {
  hs_ticks read_hit_command; /* processor work, see HS_PORT_WORK */
  int64_t read_hit_idle;     /* added on a drive that does not read ahead */
  hs_ticks read_miss_command;
  int64_t read_miss_after_write;         /* added */
  hs_ticks write_command;                /* sequential, or after a read */
  hs_ticks write_command_non_sequential; /* non-sequential after a write */
  hs_ticks write_cached_command;         /* command of a cached write */
  hs_ticks read_disconnect_after_read;
  hs_ticks read_disconnect_after_write;
  hs_ticks write_disconnect;
  hs_ticks write_disconnect_non_sequential; /* before the extra disconnect, ahead of the data */
  hs_ticks write_disconnect_duration_non_sequential; /* from that disconnect to the reselection */
  hs_ticks write_second_disconnect_non_sequential;
  hs_ticks write_seek_delay_non_sequential; /* from the end of the command to the seek */
  hs_ticks data_preparation;
  hs_ticks read_completion;
  hs_ticks write_completion;
  hs_ticks first_reselect;
  hs_ticks second_reselect;
  hs_ticks read_last_block;    /* added to the reconnection if the watermark is the last block, */
  hs_ticks read_track_end;     /* and if it is the last of its track */
  hs_ticks write_track_end;    /* added to that of a write which ends a track, */
  hs_ticks write_cylinder_end; /* or a cylinder */
  hs_ticks read_hit_reading;   /* added to the command of a hit while the drive reads ahead */
  hs_ticks prefetch_interrupt; /* added to the command that stops a read-ahead under way */
  hs_command_terms read_hit;
  hs_command_terms read_miss;
  hs_command_terms write; /* one that goes to the medium before its status */
  hs_command_terms write_cached;
  bool by_task;        /* the terms of read_miss or write depend on the task ... */
  int64_t least_terms; /* ... and are at least this, less than 0 maybe */
} hs_overheads;

/* What must be in the buffer before a media write starts. */
typedef enum hs_write_start {
  HS_START_BLOCKS,      /* so many blocks */
  HS_START_FIRST_TRACK, /* the blocks of the first track, at least */
  HS_START_WHOLE        /* the whole request, or as much as a segment holds */
} hs_write_start;

/* When a media write may start (Worthington 1994, table A.5). */
typedef struct hs_write_rules {
  hs_ticks minimum_positioning; /* from the command's end to the media, non-sequential writes */
  uint32_t minimum_blocks;      /* in the buffer, or the whole request if that is less */
  uint32_t minimum_blocks_large;
  uint32_t large_request;         /* blocks from which a request is large */
  hs_ticks reconnect_preparation; /* from the end of the media write to the reselection */
  uint32_t ahead_q8;    /* blocks, Q8, that the buffer stays ahead of the media; 0: no such rule */
  hs_ticks ahead_delay; /* from then to the media */
  uint8_t start;        /* hs_write_start */
  bool zero_latency;    /* the blocks of a track may be written from where the head arrives */
  bool seek_with_data;  /* the arm moves when the media write may start, not before */
  uint32_t room_ppm;    /* share of a segment free before more is asked for; 0: a quarter */
  bool single_connection; /* no extra disconnect of a non-sequential write after a write */
} hs_write_rules;

/* Where a read-ahead stops before it has reached its length. */
typedef enum hs_ahead_reach {
  HS_REACH_DISK,
  HS_REACH_CYLINDER, /* the end of the cylinder in which the read ends */
  HS_REACH_TRACK,
  HS_REACH_AS_READ /* the end of the track, unless the read itself has crossed to another */
} hs_ahead_reach;

/* The buffer's use as a cache (Worthington 1994, 2.3 and table A.1). */
typedef struct hs_cache_rules {
  bool enabled; /* false: a speed-matching buffer */
  bool prefetch_on_idle_hit;
  bool hit_on_written_data;
  bool zero_latency_read;
  bool hit_by_first_block;  /* a read hits if its first block does; else all of it must be there or
                               under way */
  bool write_back;          /* a write is over when its data are in the buffer */
  bool partial_hit_waits;   /* a hit whose last blocks nobody has asked for yet disconnects, and
                               comes back at the watermark */
  bool hit_newest_only;     /* only the segment of the last read hits */
  bool keep_reads_on_write; /* a write drops only what it overlaps */
  bool ahead_after_sequential; /* only a read that begins where another ended is read ahead of */
  bool ahead_of_misses_only;   /* a hit does not make the read-ahead longer */
  bool ahead_keeps_read;       /* the read-ahead does not overwrite the read that it follows */
  bool whole_track;            /* a miss reads all of its tracks, from where the head arrives */
  uint8_t ahead_reach;         /* hs_ahead_reach */
  uint32_t read_segments;      /* segments that hold reads; 0: one */
  uint32_t adapt_after;        /* reads after which their number is fitted to the streams seen; 0:
                                  never */
  uint32_t segment_blocks;
  uint32_t read_watermark_ppm; /* share of a request in the buffer that brings the bus back, */
  bool watermark_of_segment;   /* or of a segment, if that is less than the request */
  uint32_t prefetch_minimum;   /* blocks past a request that a new command does not cut off */
  uint32_t prefetch_maximum;   /* blocks */
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
  uint8_t start;       /* hs_destage_start; whatever it is, a flush and want of room start it */
  uint8_t order;       /* hs_destage_order */
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
  uint32_t bus_marks; /* data phases begin at one of so many marks of a revolution; 0: at once */
  bool go_on;         /* a transfer to a track's end is over when the heads are on the next track */
  bool release_reads; /* the bus is given away while a read's next part is not in the buffer */
} hs_drive_params;

#endif
