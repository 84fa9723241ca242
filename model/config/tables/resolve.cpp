#include "model/config/tables/resolve.h"

#include <algorithm>
#include <limits>
#include <string>

#include "model/base/uint128.h"
#include "model/config/tables/seek_curve.h"

namespace headstack {
namespace {

// Returns a seek time in the table's unit of 2^HS_SEEK_SHIFT ticks. A single rounding gives the
// nearest value.
std::uint32_t seek_entry(const DriveConfig& drive, std::uint32_t cylinders, Picoseconds time) {
  const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(time.count()));
  const auto revolution = static_cast<std::uint64_t>(revolution_of(drive.spindle).count());
  const Uint128 entry = divide_to_nearest(count << (32 - HS_SEEK_SHIFT), revolution);
  if (entry > std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError(drive.name + ": a seek over " + std::to_string(cylinders) +
                      " cylinders takes 256 revolutions or more");
  }
  return static_cast<std::uint32_t>(entry);
}

// A part of a revolution, in ticks to the nearest.
std::int64_t turn(const std::optional<AngleConfig>& angle) {
  return angle ? static_cast<std::int64_t>(divide_to_nearest(
                     static_cast<Uint128>(angle->numerator) << 32, angle->denominator))
               : 0;
}

// Returns a step of the settling time in the table's unit.
std::uint32_t step_entry(const DriveConfig& drive, const SettleStep& step) {
  if (step.turn) {
    return static_cast<std::uint32_t>(turn(step.turn) >> HS_SEEK_SHIFT);
  }
  return seek_entry(drive, step.cylinders, step.time);
}

}  // namespace

Picoseconds revolution_of(const SpindleConfig& spindle) {
  const std::int64_t part = spindle.correction_thousandths;
  const auto size = static_cast<std::uint64_t>(part < 0 ? -part : part);
  const auto change = static_cast<std::int64_t>(divide_to_nearest(
      static_cast<Uint128>(static_cast<std::uint64_t>(spindle.rotation.count())) * size,
      1'000'000'000));
  return spindle.rotation + Picoseconds{part < 0 ? -change : change};
}

DriveTables::DriveTables(const DriveConfig& drive)
    : clock_(revolution_of(drive.spindle)), layout_(drive.layout) {
  make_seek(drive);
}

void DriveTables::make_seek(const DriveConfig& drive) {
  const SeekCurve curve(drive.seek);
  const std::uint32_t cylinders = geometry().cylinders;
  for (auto* table : {&seek_, &seek_up_, &seek_down_, &seek_bound_}) {
    table->reserve(cylinders);
  }
  for (std::uint32_t distance = 0; distance < cylinders; ++distance) {
    const Picoseconds time = curve.time(distance);
    const Picoseconds more = distance == 0 ? Picoseconds{0} : curve.direction(distance);
    seek_.push_back(seek_entry(drive, distance, time));
    seek_up_.push_back(seek_entry(drive, distance, time + more));
    seek_down_.push_back(seek_entry(drive, distance, time - more));
    seek_bound_.push_back(std::min(seek_up_.back(), seek_down_.back()));
  }
  for (std::size_t i = seek_bound_.size() - 1; i > 0; --i) {
    seek_bound_[i - 1] = std::min(seek_bound_[i - 1], seek_bound_[i]);
  }
  mechanics_.seek = seek_.data();
  mechanics_.seek_up = seek_up_.data();
  mechanics_.seek_down = seek_down_.data();
  mechanics_.seek_bound = seek_bound_.data();
  mechanics_.head_switch = clock_.duration_ticks(drive.seek.head_switch);
  mechanics_.same_cylinder = clock_.duration_ticks(drive.seek.same_cylinder);
  mechanics_.cylinder_switch = clock_.duration_ticks(drive.seek.cylinder_switch);
  mechanics_.read_settle =
      clock_.signed_ticks(drive.seek.read_settle) + turn(drive.seek.read_settle_angle);
  mechanics_.write_settle =
      clock_.signed_ticks(drive.seek.write_settle) + turn(drive.seek.write_settle_angle);
  for (const SettleStep& step : drive.seek.write_settle_steps) {
    const std::uint32_t number = mechanics_.write_step_count++;
    mechanics_.write_step_cylinders[number] = step.cylinders;
    mechanics_.write_step_more[number] = step_entry(drive, step);
  }
}

}  // namespace headstack
