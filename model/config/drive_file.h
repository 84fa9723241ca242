// A drive file as TOML: its text, and where in it things stand.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "model/config/key_kinds.h"

namespace headstack {

class DriveFile {
 public:
  // Reads and parses the file; ConfigError if that cannot be done.
  explicit DriveFile(const std::filesystem::path& file);

  // Throws ConfigError naming the first key that no declaration has, and the nearest that one has.
  void reject_unknown_keys() const;

  const toml::table& root() const { return root_; }

  // The table of [[layout.zone]] number `index`, from 0. Precondition: it exists.
  const toml::table& zone(std::size_t index) const;

  // Where a key stands; if it is not there, where the table is that it would be in.
  ValueSite site(std::string_view path) const;
  ValueSite zone_site(std::size_t index, std::string_view path) const;

 private:
  std::string name_;
  toml::table root_;
};

// The node at a path like "seek.root.base" below `table`; null if there is none.
const toml::node* find_node(const toml::table& table, std::string_view path);

}  // namespace headstack
