#include "model/config/keys/zone_index.h"

#include <charconv>

namespace headstack {

std::optional<std::size_t> take_index(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view name = path.substr(0, dot);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (dot == std::string_view::npos || error != std::errc() || end != name.data() + name.size()) {
    return std::nullopt;
  }
  path.remove_prefix(dot + 1);
  return index;
}

}  // namespace headstack
