// The keys of [overhead] and [processor]: what the controller itself takes.
#include <iterator>
#include <utility>

#include "model/config/keys/key_builders.h"

namespace headstack {
namespace {

using D = DriveConfig;
constexpr SignedThousandthsKind kSectorTimes{"sectors", 1000};

Keys overhead_command_keys() {
  using O = OverheadConfig;
  return {
      key("overhead.read_hit_command", kTime, &D::overhead, &O::read_hit_command,
          "command of a read that the cache has"),
      key("overhead.read_hit_idle", kSettle, &D::overhead, &O::read_hit_idle,
          "added to it on a drive that does not read ahead", Need::optional),
      key("overhead.read_miss_command", kTime, &D::overhead, &O::read_miss_command,
          "command of a read that goes to the medium"),
      key("overhead.read_miss_after_write", kSettle, &D::overhead, &O::read_miss_after_write,
          "added to it if the command before was a write", Need::optional),
      key("overhead.write_command", kTime, &D::overhead, &O::write_command,
          "command of a write that is sequential or follows a read"),
      key("overhead.write_command_non_sequential", kTime, &D::overhead,
          &O::write_command_non_sequential,
          "command of a non-sequential write after a write, which disconnects once more"),
      key("overhead.write_cached_command", kTime, &D::overhead, &O::write_cached_command,
          "command of a write that is over when its data are in the buffer", Need::optional),
      key("overhead.read_disconnect_after_read", kTime, &D::overhead,
          &O::read_disconnect_after_read, "before the disconnect of a read that follows a read"),
      key("overhead.read_disconnect_after_write", kTime, &D::overhead,
          &O::read_disconnect_after_write, "before the disconnect of a read that follows a write"),
      key("overhead.write_disconnect", kTime, &D::overhead, &O::write_disconnect,
          "before the disconnect of a write that is sequential or follows a read"),
      key("overhead.write_disconnect_non_sequential", kTime, &D::overhead,
          &O::write_disconnect_non_sequential,
          "before the first disconnect of a non-sequential write after a write, ahead of its data"),
      key("overhead.write_disconnect_duration_non_sequential", kTime, &D::overhead,
          &O::write_disconnect_duration_non_sequential,
          "from that disconnect to the reselection for the data"),
      key("overhead.write_second_disconnect_non_sequential", kTime, &D::overhead,
          &O::write_second_disconnect_non_sequential,
          "before the second disconnect of such a write, after its data"),
      key("overhead.write_seek_delay_non_sequential", kTime, &D::overhead,
          &O::write_seek_delay_non_sequential,
          "the seek of such a write starts this long after its command"),
  };
}

Keys overhead_phase_keys() {
  using O = OverheadConfig;
  return {
      key("overhead.data_preparation", kTime, &D::overhead, &O::data_preparation,
          "before each data phase"),
      key("overhead.read_completion", kTime, &D::overhead, &O::read_completion,
          "from the last data of a read to its completion"),
      key("overhead.write_completion", kTime, &D::overhead, &O::write_completion,
          "from the reselection of a write to its completion"),
      key("overhead.first_reselect", kTime, &D::overhead, &O::first_reselect,
          "first reselection of a command"),
      key("overhead.second_reselect", kTime, &D::overhead, &O::second_reselect,
          "second reselection of a command"),
      key("overhead.read_last_block", kTime, &D::overhead, &O::read_last_block,
          "added to the reconnection of a read whose watermark is its last block", Need::optional),
      key("overhead.read_track_end", kTime, &D::overhead, &O::read_track_end,
          "added to that of a read whose watermark is the last block of a track", Need::optional),
      key("overhead.write_track_end", kTime, &D::overhead, &O::write_track_end,
          "added to the end of a write that ends a track", Need::optional),
      key("overhead.write_cylinder_end", kTime, &D::overhead, &O::write_cylinder_end,
          "added to the end of a write that ends a cylinder", Need::optional),
  };
}

template <class Kind>
Key<DriveConfig> term_key(const char* path, const Kind& kind, CommandTerms OverheadConfig::*command,
                          typename Kind::Value CommandTerms::*term, const char* description) {
  return {path,
          description,
          kind.values(),
          true,
          Kind::kNumber,
          [kind, command, term](const ValueSite& site, const toml::node& node, DriveConfig& drive) {
            drive.overhead.*command.*term = kind.read(site, node);
          },
          [kind, command, term](const DriveConfig& drive) {
            return kind.write(drive.overhead.*command.*term);
          }};
}

Keys overhead_term_keys() {
  using O = OverheadConfig;
  using T = CommandTerms;
  return {
      key("overhead.read_hit_reading", kTime, &D::overhead, &O::read_hit_reading,
          "added to the command of a hit while the drive reads ahead", Need::optional),
      key("overhead.prefetch_interrupt", kTime, &D::overhead, &O::prefetch_interrupt,
          "added to the command of a miss or a write that stops a read-ahead under way",
          Need::optional),
      term_key("overhead.read_hit_after_write", kSettle, &O::read_hit, &T::after_write,
               "added to the command of a hit if the command before was a write"),
      term_key("overhead.read_hit_sequential", kSettle, &O::read_hit, &T::sequential,
               "added if it goes on where the read before it ended"),
      term_key("overhead.read_hit_per_block", kTime, &O::read_hit, &T::per_block,
               "added for each block"),
      term_key("overhead.read_hit_sector_times", kSectorTimes, &O::read_hit, &T::sector_thousandths,
               "added: so many times what a sector takes where its first block lies"),
      term_key("overhead.read_miss_sequential", kSettle, &O::read_miss, &T::sequential,
               "added to the command of a miss that goes on where the read before it ended"),
      term_key("overhead.read_miss_per_block", kTime, &O::read_miss, &T::per_block,
               "added for each block"),
      term_key("overhead.read_miss_sector_times", kSectorTimes, &O::read_miss,
               &T::sector_thousandths,
               "added: so many times what a sector takes where its first block lies"),
      term_key("overhead.write_after_write", kSettle, &O::write, &T::after_write,
               "added to the command of a write if the command before was one too"),
      term_key("overhead.write_sequential", kSettle, &O::write, &T::sequential,
               "added if it goes on where that one ended"),
      term_key("overhead.write_per_block", kTime, &O::write, &T::per_block, "added for each block"),
      term_key("overhead.write_sector_times", kSectorTimes, &O::write, &T::sector_thousandths,
               "added: so many times what a sector takes where its first block lies"),
      term_key("overhead.write_cached_after_write", kSettle, &O::write_cached, &T::after_write,
               "added to the command of a write that is over when its data are in the buffer, if "
               "the command before was a write"),
      term_key("overhead.write_cached_sequential", kSettle, &O::write_cached, &T::sequential,
               "added if it goes on where that one ended"),
      term_key("overhead.write_cached_per_block", kTime, &O::write_cached, &T::per_block,
               "added for each block"),
      term_key("overhead.write_cached_sector_times", kSectorTimes, &O::write_cached,
               &T::sector_thousandths,
               "added: so many times what a sector takes where its first block lies"),
  };
}

Keys processor_keys() {
  using P = ProcessorConfig;
  return {
      key("processor.per_sector", kTime, &D::processor, &P::per_sector,
          "processor time that every sector passing the heads takes from the command of a hit, "
          "whether the drive reads it or not",
          Need::optional),
      key("processor.track_end", kTime, &D::processor, &P::track_end,
          "work when the read-ahead comes to the end of a track", Need::optional),
      key("processor.cylinder_end", kTime, &D::processor, &P::cylinder_end,
          "work when it comes to the end of a cylinder", Need::optional),
      key("processor.program_end", kTime, &D::processor, &P::program_end,
          "work when it has come to its limit", Need::optional),
      key("processor.lead", kTime, &D::processor, &P::lead,
          "this work begins so long before the last sector ends", Need::optional),
      key("processor.quiet", kTime, &D::processor, &P::quiet,
          "after the end of a track no sectors pass for so long", Need::optional),
      key("processor.start_work", kTime, &D::processor, &P::start_work,
          "work before the next track is read", Need::optional),
      key("processor.start_lead", kTime, &D::processor, &P::start_lead,
          "this work begins so long before its first sector", Need::optional),
  };
}

}  // namespace

Keys overhead_keys() {
  Keys all;
  for (Keys more :
       {overhead_command_keys(), overhead_phase_keys(), overhead_term_keys(), processor_keys()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace headstack
