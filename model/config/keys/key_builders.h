// How a key is declared: a path, a kind of value, the field that it fills, and what it means.
#pragma once

#include <chrono>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_kinds.h"

namespace headstack {

enum class Need : bool {
  required,
  optional,
};

inline constexpr DurationKind kTime{Picoseconds{0}, std::chrono::seconds{1}};
inline constexpr DurationKind kSettle{-std::chrono::seconds{1}, std::chrono::seconds{1}};

using Keys = std::vector<Key<DriveConfig>>;

template <class Owner, class Kind>
Key<Owner> key(const char* path, const Kind& kind, typename Kind::Value Owner::*member, Need need,
               const char* description) {
  return {path,
          description,
          kind.values(),
          need == Need::optional,
          Kind::kNumber,
          [kind, member](const ValueSite& site, const toml::node& node, Owner& owner) {
            owner.*member = kind.read(site, node);
          },
          [kind, member](const Owner& owner) { return kind.write(owner.*member); }};
}

template <class Section, class Kind>
Key<DriveConfig> key(const char* path, const Kind& kind, Section DriveConfig::*section,
                     typename Kind::Value Section::*member, const char* description,
                     Need need = Need::required) {
  return {
      path,
      description,
      kind.values(),
      need == Need::optional,
      Kind::kNumber,
      [kind, section, member](const ValueSite& site, const toml::node& node, DriveConfig& drive) {
        drive.*section.*member = kind.read(site, node);
      },
      [kind, section, member](const DriveConfig& drive) {
        return kind.write(drive.*section.*member);
      }};
}

// The keys of [overhead] and [processor].
Keys overhead_keys();
// The keys of [comparator] and [controller].
Keys decision_keys();

}  // namespace headstack
