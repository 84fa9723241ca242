// The kinds of values in a drive file. Each kind reads a TOML node into a field and writes the
// field back as TOML. Each kind describes its allowed values, in words and as a ValueForm, and says
// whether they are numbers (or lists of numbers). A key is declared once, with its kind, in
// drive_keys.cpp and the other files of this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "model/config/drive_config.h"

namespace headstack {

// The place of a value, for messages, and the data that a kind needs to read the value.
struct ValueSite {
  std::string file;
  std::size_t line;
  std::string key;                 // full name: "seek.root.base"
  std::uint32_t bytes_per_sector;  // 0 until this key has been read

  // Returns "FILE:LINE: key `KEY`: WHAT".
  std::string message(const std::string& what) const;
  // Throws ConfigError with this message.
  [[noreturn]] void fail(const std::string& what) const;
  // The same place, but at the line of `node`.
  ValueSite at(const toml::node& node) const;
};

// Allowed values of a key, for programs. values() of a kind describes them for people. For a pair
// or a table, unit, decimals and range describe its time.
struct ValueForm {
  std::string kind;
  std::string unit{};     // unit in which the value is written; empty: no unit
  unsigned decimals = 0;  // greatest number of decimals, in this unit
  std::string least{};    // as TOML; empty: no range
  std::string most{};
  std::vector<std::string> choices{};  // allowed words
  bool list = false;                   // a list of such values
  std::string units{};                 // units that a file may write: "ms, s"; empty: no unit
};

// A time from `least` to `most`. Both ends belong to the range, here and in the other kinds.
struct DurationKind {
  using Value = Picoseconds;
  static constexpr bool kNumber = true;
  Picoseconds least;
  Picoseconds most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// Time of a revolution, which may also be given as a speed.
struct RotationKind {
  using Value = Picoseconds;
  static constexpr bool kNumber = true;
  Picoseconds least;
  Picoseconds most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// Time of a clock cycle, which may also be given as a frequency.
struct ClockKind {
  using Value = Picoseconds;
  static constexpr bool kNumber = true;
  Picoseconds least;
  Picoseconds most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// Rate of data, kept as the time of a block.
struct BlockTimeKind {
  using Value = Picoseconds;
  static constexpr bool kNumber = true;
  Picoseconds least;
  Picoseconds most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// An amount of data in whole blocks.
struct BlocksKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = true;
  std::uint32_t least;
  std::uint32_t most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A share, kept in parts per million; the range is in whole percents.
struct ShareKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = true;
  std::uint32_t least_percent;
  std::uint32_t most_percent;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A bare whole number, for keys whose names say what the number counts.
struct CountKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = true;
  std::uint32_t least;
  std::uint32_t most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A whole number with the unit `unit`, which is a plural.
struct CountOfKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = true;
  std::string_view unit;
  std::uint32_t least;
  std::uint32_t most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A number with up to three decimals and a unit, kept in thousandths.
struct ThousandthsKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = true;
  std::string_view unit;
  std::uint32_t most;  // in whole units
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A number with up to three decimals that may be negative.
struct SignedThousandthsKind {
  using Value = std::int32_t;
  static constexpr bool kNumber = true;
  std::string_view unit;
  std::int32_t most;  // in whole units, either way
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A seek: [10, "1.749 ms"], distance in cylinders and time.
struct SeekPointKind {
  using Value = SeekPoint;
  static constexpr bool kNumber = true;
  std::uint32_t most_cylinders;
  Picoseconds least;
  Picoseconds most;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

// A bad sector: [cylinder, head, sector]. A fourth entry is the time from which the sector is bad;
// without this entry, the sector is bad from the start.
struct BadSectorKind {
  using Value = BadSector;
  static constexpr bool kNumber = false;
  Picoseconds latest;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

// An angle less than a revolution, or a number of sectors. drive_checks.cpp compares this number
// with the track.
struct AngleKind {
  using Value = AngleConfig;
  static constexpr bool kNumber = true;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

// A bare number of blocks. A missing key gives 0, which means all blocks.
struct BlocksInUseKind {
  using Value = std::uint32_t;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

struct TextKind {
  using Value = std::string;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

// Path of a file. A relative path counts from the folder of the file that names it. The value is an
// absolute path.
struct FileKind {
  using Value = std::string;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(const Value& value) const;
  std::string values() const;
  ValueForm form() const;
};

struct SwitchKind {
  using Value = bool;
  static constexpr bool kNumber = false;
  Value read(const ValueSite& site, const toml::node& node) const;
  std::string write(Value value) const;
  std::string values() const;
  ValueForm form() const;
};

// A value that may be left out. A missing value is empty.
template <class Item>
struct OptionalKind {
  using Value = std::optional<typename Item::Value>;
  static constexpr bool kNumber = Item::kNumber;
  Item item;

  Value read(const ValueSite& site, const toml::node& node) const { return item.read(site, node); }
  std::string write(const Value& value) const { return value ? item.write(*value) : ""; }
  std::string values() const { return item.values(); }
  ValueForm form() const { return item.form(); }
};

// A value, and its word.
template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

// Returns the number of the word in the node. Fails if the node is not one of the words.
std::size_t read_word(const ValueSite& site, const toml::node& node,
                      const std::vector<std::string_view>& words);
// The words as text for a message: "a" or "b".
std::string words_text(const std::vector<std::string_view>& words);

// One of several words. A value without a word is the value of a missing key.
template <class Enum>
struct ChoiceKind {
  using Value = Enum;
  static constexpr bool kNumber = false;
  std::vector<Word<Enum>> words;

  Value read(const ValueSite& site, const toml::node& node) const {
    return words[read_word(site, node, texts())].value;
  }
  std::string write(Value value) const {
    for (const Word<Enum>& word : words) {
      if (word.value == value) {
        return '"' + std::string(word.text) + '"';
      }
    }
    return "";
  }
  std::string values() const { return words_text(texts()); }
  ValueForm form() const {
    const std::vector<std::string_view> all = texts();
    ValueForm form{"word"};
    form.choices.assign(all.begin(), all.end());
    return form;
  }

 private:
  std::vector<std::string_view> texts() const {
    std::vector<std::string_view> all;
    all.reserve(words.size());
    for (const Word<Enum>& word : words) {
      all.push_back(word.text);
    }
    return all;
  }
};

// The elements of a TOML array; fails if the node is not one.
const toml::array& read_array(const ValueSite& site, const toml::node& node);

// Any number of values of one kind.
template <class Item>
struct ListKind {
  using Value = std::vector<typename Item::Value>;
  static constexpr bool kNumber = Item::kNumber;
  Item item;

  Value read(const ValueSite& site, const toml::node& node) const {
    Value result;
    for (const toml::node& element : read_array(site, node)) {
      result.push_back(item.read(site.at(element), element));
    }
    return result;
  }

  std::string write(const Value& value) const {
    std::string text = "[";
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string one = item.write(value[i]);
      const char* gap = one.front() == '\n' ? "," : ", ";  // an item may be on a line of its own
      text += (i == 0 ? "" : gap) + one;
    }
    return text + "]";
  }

  std::string values() const { return "list; each " + item.values(); }
  ValueForm form() const {
    ValueForm form = item.form();
    form.list = true;
    return form;
  }
};

}  // namespace headstack
