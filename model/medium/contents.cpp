#include "model/medium/contents.h"

#include <algorithm>

#include <fmt/format.h>
#include <systemc>

extern "C" {
#include <hal/registers.h>
}

namespace headstack {

namespace {

// Returns the first power of two that is not below `least`.
std::uint32_t power_of_two(std::uint64_t least) {
  std::uint32_t size = 1;
  while (size < least && size < 0x8000'0000U) {
    size *= 2;
  }
  return size;
}

// Returns the number, within the extent, of the sector that passes after `before` other sectors.
std::uint32_t sector_after(const MediaExtent& extent, std::uint32_t before) {
  const std::uint32_t out_of_order = extent.blocks - extent.in_order;
  return before < out_of_order ? extent.in_order + before : before - out_of_order;
}

struct SectorTime {
  hs_ticks begin;
  hs_ticks end;
};

SectorTime time_of(const MediaExtent& extent, std::uint32_t sector) {
  if (sector < extent.in_order) {
    return {extent.from + extent.offset(sector), extent.from + extent.offset(sector + 1)};
  }
  const hs_ticks base = extent.offset(extent.in_order);
  return {extent.first + extent.offset(sector) - base,
          extent.first + extent.offset(sector + 1) - base};
}

}  // namespace

BufferRam::BufferRam(std::uint32_t bytes_per_block, std::uint32_t blocks)
    : bytes_(bytes_per_block), ring_mask_(power_of_two(std::uint64_t{4} * blocks) - 1) {}

std::uint64_t BufferRam::slot_of(std::uint64_t address) const {
  const auto segment = HS_ADDRESS_SEGMENT(address);
  const auto block = HS_ADDRESS_BLOCK(address);
  return segment == HS_SEGMENT_WRITE ? address : HS_ADDRESS(segment, block & ring_mask_);
}

unsigned char* BufferRam::put(std::uint64_t address) {
  Slot& slot = slots_[slot_of(address)];
  if (slot.data == nullptr) {
    slot.data = std::make_unique<unsigned char[]>(bytes_);
  }
  slot.address = address;
  return slot.data.get();
}

const unsigned char* BufferRam::find(std::uint64_t address) const {
  const auto found = slots_.find(slot_of(address));
  return found == slots_.end() || found->second.address != address ? nullptr
                                                                   : found->second.data.get();
}

Contents::Contents(std::uint32_t bytes_per_block, std::uint32_t ram_blocks)
    : bytes_(bytes_per_block),
      medium_(bytes_per_block),
      ram_(bytes_per_block, ram_blocks),
      compared_(bytes_per_block) {}

void Contents::pass(const MediaExtent& extent, hs_ticks now) {
  advance(now);
  if (extent.address != HS_ADDRESS_NONE && extent.blocks != 0) {
    passing_.push_back({extent, extent.blocks});
  }
}

void Contents::cut(hs_ticks free_at) {
  while (!passing_.empty()) {
    Passing& last = passing_.back();
    const MediaExtent& extent = last.extent;
    std::uint32_t left = last.limit;
    while (left > last.done && time_of(extent, sector_after(extent, left - 1)).end > free_at) {
      --left;
    }
    if (left == last.limit) {
      return;
    }
    if (left > last.done) {
      last.limit = left;
      return;
    }
    passing_.pop_back();
  }
}

// Moves the data of the next sector, if this sector has ended. False: the sector has not ended, or
// no sector is left.
bool Contents::pass_next(hs_ticks now) {
  if (passing_.empty()) {
    return false;
  }
  Passing& next = passing_.front();
  const MediaExtent& extent = next.extent;
  const std::uint32_t sector = sector_after(extent, next.done);
  const SectorTime time = time_of(extent, sector);
  if (time.end > now) {
    return false;
  }
  const hs_pbn place = {extent.track.cylinder, extent.track.head, {extent.sector + sector}};
  const std::uint64_t address = extent.address + sector;
  arrive_until(extent.write ? time.begin : time.end);
  // on a bus that takes no time, the block leaves at the instant at which it arrives
  leave_until(time.end - 1);
  if (extent.write) {
    medium_.write(place, held(address, "writes"));
  } else if (HS_ADDRESS_SEGMENT(address) == HS_SEGMENT_COMPARE) {
    compare(place, address);
  } else {
    medium_.read(place, ram_.put(address));
  }
  if (++next.done == next.limit) {
    passing_.pop_front();
  }
  return true;
}

void Contents::compare(hs_pbn place, std::uint64_t address) {
  medium_.read(place, compared_.data());
  if (!std::equal(compared_.begin(), compared_.end(), held(address, "compares"))) {
    const std::uint32_t block = HS_ADDRESS_BLOCK(address);
    different_ = std::min(different_.value_or(block), block);
  }
}

void Contents::advance(hs_ticks now) {
  while (pass_next(now)) {
  }
  arrive_until(now);
  leave_until(now);
}

void Contents::from_host(std::uint64_t address, const unsigned char* data, std::uint32_t blocks,
                         hs_ticks start, hs_ticks per_block, hs_ticks now) {
  advance(now);
  arriving_.address = address;
  arriving_.data.assign(std::size_t{blocks} * bytes_, 0);
  if (data != nullptr) {
    std::copy_n(data, arriving_.data.size(), arriving_.data.begin());
  }
  arriving_.blocks = address == HS_ADDRESS_NONE ? 0 : blocks;
  arriving_.done = 0;
  arriving_.start = start;
  arriving_.per_block = per_block;
}

void Contents::to_host(std::uint64_t address, unsigned char* data, std::uint32_t blocks,
                       hs_ticks end) {
  leaving_.push_back({address, data, blocks, end});
}

void Contents::arrive_until(hs_ticks time) {
  Arriving& a = arriving_;
  while (a.done < a.blocks && a.start + (a.done + hs_ticks{1}) * a.per_block <= time) {
    std::copy_n(&a.data[std::size_t{a.done} * bytes_], bytes_, ram_.put(a.address + a.done));
    ++a.done;
  }
}

void Contents::leave_until(hs_ticks time) {
  while (!leaving_.empty() && leaving_.front().end <= time) {
    const Leaving& phase = leaving_.front();
    for (std::uint32_t i = 0; i < phase.blocks; ++i) {
      std::copy_n(held(phase.address + i, "sends"), bytes_, phase.data + std::size_t{i} * bytes_);
    }
    leaving_.pop_front();
  }
}

// Returns the RAM's data at this address. If the RAM has no data there, the firmware's bookkeeping
// is wrong.
const unsigned char* Contents::held(std::uint64_t address, const char* by) const {
  const unsigned char* data = ram_.find(address);
  if (data == nullptr) {
    SC_REPORT_FATAL("headstack/buffer",
                    fmt::format("the drive {} block {} from segment {}, which does not hold it", by,
                                HS_ADDRESS_BLOCK(address), HS_ADDRESS_SEGMENT(address))
                        .c_str());
  }
  return data;
}

void Contents::erase(hs_ticks now) {
  advance(now);
  passing_.clear();
  medium_.erase();
}

void Contents::power_loss(hs_ticks now) {
  advance(now);
  passing_.clear();
  leaving_.clear();
  arriving_.blocks = 0;
  ram_.clear();
  different_.reset();
}

}  // namespace headstack
