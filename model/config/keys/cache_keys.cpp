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
          "memory for data, all segments together"),
      key(HEADSTACK_KEY(cache.segments), CountKind{1, HS_CACHE_SEGMENTS},
          "number of equal segments of the memory"),
      key(HEADSTACK_KEY(cache.write_segments), CountKind{0, HS_CACHE_SEGMENTS - 1},
          "segments for writes; 0 or left out: one segment if there are several", Need::optional),
      key(HEADSTACK_KEY(cache.adapt_segments_after), CountOfKind{"reads", 0, 1'000'000},
          "reads after which the number of segments for reads is fitted again: the least power of "
          "two above the number of sequential streams, or all segments; 0 or left out: never",
          Need::optional),
      key(HEADSTACK_KEY(cache.hit_newest_segment_only), kSwitch,
          "true: reads hit only in the segment of the last read; false: in all segments",
          Need::optional),
      key(HEADSTACK_KEY(cache.keep_reads_on_write), kSwitch,
          "true: a write discards cached reads only where it overlaps them; false: a write "
          "discards all segments for reads",
          Need::optional),
      key(HEADSTACK_KEY(cache.drop_overlapped_segment), kSwitch,
          "true: a write discards every segment that it overlaps; false: a write discards the "
          "overlapped blocks and the shorter of the two remainders",
          Need::optional),
      key(HEADSTACK_KEY(cache.keep_both_sides), kSwitch,
          "true: both remainders of a segment that a write overlaps stay, in one segment with a "
          "hole; false: the longer remainder stays",
          Need::optional),
      key(HEADSTACK_KEY(cache.reads_survive_writes), CountOfKind{"writes", 0, 1'000'000},
          "writes in a row after which cached reads still stay; the next write discards all "
          "segments for reads; 0 or left out: no limit",
          Need::optional),
      key(HEADSTACK_KEY(cache.returned_blocks_are_gone), kSwitch,
          "true: a block is read from its segment once, and is then discarded; false: a block "
          "stays until its place is needed",
          Need::optional),
  };
}

Keys read_ahead_keys() {
  const BlocksKind any_blocks{0, kMostBlocks};
  return {
      key(HEADSTACK_KEY_IN(cache.read_watermark, _ppm), ShareKind{0, 100},
          "share of a read that is in the buffer when the drive reconnects"),
      key(HEADSTACK_KEY(cache.read_watermark_of_segment), kSwitch,
          "true: the watermark is a share of a segment, or the whole read if that is less; false: "
          "a share of the read",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_watermark_all_but), CountOfKind{"blocks", 0, kMostBlocks},
          "the watermark is the whole read less this number of blocks, and at least one block; 0 "
          "or left out: the share",
          Need::optional),
      key(HEADSTACK_KEY_IN(cache.prefetch_minimum, _blocks), any_blocks,
          "read-ahead that a new request does not cut short"),
      key(HEADSTACK_KEY_IN(cache.prefetch_maximum, _blocks), any_blocks,
          "greatest length of a read-ahead"),
      key(HEADSTACK_KEY(cache.prefetch_on_idle_hit), kSwitch,
          "true: a hit on an idle drive starts the read-ahead again"),
      key(HEADSTACK_KEY(cache.hit_on_written_data), kSwitch,
          "true: reads may hit data that a write left in the buffer"),
      key(HEADSTACK_KEY(cache.hit_on_written_run), kSwitch,
          "true: reads may hit the data of a whole run of sequential writes, up to a segment; "
          "false: only the data of the last write",
          Need::optional),
      key(HEADSTACK_KEY(cache.hit_drops_tracks_before), kSwitch,
          "true: a hit discards from its segment all blocks before the track of its first block; "
          "false: a hit discards nothing",
          Need::optional),
      key(HEADSTACK_KEY(cache.zero_latency_read), kSwitch,
          "true: a read may start in the middle of its range and take the front one revolution "
          "later"),
      key(HEADSTACK_KEY(cache.hit_by_first_block), kSwitch,
          "true: a read hits if its first block is in the buffer or under way; false: all its "
          "blocks must be",
          Need::optional),
      key(HEADSTACK_KEY(cache.partial_hit_waits), kSwitch,
          "for a hit by its first block whose last blocks lie beyond the read-ahead. True: the hit "
          "disconnects and reconnects at the watermark; with bus.release_reads, the hit first "
          "sends the blocks that are there. False: the data phase continues at once",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_reach),
          ChoiceKind<hs_read_ahead_reach>{{{"cylinder", HS_REACH_CYLINDER},
                                           {"track", HS_REACH_TRACK},
                                           {"as the read", HS_REACH_AS_READ}}},
          "where a read-ahead stops before its greatest length: at the end of the cylinder or of "
          "the track. \"as the read\": at the end of the track, or of the next track if the read "
          "crosses to another track or ends its own. Left out: at the end of the disk",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_after_sequential_only), kSwitch,
          "true: a read-ahead follows only a read that begins where a read in the buffer ended",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_of_misses_only), kSwitch,
          "true: a hit does not make the read-ahead longer", Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_keeps_read), kSwitch,
          "true: a read-ahead is at most as long as the room that the read leaves in its segment; "
          "false: a read-ahead may overwrite blocks that have been returned",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read), kSwitch,
          "true: a miss reads all of its first and last track, each from where the head arrives, "
          "if they fit a segment",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read_if_following), kSwitch,
          "true: whole_track_read holds only for a miss that begins where the request before, a "
          "read or a write, ended",
          Need::optional),
      key(HEADSTACK_KEY(cache.write_back), kSwitch,
          "true: a write completes when its data are in the buffer; the data go to the medium "
          "later",
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
