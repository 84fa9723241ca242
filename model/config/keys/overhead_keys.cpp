// The keys of [overhead] and [processor]: times of the controller itself.
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
      key(HEADSTACK_KEY(overhead.read_hit_command), kTime,
          "time of the command of a read that hits in the cache"),
      key(HEADSTACK_KEY(overhead.read_hit_without_read_ahead), kSettle,
          "time added to read_hit_command if no read-ahead is under way", Need::optional),
      key(HEADSTACK_KEY(overhead.read_miss_command), kTime,
          "time of the command of a read from the medium"),
      key(HEADSTACK_TERM(read_miss, after_write), kSettle,
          "time added to the command of a miss if the previous command was a write",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_command), kTime,
          "time of the command of a write that is sequential or follows a read"),
      key(HEADSTACK_KEY(overhead.write_command_non_sequential), kTime,
          "time of the command of a non-sequential write after a write; such a write has an extra "
          "disconnect"),
      key(HEADSTACK_KEY(overhead.write_cached_command), kTime,
          "time of the command of a write that completes when its data are in the buffer",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_disconnect_after_read), kTime,
          "time before the disconnect of a read that follows a read", Need::optional),
      key(HEADSTACK_KEY(overhead.read_disconnect_after_write), kTime,
          "time before the disconnect of a read that follows a write", Need::optional),
      key(HEADSTACK_KEY(overhead.write_disconnect), kTime,
          "time before the disconnect of a write that is sequential or follows a read",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_disconnect_non_sequential), kTime,
          "time before the first disconnect of a non-sequential write after a write; this "
          "disconnect precedes the data",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_disconnect_duration_non_sequential), kTime,
          "time from the first disconnect of a non-sequential write after a write to the "
          "reselection for its data",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_second_disconnect_non_sequential), kTime,
          "time before the second disconnect of a non-sequential write after a write; this "
          "disconnect follows the data",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_seek_delay_non_sequential), kTime,
          "time from the end of the command of a non-sequential write after a write to the start "
          "of its seek",
          Need::optional),
  };
}

Keys overhead_phase_keys() {
  return {
      key(HEADSTACK_KEY(overhead.data_preparation), kTime, "time before each data phase",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_completion), kTime,
          "time from the last data of a read to its completion", Need::optional),
      key(HEADSTACK_KEY(overhead.write_completion), kTime,
          "time from the reselection of a write to its completion; for a cached write, time from "
          "the end of its data to its completion",
          Need::optional),
      key(HEADSTACK_KEY(overhead.first_reselect), kTime,
          "time of the first reselection of a command", Need::optional),
      key(HEADSTACK_KEY(overhead.second_reselect), kTime,
          "time of the second reselection of a command", Need::optional),
      key(HEADSTACK_KEY(overhead.read_last_block), kTime,
          "time added to the reconnection of a read whose watermark is its last block",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_track_end), kTime,
          "time added to the reconnection of a read whose watermark is the last block of a track",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_track_end), kTime,
          "time added before the status of a write that ends a track", Need::optional),
      key(HEADSTACK_KEY(overhead.write_cylinder_end), kTime,
          "time added before the status of a write that ends a cylinder", Need::optional),
  };
}

Keys overhead_end_keys() {
  return {
      key(HEADSTACK_KEY(overhead.write_near_track_end), kTime,
          "time added before the status of a write that ends one block before the end of a track",
          Need::optional),
      key(HEADSTACK_KEY(overhead.write_near_cylinder_end), kTime,
          "time added before the status of a write that ends one block before the end of a "
          "cylinder",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_track_end_least), kTime,
          "least time from the last block off the medium to the completion of a read that ends a "
          "track",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_cylinder_end_least), kTime,
          "least time from the last block off the medium to the completion of a read that ends a "
          "cylinder",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_near_end), CountOfKind{"blocks", 0, kMostNearEnd},
          "greatest distance from the end of a track or a cylinder at which a read counts as near "
          "this end; 0 or left out: 1 block",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_near_track_end_least), kTime,
          "least time from the end of the track to the completion of a read from the medium that "
          "ends near this end (read_near_end)",
          Need::optional),
      key(HEADSTACK_KEY(overhead.read_near_cylinder_end_least), kTime,
          "least time from the end of the cylinder to the completion of a read from the medium "
          "that ends near this end (read_near_end)",
          Need::optional),
  };
}

Keys overhead_term_keys() {
  return {
      key(HEADSTACK_KEY(overhead.read_hit_during_read_ahead), kTime,
          "time added to the command of a hit while a read-ahead is under way", Need::optional),
      key(HEADSTACK_KEY(overhead.prefetch_interrupt), kTime,
          "time added to the command of a miss or a write that stops a read-ahead under way",
          Need::optional),
      key(HEADSTACK_TERM(read_hit, after_write), kSettle,
          "time added to the command of a hit if the previous command was a write", Need::optional),
      key(HEADSTACK_TERM(read_hit, sequential), kSettle,
          "time added to the command of a hit that begins where the previous command, a read, "
          "ended",
          Need::optional),
      key(HEADSTACK_TERM(read_hit, per_block), kTime,
          "time added to the command of a hit for each of its blocks", Need::optional),
      key(HEADSTACK_TERM_IN(read_hit, sector_times, _thousandths), kSectorTimes,
          "sector times added to the command of a hit; the sector time is that of its first block",
          Need::optional),
      key(HEADSTACK_TERM(read_miss, sequential), kSettle,
          "time added to the command of a miss that begins where the previous command, a read, "
          "ended",
          Need::optional),
      key(HEADSTACK_TERM(read_miss, per_block), kTime,
          "time added to the command of a miss for each of its blocks", Need::optional),
      key(HEADSTACK_TERM_IN(read_miss, sector_times, _thousandths), kSectorTimes,
          "sector times added to the command of a miss; the sector time is that of its first block",
          Need::optional),
      key(HEADSTACK_TERM(write, after_write), kSettle,
          "time added to the command of a write to the medium if the previous command was a write",
          Need::optional),
      key(HEADSTACK_TERM(write, sequential), kSettle,
          "time added to the command of a write to the medium that begins where the previous "
          "command, a write, ended",
          Need::optional),
      key(HEADSTACK_TERM(write, per_block), kTime,
          "time added to the command of a write to the medium for each of its blocks",
          Need::optional),
      key(HEADSTACK_TERM_IN(write, sector_times, _thousandths), kSectorTimes,
          "sector times added to the command of a write to the medium; the sector time is that of "
          "its first block",
          Need::optional),
      key(HEADSTACK_TERM(write_cached, after_write), kSettle,
          "time added to the command of a cached write if the previous command was a write",
          Need::optional),
      key(HEADSTACK_TERM(write_cached, sequential), kSettle,
          "time added to the command of a cached write that begins where the previous command, a "
          "write, ended",
          Need::optional),
      key(HEADSTACK_TERM(write_cached, per_block), kTime,
          "time added to the command of a cached write for each of its blocks", Need::optional),
      key(HEADSTACK_TERM_IN(write_cached, sector_times, _thousandths), kSectorTimes,
          "sector times added to the command of a cached write; the sector time is that of its "
          "first block",
          Need::optional),
  };
}

Keys conditional_term_keys() {
  return {
      key(HEADSTACK_KEY(overhead.terms),
          ListKind<TermKind>{{kMostCylinders, std::chrono::seconds{1}}},
          "times added to some commands in some situations; docs/reference/drive-files.md "
          "describes these times",
          Need::optional),
  };
}

Keys processor_keys() {
  return {
      key(HEADSTACK_KEY(processor.per_sector), kTime,
          "processor time that each passing sector takes from the command of a hit, whether the "
          "drive reads the sector or not",
          Need::optional),
      key(HEADSTACK_KEY(processor.track_end), kTime,
          "processor work when the read-ahead reaches the end of a track and continues in the same "
          "cylinder",
          Need::optional),
      key(HEADSTACK_KEY(processor.cylinder_end), kTime,
          "processor work when the read-ahead reaches the end of a cylinder and continues in the "
          "next cylinder",
          Need::optional),
      key(HEADSTACK_KEY(processor.program_end), kTime,
          "processor work when the read-ahead reaches its limit", Need::optional),
      key(HEADSTACK_KEY(processor.lead), kTime,
          "time from the start of the work of track_end, cylinder_end or program_end to the end of "
          "the last sector",
          Need::optional),
      key(HEADSTACK_KEY(processor.track_gap), kTime,
          "time after the end of a track during which no sector passes", Need::optional),
      key(HEADSTACK_KEY(processor.start_work), kTime,
          "processor work before the first sector of the next track", Need::optional),
      key(HEADSTACK_KEY(processor.start_lead), kTime,
          "time from the start of start_work to the first sector of the next track",
          Need::optional),
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
