// The keys of [cache].
#include <iterator>
#include <utility>

#include "model/config/keys/key_builders.h"

extern "C" {
#include <buffer/cache.h>
}

namespace headstack {
namespace {

Keys segment_keys() {
  return {
      key(HEADSTACK_KEY(cache.mode),
          ChoiceKind<CacheMode>{
              {{"prefetch", CacheMode::prefetch}, {"speed-matching", CacheMode::speed_matching}}},
          "a segmented cache with read-ahead, or a buffer that only matches the rates of bus and "
          "medium"),
      key(HEADSTACK_KEY_IN(cache.size, _blocks), BlocksKind{1, kMostBlocks},
          "size of the memory for data; the segments share this memory"),
      key(HEADSTACK_KEY(cache.segments), CountKind{1, HS_CACHE_SEGMENTS},
          "number of equal segments of the memory"),
      key(HEADSTACK_KEY(cache.write_segments), CountKind{0, HS_CACHE_SEGMENTS - 1},
          "number of segments for writes; 0 or left out: one segment, or none if the cache has "
          "only one segment",
          Need::optional),
      key(HEADSTACK_KEY(cache.adapt_segments_after), CountOfKind{"reads", 0, 1'000'000},
          "number of reads after which the drive chooses the number of segments for reads again. "
          "The new number is the least power of two above the number of sequential streams, but at "
          "most all segments for reads. 0 or left out: the number never changes",
          Need::optional),
      key(HEADSTACK_KEY(cache.hit_newest_segment_only), kSwitch,
          "true: reads hit only in the segment of the last read; false: reads hit in all segments",
          Need::optional),
      key(HEADSTACK_KEY(cache.keep_reads_on_write), kSwitch,
          "true: a write discards cached reads only where the write overlaps these reads; false: a "
          "write discards all segments for reads",
          Need::optional),
      key(HEADSTACK_KEY(cache.drop_overlapped_segment), kSwitch,
          "true: a write discards every segment that the write overlaps; false: a write discards "
          "the overlapped blocks and the shorter of the two remainders",
          Need::optional),
      key(HEADSTACK_KEY(cache.keep_both_sides), kSwitch,
          "true: both remainders of a segment that a write overlaps stay, in one segment with a "
          "hole; false: the longer remainder stays",
          Need::optional),
      key(HEADSTACK_KEY(cache.reads_survive_writes), CountOfKind{"writes", 0, 1'000'000},
          "number of writes in a row that leave cached reads in the buffer; the next write "
          "discards all segments for reads; 0 or left out: no limit",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_once), kSwitch,
          "true: the drive discards a block as soon as a read has taken the block from its "
          "segment; false: a block stays until the drive needs its place",
          Need::optional),
  };
}

Keys read_ahead_keys() {
  const BlocksKind any_blocks{0, kMostBlocks};
  return {
      key(HEADSTACK_KEY_IN(cache.read_watermark, _ppm), ShareKind{0, 100},
          "watermark: share of a read that is in the buffer when the drive reconnects"),
      key(HEADSTACK_KEY(cache.read_watermark_of_segment), kSwitch,
          "true: the watermark is a share of a segment, or the whole read if the read is shorter "
          "than this share; false: the watermark is a share of the read",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_watermark_all_but), CountOfKind{"blocks", 0, kMostBlocks},
          "number of blocks by which the watermark is less than the whole read; the watermark is "
          "at least one block; 0 or left out: cache.read_watermark holds",
          Need::optional),
      key(HEADSTACK_KEY_IN(cache.prefetch_minimum, _blocks), any_blocks,
          "length of the read-ahead that the drive completes even if a new request arrives"),
      key(HEADSTACK_KEY_IN(cache.prefetch_maximum, _blocks), any_blocks,
          "greatest length of a read-ahead"),
      key(HEADSTACK_KEY(cache.prefetch_on_idle_hit), kSwitch,
          "true: a hit on an idle drive starts the read-ahead again"),
      key(HEADSTACK_KEY(cache.hit_on_written_data), kSwitch,
          "true: reads may hit data that a write left in the buffer"),
      key(HEADSTACK_KEY(cache.hit_on_written_run), kSwitch,
          "true: reads may hit the data of a whole run of sequential writes, up to a segment; "
          "false: reads may hit only the data of the last write",
          Need::optional),
      key(HEADSTACK_KEY(cache.hit_drops_tracks_before), kSwitch,
          "true: a hit discards from its segment all blocks before the track of the hit's first "
          "block; false: a hit discards nothing",
          Need::optional),
      key(HEADSTACK_KEY(cache.zero_latency_read), kSwitch,
          "true: a read may start in the middle of its range; the drive then reads the front of "
          "the range one revolution later"),
      key(HEADSTACK_KEY(cache.hit_by_first_block), kSwitch,
          "true: a read hits if its first block is in the buffer or under way; false: a read hits "
          "only if all its blocks are in the buffer or under way",
          Need::optional),
      key(HEADSTACK_KEY(cache.partial_hit_disconnects), kSwitch,
          "course of a hit by its first block (hit_by_first_block) if the last blocks of the hit "
          "lie beyond the read-ahead. True: the hit disconnects, and reconnects at the watermark; "
          "with bus.release_reads, the hit first sends the blocks in the buffer. False: the data "
          "phase continues at once",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_reach),
          ChoiceKind<hs_read_ahead_reach>{{{"cylinder", HS_REACH_CYLINDER},
                                           {"track", HS_REACH_TRACK},
                                           {"as the read", HS_REACH_AS_READ}}},
          "place where a read-ahead stops before its greatest length: the end of the cylinder or "
          "of the track. \"as the read\": the end of the track; if the read crosses to another "
          "track or ends with a track's last block, the end of the next track. Left out: the end "
          "of the disk",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_after_sequential_only), kSwitch,
          "true: a read-ahead follows only a read that begins where a read in the buffer ended",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_of_misses_only), kSwitch,
          "true: a hit does not extend the read-ahead", Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_keeps_read), kSwitch,
          "true: a read-ahead is at most as long as the room that the read leaves in its segment; "
          "false: a read-ahead may overwrite blocks that have been returned",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read), kSwitch,
          "true: a miss reads the whole of its first and last tracks, as far as a segment has "
          "room. The drive reads each track from the sector at which the head arrives",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read_if_following), kSwitch,
          "true: whole_track_read holds only for a miss that begins where the previous request, a "
          "read or a write, ended",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read_of_last_only), kSwitch,
          "true: whole_track_read holds only for the last track of a miss; of the tracks before, "
          "the drive reads only the blocks that the miss asks for",
          Need::optional),
      key(HEADSTACK_KEY(cache.write_back), kSwitch,
          "true: a write completes when its data are in the buffer; the drive writes the data to "
          "the medium later",
          Need::optional),
  };
}

}  // namespace

Keys cache_keys() {
  Keys all = segment_keys();
  Keys more = read_ahead_keys();
  std::move(more.begin(), more.end(), std::back_inserter(all));
  return all;
}

}  // namespace headstack
