// The values of priorities.deadlines.
#pragma once

#include <string>

#include "model/config/keys/key_kinds.h"

namespace headstack {

// A time in whole microseconds, up to 2^32 - 1 of them. "none": no deadline, kept as 0.
struct PriorityTimeKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value us) const;
  std::string values() const;
  ValueForm form() const;
};

}  // namespace headstack
