// to_toml and value_of, which write the declared keys, each with its meaning.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

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

constexpr std::size_t kMostColumns = 100;

// Returns the elements of a list in TOML: "[1, [2, 3]]" has "1" and "[2, 3]".
std::vector<std::string> elements_of(const std::string& list) {
  std::vector<std::string> elements;
  std::size_t begin = 1;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 1; i < list.size(); ++i) {
    quoted = quoted != (list[i] == '"' && list[i - 1] != '\\');
    depth += quoted ? 0 : (list[i] == '[' || list[i] == '{') - (list[i] == ']' || list[i] == '}');
    const bool last = i + 1 == list.size();
    if (last || (!quoted && depth == 0 && list[i] == ',')) {
      // A list may go over several lines already.
      begin = std::min(list.find_first_not_of(" \n", begin), i);
      elements.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return elements;
}

// Breaks a list that is too long for a line. Names of keys and tables get a line each.
std::string on_lines(const std::string& path, const std::string& list) {
  if (list.size() <= kMostColumns || list.front() != '[') {
    return list;
  }
  std::string text = "[";
  std::size_t columns = kMostColumns;
  for (const std::string& element : elements_of(list)) {
    const bool alone = path == "fitted" || element.front() == '{';
    const bool fits = !alone && columns + element.size() + 2 <= kMostColumns;
    text += (fits ? " " : "\n  ") + element + ",";
    columns = (fits ? columns : 1) + element.size() + 2;
  }
  return text + "\n]";
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
  return (with_comment ? "# " + key.description + "\n" : "") + name + " = " +
         on_lines(key.path, value) + "\n";
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
