// A drive file as TOML, merged with the files that it is based on. The object knows the place of
// each key.
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
  // Reads and parses the file and its bases. A key that this file does not have comes from its
  // base. Tables are merged key by key. Any other value comes as a whole from the file or from its
  // base. Throws ConfigError if a file cannot be read or parsed, for a key without a declaration,
  // and for a base that does not exist or that forms a circle.
  //
  // A base is a path from the folder of the file. A name without a folder may also be that of a
  // drive in `drives`. Empty: there are no such drives.
  explicit DriveFile(const std::filesystem::path& file, const std::filesystem::path& drives = {});

  // Makes a drive file from tables. Messages contain `name` as the file's name.
  DriveFile(std::string name, toml::table root);

  // Parses the text of a file without a base. Messages contain `name` as the file's name. Throws
  // ConfigError as for a file, and for a base.
  static DriveFile of_text(const std::string& text, const std::string& name);

  // Takes from `base` all keys that this file does not have.
  void fill_up(toml::table&& base);

  const toml::table& root() const { return root_; }

  // Returns the table of [[layout.zone]] number `index`, from 0. Precondition: the zone exists.
  const toml::table& zone(std::size_t index) const;

  // Returns the place of a key, in this file or a base. A missing key has the place of the table
  // that should have the key.
  ValueSite site(std::string_view path) const;
  ValueSite zone_site(std::size_t index, std::string_view path) const;

 private:
  using Files = std::vector<std::filesystem::path>;

  // `heirs`: the files whose bases led to this file.
  DriveFile(const std::filesystem::path& file, const std::filesystem::path& drives,
            const Files& heirs);

  void reject_unknown_keys() const;
  void inherit(const std::filesystem::path& file, const std::filesystem::path& drives,
               const Files& heirs);
  ValueSite site_of(const toml::node& node, std::string key) const;

  std::string name_;
  toml::table root_;
};

// Returns the text of a drive file without comments and with the new names of its keys. The text
// need not be a whole drive. Messages contain `name` as the file's name. Throws ConfigError if the
// text is not TOML, or if a table has a key under both names.
std::string with_new_names(const std::string& text, const std::string& name);

// Returns the node at a path below `table`, such as "seek.root.base". Null: no such node exists.
const toml::node* find_node(const toml::table& table, std::string_view path);

}  // namespace headstack
