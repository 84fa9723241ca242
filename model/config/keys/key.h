// A key of a drive file.
#pragma once

#include <functional>
#include <string>

#include "model/config/keys/key_kinds.h"

namespace headstack {

// Description of a key.
struct KeyFacts {
  std::string path;         // path from the table of its Owner: "seek.root.base"
  std::string description;  // meaning; a phrase
  std::string values;       // allowed values
  ValueForm form;           // allowed values, for programs
  bool optional;            // may be left out; the value is then 0 or empty, without effect
  bool number;              // a quantity or a count, or a list of these, that a fit may change
  bool condition;           // a setting of a run, not a property of the drive
  // Path of another key of the drive. An optional key is required without this key. Empty: no such
  // rule.
  std::string required_without{};
  // Another key of the same table. With this key, the rule does not hold. Empty: no such key.
  std::string needless_with{};
};

// A key of an Owner (a DriveConfig, or a ZoneConfig for [[layout.zone]]).
template <class Owner>
struct Key : KeyFacts {
  std::function<void(const ValueSite&, const toml::node&, Owner&)> read;
  std::function<std::string(const Owner&)> write;  // as TOML; empty: the key is left out
  std::function<bool(const Owner&, const Owner&)> same;

  // Returns the value as TOML. Empty: the key is optional and has no effect.
  std::string written(const Owner& owner) const {
    static const Owner nothing{};
    return optional && same(owner, nothing) ? "" : write(owner);
  }
};

}  // namespace headstack
