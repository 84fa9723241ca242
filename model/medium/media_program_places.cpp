// When the sectors of an extent pass under the head.
#include <algorithm>

#include "model/medium/media_program.h"

namespace headstack {

void MediaProgram::place_read(MediaExtent& extent) const {
  extent.ready = std::max(extent.arrive, ready_);
  if (extent.zero_latency) {
    place_on_arrival(extent, hs_zero_latency_start(extent.zone, extent.sector, extent.blocks, 1,
                                                   extent.angle(), extent.ready));
  } else {
    place_in_order(extent);
  }
}

void MediaProgram::place_on_arrival(MediaExtent& extent, const hs_run_start& start) {
  extent.first = start.first;
  extent.in_order = start.in_order;
  if (extent.in_order == extent.blocks) {
    extent.from = extent.first;
    extent.end = extent.from + extent.offset(extent.blocks);
  } else {
    extent.end = extent.first + HS_TICKS_PER_REVOLUTION;
    extent.from = extent.end - extent.offset(extent.in_order);
  }
}

void MediaProgram::place_in_order(MediaExtent& extent) {
  extent.first = extent.ready + hs_rotation_wait(extent.ready, extent.angle());
  extent.in_order = extent.blocks;
  extent.from = extent.first;
  extent.end = extent.from + extent.offset(extent.blocks);
}

// Returns the earliest instant at which the data allow the write of an extent. `first`: the extent
// is the first of the program.
hs_ticks MediaProgram::data_limit(const MediaExtent& extent, bool first, const Fill& fill) const {
  hs_ticks limit = first ? fill.filled_at(std::min(fill_, blocks_)) : 0;
  if (ahead_q8_ != 0) {
    const hs_ahead_rule rule = {ahead_q8_, ahead_delay_, blocks_, fill.filled_at(0),
                                fill.per_block()};
    limit = std::max(limit, hs_write_ahead(&rule, extent.first_block, extent.blocks, extent.zone,
                                           extent.sector));
  }
  return extent.zero_latency ? std::max(limit, fill.filled_at(extent.first_block + extent.blocks))
                             : limit;
}

// Returns the instant at which the data of the extent's blocks in a physical sector are complete.
// `block` is one of these blocks.
hs_ticks MediaProgram::fed_at(const MediaExtent& extent, std::uint32_t block,
                              const Fill& fill) const {
  const std::uint32_t into = hs_into_physical(sector_blocks_, extent.sector + block);
  const std::uint32_t last = std::min(extent.blocks, block - into + sector_blocks_);
  return fill.filled_at(extent.first_block + last);
}

// True: the data of the extent's blocks in a physical sector are not complete when the physical
// sector begins. `block` is one of these blocks.
bool MediaProgram::starved(const MediaExtent& extent, std::uint32_t block, const Fill& fill) const {
  const std::uint32_t into = hs_into_physical(sector_blocks_, extent.sector + block);
  const hs_ticks start = extent.from + hs_sector_offset(extent.zone, extent.sector + block - into) -
                         hs_sector_offset(extent.zone, extent.sector);
  return fed_at(extent, block, fill) > start;
}

// Returns the number of blocks before the first block that is starved. The last physical sector may
// need fewer data than the others, so it is looked at by itself.
std::uint32_t MediaProgram::fed_blocks(const MediaExtent& extent, const Fill& fill) const {
  const std::uint32_t part =
      std::min(hs_into_physical(sector_blocks_, extent.sector + extent.blocks), extent.blocks);
  std::uint32_t count = extent.blocks - part;
  if (count != 0 && starved(extent, count - 1, fill)) {
    // Data and media have constant rates. If the medium waits once, the medium therefore waits
    // until the end.
    std::uint32_t fed = 0;
    while (count - fed > 1) {
      const std::uint32_t middle = fed + (count - fed) / 2;
      (starved(extent, middle, fill) ? count : fed) = middle;
    }
    return count;
  }
  return part != 0 && starved(extent, extent.blocks - 1, fill) ? count : extent.blocks;
}

// A sector whose data are not complete at its start is skipped, together with the rest of the
// extent. The skipped sectors follow a revolution later. So does a last physical sector that must
// be read first.
void MediaProgram::place_write(std::size_t index, const Fill& fill) {
  MediaExtent& extent = extents_[index];
  if (extent.on_track == 0) {
    extent.on_track = std::max(extent.arrive, ready_);
  }
  extent.ready = std::max(extent.arrive, ready_);
  if (!extent.resident) {
    extent.ready = std::max(extent.ready, data_limit(extent, index == 0, fill));
  }
  const hs_write_run run = {extent.zone, extent.sector, extent.blocks, extent.angle()};
  if (extent.zero_latency && !extent.resident) {
    place_on_arrival(extent,
                     hs_zero_latency_write(&run, sector_blocks_, extent.on_track, extent.ready));
  } else {
    extent.first = extent.merged
                       ? extent.ready + hs_rotation_wait(extent.ready, run.angle)
                       : hs_write_run_start(&run, sector_blocks_, extent.on_track, extent.ready);
    extent.in_order = extent.blocks;
  }
  if (extent.in_order != extent.blocks) {
    return;
  }
  extent.from = extent.first;
  std::uint32_t count = extent.blocks;
  if (!extent.resident) {
    while (starved(extent, 0, fill)) {
      extent.ready = std::max(extent.ready, fed_at(extent, 0, fill));
      extent.from += HS_TICKS_PER_REVOLUTION;
    }
    count = fed_blocks(extent, fill);
  }
  if (count == extent.blocks) {
    count = hs_written_at_once(&run, sector_blocks_, extent.on_track, extent.from);
  }
  split_write(index, count);
}

// Sets the end of a write in order, which writes its first `count` blocks in this revolution. The
// rest becomes an extent of its own.
void MediaProgram::split_write(std::size_t index, std::uint32_t count) {
  MediaExtent& extent = extents_[index];
  extent.first = extent.from;
  extent.end = extent.from + extent.offset(count);
  extent.in_order = count;
  if (count < extent.blocks) {
    MediaExtent rest = extent;
    rest.sector += count;
    rest.first_block += count;
    rest.blocks -= count;
    rest.address += rest.address == HS_ADDRESS_NONE ? 0 : count;
    rest.merged = false;
    extent.blocks = count;
    extents_.insert(extents_.begin() + static_cast<std::ptrdiff_t>(index) + 1, rest);
  }
}

}  // namespace headstack
