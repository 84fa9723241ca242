#include "model/processor/gdb/target.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "model/processor/gdb/description.h"
#include "model/processor/gdb/packet.h"
#include "model/processor/gdb/replies.h"
#include "model/processor/gdb/text.h"

namespace headstack::gdb {

namespace {

constexpr unsigned kPc = 32;
constexpr unsigned kRegisters = 33;
constexpr std::size_t kDigits = 8;  // of a register

// A range from a text "address,bytes" or "offset,bytes".
struct Range {
  std::uint32_t from = 0;
  std::uint32_t count = 0;
};

std::optional<Range> range(Scan& scan) {
  const auto from = scan.number();
  if (!from || !scan.skip(",")) {
    return std::nullopt;
  }
  const auto count = scan.number();
  if (!count) {
    return std::nullopt;
  }
  return Range{*from, *count};
}

}  // namespace

std::uint32_t Target::value_of(unsigned number) const {
  return number == kPc ? core_.pc() : core_.register_value(number);
}

void Target::set(unsigned number, std::uint32_t value) {
  if (number == kPc) {
    core_.set_pc(value);
  } else {
    core_.set_register(number, value);
  }
}

std::string Target::registers() const {
  std::string text;
  for (unsigned number = 0; number < kRegisters; ++number) {
    text += hex_word(value_of(number));
  }
  return text;
}

std::string Target::set_registers(std::string_view values) {
  if (values.size() != kRegisters * kDigits) {
    return kError;
  }
  std::array<std::uint32_t, kRegisters> words{};
  for (std::uint32_t& word : words) {
    const auto value = word_of(values.substr(0, kDigits));
    if (!value) {
      return kError;
    }
    word = *value;
    values.remove_prefix(kDigits);
  }
  for (unsigned number = 0; number < kRegisters; ++number) {
    set(number, words[number]);
  }
  return kOk;
}

std::string Target::read_register(std::string_view arguments) const {
  Scan scan(arguments);
  const auto number = scan.number();
  return number && *number < kRegisters && scan.done() ? hex_word(value_of(*number)) : kError;
}

std::string Target::write_register(std::string_view arguments) {
  Scan scan(arguments);
  const auto number = scan.number();
  if (!number || *number >= kRegisters || !scan.skip("=")) {
    return kError;
  }
  const auto value = word_of(scan.rest());
  if (!value) {
    return kError;
  }
  set(*number, *value);
  return kOk;
}

std::string Target::read_memory(std::string_view arguments) const {
  Scan scan(arguments);
  const auto asked = range(scan);
  if (!asked || !scan.done() || asked->count == 0 || asked->count > kPacketMost / 2) {
    return kError;
  }
  for (const Memory* memory : {&memories_.rom, &memories_.parameters, &memories_.ram}) {
    if (memory->holds(asked->from, 1)) {
      const std::uint32_t offset = asked->from - memory->base();
      const std::uint32_t count = std::min(asked->count, memory->size() - offset);
      const auto* const first = reinterpret_cast<const char*>(memory->data());
      return hex({first + offset, count});
    }
  }
  return kError;
}

std::string Target::write_memory(std::string_view arguments) {
  Scan scan(arguments);
  const auto asked = range(scan);
  if (!asked || !scan.skip(":")) {
    return kError;
  }
  const auto bytes = bytes_of(scan.rest());
  if (!bytes || bytes->size() != asked->count) {
    return kError;
  }
  if (bytes->empty()) {
    return kOk;
  }
  Memory& ram = memories_.ram;
  if (!ram.holds(asked->from, asked->count)) {
    return kError;
  }
  std::copy(bytes->begin(), bytes->end(), ram.data() + (asked->from - ram.base()));
  return kOk;
}

std::string Target::describe(std::string_view arguments) {
  Scan scan(arguments);
  if (!scan.skip("features:read:")) {
    return kUnknown;
  }
  if (!scan.skip("target.xml:")) {
    return kError;
  }
  const auto asked = range(scan);
  const std::string text = description();
  if (!asked || !scan.done() || asked->from > text.size()) {
    return kError;
  }
  const std::size_t most = std::min<std::size_t>(asked->count, kPacketMost - 1);
  const bool last = text.size() - asked->from <= most;
  return (last ? 'l' : 'm') + text.substr(asked->from, most);
}

}  // namespace headstack::gdb
