#include "model/config/resolve.h"

#include <algorithm>
#include <limits>
#include <string>

#include "model/config/seek_curve.h"
#include "model/config/uint128.h"

namespace headstack {
namespace {

// A seek in the table's unit of 2^HS_SEEK_SHIFT ticks, to the nearest, with one rounding only.
std::uint32_t seek_entry(const DriveConfig& drive, std::uint32_t cylinders) {
  const Picoseconds time = seek_time(drive.seek, cylinders);
  const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(time.count()));
  const auto revolution = static_cast<std::uint64_t>(drive.spindle.revolution.count());
  const Uint128 entry = divide_to_nearest(count << (32 - HS_SEEK_SHIFT), revolution);
  if (entry > std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError(drive.name + ": a seek over " + std::to_string(cylinders) +
                      " cylinders takes 256 revolutions or more");
  }
  return static_cast<std::uint32_t>(entry);
}

}  // namespace

DriveTables::DriveTables(const DriveConfig& drive)
    : clock_(drive.spindle.revolution), layout_(drive.layout) {
  make_seek(drive);
}

void DriveTables::make_seek(const DriveConfig& drive) {
  const std::uint32_t all = geometry().cylinders;
  seek_.reserve(all);
  for (std::uint32_t cylinders = 0; cylinders < all; ++cylinders) {
    seek_.push_back(seek_entry(drive, cylinders));
  }
  seek_bound_ = seek_;
  for (std::size_t i = seek_bound_.size() - 1; i > 0; --i) {
    seek_bound_[i - 1] = std::min(seek_bound_[i - 1], seek_bound_[i]);
  }
  mechanics_.seek = seek_.data();
  mechanics_.seek_bound = seek_bound_.data();
  mechanics_.head_switch = clock_.duration_ticks(drive.seek.head_switch);
  mechanics_.write_settle = clock_.duration_ticks(drive.seek.write_settle);
}

}  // namespace headstack
