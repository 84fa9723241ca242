// Declarations of keys: a path, a kind of value, the field for the value, and the meaning.
#pragma once

#include <chrono>
#include <type_traits>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/keys/key.h"
#include "model/config/keys/key_kinds.h"

namespace headstack {

enum class Need : bool {
  required,
  optional,
};

inline constexpr DurationKind kTime{Picoseconds{0}, std::chrono::seconds{1}};
inline constexpr DurationKind kSettle{-std::chrono::seconds{1}, std::chrono::seconds{1}};

using Keys = std::vector<Key<DriveConfig>>;

inline constexpr SwitchKind kSwitch{};
inline constexpr std::uint32_t kMostBlocks = 1U << 24;  // of a buffer

// Place of a key's value in its Owner: the same name in files and in C++.
template <class Access>
struct Place {
  const char* path;
  Access access;  // the member of an Owner
  bool condition = false;
};
template <class Access>
Place(const char*, Access, bool = false) -> Place<Access>;

// HEADSTACK_KEY(seek.root.base) is owner.seek.root.base, and "seek.root.base" in files.
// HEADSTACK_KEY_IN adds the unit to the name of the C++ field, because a file writes the unit
// itself: HEADSTACK_KEY_IN(cache.size, _blocks) is owner.cache.size_blocks.
#define HEADSTACK_KEY(name) HEADSTACK_KEY_IN(name, )
#define HEADSTACK_KEY_IN(name, unit)                             \
  Place {                                                        \
#name, [](auto& owner) -> auto& { return owner.name##unit; } \
  }

// HEADSTACK_CONDITION does this for conditions. HEADSTACK_CONDITION(variation.seek) is
// owner.conditions.variation.seek, and "variation.seek" in files.
#define HEADSTACK_CONDITION(name) HEADSTACK_CONDITION_IN(name, )
#define HEADSTACK_CONDITION_IN(name, unit)                                  \
  Place {                                                                   \
#name, [](auto& owner) -> auto& { return owner.conditions.name##unit; } \
    , true                                                                  \
  }

template <class Owner = DriveConfig, class Access, class Kind>
Key<Owner> key(const Place<Access>& place, const Kind& kind, const char* description,
               Need need = Need::required) {
  const Access access = place.access;
  static_assert(std::is_same_v<std::invoke_result_t<Access, Owner&>, typename Kind::Value&>);
  return {{place.path, description, kind.values(), kind.form(), need == Need::optional,
           Kind::kNumber, place.condition},
          [kind, access](const ValueSite& site, const toml::node& node, Owner& owner) {
            access(owner) = kind.read(site, node);
          },
          [kind, access](const Owner& owner) { return kind.write(access(owner)); },
          [access](const Owner& a, const Owner& b) { return access(a) == access(b); }};
}

// The keys of [cache].
Keys cache_keys();
// The keys of [overhead] and [processor].
Keys overhead_keys();
// The keys of [comparator] and [controller].
Keys decision_keys();

// Declares a number that describes the disk's layout, and not its behaviour. Such a number is never
// fitted.
template <class Owner>
Key<Owner> shape(Key<Owner> key) {
  key.number = false;
  return key;
}

// Declares an optional key that is required in a drive without the key at `path`, unless its table
// has the key `needless_with`.
template <class Owner>
Key<Owner> required_without(Key<Owner> key, const char* path, const char* needless_with = "") {
  key.required_without = path;
  key.needless_with = needless_with;
  return key;
}

}  // namespace headstack
