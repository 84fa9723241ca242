// The values of overhead.terms and of seek.write_settle_steps.
#pragma once

#include <string>

#include "model/config/keys/key_kinds.h"

namespace headstack {

// A conditional term of a command's time: { of = "cached write", when = ["same track"], time =
// ...}.
struct TermKind {
  using Value = TermConfig;
  static constexpr bool kNumber = true;
  std::uint32_t most_cylinders;
  Picoseconds most;  // either way
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

// A step of a settling time: [205, "2.8 ms"] or [205, "1/4 rev"], up to this distance in cylinders.
struct SettleStepKind {
  using Value = SettleStep;
  static constexpr bool kNumber = true;
  std::uint32_t most_cylinders;
  Picoseconds most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

}  // namespace headstack
