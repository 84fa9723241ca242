// The values of comparator.body.
#pragma once

#include <string>

#include "model/config/keys/key_kinds.h"

namespace headstack {

// "behavioural", "rtl", or "verilated:FOLDER". A relative folder counts from the folder of the file
// that names it. The value has an absolute folder.
struct ComparatorBodyKeyKind {
  using Value = ComparatorBodyConfig;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

}  // namespace headstack
