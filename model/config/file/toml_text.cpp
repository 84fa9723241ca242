#include "model/config/file/toml_text.h"

#include <algorithm>

#include "model/config/drive_config.h"

namespace headstack {

namespace {

constexpr std::size_t kMostParts = 64;

// Returns the end of the string that begins at `from`. If the string is not closed, returns the end
// of the text.
std::size_t end_of_string(std::string_view text, std::size_t from) {
  const char quote = text[from];
  const bool is_long = text.substr(from, 3) == std::string(3, quote);
  const std::size_t quotes = is_long ? 3 : 1;
  for (std::size_t at = from + quotes; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text.substr(at, quotes) == std::string(quotes, quote)) {
      return at + quotes;
    } else if (!is_long && text[at] == '\n') {
      return at;
    }
  }
  return text.size();
}

// Checks the depth by a count of dots between names. The count may include the dot of a number, and
// a number has at most one dot.
void check_depth(std::string_view text, const std::string& name) {
  std::size_t line = 1;
  std::size_t parts = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at) - 1;
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (c == '.') {
      if (++parts > kMostParts) {
        throw ConfigError(name + ":" + std::to_string(line) + ": not TOML of a drive: a key of " +
                          "more than " + std::to_string(kMostParts) + " parts");
      }
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') {
      parts = 1;
    }
    line += c == '\n' ? 1 : 0;
  }
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) {
  check_depth(text, name);
  return toml::parse(text, name);
}

}  // namespace headstack
