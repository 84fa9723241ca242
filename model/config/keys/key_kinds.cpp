#include "model/config/keys/key_kinds.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "model/config/nearest.h"
#include "model/config/quantity.h"

namespace headstack {
namespace {

// Returns the node's text. Fails for a bare number, which has no unit, and for any other value.
std::string_view quantity_text(const ValueSite& site, const toml::node& node,
                               const std::string& units) {
  if (const auto* text = node.as_string()) {
    return text->get();
  }
  if (node.is_number()) {
    site.fail("this number has no unit; write it as text with a unit, one of: " + units);
  }
  site.fail("must be text with a number and its unit, one of: " + units);
}

// Returns the result of `parse` for the node's text. An error gets the place of the key.
template <class Parse>
auto parsed(const ValueSite& site, const toml::node& node, const std::string& units, Parse parse) {
  const std::string_view text = quantity_text(site, node, units);
  try {
    return parse(text);
  } catch (const QuantityError& error) {
    site.fail(error.what());
  }
}

// Returns the value if it is from `least` to `most`, and fails otherwise. `write` makes values
// readable in messages.
template <class Value, class Write>
Value checked(const ValueSite& site, Value value, Value least, Value most, Write write) {
  if (value < least) {
    site.fail(write(value) + " is too little; the least allowed is " + write(least));
  }
  if (value > most) {
    site.fail(write(value) + " is too much; the most allowed is " + write(most));
  }
  return value;
}

std::string range(const std::string& least, const std::string& most) {
  return least + " to " + most;
}

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

std::string count_text(std::uint32_t count, std::string_view unit) {
  return std::to_string(count) + " " + (count == 1 ? singular(unit) : std::string(unit));
}

std::string blocks_text(std::uint32_t count) { return count_text(count, "blocks"); }

std::string text_of(std::int64_t thousandths, std::string_view unit) {
  const std::int64_t size = thousandths < 0 ? -thousandths : thousandths;
  return (thousandths < 0 ? "-" : "") + format_thousandths(static_cast<std::uint32_t>(size), unit);
}

std::string per_block(Picoseconds time) { return format_duration(time) + "/block"; }

// Returns the form with a range, and with the units that a file may write.
ValueForm of_range(ValueForm form, std::string least, std::string most, std::string units) {
  form.least = std::move(least);
  form.most = std::move(most);
  form.units = std::move(units);
  return form;
}

// Returns a unit in the plural and in the singular: "tasks, task".
std::string both_forms(std::string_view unit) {
  const std::string one = singular(unit);
  return std::string(unit) + (one == unit ? "" : ", " + one);
}

constexpr std::uint32_t kPpmPerPercent = 10'000;
constexpr unsigned kPicoseconds = 9;  // decimals of a time in ms

// A character of a TOML basic string.
std::string escaped(char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  if (c == '"' || c == '\\') {
    return {'\\', c};
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte == 0x7f) {
    return std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 15];
  }
  return {c};
}

}  // namespace

std::string ValueSite::message(const std::string& what) const {
  return file + ":" + std::to_string(line) + ": key `" + key + "`: " + what;
}

void ValueSite::fail(const std::string& what) const { throw ConfigError(message(what)); }

ValueSite ValueSite::at(const toml::node& node) const {
  ValueSite site = *this;
  site.line = node.source().begin.line;
  return site;
}

Picoseconds DurationKind::read(const ValueSite& site, const toml::node& node) const {
  return checked(site, parsed(site, node, duration_units(), parse_duration), least, most,
                 format_duration);
}
std::string DurationKind::write(Picoseconds value) const {
  return in_quotes(format_duration(value));
}
std::string DurationKind::values() const {
  return "time (" + duration_units() + "), " + range(format_duration(least), format_duration(most));
}
ValueForm DurationKind::form() const {
  return of_range({"time", "ms", kPicoseconds}, write(least), write(most), duration_units());
}

Picoseconds RotationKind::read(const ValueSite& site, const toml::node& node) const {
  return checked(site, parsed(site, node, rotation_units(), parse_rotation), least, most,
                 format_duration);
}
std::string RotationKind::write(Picoseconds value) const {
  return in_quotes(format_duration(value));
}
std::string RotationKind::values() const {
  return "speed or time (" + rotation_units() + "), " +
         range(format_duration(least), format_duration(most));
}
ValueForm RotationKind::form() const {
  return of_range({"rotation", "ms", kPicoseconds}, write(least), write(most), rotation_units());
}

Picoseconds ClockKind::read(const ValueSite& site, const toml::node& node) const {
  return checked(site, parsed(site, node, clock_units(), parse_clock), least, most,
                 format_duration);
}
std::string ClockKind::write(Picoseconds value) const { return in_quotes(format_duration(value)); }
std::string ClockKind::values() const {
  return "frequency or time of a cycle (" + clock_units() + "), " +
         range(format_duration(least), format_duration(most));
}
ValueForm ClockKind::form() const {
  return of_range({"clock", "ms", kPicoseconds}, write(least), write(most), clock_units());
}

Picoseconds BlockTimeKind::read(const ValueSite& site, const toml::node& node) const {
  const auto parse = [&](std::string_view text) {
    return parse_block_time(text, site.bytes_per_sector);
  };
  return checked(site, parsed(site, node, block_time_units(), parse), least, most, per_block);
}
std::string BlockTimeKind::write(Picoseconds value) const { return in_quotes(per_block(value)); }
std::string BlockTimeKind::values() const {
  return "rate (" + block_time_units() + "), " + range(per_block(least), per_block(most));
}
ValueForm BlockTimeKind::form() const {
  return of_range({"rate", "ms/block", kPicoseconds}, write(least), write(most),
                  block_time_units());
}

std::uint32_t BlocksKind::read(const ValueSite& site, const toml::node& node) const {
  const auto parse = [&](std::string_view text) {
    return parse_blocks(text, site.bytes_per_sector);
  };
  return checked(site, parsed(site, node, blocks_units(), parse), least, most, blocks_text);
}
std::string BlocksKind::write(std::uint32_t value) const { return in_quotes(blocks_text(value)); }
std::string BlocksKind::values() const {
  return "size (" + blocks_units() + "), " + range(blocks_text(least), blocks_text(most));
}
ValueForm BlocksKind::form() const {
  return of_range({"size", "blocks"}, write(least), write(most), blocks_units() + ", block");
}

std::uint32_t ShareKind::read(const ValueSite& site, const toml::node& node) const {
  return checked(site, parsed(site, node, share_units(), parse_share),
                 least_percent * kPpmPerPercent, most_percent * kPpmPerPercent, format_share);
}
std::string ShareKind::write(std::uint32_t value) const { return in_quotes(format_share(value)); }
std::string ShareKind::values() const {
  return "share (" + share_units() + "), " +
         range(format_share(least_percent * kPpmPerPercent),
               format_share(most_percent * kPpmPerPercent));
}
ValueForm ShareKind::form() const {
  return of_range({"share", "%", 4}, write(least_percent * kPpmPerPercent),
                  write(most_percent * kPpmPerPercent), share_units());
}

std::uint32_t CountKind::read(const ValueSite& site, const toml::node& node) const {
  const auto* number = node.as_integer();
  if (number == nullptr) {
    site.fail("must be a whole number without a unit");
  }
  const auto write = [](std::int64_t value) { return std::to_string(value); };
  return static_cast<std::uint32_t>(
      checked(site, number->get(), std::int64_t{least}, std::int64_t{most}, write));
}
std::string CountKind::write(std::uint32_t value) const { return std::to_string(value); }
std::string CountKind::values() const {
  return "whole number, " + range(std::to_string(least), std::to_string(most));
}
ValueForm CountKind::form() const { return {"whole number", "", 0, write(least), write(most)}; }

std::uint32_t CountOfKind::read(const ValueSite& site, const toml::node& node) const {
  const auto parse = [&](std::string_view text) { return parse_count(text, unit); };
  const auto write = [&](std::uint32_t value) { return count_text(value, unit); };
  return checked(site, parsed(site, node, std::string(unit), parse), least, most, write);
}
std::string CountOfKind::write(std::uint32_t value) const {
  return in_quotes(count_text(value, unit));
}
std::string CountOfKind::values() const {
  return "number of " + std::string(unit) + ", " +
         range(count_text(least, unit), count_text(most, unit));
}
ValueForm CountOfKind::form() const {
  return of_range({"number", std::string(unit)}, write(least), write(most), both_forms(unit));
}

std::uint32_t ThousandthsKind::read(const ValueSite& site, const toml::node& node) const {
  const auto parse = [&](std::string_view text) { return parse_thousandths(text, unit); };
  const auto write = [&](std::uint32_t value) { return format_thousandths(value, unit); };
  return checked(site, parsed(site, node, std::string(unit), parse), 0U, most * 1000, write);
}
std::string ThousandthsKind::write(std::uint32_t value) const {
  return in_quotes(format_thousandths(value, unit));
}
std::string ThousandthsKind::values() const {
  return "number of " + std::string(unit) + ", decimals allowed, up to " + std::to_string(most);
}
ValueForm ThousandthsKind::form() const {
  return of_range({"number", std::string(unit), 3}, write(0), write(most * 1000), both_forms(unit));
}

std::int32_t SignedThousandthsKind::read(const ValueSite& site, const toml::node& node) const {
  const auto parse = [&](std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    const auto size =
        static_cast<std::int64_t>(parse_thousandths(negative ? text.substr(1) : text, unit));
    return negative ? -size : size;
  };
  const auto write = [&](std::int64_t value) { return text_of(value, unit); };
  const std::int64_t limit = std::int64_t{most} * 1000;
  return static_cast<std::int32_t>(
      checked(site, parsed(site, node, std::string(unit), parse), -limit, limit, write));
}
std::string SignedThousandthsKind::write(std::int32_t value) const {
  return in_quotes(text_of(value, unit));
}
std::string SignedThousandthsKind::values() const {
  return "number of " + std::string(unit) + ", decimals allowed, from " + std::to_string(-most) +
         " to " + std::to_string(most);
}
ValueForm SignedThousandthsKind::form() const {
  return of_range({"number", std::string(unit), 3}, write(-most * 1000), write(most * 1000),
                  both_forms(unit));
}

SeekPoint SeekPointKind::read(const ValueSite& site, const toml::node& node) const {
  const toml::array& pair = read_array(site, node);
  if (pair.size() != 2) {
    site.fail("must be a pair of a distance in cylinders and a time, as in [10, \"1.749 ms\"]");
  }
  return {CountKind{1, most_cylinders}.read(site, pair[0]),
          DurationKind{least, most}.read(site, pair[1])};
}
std::string SeekPointKind::write(const SeekPoint& value) const {
  return "[" + std::to_string(value.cylinders) + ", " + in_quotes(format_duration(value.time)) +
         "]";
}
std::string SeekPointKind::values() const {
  return "pair [distance in cylinders, time (" + duration_units() + ")]";
}
ValueForm SeekPointKind::form() const {
  ValueForm form = DurationKind{least, most}.form();
  form.kind = "distance and time";
  return form;
}

BadSector BadSectorKind::read(const ValueSite& site, const toml::node& node) const {
  const toml::array& place = read_array(site, node);
  if (place.size() != 3 && place.size() != 4) {
    site.fail(
        "must be a list of cylinder, head and sector, as in [100, 3, 17], or of these and the time "
        "from which the sector is bad, as in [100, 3, 17, \"2 s\"]");
  }
  const CountKind number{0, 0xffff};
  return {number.read(site, place[0]), number.read(site, place[1]), number.read(site, place[2]),
          place.size() == 4 ? DurationKind{Picoseconds{0}, latest}.read(site, place[3])
                            : Picoseconds{0}};
}

std::string BadSectorKind::write(const BadSector& value) const {
  const std::string since =
      value.since == Picoseconds{0} ? "" : ", " + in_quotes(format_duration(value.since));
  return "[" + std::to_string(value.cylinder) + ", " + std::to_string(value.head) + ", " +
         std::to_string(value.sector) + since + "]";
}

std::string BadSectorKind::values() const {
  return "[cylinder, head, sector] or [cylinder, head, sector, time (" + duration_units() +
         ") from which the sector is bad]";
}
ValueForm BadSectorKind::form() const { return {"place"}; }

std::string TextKind::read(const ValueSite& site, const toml::node& node) const {
  const auto* text = node.as_string();
  if (text == nullptr) {
    site.fail("must be text");
  }
  return text->get();
}
std::string TextKind::write(const std::string& value) const {
  std::string text;
  for (const char c : value) {
    text += escaped(c);
  }
  return in_quotes(text);
}
std::string TextKind::values() const { return "text"; }

std::string FileKind::read(const ValueSite& site, const toml::node& node) const {
  const std::string text = TextKind{}.read(site, node);
  if (text.empty()) {
    site.fail("names no file");
  }
  const std::filesystem::path folder = std::filesystem::path(site.file).parent_path();
  return std::filesystem::absolute(folder / text).lexically_normal().string();
}
ValueForm TextKind::form() const { return {"text"}; }
std::string FileKind::write(const std::string& value) const { return TextKind{}.write(value); }
std::string FileKind::values() const { return "a file"; }

bool SwitchKind::read(const ValueSite& site, const toml::node& node) const {
  const auto* value = node.as_boolean();
  if (value == nullptr) {
    site.fail("must be true or false");
  }
  return value->get();
}
ValueForm FileKind::form() const { return {"file"}; }
std::string SwitchKind::write(bool value) const { return value ? "true" : "false"; }
std::string SwitchKind::values() const { return "true or false"; }

std::string words_text(const std::vector<std::string_view>& words) {
  std::string list;
  for (const std::string_view word : words) {
    list += (list.empty() ? "" : " or ") + in_quotes(std::string(word));
  }
  return list;
}
ValueForm SwitchKind::form() const { return {"truth"}; }

std::size_t read_word(const ValueSite& site, const toml::node& node,
                      const std::vector<std::string_view>& words) {
  const std::string text = TextKind{}.read(site, node);
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  const std::string near = nearest(text, words);
  site.fail(
      "\"" + text + "\" is not known; " +
      (near.empty() ? "allowed here: " + words_text(words) : "did you mean \"" + near + "\"?"));
}

AngleConfig AngleKind::read(const ValueSite& site, const toml::node& node) const {
  const AngleConfig angle = parsed(site, node, angle_units(), parse_angle);
  if (angle.denominator != 0 && angle.numerator >= angle.denominator) {
    site.fail(format_angle(angle) + " is not less than a revolution");
  }
  return angle;
}
std::string AngleKind::write(const AngleConfig& value) const {
  return in_quotes(format_angle(value));
}
std::string AngleKind::values() const {
  return "angle (" + angle_units() + "; decimal or a fraction), less than a revolution";
}
ValueForm AngleKind::form() const {
  ValueForm form{"angle", "rev", kPicoseconds};
  form.units = angle_units() + ", sector";
  return form;
}

namespace {
constexpr CountKind kBlocksInUse{1, 0xffff'ffff};
}
std::uint32_t BlocksInUseKind::read(const ValueSite& site, const toml::node& node) const {
  return kBlocksInUse.read(site, node);
}
std::string BlocksInUseKind::write(std::uint32_t value) const {
  return value == 0 ? "" : kBlocksInUse.write(value);
}
std::string BlocksInUseKind::values() const { return kBlocksInUse.values(); }

const toml::array& read_array(const ValueSite& site, const toml::node& node) {
  const auto* array = node.as_array();
  if (array == nullptr) {
    site.fail("must be a list in square brackets");
  }
  return *array;
}
ValueForm BlocksInUseKind::form() const { return kBlocksInUse.form(); }

}  // namespace headstack
