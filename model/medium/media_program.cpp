#include "model/medium/media_program.h"

#include <algorithm>

namespace headstack {

std::uint32_t MediaExtent::done_by(hs_ticks time) const {
  if (time >= end) {
    return blocks;
  }
  if (time <= from) {
    return 0;
  }
  const hs_ticks passed = time - from;
  // At most the right count. Rounding may make it one too small.
  auto count = static_cast<std::uint32_t>((passed << 16) / zone->pitch_q16);
  while (count < in_order && offset(count + 1) <= passed) {
    ++count;
  }
  return std::min(count, in_order);
}

hs_ticks MediaExtent::sector_end(hs_ticks time, std::uint32_t physical) const {
  if (time > from) {
    std::uint32_t block = done_by(time);
    block += from + offset(block) < time ? 1 : 0;
    return from + offset(std::min(whole(block, physical), in_order));
  }
  // Then the blocks that a zero-latency transfer takes before block 0.
  std::uint32_t block = in_order;
  while (block < blocks && early(block) < time) {
    ++block;
  }
  const hs_ticks end_of_block = early(std::min(whole(block, physical), blocks));
  return time > first && time < end_of_block ? end_of_block : time;
}

void MediaProgram::begin(hs_ticks not_before) {
  if (resolved_ != 0) {
    before_ = rest_of_all();
  }
  before_.done = 0;
  next_track_.reset();
  extents_.clear();
  resolved_ = 0;
  blocks_ = 0;
  not_before_ = not_before;
  ready_ = 0;
  fill_ = 0;
  arm_waits_ = false;
  ahead_q8_ = 0;
  ahead_delay_ = 0;
  keep_ = 0;
  halt_ = {};
  retry_ = false;
}

// Removes the extents that are complete, except the last of them. Without this, a stream of hits
// would fill the program.
void MediaProgram::forget_done(hs_ticks now) {
  std::size_t done = 0;
  while (done + 1 < resolved_ && extents_[done].end <= now) {
    ++done;
  }
  if (done == 0) {
    return;
  }
  const MediaExtent& last = extents_[done - 1];
  before_ = {last.end, last.track, last.first_block + last.blocks};
  extents_.erase(extents_.begin(), extents_.begin() + static_cast<std::ptrdiff_t>(done));
  resolved_ -= done;
}

bool MediaProgram::crowded(hs_ticks now) {
  if (extents_.size() >= kCrowded) {
    forget_done(now);
  }
  return extents_.size() >= kCrowded;
}

bool MediaProgram::add(const MediaExtent& extent, hs_ticks now) {
  if (extents_.size() >= kCapacity) {
    forget_done(now);
  }
  if (extents_.size() >= kCapacity) {
    return false;
  }
  next_track_.reset();  // the heads continue with this extent
  extents_.push_back(extent);
  extents_.back().first_block = blocks_;
  blocks_ += extent.blocks;
  return true;
}

// Lengthens the last extent. A stream of small hits on the present read-ahead lengthens the
// read-ahead in small steps.
std::optional<MediaExtent> MediaProgram::lengthen(const MediaExtent& extent) {
  if (resolved_ != extents_.size() || extents_.empty()) {
    return std::nullopt;
  }
  MediaExtent& last = extents_.back();
  const bool in_line = last.in_order == last.blocks && !last.write && !extent.write &&
                       !extent.zero_latency && last.ahead && extent.ahead;
  if (!in_line || extent.track.cylinder.value != last.track.cylinder.value ||
      extent.track.head.value != last.track.head.value ||
      extent.sector != last.sector + last.blocks) {
    return std::nullopt;
  }
  next_track_.reset();
  MediaExtent part = extent;
  part.first_block = blocks_;
  part.seek_start = part.arrive = part.first = part.from = last.end;
  part.in_order = part.blocks;
  last.blocks += part.blocks;
  last.in_order = last.blocks;
  last.end = last.from + last.offset(last.blocks);
  part.end = last.end;
  blocks_ += part.blocks;
  return part;
}

hs_ticks MediaProgram::next_start() const {
  if (extents_.empty()) {
    return std::max(not_before_, before_.free_at);
  }
  return resolved_ == extents_.size() ? extents_.back().end : kNever;
}

bool MediaProgram::goes_on_with(const MediaExtent& extent) const {
  if (extents_.empty() || !extent.write || extent.resident) {
    return false;
  }
  const hs_track track = rest_of_all().track;
  return track.cylinder.value == extent.track.cylinder.value &&
         track.head.value == extent.track.head.value;
}

void MediaProgram::resolve_next(Arm& arm, const Fill& fill) {
  MediaExtent& extent = extents_[resolved_];
  if (resolved_ == 0) {
    extent.seek_start = std::max({not_before_, before_.free_at, extent.hold});
    if (arm_waits_ && extent.write && !extent.resident) {
      extent.seek_start = std::max(extent.seek_start, fill.filled_at(std::min(fill_, blocks_)));
    }
    extent.arrive = extent.seek_start + arm.positioning(before_.track, extent.track, extent.write);
  } else {
    const MediaExtent& previous = extents_[resolved_ - 1];
    extent.seek_start = std::max(previous.end, extent.hold);
    extent.arrive = extent.seek_start + arm.crossing(previous.track, extent.track, extent.write);
  }
  if (extent.write) {
    place_write(resolved_, fill);
  } else {
    place_read(extent);
  }
  ++resolved_;
}

void MediaProgram::find_rest(Arm& arm) {
  next_arrival_ = 0;
  if (resolved_ != 0 && resolved_ == extents_.size()) {
    const MediaExtent& last = extents_.back();
    next_arrival_ =
        std::max(last.end, next_hold_) + arm.crossing(last.track, *next_track_, last.write);
  }
}

// Returns the position of the heads when all extents that have their times are complete.
MediaRest MediaProgram::rest_of_all() const {
  const MediaExtent& last = extents_[resolved_ - 1];
  const std::uint32_t done = last.first_block + last.blocks;
  return next_track_ && next_arrival_ != 0 ? MediaRest{next_arrival_, *next_track_, done}
                                           : MediaRest{last.end, last.track, done};
}

// Cuts the extent whose times were computed last before its first failing block.
void MediaProgram::meet_errors() {
  MediaExtent& extent = extents_[resolved_ - 1];
  MediaFailure failure;
  const bool failed = errors_->first_failure(extent, retry_, failure);
  retry_ = false;
  if (!failed) {
    return;
  }
  MediaExtent rest = extent;
  rest.sector += failure.block;
  rest.first_block += failure.block;
  rest.blocks -= failure.block;
  rest.address += rest.address == HS_ADDRESS_NONE ? 0 : failure.block;
  rest.zero_latency = false;
  rest.merged = true;
  rest.on_track = 0;
  if (failure.block < extent.in_order) {
    extent.end = extent.from + extent.offset(failure.block + 1);
    extent.in_order = failure.block;
  }
  extent.blocks = failure.block;
  halt_ = {true, failure.correctable, extent.write, extent.ahead, rest.first_block, extent.end};
  extents_.insert(extents_.begin() + static_cast<std::ptrdiff_t>(resolved_), rest);
}

void MediaProgram::retry(hs_ticks now) {
  extents_[resolved_].hold = now;
  halt_.halted = false;
  retry_ = true;
}

// Removes the failed block from the rest of its extent.
void MediaProgram::drop_failed_block() {
  MediaExtent& rest = extents_[resolved_];
  ++rest.sector;
  ++rest.first_block;
  rest.address += rest.address == HS_ADDRESS_NONE ? 0 : 1;
  if (--rest.blocks == 0) {
    extents_.erase(extents_.begin() + static_cast<std::ptrdiff_t>(resolved_));
  }
  halt_.halted = false;
}

void MediaProgram::take(hs_ticks now) {
  MediaExtent& extent = extents_[resolved_ - 1];
  extent.in_order += extent.in_order == extent.blocks ? 1 : 0;
  ++extent.blocks;
  extent.end = std::max(extent.end, now);
  drop_failed_block();
}

void MediaProgram::put_instead(const MediaExtent& place, hs_ticks now) {
  MediaExtent instead = place;
  instead.first_block = halt_.block;
  instead.merged = true;
  instead.hold = now;
  drop_failed_block();
  extents_.insert(extents_.begin() + static_cast<std::ptrdiff_t>(resolved_), instead);
}

std::uint32_t MediaProgram::room(hs_ticks now) {
  forget_done(now);
  return static_cast<std::uint32_t>(kCapacity - std::min(kCapacity, extents_.size()));
}

bool MediaProgram::reads_from(std::uint32_t first, std::uint32_t count, hs_ticks& when) const {
  for (std::size_t i = 0; i < resolved_; ++i) {
    const MediaExtent& extent = extents_[i];
    if (extent.first_block + extent.blocks <= first) {
      continue;
    }
    if (extent.write || extent.first_block >= first + count) {
      return false;
    }
    const std::uint32_t begin = std::max(first, extent.first_block) - extent.first_block;
    const std::uint32_t last = std::min(first + count - extent.first_block, extent.blocks);
    when = extent.begins_at(begin, last);
    return true;
  }
  return false;
}

// Extents are complete one after another. The last extent with some of the blocks therefore
// decides, unless a zero-latency transfer took its blocks out of order.
bool MediaProgram::done_at(std::uint32_t first, std::uint32_t count, hs_ticks& when) const {
  if (count == 0) {
    return false;
  }
  const std::uint32_t last = first + count;
  if (!extents_.empty() && last <= extents_.front().first_block) {
    when = before_.free_at;  // the extent has been removed
    return true;
  }
  hs_ticks done = 0;
  for (std::size_t i = 0; i < resolved_; ++i) {
    const MediaExtent& extent = extents_[i];
    const std::uint32_t begin = std::max(first, extent.first_block);
    const std::uint32_t end = std::min(last, extent.first_block + extent.blocks);
    if (begin < end) {
      done = std::max(done, extent.done_at(begin - extent.first_block, end - extent.first_block));
    }
    if (last > extent.first_block && last <= extent.first_block + extent.blocks) {
      when = done;
      return true;
    }
  }
  return false;
}

std::uint32_t MediaProgram::done_by(hs_ticks time) const {
  std::uint32_t done = before_.done;
  for (std::size_t i = 0; i < resolved_; ++i) {
    done += extents_[i].done_by(time);
  }
  return done;
}

MediaRest MediaProgram::rest_at(hs_ticks time) const {
  hs_ticks kept = 0;
  if (done_at(0, std::min(keep_, blocks_), kept)) {
    time = std::max(time, kept);
  }
  MediaRest rest = before_;
  for (std::size_t i = 0; i < resolved_; ++i) {
    const MediaExtent& extent = extents_[i];
    if (extent.end <= time) {
      rest = {extent.end, extent.track, rest.done + extent.blocks};
      if (next_track_ && i + 1 == extents_.size()) {
        rest = {next_arrival_, *next_track_, rest.done};
      }
      continue;
    }
    if (time > extent.seek_start || (i == 0 && time == extent.seek_start)) {
      rest.track = extent.track;
      rest.free_at = std::max(extent.arrive, time);
    }
    rest.free_at =
        extent.sector_end(std::max(rest.free_at, time), extent.write ? sector_blocks_ : 1);
    rest.done += extent.done_by(rest.free_at);
    break;
  }
  rest.free_at = std::max(rest.free_at, time);
  return rest;
}

void MediaProgram::stop_at(const MediaRest& rest) {
  before_ = rest;
  extents_.clear();
  next_track_.reset();
  halt_ = {};
  resolved_ = 0;
  blocks_ = before_.done;
}

void MediaProgram::lose(hs_ticks now) {
  keep_ = 0;
  stop(now);
  before_.free_at = now;
  before_.done = 0;
  blocks_ = 0;
}

const std::vector<MediaPiece>& MediaProgram::pieces_after(hs_ticks from, std::int64_t blocks) {
  pieces_.clear();
  for (std::size_t i = 0; i < resolved_; ++i) {
    const MediaExtent& e = extents_[i];
    if (e.first_block >= blocks) {
      break;
    }
    if (e.end <= from) {
      continue;
    }
    if (e.in_order > 0) {
      pieces_.push_back(
          {e.first_block, e.in_order, e.from + e.offset(1), e.from + e.offset(e.in_order)});
    }
    if (e.in_order < e.blocks) {
      pieces_.push_back({e.first_block + e.in_order, e.blocks - e.in_order, e.early(e.in_order + 1),
                         e.early(e.blocks)});
    }
  }
  return pieces_;
}

const std::vector<TrackEnd>& MediaProgram::track_ends(hs_ticks from, hs_ticks to) {
  track_ends_.clear();
  for (std::size_t i = 0; i < resolved_; ++i) {
    const MediaExtent& e = extents_[i];
    if (e.end < from || e.end > to) {
      continue;
    }
    if (i + 1 == extents_.size()) {
      track_ends_.push_back({e.end, 0, TrackEnd::Then::nothing});
    } else if (i + 1 < resolved_) {
      const MediaExtent& next = extents_[i + 1];
      const bool same_cylinder = next.track.cylinder.value == e.track.cylinder.value;
      if (!same_cylinder || next.track.head.value != e.track.head.value) {
        track_ends_.push_back(
            {e.end, next.first, same_cylinder ? TrackEnd::Then::track : TrackEnd::Then::cylinder});
      }
    }
  }
  return track_ends_;
}

}  // namespace headstack
