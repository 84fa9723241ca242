#include "model/boxes/drive_waves.h"

#include <algorithm>

#include <systemc>

namespace headstack {

namespace {

// Interval at which the angle is written: 16 times a revolution.
constexpr hs_ticks kStep = HS_TICKS_PER_REVOLUTION / 16;
constexpr unsigned kAngleBits = 16;

const std::vector<std::string> kPhases = {"free",     "command", "reselection", "data_in",
                                          "data_out", "message", "status"};
constexpr const char* kEmpty = "empty";
constexpr const char* kFilling = "filling";
constexpr const char* kFull = "full";
constexpr const char* kAsleep = "asleep";

std::uint64_t angle_of(hs_ticks time) { return (time & UINT32_MAX) >> (32 - kAngleBits); }

}  // namespace

DriveWaves::DriveWaves(const WaveTarget& target, const DriveConfig& drive, const Spindle& spindle,
                       const std::vector<std::string>& functions)
    : spindle_(spindle),
      period_(drive.conditions.comparator.cycle().count()),
      file_(target),
      phase_(file_.text("drive", "bus_phase", kPhases)),
      angle_(file_.bits("drive", "angle", kAngleBits, WaveForm::curve)),
      cylinder_(file_.bits("drive", "cylinder", 20, WaveForm::curve)),
      head_(file_.bits("drive", "head", 8)),
      seeking_(file_.bits("drive", "seeking", 1)),
      transfer_(file_.bits("drive", "transfer", 1)),
      write_(file_.bits("drive", "write", 1)),
      busy_(file_.bits("drive", "busy", 1)),
      request_(file_.bits("drive", "request", 32)),
      lbn_(file_.bits("drive", "lbn", 32)),
      tag_(file_.bits("drive", "tag", 16)),
      queue_(file_.bits("drive", "queue", 17, WaveForm::curve)),
      sent_request_(file_.bits("drive.command", "request", 32)),
      sent_lbn_(file_.bits("drive.command", "lbn", 32)),
      sent_blocks_(file_.bits("drive.command", "blocks", 32)),
      sent_tag_(file_.bits("drive.command", "tag", 16)) {
  show_processor(functions);
  for (std::uint32_t i = 0; i < drive.cache.segments; ++i) {
    const std::string scope = "drive.segment_" + std::to_string(i);
    const Signal state = file_.text(scope, "state", {kEmpty, kFilling, kFull});
    const Signal first = file_.bits(scope, "first", 32);
    segments_.push_back({state, first, file_.bits(scope, "end", 32)});
  }
  clock_ = file_.bits("drive.comparator", "clock", 1);
  scanning_ = file_.bits("drive.comparator", "scanning", 1);
  found_ = file_.bits("drive.comparator", "found", 1);
  winner_ = file_.bits("drive.comparator", "winner", 16);
  key_ = file_.bits("drive.comparator", "key", 48, WaveForm::hexadecimal);
  if (drive.conditions.comparator.body.kind == ComparatorBodyKind::rtl) {
    show_lanes(comparator_shape(drive.conditions.comparator));
  }
  file_.change(phase_, 0, "free");
  for (const Signal signal : {angle_, cylinder_, head_, seeking_, transfer_, write_, busy_, tag_,
                              queue_, clock_, scanning_, found_, winner_, key_}) {
    file_.change(signal, 0, std::uint64_t{0});
  }
}

void DriveWaves::show_lanes(const ComparatorShape& shape) {
  for (std::uint32_t i = 0; i < shape.lanes; ++i) {
    const std::string scope = "drive.comparator.lane_" + std::to_string(i);
    const Signal valid = file_.bits(scope, "valid", 1);
    const Signal key = file_.bits(scope, "key", 48, WaveForm::hexadecimal);
    lanes_.push_back({valid, key, file_.bits(scope, "row", 16)});
    file_.change(valid, 0, std::uint64_t{0});
  }
}

void DriveWaves::show_processor(const std::vector<std::string>& functions) {
  if (!functions.empty()) {
    std::vector<std::string> shown = {kAsleep};
    shown.insert(shown.end(), functions.begin(), functions.end());
    function_ = file_.text("drive.processor", "function", shown);
    file_.change(*function_, 0, kAsleep);
  }
}

DriveWaves::~DriveWaves() = default;

void DriveWaves::finish() {
  settle();
  file_.finish();
}

// Never in the past.
std::int64_t DriveWaves::ps(hs_ticks time) const {
  return agenda_.now_ps() + static_cast<std::int64_t>(spindle_.until(time).value());
}

// Writes the changes before the present time, which are final.
void DriveWaves::settle() {
  if (agenda_.now_ps() > last_now_) {
    last_now_ = agenda_.now_ps();
    turn_to(last_now_);
    file_.write_before(last_now_);
    if (!file_.good() && sc_core::sc_get_status() == sc_core::SC_RUNNING) {
      agenda_.pause();
    }
  }
}

void DriveWaves::turn_to(std::int64_t time) {
  const hs_ticks ticks = spindle_.at(time);
  for (hs_ticks step = (turned_ / kStep + 1) * kStep; step <= ticks; step += kStep) {
    file_.change(angle_, spindle_.when(step), angle_of(step));
    turned_ = step;
  }
}

void DriveWaves::command(const WatchedCommand& command) {
  settle();
  if (command.slot >= commands_.size()) {
    commands_.resize(command.slot + 1U);
  }
  commands_[command.slot] = command;
  const std::int64_t time = agenda_.now_ps();
  file_.change(sent_request_, time, command.number);
  file_.change(sent_lbn_, time, command.lbn);
  file_.change(sent_blocks_, time, command.blocks);
  file_.change(sent_tag_, time, std::uint64_t{command.tag});
}

void DriveWaves::bus(const char* phase, hs_ticks time) {
  settle();
  file_.change(phase_, ps(time), phase);
}

void DriveWaves::called(const char* name, std::int64_t time) {
  calls_.push_back(name);
  show_function(time);
}

void DriveWaves::returned(std::int64_t time) {
  calls_.pop_back();
  show_function(time);
}

void DriveWaves::show_function(std::int64_t time) {
  settle();
  if (function_) {
    file_.change(*function_, time, calls_.empty() ? kAsleep : calls_.back());
  }
}

void DriveWaves::medium(const MediaExtent& extent) {
  settle();
  const std::int64_t arrive = ps(extent.arrive);
  if (extent.arrive > extent.seek_start) {
    file_.change(seeking_, ps(extent.seek_start), std::uint64_t{1});
  }
  file_.change(seeking_, arrive, std::uint64_t{0});
  file_.change(cylinder_, arrive, extent.track.cylinder.value);
  file_.change(head_, arrive, extent.track.head.value);
  const std::int64_t first = ps(extent.first);
  file_.change(write_, first, extent.write ? 1U : 0U);
  file_.change(transfer_, first, std::uint64_t{1});
  file_.change(transfer_, ps(extent.end), std::uint64_t{0});
}

void DriveWaves::medium_stopped(const MediaRest& rest) {
  settle();
  const std::int64_t end = ps(rest.free_at);
  for (const Signal signal : {seeking_, transfer_, write_, cylinder_, head_}) {
    file_.withdraw(signal, end);
  }
  file_.change(seeking_, end, std::uint64_t{0});
  file_.change(transfer_, end, std::uint64_t{0});
}

void DriveWaves::firmware(const FirmwareState& state) {
  settle();
  const std::int64_t time = agenda_.now_ps();
  file_.change(busy_, time, state.busy ? 1U : 0U);
  if (state.busy) {
    file_.change(tag_, time, state.tag);
  }
  if (state.slot && *state.slot < commands_.size()) {
    file_.change(request_, time, commands_[*state.slot].number);
    file_.change(lbn_, time, commands_[*state.slot].lbn);
  }
  file_.change(queue_, time, state.waiting);
  for (std::uint32_t i = 0; i < segments_.size(); ++i) {
    const FirmwareState::Segment& segment = state.segments.at(i);
    const bool used = i < state.segment_count && segment.first != segment.end;
    file_.change(segments_[i].state, time, !used ? kEmpty : i == state.filling ? kFilling : kFull);
    if (used) {
      file_.change(segments_[i].first, time, segment.first);
      file_.change(segments_[i].end, time, segment.end);
    }
  }
}

// A lane's key and row have a meaning only while they are valid.
void DriveWaves::change_lane(const Lane& shown, std::int64_t time, const ComparatorLane& lane) {
  file_.change(shown.valid, time, lane.valid ? 1U : 0U);
  if (lane.valid) {
    file_.change(shown.key, time, lane.key);
    file_.change(shown.row, time, lane.row);
  }
}

// Writes `count` cycles of the clock, from now on, or after the cycles that are already written. In
// `measured` timing, the firmware takes no time. The comparator's accesses of one instant then get
// clock cycles one after another, later than the accesses.
void DriveWaves::clocks(std::uint64_t count, const ComparatorSignals& signals) {
  settle();
  std::int64_t time = std::max(agenda_.now_ps(), clocked_);
  file_.change(scanning_, time, signals.scanning ? 1U : 0U);
  file_.change(found_, time, signals.found ? 1U : 0U);
  file_.change(winner_, time, signals.number);
  file_.change(key_, time, signals.key);
  for (std::size_t i = 0; signals.lanes != nullptr && i < lanes_.size(); ++i) {
    change_lane(lanes_[i], time, signals.lanes->at(i));
  }
  for (; count > 0; --count) {
    file_.change(clock_, time, std::uint64_t{1});
    file_.change(clock_, time + period_ / 2, std::uint64_t{0});
    time += period_;
  }
  clocked_ = time;
}

}  // namespace headstack
