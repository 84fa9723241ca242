// load_drive looks for missing keys, reads the declared keys, one after the other, and then checks
// the conditions between them. DriveFile knows whether a key comes from the drive's own file or
// from its base. with_values applies changes to the text of a drive, and then loads this text.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "model/config/drive_config.h"
#include "model/config/file/drive_checks.h"
#include "model/config/file/drive_file.h"
#include "model/config/file/missing_keys.h"
#include "model/config/file/toml_text.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_paths.h"
#include "model/config/keys/renamed_keys.h"
#include "model/config/keys/zone_index.h"

namespace headstack {
namespace {

// Reads one key from `table`, if the table has the key. `site`: place of the key.
template <class Owner>
void read_key(const Key<Owner>& key, const toml::table& table, const ValueSite& site,
              Owner& owner) {
  if (const toml::node* node = find_node(table, key.path)) {
    key.read(site, *node, owner);
  }
}

void read_zones(const DriveFile& file, LayoutConfig& layout) {
  const toml::node* zones = find_node(file.root(), kZonePath);
  layout.zones.resize(zones->as_array()->size());
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    for (const Key<ZoneConfig>& key : zone_keys()) {
      read_key(key, file.zone(i), file.zone_site(i, key.path), layout.zones[i]);
    }
  }
}

DriveConfig read_drive(const DriveFile& source, const std::string& name) {
  check_missing(source);
  DriveConfig drive{};
  drive.name = name;
  for (const Key<DriveConfig>& key : drive_keys()) {
    ValueSite site = source.site(key.path);
    // this key is declared before all keys that need it
    site.bytes_per_sector = drive.layout.bytes_per_sector;
    read_key(key, source.root(), site, drive);
  }
  read_zones(source, drive.layout);
  check_drive(source, drive);
  return drive;
}

// Parses `text`, a value as in a drive file. The result has this node only. Messages contain
// `name`.
toml::table parse_value(const std::string& name, const std::string& path, const std::string& text) {
  toml::table parsed;
  try {
    parsed = parse_toml("value = " + text, name);
  } catch (const toml::parse_error& error) {
    throw ConfigError(name + ": key `" + path + "`: " + text +
                      " is not TOML: " + std::string(error.description()));
  }
  if (parsed.size() != 1) {
    throw ConfigError(name + ": key `" + path + "`: " + text + " is more than one value");
  }
  return parsed;
}

// Sets `value` at `path` below `table`, and makes the missing tables of the path. A number in the
// path is the index of an existing table in a list.
void put(toml::table& table, std::string_view path, const toml::node& value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    value.visit([&](const auto& node) { table.insert_or_assign(path, node); });
    return;
  }
  toml::node* next = &table.insert(path.substr(0, dot), toml::table{}).first->second;
  std::string_view rest = path.substr(dot + 1);
  if (toml::array* list = next->as_array()) {
    next = list->get(take_index(rest).value());
  }
  put(*next->as_table(), rest, value);
}

// Removes the node at `path`, if it exists.
void take_out(toml::table& table, std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    table.erase(path);
    return;
  }
  toml::node* next = table.get(path.substr(0, dot));
  std::string_view rest = path.substr(dot + 1);
  if (toml::array* list = next == nullptr ? nullptr : next->as_array()) {
    next = list->get(take_index(rest).value());
  }
  if (next != nullptr) {
    take_out(*next->as_table(), rest);
  }
}

void leave_out(toml::table& root, const DriveConfig& drive, const std::string& path) {
  for (const std::string& key : keys_at(drive, path)) {
    if (!find_key(drive, key).key->optional) {
      throw ConfigError("`" + key + "` cannot be left out: every drive has it");
    }
    take_out(root, key);
  }
}

// Returns the changes with the keys' new names. Throws ConfigError if two changes are for one key,
// even if one of the changes has the old name of the key.
Changes renamed(const Changes& changes) {
  Changes all;
  for (const auto& [given, text] : changes) {
    const std::string path = with_new_name(given);
    const auto same = [&](const auto& change) { return change.first == path; };
    if (std::any_of(all.begin(), all.end(), same)) {
      throw ConfigError("`" + path + "` is changed twice");
    }
    all.emplace_back(path, text);
  }
  return all;
}

// Checks that the zones are changed either all at once or key by key.
void check_zones_once(const Changes& changes) {
  const std::string below = std::string(kZonePath) + ".";
  const auto whole = [](const auto& change) { return change.first == kZonePath; };
  const auto part = [&](const auto& change) { return change.first.rfind(below, 0) == 0; };
  const auto found = std::find_if(changes.begin(), changes.end(), part);
  if (found != changes.end() && std::any_of(changes.begin(), changes.end(), whole)) {
    throw ConfigError("`" + found->first + "`: `" + kZonePath +
                      "` already gives all keys of every zone");
  }
}

}  // namespace

DriveConfig load_drive(const std::filesystem::path& file, const std::filesystem::path& drives) {
  return read_drive(DriveFile(file, drives), file.stem().string());
}

DriveConfig parse_drive(const std::string& text, const std::string& name) {
  return read_drive(DriveFile::of_text(text, name), name);
}

DriveConfig with_values(const DriveConfig& drive, const Changes& changes) {
  const std::string name = drive.name + ", changed";
  toml::table root = toml::parse(to_toml(drive), name);
  check_zones_once(changes);
  for (const auto& [path, text] : renamed(changes)) {
    if (text.empty()) {
      leave_out(root, drive, path);
      continue;
    }
    find_key(drive, path);
    const toml::table value = parse_value(name, path, text);
    put(root, path, *value.get("value"));
  }
  return read_drive(DriveFile(name, std::move(root)), drive.name);
}

DriveConfig without(const DriveConfig& drive, const std::vector<std::string>& paths) {
  Changes changes;
  for (const std::string& path : paths) {
    changes.emplace_back(path, "");
  }
  return with_values(drive, changes);
}

DriveConfig with_conditions(const DriveConfig& drive, const Changes& changes) {
  for (const auto& [path, text] : changes) {
    for (const std::string& key : keys_at(drive, path)) {
      if (!find_key(drive, key).key->condition) {
        throw ConfigError("`" + key + "` is not a condition: the key describes the drive");
      }
    }
  }
  return with_values(drive, changes);
}

DriveConfig with_conditions(const DriveConfig& drive, const std::filesystem::path& file,
                            const std::filesystem::path& drives) {
  DriveFile source(file, drives);
  const auto refuse = [&source](const std::string& path) {
    if (find_node(source.root(), path) != nullptr) {
      source.site(path).fail("is not a condition: the key describes the drive");
    }
  };
  for (const Key<DriveConfig>& key : drive_keys()) {
    if (!key.condition) {
      refuse(key.path);
    }
  }
  refuse(kZonePath);
  source.fill_up(toml::parse(to_toml(drive), drive.name));
  return read_drive(source, drive.name);
}

}  // namespace headstack
