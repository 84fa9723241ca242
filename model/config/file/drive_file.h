// A drive file as TOML, with what it takes from the file that it is based on, and where things
// stand.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "model/config/keys/key_kinds.h"

namespace headstack {

class DriveFile {
 public:
  // Reads and parses the file and those that it is based on: where this file is silent, its base
  // speaks. Tables are filled up key by key, anything else is taken or left as a whole. ConfigError
  // if a file cannot be read or parsed, for a key that no declaration has, and for a base that is
  // not there or leads in a circle.
  explicit DriveFile(const std::filesystem::path& file);

  // The tables of a drive that has no file; `name` stands for it in messages.
  DriveFile(std::string name, toml::table root);

  // A file's text, without files that it is like; `name` is for messages.
  static DriveFile of_text(const std::string& text, const std::string& name);

  // Lets `base` speak where this one is silent.
  void fill_up(toml::table&& base);

  const toml::table& root() const { return root_; }

  // The table of [[layout.zone]] number `index`, from 0. Precondition: it exists.
  const toml::table& zone(std::size_t index) const;

  // Where a key stands, in whichever file; for a missing key, where the table is that it should be
  // in.
  ValueSite site(std::string_view path) const;
  ValueSite zone_site(std::size_t index, std::string_view path) const;

 private:
  using Files = std::vector<std::filesystem::path>;

  // `heirs`: the files that lead here by their bases.
  DriveFile(const std::filesystem::path& file, const Files& heirs);

  void reject_unknown_keys() const;
  void inherit(const std::filesystem::path& file, const Files& heirs);
  ValueSite site_of(const toml::node& node, std::string key) const;

  std::string name_;
  toml::table root_;
};

// The node at a path like "seek.root.base" below `table`; null if there is none.
const toml::node* find_node(const toml::table& table, std::string_view path);

}  // namespace headstack
