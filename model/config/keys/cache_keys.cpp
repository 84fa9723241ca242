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
          "a segmented cache with read-ahead, or a buffer that only evens out the rates"),
      key(HEADSTACK_KEY_IN(cache.size, _blocks), BlocksKind{1, kMostBlocks},
          "memory for data, all segments together"),
      key(HEADSTACK_KEY(cache.segments), CountKind{1, HS_CACHE_SEGMENTS},
          "equal parts of the memory"),
      key(HEADSTACK_KEY(cache.write_segments), CountKind{0, HS_CACHE_SEGMENTS - 1},
          "how many of them are for writes; 0 or left out: one, if there is more than one",
          Need::optional),
      key(HEADSTACK_KEY(cache.adapt_segments_after), CountOfKind{"reads", 0, 1'000'000},
          "so often the memory for reads is divided anew, into as many segments as there are "
          "sequential streams and one more: a power of two, or all",
          Need::optional),
      key(HEADSTACK_KEY(cache.hit_newest_segment_only), kSwitch,
          "reads hit only in the segment of the read before; else in all", Need::optional),
      key(HEADSTACK_KEY(cache.keep_reads_on_write), kSwitch,
          "a write drops what it overlaps of the segments for reads; else all of them",
          Need::optional),
      key(HEADSTACK_KEY(cache.drop_overlapped_segment), kSwitch,
          "of a segment that it overlaps it drops all; else what it overlaps and, of what lies on "
          "either side, the shorter part",
          Need::optional),
      key(HEADSTACK_KEY(cache.keep_both_sides), kSwitch,
          "of what lies on either side both parts stay, in one segment with a hole; else the "
          "longer",
          Need::optional),
      key(HEADSTACK_KEY(cache.reads_survive_writes), CountOfKind{"writes", 0, 1'000'000},
          "so many writes in a row do no more than that, one more drops them all; 0: however many",
          Need::optional),
      key(HEADSTACK_KEY(cache.returned_blocks_are_gone), kSwitch,
          "a block that a read has taken from a segment for reads is not there for another; else "
          "until its place is needed",
          Need::optional),
  };
}

Keys read_ahead_keys() {
  const BlocksKind any_blocks{0, kMostBlocks};
  return {
      key(HEADSTACK_KEY_IN(cache.read_watermark, _ppm), ShareKind{0, 100},
          "share of a read that is in the buffer when the drive reconnects"),
      key(HEADSTACK_KEY(cache.read_watermark_of_segment), kSwitch,
          "share of a segment instead, or the whole read if that is less", Need::optional),
      key(HEADSTACK_KEY(cache.read_watermark_all_but), CountOfKind{"blocks", 0, kMostBlocks},
          "all of a read but so many blocks instead, and one at least; 0: the share",
          Need::optional),
      key(HEADSTACK_KEY_IN(cache.prefetch_minimum, _blocks), any_blocks,
          "read-ahead that a new request does not cut short"),
      key(HEADSTACK_KEY_IN(cache.prefetch_maximum, _blocks), any_blocks, "read-ahead at the most"),
      key(HEADSTACK_KEY(cache.prefetch_on_idle_hit), kSwitch,
          "a hit on an idle drive starts the read-ahead again"),
      key(HEADSTACK_KEY(cache.hit_on_written_data), kSwitch,
          "reads may find what a write left in the buffer"),
      key(HEADSTACK_KEY(cache.hit_on_written_run), kSwitch,
          "of writes that go on where the one before ended reads may find all, as much as a "
          "segment "
          "holds; else the last one's",
          Need::optional),
      key(HEADSTACK_KEY(cache.hit_drops_tracks_before), kSwitch,
          "a hit drops of its segment what lies before its first block's track; else nothing",
          Need::optional),
      key(HEADSTACK_KEY(cache.zero_latency_read), kSwitch,
          "a read may start in the middle of its range and take the front one revolution later"),
      key(HEADSTACK_KEY(cache.hit_by_first_block), kSwitch,
          "a read hits if its first block is there or under way; else all its blocks must be",
          Need::optional),
      key(HEADSTACK_KEY(cache.partial_hit_waits), kSwitch,
          "a hit by its first block whose last ones had not been asked for disconnects as a miss "
          "does and comes back at the watermark, with bus.release_reads after it has sent what was "
          "there; else its data go on at once",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_reach),
          ChoiceKind<hs_read_ahead_reach>{{{"cylinder", HS_REACH_CYLINDER},
                                           {"track", HS_REACH_TRACK},
                                           {"as the read", HS_REACH_AS_READ}}},
          "where a read-ahead stops before its length: at the end of the track, of the cylinder, "
          "or of the track, and of the next one if the read has crossed to another or ended its "
          "own",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_after_sequential_only), kSwitch,
          "only a read that goes on where one in the buffer had ended is read ahead of",
          Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_of_misses_only), kSwitch,
          "a hit does not make the read-ahead longer", Need::optional),
      key(HEADSTACK_KEY(cache.read_ahead_keeps_read), kSwitch,
          "a read-ahead is as long as its segment has room beside the read; else it may overwrite "
          "what has been returned",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read), kSwitch,
          "a miss reads all of its first and its last track, each from where the head arrives, if "
          "they fit a segment",
          Need::optional),
      key(HEADSTACK_KEY(cache.whole_track_read_if_following), kSwitch,
          "only a miss that begins where the request before ended, a read or a write",
          Need::optional),
      key(HEADSTACK_KEY(cache.write_back), kSwitch,
          "a write is over when its data are in the buffer, and goes to the medium behind its back",
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
