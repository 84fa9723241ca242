#include "model/config/tables/comparator_shape.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "model/config/tables/resolve.h"

namespace headstack {

namespace {

// Sums of two times must fit the comparator's fields of 40 bits.
constexpr hs_ticks kMostTicks = hs_ticks{1} << 39;

[[noreturn]] void fail(const char* key, const std::string& what) {
  throw ConfigError(fmt::format("key `{}`: {}", key, what));
}

void check_time(const char* key, std::int64_t ticks) {
  if (ticks >= static_cast<std::int64_t>(kMostTicks) ||
      ticks <= -static_cast<std::int64_t>(kMostTicks)) {
    fail(key, "takes 128 revolutions or more, which is too long for the comparator");
  }
}

}  // namespace

ComparatorShape comparator_shape(const ComparatorConfig& config) {
  constexpr std::uint32_t kEntries = 256;
  constexpr std::uint32_t kDistances = 16'384;
  return {config.entries.value_or(kEntries), config.lanes.value_or(1),
          config.distances.value_or(kDistances)};
}

void check_fits_comparator(const DriveConfig& drive) {
  const ComparatorShape shape = comparator_shape(drive.conditions.comparator);
  const DriveTables tables(drive);
  const std::uint32_t cylinders = tables.geometry().cylinders;
  if (cylinders > shape.distances) {
    fail("comparator.distances",
         fmt::format("a seek table of {} distances is too small for a disk of {} cylinders",
                     shape.distances, cylinders));
  }
  const hs_mechanics& m = tables.mechanics();
  for (std::uint32_t distance = 0; distance < cylinders; ++distance) {
    const std::uint32_t longest = std::max(m.seek_up[distance], m.seek_down[distance]);
    check_time("seek", static_cast<std::int64_t>(longest) << HS_SEEK_SHIFT);
  }
  check_time("seek.head_switch", static_cast<std::int64_t>(m.head_switch));
  check_time("seek.same_cylinder", static_cast<std::int64_t>(m.same_cylinder));
  check_time("seek.read_settle", m.read_settle);
  check_time("seek.write_settle", m.write_settle);
}

}  // namespace headstack
