#include "model/boxes/head_channel.h"

#include <algorithm>

extern "C" {
#include <disk/track_order.h>
}

namespace headstack {

HeadChannel::HeadChannel(sc_core::sc_module_name name, const hs_geometry& geometry,
                         Stopwatch& stopwatch)
    : RegisterBlock(name, HS_PAGE_CHANNEL), geometry_(geometry), stopwatch_(stopwatch) {
  program_.set_sector_blocks(geometry.sector_blocks);
  mark_timer_.calls<&HeadChannel::mark_reached>(*this);
  wake_timer_.calls<&HeadChannel::wake>(*this);
  error_timer_.calls<&HeadChannel::error_met>(*this);
}

// Decodes an extent. False: the place is not on the disk.
bool HeadChannel::extent_of(std::uint64_t value, MediaExtent& extent) {
  extent.track = {{HS_RUN_CYLINDER(value)}, {HS_RUN_HEAD(value)}};
  extent.zone = zone_of(extent.track);
  extent.sector = HS_RUN_SECTOR(value);
  extent.blocks = HS_RUN_BLOCKS(value);
  extent.write = (HS_RUN_FLAGS(value) & HS_RUN_WRITE) != 0;
  extent.zero_latency = (HS_RUN_FLAGS(value) & HS_RUN_ZERO_LATENCY) != 0;
  extent.resident = (HS_RUN_FLAGS(value) & HS_RUN_RESIDENT) != 0;
  extent.ahead = (HS_RUN_FLAGS(value) & HS_RUN_AHEAD) != 0;
  extent.address = address_;
  extent.hold = 0;
  return extent.zone != nullptr && extent.track.head.value < geometry_.heads &&
         extent.blocks != 0 && fits(extent);
}

// True: the extent lies on its track, or is a read-ahead that ends in its zone.
bool HeadChannel::fits(const MediaExtent& extent) const {
  const std::uint32_t sectors = extent.zone->sectors_per_track;
  const std::uint32_t end = extent.sector + extent.blocks;
  if (end <= sectors) {
    return true;
  }
  const std::uint32_t last = hs_number_of_track(extent.zone, extent.track) + (end - 1) / sectors;
  return extent.ahead && !extent.write && extent.sector < sectors &&
         last < hs_tracks_of_zone(extent.zone);
}

// Appends an extent to the program, a track at a time. False, a bus error: the place is not on the
// disk, the disk does not turn, or the program refuses the extent.
bool HeadChannel::run(std::uint64_t value) {
  MediaExtent& extent = asked_;
  if (!extent_of(value, extent) || !time->up_to_speed()) {
    return false;
  }
  const hs_ticks now = time->now();
  const bool more_ahead = extent.ahead && !extent.write;
  know(more_ahead ? MediaProgram::Asked{now, 0} : kAll);
  const std::uint32_t sectors = extent.zone->sectors_per_track;
  for (std::uint32_t left = extent.blocks; left != 0; left -= extent.blocks) {
    extent.blocks = std::min(left, sectors - extent.sector);
    if (!append(extent, now)) {
      return false;
    }
    if (left != extent.blocks) {
      extent.sector = 0;
      extent.track =
          hs_track_of_number(extent.zone, hs_number_of_track(extent.zone, extent.track) + 1);
    }
  }
  resolve();
  return true;
}

// Appends the part of an extent that is on one track. False: the program has no room for the part,
// or the part is too late, because its arm movement would have begun before now.
bool HeadChannel::append(MediaExtent& extent, hs_ticks now) {
  const hs_ticks start = program_.next_start();
  const bool late = start < now && time->passed(start) && !program_.goes_on_with(extent);
  if (late && !takes_late_) {
    return false;
  }
  extent.hold = late ? now : 0;
  extent.address = address_;
  address_ += address_ == HS_ADDRESS_NONE ? 0 : extent.blocks;
  if (program_.crowded(now)) {
    work_out(kAll);
    if (lengthen(extent)) {
      return true;
    }
  }
  return program_.add(extent, now);
}

// Lengthens the last extent of the program by the new extent. Without this, consecutive small hits
// would fill the program before they reach the next track.
bool HeadChannel::lengthen(const MediaExtent& extent) {
  const std::optional<MediaExtent> part = program_.lengthen(extent);
  if (part && contents_ != nullptr) {
    contents_->pass(*part, time->now());
  }
  if (part && watch_ != nullptr) {
    watch_->medium(*part);
  }
  return part.has_value();
}

// Moves the heads to a track at the end of the program. False, a bus error: the track is not on the
// disk, or the heads are already at rest.
bool HeadChannel::go_on_to(hs_track track) {
  know_all();
  const bool late = time->passed(program_.next_start());
  if (track.head.value >= geometry_.heads || (late && !takes_late_) ||
      hs_zone_of_track(&geometry_, track) == nullptr) {
    return false;
  }
  program_.go_on_to(track, late ? time->now() : 0, *arm);
  return true;
}

// Continues a program that has stopped at an error. False, a bus error: the program has not stopped
// at an error, or the new place is wrong.
bool HeadChannel::go_on(ChannelWrite how, std::uint64_t value) {
  const hs_ticks now = time->now();
  MediaExtent place;
  if (!waits_for_cpu() || program_.halt().when > now ||
      (how == ChannelWrite::instead && (!extent_of(value, place) || place.blocks != 1))) {
    return false;
  }
  recovered_ = program_.halt().block + 1;
  const bool ahead = program_.halt().ahead;
  place.address = data_address(program_.stopped_at());
  if (how == ChannelWrite::retry) {
    program_.retry(now);
    if (!ahead) {
      stopwatch_.retry();
    }
  } else if (how == ChannelWrite::take) {
    program_.take(now);
  } else {
    program_.put_instead(place, now);
  }
  resolve();
  return true;
}

// Returns the address of the extent's data in the buffer. A block without an address gets a scratch
// address, because a block that is read ahead can be moved too.
std::uint64_t HeadChannel::data_address(const MediaExtent& extent) {
  constexpr std::uint32_t kScratch = 0xfffffffe;
  return extent.address == HS_ADDRESS_NONE ? HS_ADDRESS(kScratch, 0) : extent.address;
}

// Returns the state of the program if it stops at `when`. The result is kept, because the firmware
// reads its parts one by one, and then stops the program at this point.
const MediaRest& HeadChannel::rest_at(hs_ticks when) {
  if (!rest_known_ || rest_when_ != when) {
    know({when, 0});
    rest_ = program_.rest_at(when);
    rest_when_ = when;
    rest_known_ = true;
  }
  return rest_;
}

std::uint64_t HeadChannel::done(hs_ticks now) {
  know({now, 0});
  const MediaHalt& halt = program_.halt();
  return program_.done_by(now) | (halt.halted ? HS_DONE_STOPS(halt.block) : 0U);
}

// True: the program has stopped at an error, and waits for the firmware. A read-ahead does not
// wait, because no command needs its blocks. A write always waits, because its data must reach the
// medium.
bool HeadChannel::waits_for_cpu() const {
  const MediaHalt& halt = program_.halt();
  return halt.halted && (halt.write || !halt.ahead);
}

// Returns the zone of a track. Almost always, this is the zone of the previous extent.
const hs_zone* HeadChannel::zone_of(hs_track track) {
  if (zone_ == nullptr || track.cylinder.value < zone_->first_cylinder.value ||
      track.cylinder.value > zone_->last_cylinder.value || zone_->order >= HS_INWARDS) {
    zone_ = hs_zone_of_track(&geometry_, track);
  }
  return zone_;
}

hs_ticks HeadChannel::sector_time() const {
  const hs_zone& zone = zone_ != nullptr ? *zone_ : geometry_.zones[0];
  return zone.pitch_q16 >> 16;
}

// True: the instant has not passed. If the firmware may be late, an instant in the past becomes
// now.
bool HeadChannel::in_time(hs_ticks& when) const {
  const hs_ticks now = time->now();
  if (when >= now || !time->passed(when)) {
    return true;
  }
  when = now;
  return takes_late_;
}

// Cancels the pending reports of the present program, and the reports that a late processor has not
// read yet.
void HeadChannel::end_program() {
  mark_timer_.cancel();
  error_timer_.cancel();
  mark_ = 0;
  recovered_ = 0;
  if (takes_late_) {
    interrupt->withdraw(HS_CAUSE_MEDIA | HS_CAUSE_ERROR);
  }
}

// Begins a program. False, a bus error: the instant has passed.
bool HeadChannel::begin(hs_ticks not_before) {
  if (!in_time(not_before)) {
    return false;
  }
  end_program();
  address_ = HS_ADDRESS_NONE;
  know_all();
  program_.begin(not_before);
  fill->clear();
  return true;
}

// The same.
bool HeadChannel::stop(hs_ticks when) {
  if (!in_time(when)) {
    return false;
  }
  end_program();
  program_.stop_at(rest_at(when));
  rest_known_ = false;
  if (contents_ != nullptr) {
    contents_->cut(program_.rest_at(when).free_at);
  }
  if (watch_ != nullptr) {
    watch_->medium_stopped(program_.rest_at(when));
  }
  return true;
}

// Erases the medium. False, a bus error: the disk does not turn. The firmware waits for the time
// that this takes.
bool HeadChannel::erase() {
  if (contents_ != nullptr) {
    contents_->erase(time->now());
  }
  return time->up_to_speed();
}

// Sets the time of the wake-up. False, a bus error: the time has passed.
bool HeadChannel::wake_at(hs_ticks when) {
  if (!in_time(when)) {
    return false;
  }
  wake_timer_.set(time->until(when));
  return true;
}

void HeadChannel::cut_power() {
  mark_timer_.cancel();
  error_timer_.cancel();
  wake_timer_.cancel();
  address_ = HS_ADDRESS_NONE;
  know({time->now(), 0});
  program_.lose(time->now());
  rest_known_ = false;
  if (watch_ != nullptr) {
    watch_->medium_stopped(program_.rest_at(time->now()));
  }
}

void HeadChannel::work_out(MediaProgram::Asked asked) {
  program_.resolve(*arm, *fill, asked, [this](const MediaExtent& extent) {
    if (!extent.ahead) {
      stopwatch_.media({extent.seek_start, extent.arrive, extent.ready, extent.first, extent.end});
    }
    if (contents_ != nullptr) {
      contents_->pass(extent, time->now());
    }
    if (watch_ != nullptr) {
      watch_->medium(extent);
    }
  });
  if (waits_for_cpu()) {
    error_timer_.set(time->until(program_.halt().when));
  }
}

// Sets the timer of the mark. If the program has stopped, the mark waits until the program has
// passed its stop.
void HeadChannel::watch_mark() {
  hs_ticks when = 0;
  know({0, std::int64_t{mark_first_} + mark_});
  if (mark_ != 0 && program_.reads_from(mark_first_, mark_, when)) {
    stopwatch_.wanted(when);
  }
  if (mark_ != 0 && !waits_for_cpu() && program_.done_at(mark_first_, mark_, when)) {
    hs_ticks recovered = 0;
    if (recovered_ != 0 && program_.done_at(recovered_ - 1, 1, recovered)) {
      when = std::max(when, recovered);
    }
    mark_ = 0;
    mark_timer_.set(time->until(when));
  }
}

// Reports an error of the medium. The bad data of a block that cannot be read are in the buffer,
// where the ECC may correct them.
void HeadChannel::error_met() {
  if (!error_timer_.rings()) {
    return;
  }
  if (contents_ != nullptr && !program_.halt().write) {
    MediaExtent block = program_.stopped_at();
    block.address = data_address(block);
    block.blocks = block.in_order = 1;
    block.end = program_.halt().when;
    block.from = block.first = block.end - block.offset(1);
    contents_->pass(block, time->now());
  }
  interrupt->raise(HS_CAUSE_ERROR);
  interrupt->service();
}

void HeadChannel::mark_reached() {
  if (mark_timer_.rings()) {
    interrupt->raise(HS_CAUSE_MEDIA);
    interrupt->service();
  }
}

void HeadChannel::wake() {
  if (wake_timer_.rings()) {
    interrupt->raise(HS_CAUSE_WAKE);
    interrupt->service();
  }
}

}  // namespace headstack
