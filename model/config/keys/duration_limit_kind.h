// The values of duration_limits.reads and duration_limits.writes.
#pragma once

#include <string>

#include "model/config/keys/key_kinds.h"

namespace headstack {

// A command duration limit: "whole 100 ms abort", or several times of the same limit,
// "waiting 20 ms abort, working 50 ms earliest". "none" is a limit without times.
struct DurationLimitKind {
  using Value = hs_duration_limit;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

}  // namespace headstack
