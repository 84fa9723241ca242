#include "model/config/file/drive_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "model/config/file/toml_text.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/renamed_keys.h"
#include "model/config/nearest.h"

namespace headstack {
namespace {

namespace fs = std::filesystem;

// The key that names the base of a file.
constexpr const char* kBase = "base";

// Greatest size of a file in bytes. headstack's own files have some thousand bytes.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 24U;

std::string read_text(const fs::path& file) {
  if (!fs::is_regular_file(file)) {
    throw ConfigError(file.string() + ": there is no such file");
  }
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (!error && size > kMostBytes) {
    throw ConfigError(file.string() + ": it has " + std::to_string(size) +
                      " bytes; a drive file has at most " + std::to_string(kMostBytes));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) {
    throw ConfigError(file.string() + ": the file cannot be read");
  }
  return text;
}

// Returns line `number` of a text, counted from 1, without leading and trailing blanks. Long lines
// are cut.
std::string line_of(const std::string& text, std::uint32_t number) {
  constexpr std::size_t kMost = 60;
  constexpr const char* kBlanks = " \t\r";
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < number && begin != std::string::npos; ++i) {
    const std::size_t end = text.find('\n', begin);
    begin = end == std::string::npos ? end : end + 1;
  }
  if (begin != std::string::npos) {
    begin = text.find_first_not_of(kBlanks, begin);
  }
  if (begin == std::string::npos) {
    return "";
  }
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  line.erase(line.find_last_not_of(kBlanks) + 1);
  return line.size() > kMost ? line.substr(0, kMost) + "..." : line;
}

toml::table parse(const std::string& text, const std::string& name) {
  try {
    return parse_toml(text, name);
  } catch (const toml::parse_error& error) {
    const std::uint32_t line = error.source().begin.line;
    std::string what(error.description());
    if (what.find("redefine") != std::string::npos) {  // the parser garbles the key
      what = "`" + line_of(text, line) + "`: a value or a table of this name exists already";
    }
    std::replace(what.begin(), what.end(), '\n', ' ');  // the parser may quote the end of a line
    throw ConfigError(name + ":" + std::to_string(line) + ": not TOML: " + what);
  }
}

// Splits "seek.root.base" into "seek" and "root.base".
std::string_view take_name(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view name = path.substr(0, dot);
  path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  return name;
}

std::string joined(std::string_view prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : std::string(prefix) + "." + std::string(name);
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Returns the deepest existing node on the path.
const toml::node& deepest(const toml::table& table, std::string_view path) {
  const toml::node* node = &table;
  while (!path.empty() && node->as_table() != nullptr) {
    const toml::node* next = node->as_table()->get(take_name(path));
    if (next == nullptr) {
      break;
    }
    node = next;
  }
  return *node;
}

// Moves the entries of `base` that `table` does not have to `table`. Each node keeps its place in
// its own file.
void fill_up(toml::table& table, toml::table&& base) {
  for (auto&& [key, node] : base) {
    toml::node* own = table.get(key);
    if (own == nullptr) {
      table.insert(key, std::move(node));
    } else if (own->is_table() && node.is_table()) {
      fill_up(*own->as_table(), std::move(*node.as_table()));
    }
  }
}

// The file that `base` names from `folder`: a drive there, or a path from there.
fs::path base_path(const fs::path& folder, const std::string& base) {
  fs::path path = folder / base;
  if (path.extension() != ".toml") {
    path += ".toml";
  }
  return path.lexically_normal();
}

// The file that `base` names in `file`. If no file is there, the file in the folder `drives`.
// Empty: there is no such folder.
fs::path base_of(const fs::path& file, const std::string& base, const fs::path& drives) {
  fs::path beside = base_path(file.parent_path(), base);
  if (drives.empty() || fs::is_regular_file(beside)) {
    return beside;
  }
  fs::path shared = base_path(drives, base);
  return fs::is_regular_file(shared) ? shared : beside;
}

// The drives in a folder.
std::vector<std::string> drives_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code unreadable;  // an unreadable folder counts as empty
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable)) {
    if (entry.path().extension() == ".toml") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

// `drives`: folder of the drives that the base could also name. Empty: the base is a path.
[[noreturn]] void fail_no_base(const ValueSite& site, const fs::path& base, const fs::path& heir,
                               const fs::path& drives) {
  std::vector<std::string> names = drives_in(base.parent_path());
  names.erase(std::remove(names.begin(), names.end(), heir.stem().string()), names.end());
  std::string also;
  if (!drives.empty()) {
    const std::vector<std::string> shared = drives_in(drives);
    names.insert(names.end(), shared.begin(), shared.end());
    also = ", and no included drive has this name";
  }
  const std::string near = nearest(base.stem().string(), {names.begin(), names.end()});
  site.fail("there is no file " + base.string() + also +
            (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

bool same_file(const fs::path& a, const fs::path& b) {
  return fs::weakly_canonical(a) == fs::weakly_canonical(b);
}

std::vector<std::string> declared_paths() {
  std::vector<std::string> paths;
  for (const Key<DriveConfig>& key : drive_keys()) {
    paths.push_back(key.path);
  }
  for (const Key<ZoneConfig>& key : zone_keys()) {
    paths.push_back(joined(kZonePath, key.path));
  }
  paths.emplace_back(kBase);
  return paths;
}

// Finds keys that are not declared.
class UnknownKeys {
 public:
  UnknownKeys(const std::string& file, std::vector<std::string> paths)
      : file_(file), paths_(std::move(paths)) {}

  // Checks a table whose path is `prefix`.
  void check(const toml::table& table, const std::string& prefix) const {
    for (auto&& [key, node] : table) {
      const std::string path = joined(prefix, key.str());
      const ValueSite site{file_, key.source().begin.line, path, 0};
      if (!is_declared(path)) {
        check_group(site, node, prefix, key.str());
      }
    }
  }

 private:
  bool is_declared(const std::string& path) const {
    return std::find(paths_.begin(), paths_.end(), path) != paths_.end();
  }

  // Checks a node that is not a value: a table of keys, the zones, or an unknown key.
  void check_group(const ValueSite& site, const toml::node& node, const std::string& prefix,
                   std::string_view name) const {
    const std::vector<std::string_view> inside = names_in(site.key);
    if (inside.empty()) {
      fail_unknown(site, prefix, name);
    } else if (site.key == kZonePath) {
      check_zones(site, node);
    } else if (node.as_table() != nullptr) {
      check(*node.as_table(), site.key);
    } else {
      site.fail("must be a table with " + listed(inside));
    }
  }

  void check_zones(const ValueSite& site, const toml::node& node) const {
    const auto* zones = node.as_array();
    if (zones == nullptr || !zones->is_homogeneous(toml::node_type::table)) {
      site.fail("must be a list of tables, [[layout.zone]] before each");
    }
    for (const toml::node& zone : *zones) {
      check(*zone.as_table(), site.key);
    }
  }

  // Returns the names of the keys and tables that the table `prefix` may have, each once.
  std::vector<std::string_view> names_in(const std::string& prefix) const {
    std::vector<std::string_view> names;
    for (const std::string& path : paths_) {
      std::string_view rest = path;
      if (!prefix.empty()) {
        if (!starts_with(rest, prefix + ".")) {
          continue;
        }
        rest.remove_prefix(prefix.size() + 1);
      }
      const std::string_view name = take_name(rest);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
    return names;
  }

  // The key of the same name in another table.
  std::string elsewhere(std::string_view name) const {
    for (const std::string& path : paths_) {
      if (path.substr(path.rfind('.') + 1) == name) {
        return path;
      }
    }
    return {};
  }

  [[noreturn]] void fail_unknown(const ValueSite& site, const std::string& prefix,
                                 std::string_view name) const {
    const std::vector<std::string_view> known = names_in(prefix);
    std::string near = nearest(name, known);
    if (near.empty()) {
      near = elsewhere(name);
    }
    throw ConfigError(
        site.file + ":" + std::to_string(site.line) + ": key `" + site.key + "` is not known; " +
        (near.empty() ? "known here: " + listed(known) : "did you mean `" + near + "`?"));
  }

  static std::string listed(const std::vector<std::string_view>& names) {
    std::string list;
    for (const std::string_view name : names) {
      list += (list.empty() ? "`" : ", `") + std::string(name) + "`";
    }
    return list;
  }

  const std::string& file_;
  std::vector<std::string> paths_;
};

}  // namespace

DriveFile::DriveFile(const fs::path& file, const fs::path& drives)
    : DriveFile(file, drives, Files{}) {}

DriveFile DriveFile::of_text(const std::string& text, const std::string& name) {
  DriveFile file(name, parse(text, name));
  if (const toml::node* base = file.root_.get(kBase); base != nullptr) {
    file.site_of(*base, kBase)
        .fail("is found from the folder of a file; write this text to a file, or give all keys");
  }
  return file;
}

DriveFile::DriveFile(std::string name, toml::table root)
    : name_(std::move(name)), root_(std::move(root)) {
  use_new_names(root_, name_);
  reject_unknown_keys();
}

DriveFile::DriveFile(const fs::path& file, const fs::path& drives, const Files& heirs)
    : name_(file.string()), root_(parse(read_text(file), file.string())) {
  use_new_names(root_, name_);
  reject_unknown_keys();
  inherit(file, drives, heirs);
}

void DriveFile::reject_unknown_keys() const {
  UnknownKeys(name_, declared_paths()).check(root_, "");
}

void DriveFile::inherit(const fs::path& file, const fs::path& drives, const Files& heirs) {
  const toml::node* node = root_.get(kBase);
  if (node == nullptr) {
    return;
  }
  const ValueSite site = site_of(*node, kBase);
  const std::string text = TextKind{}.read(site, *node);
  const fs::path shared = fs::path(text).has_parent_path() ? fs::path() : drives;
  const fs::path base = base_of(file, text, shared);
  Files line = heirs;
  line.push_back(file);
  std::string circle;
  for (const fs::path& heir : line) {
    if (!circle.empty() || same_file(heir, base)) {
      circle += heir.filename().string() + " is based on ";
    }
  }
  if (!circle.empty()) {
    site.fail("forms a circle: " + circle + base.filename().string());
  }
  if (!fs::is_regular_file(base)) {
    fail_no_base(site, base, file, shared);
  }
  DriveFile parent(base, drives, line);
  root_.erase(kBase);
  fill_up(std::move(parent.root_));
}

void DriveFile::fill_up(toml::table&& base) { headstack::fill_up(root_, std::move(base)); }

const toml::table& DriveFile::zone(std::size_t index) const {
  return *find_node(root_, kZonePath)->as_array()->get(index)->as_table();
}

ValueSite DriveFile::site(std::string_view path) const {
  return site_of(deepest(root_, path), std::string(path));
}

ValueSite DriveFile::zone_site(std::size_t index, std::string_view path) const {
  return site_of(deepest(zone(index), path), joined(kZonePath, path));
}

ValueSite DriveFile::site_of(const toml::node& node, std::string key) const {
  const toml::source_region& source = node.source();
  // A table that the file does not write, but only its parts, has no place.
  const std::size_t line = std::max<std::size_t>(1, source.begin.line);
  return {source.path ? *source.path : name_, line, std::move(key), 0};
}

std::string with_new_names(const std::string& text, const std::string& name) {
  toml::table root = parse(text, name);
  use_new_names(root, name);
  std::ostringstream out;
  out << toml::toml_formatter(root);
  return out.str();
}

const toml::node* find_node(const toml::table& table, std::string_view path) {
  const toml::node* node = &table;
  while (node != nullptr && !path.empty()) {
    const toml::table* parent = node->as_table();
    node = parent == nullptr ? nullptr : parent->get(take_name(path));
  }
  return node;
}

}  // namespace headstack
