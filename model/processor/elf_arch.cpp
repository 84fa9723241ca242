#include "model/processor/elf_arch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string_view>

namespace headstack {

namespace {

// Reads bytes one after another. A read after the end gives 0 and sets `ended`.
class Bytes {
 public:
  Bytes(const std::uint8_t* bytes, std::size_t count) : at_(bytes), end_(bytes + count) {}

  bool ended() const { return ended_ || at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  std::uint8_t byte() {
    if (at_ == end_) {
      ended_ = true;
      return 0;
    }
    return *at_++;
  }
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) {
      value |= std::uint32_t{byte()} << 8 * i;
    }
    return value;
  }
  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7fU} << shift;
      if ((next & 0x80U) == 0) {
        break;
      }
    }
    return value;
  }
  std::string text() {
    std::string found;
    while (const char c = static_cast<char>(byte())) {
      found += c;
    }
    return found;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  bool ended_ = false;
};

// Returns the name of an extension without its version.
std::string_view bare(std::string_view extension) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  while (!extension.empty() && digit(extension.back())) {
    extension.remove_suffix(1);
  }
  if (extension.size() > 1 && extension.back() == 'p' && digit(extension[extension.size() - 2])) {
    extension.remove_suffix(1);
    while (!extension.empty() && digit(extension.back())) {
      extension.remove_suffix(1);
    }
  }
  return extension;
}

}  // namespace

std::optional<std::string> arch_of_attributes(const std::uint8_t* bytes, std::size_t count) {
  constexpr std::uint64_t kFile = 1;
  constexpr std::uint64_t kArch = 5;
  Bytes in(bytes, count);
  if (in.byte() != 'A') {
    return std::nullopt;
  }
  in.word();  // name of the subsection; only one exists
  if (in.text() != "riscv" || in.uleb() != kFile) {
    return std::nullopt;
  }
  in.word();
  while (!in.ended()) {
    const std::uint64_t tag = in.uleb();
    if (tag == kArch) {
      return in.text();
    }
    if (tag % 2 == 1) {  // odd tags have texts, even tags have numbers
      in.text();
    } else {
      in.uleb();
    }
  }
  return std::nullopt;
}

std::string foreign_extension(const std::string& arch) {
  constexpr std::string_view kPrefix = "rv32";
  if (arch.compare(0, kPrefix.size(), kPrefix) != 0) {
    return arch.substr(0, kPrefix.size());
  }
  constexpr std::array<std::string_view, 5> kKnown = {"i", "m", "zicsr", "zifencei", "zmmul"};
  std::string_view rest = std::string_view(arch).substr(kPrefix.size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('_'), rest.size());
    std::string_view extension = bare(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // Each letter is an extension, except in long names.
    const bool letters =
        !extension.empty() && extension[0] != 'z' && extension[0] != 's' && extension[0] != 'x';
    while (!extension.empty()) {
      const std::string_view one = letters ? extension.substr(0, 1) : extension;
      if (std::find(kKnown.begin(), kKnown.end(), one) == kKnown.end()) {
        return std::string(one);
      }
      extension.remove_prefix(one.size());
    }
  }
  return {};
}

}  // namespace headstack
