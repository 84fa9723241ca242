#include "model/config/keys/renamed_keys.h"

#include <utility>

#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_kinds.h"
#include "model/config/keys/zone_index.h"

namespace headstack {
namespace {

void rename_in(toml::table& table, const RenamedKey& key, const std::string& file) {
  const auto old = table.find(key.old_name);
  if (old == table.end()) {
    return;
  }
  const ValueSite site{file, old->first.source().begin.line,
                       std::string(key.table) + "." + std::string(key.old_name), 0};
  if (table.contains(key.name)) {
    site.fail("is the old name of `" + std::string(key.name) + "`, which the table has too");
  }
  toml::node& node = old->second;
  table.insert(key.name, std::move(node));
  table.erase(key.old_name);
}

// The tables at `path`: one table, or the tables of a list.
std::vector<toml::table*> tables_at(toml::table& root, std::string_view path) {
  const toml::node_view<toml::node> found = root.at_path(path);
  std::vector<toml::table*> tables;
  if (toml::table* table = found.as_table()) {
    tables.push_back(table);
  } else if (toml::array* list = found.as_array()) {
    for (toml::node& element : *list) {
      if (toml::table* item = element.as_table()) {
        tables.push_back(item);
      }
    }
  }
  return tables;
}

void rename_fitted(toml::table& root) {
  if (toml::array* fitted = root["fitted"].as_array()) {
    for (toml::node& element : *fitted) {
      if (toml::value<std::string>* path = element.as_string()) {
        path->get() = with_new_name(path->get());
      }
    }
  }
}

// Takes the table from the front of a path, with the number of a zone: "layout.zone.3.phase".
bool take_table(std::string_view& path, std::string_view table) {
  if (path.substr(0, table.size()) != table || path.substr(table.size(), 1) != ".") {
    return false;
  }
  path.remove_prefix(table.size() + 1);
  return table != kZonePath || take_index(path).has_value();
}

}  // namespace

const std::vector<RenamedKey>& renamed_keys() {
  static const std::vector<RenamedKey> keys = {
      {"layout", "left_out_cylinders", "cylinder_gaps"},
      {"layout", "left_out_cylinders_in_seeks", "gaps_in_seeks"},
      {kZonePath, "slips_turn", "tracks_shifted_by_slips"},
      {"seek", "go_on_at_track_end", "advance_at_track_end"},
      {"seek", "read_settle_turn", "read_settle_angle"},
      {"seek", "write_settle_turn", "write_settle_angle"},
      {"overhead", "read_hit_idle", "read_hit_without_read_ahead"},
      {"overhead", "read_hit_reading", "read_hit_during_read_ahead"},
      {"processor", "quiet", "track_gap"},
      {"cache", "returned_blocks_are_gone", "read_once"},
      {"cache", "partial_hit_waits", "partial_hit_disconnects"},
  };
  return keys;
}

std::string with_new_name(const std::string& path) {
  for (const RenamedKey& key : renamed_keys()) {
    std::string_view rest = path;
    if (take_table(rest, key.table) && rest == key.old_name) {
      return path.substr(0, path.size() - rest.size()) + std::string(key.name);
    }
  }
  return path;
}

void use_new_names(toml::table& root, const std::string& file) {
  for (const RenamedKey& key : renamed_keys()) {
    for (toml::table* table : tables_at(root, key.table)) {
      rename_in(*table, key, file);
    }
  }
  rename_fitted(root);
}

}  // namespace headstack
