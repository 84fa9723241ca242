// to_toml and value_of, which write the declared keys, each with its meaning.
#include <string>
#include <string_view>

#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_paths.h"

namespace headstack {
namespace {

// Returns the table that contains the key: "seek" for "seek.root.base", empty for "source".
std::string section_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

// Returns a line for the key, with its `name` inside its table. Empty for an optional key without
// an effect.
template <class Owner>
std::string line(const Key<Owner>& key, const std::string& name, const Owner& owner,
                 bool with_comment = true) {
  const std::string value = key.written(owner);
  if (value.empty()) {
    return "";
  }
  return (with_comment ? "# " + key.description + "\n" : "") + name + " = " + value + "\n";
}

std::string zones(const LayoutConfig& layout) {
  std::string text;
  for (const ZoneConfig& zone : layout.zones) {
    text += "\n[[" + std::string(kZonePath) + "]]\n";
    for (const Key<ZoneConfig>& key : zone_keys()) {
      // Only the first zone has comments, because a drive may have dozens of zones.
      text += line(key, key.path, zone, &zone == &layout.zones.front());
    }
  }
  return text;
}

}  // namespace

std::string to_toml(const DriveConfig& drive) {
  std::string text = "# " + drive.name + ", as headstack resolved it\n";
  std::string section;
  for (const Key<DriveConfig>& key : drive_keys()) {
    const std::string own = section_of(key.path);
    const std::size_t name = own.empty() ? 0 : own.size() + 1;
    const std::string told = line(key, key.path.substr(name), drive);
    if (told.empty()) {
      continue;
    }
    if (own != section) {
      text += (section == section_of(kZonePath) ? zones(drive.layout) : "") + "\n[" + own + "]\n";
      section = own;
    }
    text += told;
  }
  return text;
}

std::string value_of(const DriveConfig& drive, const std::string& path) {
  return find_key(drive, path).value;
}

}  // namespace headstack
