// A key of a drive file.
#pragma once

#include <functional>
#include <string>

#include "model/config/keys/key_kinds.h"

namespace headstack {

// What is to be said of a key.
struct KeyFacts {
  std::string path;         // from the table of its Owner on: "seek.root.base"
  std::string description;  // what it means; a phrase
  std::string values;       // what may be written
  ValueForm form;           // the same for programs
  bool optional;            // may be left out: 0 or empty, which has no effect
  bool number;              // a quantity or a count, or a list of them, that a fit may change
  bool condition;           // what is done to a drive, rather than what it is
};

// A key that fills something in an Owner (a DriveConfig, or a ZoneConfig for [[layout.zone]]).
template <class Owner>
struct Key : KeyFacts {
  std::function<void(const ValueSite&, const toml::node&, Owner&)> read;
  std::function<std::string(const Owner&)> write;  // as TOML; nothing for a key to be left out
  std::function<bool(const Owner&, const Owner&)> same;

  // The value as TOML, but nothing of a key that may be left out and says nothing.
  std::string written(const Owner& owner) const {
    static const Owner nothing{};
    return optional && same(owner, nothing) ? "" : write(owner);
  }
};

}  // namespace headstack
