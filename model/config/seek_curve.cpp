#include "model/config/seek_curve.h"

#include "model/config/uint128.h"

namespace headstack {
namespace {

// floor(sqrt(value)), a bit of the result at a time from the top.
std::uint64_t square_root(Uint128 value) {
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const std::uint64_t trial = root | (std::uint64_t{1} << bit);
    if (static_cast<Uint128>(trial) * trial <= value) {
      root = trial;
    }
  }
  return root;
}

// factor * sqrt(cylinders), to the nearest picosecond: sqrt(factor^2 * cylinders), so that
// nothing is rounded before the end.
Picoseconds root_part(Picoseconds factor, std::uint32_t cylinders) {
  const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(factor.count()));
  const Uint128 square = count * count * cylinders;
  const std::uint64_t root = square_root(square);
  // (root + 1/2)^2 = root^2 + root + 1/4, and `square` is whole.
  const bool up = square > static_cast<Uint128>(root) * root + root;
  return Picoseconds{static_cast<std::int64_t>(up ? root + 1 : root)};
}

// On the straight line through two points, to the nearest picosecond.
Picoseconds on_line(const SeekPoint& a, const SeekPoint& b, std::uint32_t cylinders) {
  const std::int64_t rise = b.time.count() - a.time.count();
  const std::int64_t run = std::int64_t{b.cylinders} - a.cylinders;
  const std::int64_t doubled = 2 * rise * (std::int64_t{cylinders} - a.cylinders) + run;
  const std::int64_t quotient = doubled / (2 * run) - (doubled % (2 * run) < 0 ? 1 : 0);
  return a.time + Picoseconds{quotient};
}

Picoseconds by_points(const std::vector<SeekPoint>& points, std::uint32_t cylinders) {
  std::size_t after = 0;
  while (after < points.size() && points[after].cylinders < cylinders) {
    ++after;
  }
  if (after < points.size() && points[after].cylinders == cylinders) {
    return points[after].time;
  }
  if (after == 0) {
    return points.front().time;  // nothing shorter was measured
  }
  if (after == points.size()) {
    --after;  // on beyond the last
  }
  return after == 0 ? points.front().time : on_line(points[after - 1], points[after], cylinders);
}

}  // namespace

Picoseconds seek_direction(const SeekConfig& seek, std::uint32_t cylinders) {
  for (const SeekPoint& step : seek.direction) {
    if (cylinders <= step.cylinders) {
      return step.time;
    }
  }
  return Picoseconds{0};
}

Picoseconds seek_time(const SeekConfig& seek, std::uint32_t cylinders) {
  if (cylinders == 0) {
    return Picoseconds{0};
  }
  if (!seek.points.empty()) {
    return by_points(seek.points, cylinders);
  }
  if (cylinders <= seek.first.size()) {
    return seek.first[cylinders - 1];
  }
  if (cylinders <= seek.root_up_to) {
    return seek.root_base + root_part(seek.root_per_root_cylinder, cylinders);
  }
  return seek.linear_base + seek.linear_per_cylinder * static_cast<std::int64_t>(cylinders);
}

}  // namespace headstack
