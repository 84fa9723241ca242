// The keys of [overhead] and [processor]: what the controller itself takes.
#include <iterator>
#include <utility>

#include "model/config/keys/key_builders.h"
#include "model/config/keys/layout_limits.h"
#include "model/config/keys/term_kind.h"

namespace headstack {
namespace {

constexpr std::uint32_t kMostNearEnd = 16;  // blocks
constexpr SignedThousandthsKind kSectorTimes{"sectors", 1000};

// A term of a class of commands: "overhead.read_hit_per_block" is overhead.read_hit.per_block.
#define HEADSTACK_TERM(command, term) HEADSTACK_TERM_IN(command, term, )
#define HEADSTACK_TERM_IN(command, term, unit)                 \
  Place {                                                      \
    "overhead." #command "_" #term, [](auto& owner) -> auto& { \
      return owner.overhead.command.term##unit;                \
    }                                                          \
  }

Keys overhead_command_keys() {
  return {
      key(HEADSTACK_KEY(overhead.read_hit_command), kTime, "command of a read that the cache has"),
      key(HEADSTACK_KEY(overhead.read_hit_idle), kSettle,
          "added to it on a drive that does not read ahead", Need::optional),
      key(HEADSTACK_KEY(overhead.read_miss_command), kTime,
          "command of a read that goes to the medium"),
      key(HEADSTACK_TERM(read_miss, after_write), kSettle,
          "added to it if the command before was a write", Need::optional),
      key(HEADSTACK_KEY(overhead.write_command), kTime,
          "command of a write that is sequential or follows a read"),
      key(HEADSTACK_KEY(overhead.write_command_non_sequential), kTime,
          "command of a non-sequential write after a write, which disconnects once more"),
      key(HEADSTACK_KEY(overhead.write_cached_command), kTime,
          "command of a write that is over when its data are in the buffer", Need::optional),
      key(HEADSTACK_KEY(overhead.read_disconnect_after_read), kTime,
          "before the disconnect of a read that follows a read", Need::optional),
      key(HEADSTACK_KEY(overhead.read_disconnect_after_write), kTime,
          "before the disconnect of a read that follows a write", Need::optional),
      key(HEADSTACK_KEY(overhead.write_disconnect), kTime,
          "before the disconnect of a write that is sequential or follows a read", Need::optional),
      key(HEADSTACK_KEY(overhead.write_disconnect_non_sequential), kTime,
          "before the first disconnect of a non-sequential write after a write, ahead of its data",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_disconnect_duration_non_sequential), kTime,
          "from that disconnect to the reselection for the data", Need::optional),
      key(HEADSTACK_KEY(overhead.write_second_disconnect_non_sequential), kTime,
          "before the second disconnect of such a write, after its data", Need::optional),
      key(HEADSTACK_KEY(overhead.write_seek_delay_non_sequential), kTime,
          "the seek of such a write starts this long after its command", Need::optional),
  };
}

Keys overhead_phase_keys() {
  return {
      key(HEADSTACK_KEY(overhead.data_preparation), kTime, "before each data phase",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_completion), kTime,
          "from the last data of a read to its completion", Need::optional),
      key(HEADSTACK_KEY(overhead.write_completion), kTime,
          "from the reselection of a write to its completion", Need::optional),
      key(HEADSTACK_KEY(overhead.first_reselect), kTime, "first reselection of a command",
          Need::optional),
      key(HEADSTACK_KEY(overhead.second_reselect), kTime, "second reselection of a command",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_last_block), kTime,
          "added to the reconnection of a read whose watermark is its last block", Need::optional),
      key(HEADSTACK_KEY(overhead.read_track_end), kTime,
          "added to that of a read whose watermark is the last block of a track", Need::optional),
      key(HEADSTACK_KEY(overhead.write_track_end), kTime,
          "added to the end of a write that ends a track", Need::optional),
      key(HEADSTACK_KEY(overhead.write_cylinder_end), kTime,
          "added to the end of a write that ends a cylinder", Need::optional),
  };
}

Keys overhead_end_keys() {
  return {
      key(HEADSTACK_KEY(overhead.write_near_track_end), kTime,
          "added to the end of a write whose last block is the last but one of a track",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_near_cylinder_end), kTime,
          "added to the end of a write whose last block is the last but one of a cylinder",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_track_end_least), kTime,
          "a read from the medium that ends a track is not over before so long after the medium "
          "has passed its last block",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_cylinder_end_least), kTime,
          "the same for one that ends a cylinder", Need::optional),
      key(HEADSTACK_KEY(overhead.read_near_end), CountOfKind{"blocks", 0, kMostNearEnd},
          "a read that ends up to so many blocks before the last of a track or a cylinder ends "
          "near that; 0 or left out: one",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_near_track_end_least), kTime,
          "a read from the medium that ends near the end of a track is not over before so long "
          "after the medium has passed that",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_near_cylinder_end_least), kTime,
          "the same for one that ends near the end of a cylinder", Need::optional),
  };
}

Keys overhead_term_keys() {
  return {
      key(HEADSTACK_KEY(overhead.read_hit_reading), kTime,
          "added to the command of a hit while the drive reads ahead", Need::optional),
      key(HEADSTACK_KEY(overhead.prefetch_interrupt), kTime,
          "added to the command of a miss or a write that stops a read-ahead under way",
          Need::optional),
      key(HEADSTACK_TERM(read_hit, after_write), kSettle,
          "added to the command of a hit if the command before was a write", Need::optional),
      key(HEADSTACK_TERM(read_hit, sequential), kSettle,
          "added if it goes on where the read before it ended", Need::optional),
      key(HEADSTACK_TERM(read_hit, per_block), kTime, "added for each block", Need::optional),
      key(HEADSTACK_TERM_IN(read_hit, sector_times, _thousandths), kSectorTimes,
          "added: so many times what a sector takes where its first block lies", Need::optional),
      key(HEADSTACK_TERM(read_miss, sequential), kSettle,
          "added to the command of a miss that goes on where the read before it ended",
          Need::optional),
      key(HEADSTACK_TERM(read_miss, per_block), kTime, "added for each block", Need::optional),
      key(HEADSTACK_TERM_IN(read_miss, sector_times, _thousandths), kSectorTimes,
          "added: so many times what a sector takes where its first block lies", Need::optional),
      key(HEADSTACK_TERM(write, after_write), kSettle,
          "added to the command of a write if the command before was one too", Need::optional),
      key(HEADSTACK_TERM(write, sequential), kSettle, "added if it goes on where that one ended",
          Need::optional),
      key(HEADSTACK_TERM(write, per_block), kTime, "added for each block", Need::optional),
      key(HEADSTACK_TERM_IN(write, sector_times, _thousandths), kSectorTimes,
          "added: so many times what a sector takes where its first block lies", Need::optional),
      key(HEADSTACK_TERM(write_cached, after_write), kSettle,
          "added to the command of a write that is over when its data are in the buffer, if the "
          "command before was a write",
          Need::optional),
      key(HEADSTACK_TERM(write_cached, sequential), kSettle,
          "added if it goes on where that one ended", Need::optional),
      key(HEADSTACK_TERM(write_cached, per_block), kTime, "added for each block", Need::optional),
      key(HEADSTACK_TERM_IN(write_cached, sector_times, _thousandths), kSectorTimes,
          "added: so many times what a sector takes where its first block lies", Need::optional),
  };
}

Keys conditional_term_keys() {
  return {
      key(HEADSTACK_KEY(overhead.terms),
          ListKind<TermKind>{{kMostCylinders, std::chrono::seconds{1}}},
          "times that are added to some commands in some situations: see below", Need::optional),
  };
}

Keys processor_keys() {
  return {
      key(HEADSTACK_KEY(processor.per_sector), kTime,
          "processor time that every sector passing the heads takes from the command of a hit, "
          "whether the drive reads it or not",
          Need::optional),
      key(HEADSTACK_KEY(processor.track_end), kTime,
          "work when the read-ahead comes to the end of a track", Need::optional),
      key(HEADSTACK_KEY(processor.cylinder_end), kTime,
          "work when it comes to the end of a cylinder", Need::optional),
      key(HEADSTACK_KEY(processor.program_end), kTime, "work when it has come to its limit",
          Need::optional),
      key(HEADSTACK_KEY(processor.lead), kTime,
          "this work begins so long before the last sector ends", Need::optional),
      key(HEADSTACK_KEY(processor.quiet), kTime,
          "after the end of a track no sectors pass for so long", Need::optional),
      key(HEADSTACK_KEY(processor.start_work), kTime, "work before the next track is read",
          Need::optional),
      key(HEADSTACK_KEY(processor.start_lead), kTime,
          "this work begins so long before its first sector", Need::optional),
  };
}

}  // namespace

Keys overhead_keys() {
  Keys all;
  for (Keys more : {overhead_command_keys(), overhead_phase_keys(), overhead_end_keys(),
                    overhead_term_keys(), conditional_term_keys(), processor_keys()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace headstack
