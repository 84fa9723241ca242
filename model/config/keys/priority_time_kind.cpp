#include "model/config/keys/priority_time_kind.h"

#include <chrono>
#include <limits>

#include "model/config/quantity.h"

namespace headstack {

namespace {

constexpr Picoseconds kUnit = std::chrono::microseconds{1};
constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

Picoseconds time_of(const ValueSite& site, const toml::node& node) {
  const auto* text = node.as_string();
  if (text == nullptr) {
    site.fail("must be text with a time, such as \"10 ms\", or \"none\"");
  }
  try {
    return text->get() == "none" ? Picoseconds{0} : parse_duration(text->get());
  } catch (const QuantityError& error) {
    site.fail(error.what());
  }
}

}  // namespace

std::uint32_t PriorityTimeKind::read(const ValueSite& site, const toml::node& node) const {
  const Picoseconds time = time_of(site, node);
  const bool none = node.as_string()->get() == "none";
  if (time % kUnit != Picoseconds{0} || time > kMost * kUnit || (time < kUnit && !none)) {
    site.fail(format_duration(time) + " is not 1 to " + std::to_string(kMost) +
              " whole microseconds; \"none\" is a priority without a deadline");
  }
  return static_cast<std::uint32_t>(time / kUnit);
}

std::string PriorityTimeKind::write(std::uint32_t us) const {
  return us == 0 ? "\"none\"" : "\"" + format_duration(us * kUnit) + "\"";
}

std::string PriorityTimeKind::values() const {
  return "time (" + duration_units() + ") in whole microseconds, or \"none\"";
}

ValueForm PriorityTimeKind::form() const { return {"priority time"}; }

}  // namespace headstack
