#include "model/medium/media_defects.h"

#include <algorithm>

extern "C" {
#include <disk/reallocation.h>
#include <disk/track_order.h>
}

namespace headstack {
namespace {

constexpr std::uint32_t kMillion = 1'000'000;

// Streams of the seed.
enum Stream : std::uint64_t {
  kSoft = 0xdef1,
  kCorrectable,
  kGrowth,
  kGrowthInTime
};

hs_ticks begin_of(const MediaExtent& extent, std::uint32_t block) {
  if (block < extent.in_order) {
    return extent.from + extent.offset(block);
  }
  return extent.first + extent.offset(block) - extent.offset(extent.in_order);
}

std::uint64_t place_key(const MediaExtent& extent, std::uint32_t block) {
  return hs_place_key({extent.track.cylinder, extent.track.head, {extent.sector + block}});
}

}  // namespace

RareEvent::RareEvent(std::uint32_t ppm, Random random)
    : rate_(ppm == 0 ? 0.0 : -portable_log(1.0 - static_cast<double>(ppm) / kMillion)),
      random_(random) {
  if (rate_ != 0.0) {
    draw();
  }
}

// Draws the number of blocks before the next event. This number is geometric, because it is floor(x
// / rate) of an exponential x.
void RareEvent::draw() { until_ = static_cast<std::uint64_t>(random_.exponential() / rate_); }

bool RareEvent::among(std::uint32_t blocks, std::uint32_t& which) {
  if (rate_ == 0.0) {
    return false;
  }
  if (until_ >= blocks) {
    until_ -= blocks;
    return false;
  }
  which = static_cast<std::uint32_t>(until_);
  draw();
  return true;
}

MediaDefects::MediaDefects(const DefectsConfig& config, const hs_geometry& geometry,
                           const TickClock& clock)
    : geometry_(geometry),
      any_(!config.unreadable.empty() || !config.unwritable.empty() ||
           !config.correctable.empty() || config.soft_rate_ppm != 0 ||
           config.growth_rate_ppm != 0 || config.growth_interval != Picoseconds{0}),
      soft_(config.soft_rate_ppm, Random(config.seed, kSoft)),
      soft_retries_(config.soft_retries.value_or(1)),
      soft_correctable_ppm_(config.soft_correctable_ppm),
      correctable_random_(config.seed, kCorrectable),
      growth_(config.growth_rate_ppm, Random(config.seed, kGrowth)),
      growth_interval_(static_cast<double>(clock.duration_ticks(config.growth_interval))),
      growth_random_(config.seed, kGrowthInTime) {
  for (const BadSector& one : config.correctable) {
    add(one, Kind::correctable, clock);
  }
  for (const BadSector& one : config.unreadable) {
    add(one, Kind::unreadable, clock);
  }
  for (const BadSector& one : config.unwritable) {
    add(one, Kind::unwritable, clock);
  }
  if (growth_interval_ != 0.0) {
    next_growth_ = static_cast<hs_ticks>(growth_random_.exponential() * growth_interval_);
  }
}

void MediaDefects::add(const BadSector& sector, Kind kind, const TickClock& clock) {
  for (std::uint32_t i = 0; i < geometry_.zone_count; ++i) {
    const hs_zone& zone = geometry_.zones[i];
    const std::uint32_t cylinder = sector.cylinder - zone.left_out;
    if (sector.cylinder >= zone.left_out && cylinder >= zone.first_cylinder.value &&
        cylinder <= zone.last_cylinder.value &&
        (zone.order < HS_INWARDS || zone.surface == sector.head)) {
      insert({hs_place_key({{cylinder}, {sector.head}, {sector.sector}}),
              clock.duration_ticks(sector.since), kind});
    }
  }
}

void MediaDefects::insert(const Bad& bad) {
  const auto after = std::upper_bound(bad_.begin(), bad_.end(), bad,
                                      [](const Bad& a, const Bad& b) { return a.place < b.place; });
  bad_.insert(after, bad);
}

void MediaDefects::grow_until(hs_ticks time) {
  while (growth_interval_ != 0.0 && next_growth_ <= time) {
    insert({hs_place_key(any_place()), next_growth_, Kind::unreadable});
    next_growth_ += static_cast<hs_ticks>(growth_random_.exponential() * growth_interval_) + 1;
  }
}

hs_pbn MediaDefects::any_place() {
  const auto sectors = [](const hs_zone& zone) {
    return std::uint64_t{hs_tracks_of_zone(&zone)} * zone.sectors_per_track;
  };
  std::uint64_t all = 0;
  for (std::uint32_t i = 0; i < geometry_.zone_count; ++i) {
    all += sectors(geometry_.zones[i]);
  }
  std::uint64_t number = growth_random_.below(all);
  const hs_zone* zone = geometry_.zones;
  while (number >= sectors(*zone)) {
    number -= sectors(*zone);
    ++zone;
  }
  const hs_track track =
      hs_track_of_number(zone, static_cast<std::uint32_t>(number / zone->sectors_per_track));
  return {
      track.cylinder, track.head, {static_cast<std::uint32_t>(number % zone->sectors_per_track)}};
}

std::uint32_t MediaDefects::grow_among(const MediaExtent& extent, std::uint32_t from,
                                       std::uint32_t blocks) {
  std::uint32_t which = 0;
  while (from < blocks && growth_.among(blocks - from, which)) {
    const std::uint32_t block = from + which;
    insert({place_key(extent, block), begin_of(extent, block), Kind::unreadable});
    if (!extent.write) {
      return block;  // a read ends there
    }
    from = block + 1;
  }
  return blocks;
}

bool MediaDefects::first_bad(const MediaExtent& extent, MediaFailure& failure) const {
  const std::uint64_t place = place_key(extent, 0);
  auto bad = std::lower_bound(bad_.begin(), bad_.end(), place,
                              [](const Bad& a, std::uint64_t b) { return a.place < b; });
  bool found = false;
  for (; bad != bad_.end() && bad->place < place + extent.blocks; ++bad) {
    const auto block = static_cast<std::uint32_t>(bad->place - place);
    if (found && block != failure.block) {
      break;
    }
    if (bad->since > begin_of(extent, block) || (extent.write && bad->kind != Kind::unwritable)) {
      continue;
    }
    const bool correctable = bad->kind == Kind::correctable;
    failure = {block, found ? failure.correctable && correctable : correctable};
    found = true;
  }
  return found;
}

// Looks for the first soft error among the blocks from `from` up to the block that fails in any
// case.
void MediaDefects::first_soft(const MediaExtent& extent, std::uint32_t from, bool& failed,
                              MediaFailure& failure) {
  const std::uint32_t blocks = failed ? failure.block : extent.blocks;
  std::uint32_t which = 0;
  if (from >= blocks || !soft_.among(blocks - from, which)) {
    return;
  }
  soft_can_be_corrected_ =
      soft_correctable_ppm_ != 0 && correctable_random_.below(kMillion) < soft_correctable_ppm_;
  soft_left_ = soft_retries_ - 1;
  failed = true;
  failure = {from + which, soft_can_be_corrected_};
}

bool MediaDefects::first_failure(const MediaExtent& extent, bool retry, MediaFailure& failure) {
  grow_until(extent.end);
  if (!retry) {
    soft_left_ = 0;
  }
  bool failed = first_bad(extent, failure);
  if (soft_left_ != 0) {
    --soft_left_;
    failure = {0, soft_can_be_corrected_ && (!failed || failure.block != 0 || failure.correctable)};
    return true;
  }
  const std::uint32_t from = retry ? 1 : 0;  // the block that is retried is not drawn again
  const std::uint32_t good = failed ? failure.block : extent.blocks;
  const std::uint32_t grown = grow_among(extent, from, good);
  if (!extent.write && grown < good) {
    failed = true;
    failure = {grown, false};
  }
  if (!extent.write) {
    first_soft(extent, from, failed, failure);
  }
  return failed;
}

}  // namespace headstack
