#include "model/config/tables/seek_curve.h"

#include <algorithm>
#include <cmath>

#include "model/base/uint128.h"

namespace headstack {
namespace {

Uint128 square(std::uint64_t value) { return static_cast<Uint128>(value) * value; }

// Returns floor(sqrt(value)). Floating point gives a first guess, and integer arithmetic corrects
// it. Precondition: value < 2^126.
std::uint64_t square_root(Uint128 value) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(value)));
  while (square(root) > value) {
    --root;
  }
  while (square(root + 1) <= value) {
    ++root;
  }
  return root;
}

// Returns factor * sqrt(cylinders), to the nearest picosecond. The formula is sqrt(factor^2 *
// cylinders), because then only the result is rounded.
Picoseconds root_part(Picoseconds factor, std::uint32_t cylinders) {
  const auto count = static_cast<Uint128>(static_cast<std::uint64_t>(factor.count()));
  const Uint128 exact = count * count * cylinders;
  const std::uint64_t root = square_root(exact);
  // (root + 1/2)^2 = root^2 + root + 1/4, and `exact` is whole.
  const bool up = exact > square(root) + root;
  return Picoseconds{static_cast<std::int64_t>(up ? root + 1 : root)};
}

// Returns the time on the straight line through two points, to the nearest picosecond.
Picoseconds on_line(const SeekPoint& a, const SeekPoint& b, std::uint32_t cylinders) {
  const std::int64_t rise = b.time.count() - a.time.count();
  const std::int64_t run = std::int64_t{b.cylinders} - a.cylinders;
  const std::int64_t doubled = 2 * rise * (std::int64_t{cylinders} - a.cylinders) + run;
  const std::int64_t quotient = doubled / (2 * run) - (doubled % (2 * run) < 0 ? 1 : 0);
  return a.time + Picoseconds{quotient};
}

}  // namespace

std::vector<SeekPoint> used_points(const SeekConfig& seek) {
  std::vector<SeekPoint> used;
  for (const SeekPoint& point : seek.points) {
    const bool dropped = std::any_of(
        seek.dropped_points.begin(), seek.dropped_points.end(),
        [&point](const SeekPoint& other) { return other.cylinders == point.cylinders; });
    if (!dropped) {
      used.push_back(point);
    }
  }
  return used;
}

Picoseconds SeekCurve::by_points(std::uint32_t cylinders) const {
  auto after = std::lower_bound(
      points_.begin(), points_.end(), cylinders,
      [](const SeekPoint& point, std::uint32_t distance) { return point.cylinders < distance; });
  if (after == points_.begin()) {
    return after->time;  // the first point, or no shorter seek was measured
  }
  if (after == points_.end()) {
    --after;  // after the last point
  }
  return after == points_.begin() ? after->time : on_line(*(after - 1), *after, cylinders);
}

Picoseconds SeekCurve::direction(std::uint32_t cylinders) const {
  for (const SeekPoint& step : seek_.direction) {
    if (cylinders <= step.cylinders) {
      return step.time;
    }
  }
  return Picoseconds{0};
}

Picoseconds SeekCurve::time(std::uint32_t cylinders) const {
  if (cylinders == 0) {
    return Picoseconds{0};
  }
  if (!points_.empty()) {
    return by_points(cylinders);
  }
  if (cylinders <= seek_.first.size()) {
    return seek_.first[cylinders - 1];
  }
  if (cylinders <= seek_.root.up_to) {
    return seek_.root.base + root_part(seek_.root.per_root_cylinder, cylinders);
  }
  return seek_.linear.base + seek_.linear.per_cylinder * static_cast<std::int64_t>(cylinders);
}

}  // namespace headstack
