#include "model/processor/gdb/text.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace headstack::gdb {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr int kHex = 16;

}  // namespace

std::string hex(std::string_view bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4U];
    text += kDigits[value & 0xfU];
  }
  return text;
}

std::string hex_word(std::uint32_t word) {
  char bytes[sizeof word];
  std::memcpy(bytes, &word, sizeof word);
  return hex({bytes, sizeof bytes});
}

std::optional<std::string> bytes_of(std::string_view hex) {
  if (hex.size() % 2 != 0) {
    return std::nullopt;
  }
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (; !hex.empty(); hex.remove_prefix(2)) {
    Scan pair(hex.substr(0, 2));
    const std::optional<std::uint32_t> value = pair.number();
    if (!value || !pair.done()) {
      return std::nullopt;
    }
    bytes += static_cast<char>(*value);
  }
  return bytes;
}

std::optional<std::uint32_t> word_of(std::string_view hex) {
  const std::optional<std::string> bytes = bytes_of(hex);
  std::uint32_t word = 0;
  if (!bytes || bytes->size() != sizeof word) {
    return std::nullopt;
  }
  std::memcpy(&word, bytes->data(), sizeof word);
  return word;
}

std::optional<std::uint32_t> Scan::number() {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, kHex);
  if (error != std::errc()) {
    return std::nullopt;
  }
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return value;
}

bool Scan::skip(std::string_view text) {
  if (rest_.substr(0, text.size()) != text) {
    return false;
  }
  rest_.remove_prefix(text.size());
  return true;
}

std::string_view Scan::until(char end) {
  const std::string_view part = rest_.substr(0, rest_.find(end));
  rest_.remove_prefix(std::min(part.size() + 1, rest_.size()));
  return part;
}

}  // namespace headstack::gdb
