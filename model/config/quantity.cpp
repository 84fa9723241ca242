#include "model/config/quantity.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include "model/base/uint128.h"

namespace headstack {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;  // number of base units in this unit
};

// Base: a picosecond.
constexpr std::array<Unit, 5> kTimes{
    {{"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}}};
constexpr std::array<Unit, 4> kBlockTimes{
    {{"ps/block", 1}, {"ns/block", 1'000}, {"us/block", 1'000'000}, {"ms/block", 1'000'000'000}}};
// Base: a revolution in a minute.
constexpr std::array<Unit, 1> kSpeeds{{{"rpm", 1}}};
// Base: a cycle, in a second.
constexpr std::array<Unit, 3> kFrequencies{{{"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}}};
// Base: a byte, in a second.
constexpr std::array<Unit, 5> kRates{
    {{"B/s", 1}, {"kB/s", 1'000}, {"MB/s", 1'000'000}, {"KiB/s", 1'024}, {"MiB/s", 1'048'576}}};
// Base: a byte.
constexpr std::array<Unit, 5> kSizes{
    {{"B", 1}, {"kB", 1'000}, {"MB", 1'000'000}, {"KiB", 1'024}, {"MiB", 1'048'576}}};
constexpr std::array<Unit, 1> kBlocks{{{"blocks", 1}}};
// Base: a millionth.
constexpr std::array<Unit, 2> kShares{{{"%", 10'000}, {"ppm", 1}}};

constexpr std::uint64_t kPicosecondsPerMinute = 60'000'000'000'000;
constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;

// 10^18 fits 64 bits. The product of 10^18, the largest factor and 10^12 fits 128 bits.
constexpr unsigned kMostDigits = 18;

// Limit of both parts of a fraction. Smaller parts can be written and read again. For parts of a
// sector the limit is lower. A track of 65,535 sectors then has fewer than 2^63 parts.
constexpr std::uint64_t kAngleLimit = 1'000'000'000'000'000'000;
constexpr std::uint64_t kSectorLimit = 100'000'000'000'000;

constexpr Uint128 greatest_common_divisor(Uint128 a, Uint128 b) {
  while (b != 0) {
    const Uint128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A number as it was written: digits / 10^scale.
struct Decimal {
  bool negative = false;
  std::uint64_t digits = 0;
  std::uint64_t scale = 1;  // a power of ten, at most 10^18
};

struct Quantity {
  std::string_view text;
  Decimal number;
  std::string_view unit;
};

template <std::size_t kCount>
void append_names(std::string& list, const std::array<Unit, kCount>& units) {
  for (const Unit& unit : units) {
    list += list.empty() ? "" : ", ";
    list += unit.name;
  }
}

template <class... Tables>
std::string names_of(const Tables&... tables) {
  std::string list;
  (append_names(list, tables), ...);
  return list;
}

[[noreturn]] void fail(std::string_view text, const std::string& what) {
  throw QuantityError("\"" + std::string(text) + "\" " + what);
}

[[noreturn]] void fail_with_units(std::string_view text, const std::string& what,
                                  const std::string& units) {
  fail(text, what + "; units allowed here: " + units);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') {
    text.remove_prefix(1);
  }
  while (!text.empty() && text.back() == ' ') {
    text.remove_suffix(1);
  }
  return text;
}

// Takes a run of digits from the front of `rest`, and returns the number of digits.
unsigned take_digits(std::string_view text, std::string_view& rest, std::uint64_t& digits,
                     unsigned taken) {
  unsigned count = 0;
  while (!rest.empty() && is_digit(rest.front())) {
    if (taken + count == kMostDigits) {
      fail(text, "has more than 18 digits");
    }
    digits = digits * 10 + static_cast<std::uint64_t>(rest.front() - '0');
    rest.remove_prefix(1);
    ++count;
  }
  return count;
}

// Takes a number from the front of `rest`.
Decimal take_decimal(std::string_view text, std::string_view& rest, const std::string& units) {
  Decimal number;
  if (!rest.empty() && rest.front() == '-') {
    number.negative = true;
    rest.remove_prefix(1);
  }
  const unsigned whole = take_digits(text, rest, number.digits, 0);
  if (whole == 0) {
    fail_with_units(text, "is not a number with a unit", units);
  }
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const unsigned decimals = take_digits(text, rest, number.digits, whole);
    if (decimals == 0) {
      fail_with_units(text, "has no digit after its point", units);
    }
    for (unsigned i = 0; i < decimals; ++i) {
      number.scale *= 10;
    }
  }
  return number;
}

Quantity split(std::string_view text, const std::string& units) {
  Quantity result{text, {}, {}};
  std::string_view rest = trimmed(text);
  result.number = take_decimal(text, rest, units);
  result.unit = trimmed(rest);
  if (result.unit.empty()) {
    fail_with_units(text, "has no unit", units);
  }
  return result;
}

// Returns the factor of the quantity's unit in the table. 0: the table does not have the unit.
template <std::size_t kCount>
std::uint64_t factor_in(const Quantity& quantity, const std::array<Unit, kCount>& table) {
  for (const Unit& unit : table) {
    if (unit.name == quantity.unit) {
      return unit.factor;
    }
  }
  return 0;
}

[[noreturn]] void fail_unit(const Quantity& quantity, const std::string& units) {
  fail_with_units(quantity.text,
                  "has the unit `" + std::string(quantity.unit) + "`, which does not fit", units);
}

void reject_negative(const Quantity& quantity) {
  if (quantity.number.negative) {
    fail(quantity.text, "is negative");
  }
}

Picoseconds to_picoseconds(const Quantity& quantity, Uint128 numerator, Uint128 denominator) {
  const Uint128 count = divide_to_nearest(numerator, denominator);
  if (count > static_cast<Uint128>(std::numeric_limits<std::int64_t>::max())) {
    fail(quantity.text, "is too long a time");
  }
  const auto value = static_cast<std::int64_t>(count);
  return Picoseconds{quantity.number.negative ? -value : value};
}

Picoseconds scaled_time(const Quantity& quantity, std::uint64_t factor) {
  return to_picoseconds(quantity, static_cast<Uint128>(quantity.number.digits) * factor,
                        quantity.number.scale);
}

// Returns the time of `work` at a speed. `work` is in the base of the speed's unit, times
// picoseconds.
Picoseconds time_at_speed(const Quantity& quantity, std::uint64_t factor, Uint128 work) {
  reject_negative(quantity);
  if (quantity.number.digits == 0) {
    fail(quantity.text, "is not a speed");
  }
  return to_picoseconds(quantity, work * quantity.number.scale,
                        static_cast<Uint128>(quantity.number.digits) * factor);
}

// digits * factor / (scale * divisor), which must be a whole number of `things`.
std::uint32_t whole(const Quantity& quantity, std::uint64_t factor, std::uint64_t divisor,
                    const std::string& things) {
  reject_negative(quantity);
  const Uint128 numerator = static_cast<Uint128>(quantity.number.digits) * factor;
  const Uint128 denominator = static_cast<Uint128>(quantity.number.scale) * divisor;
  if (numerator % denominator != 0) {
    fail(quantity.text, "is not a whole number of " + things);
  }
  if (numerator / denominator > std::numeric_limits<std::uint32_t>::max()) {
    fail(quantity.text, "is too large");
  }
  return static_cast<std::uint32_t>(numerator / denominator);
}

struct Fraction {
  std::uint64_t numerator;
  std::uint64_t denominator;
};

// Returns above / below in lowest terms. Both parts must be below the limit.
Fraction fraction_of(std::string_view text, const Decimal& above, const Decimal& below,
                     std::uint64_t limit) {
  if (above.negative || below.negative) {
    fail(text, "is negative");
  }
  if (below.digits == 0) {
    fail(text, "divides by 0");
  }
  Uint128 numerator = static_cast<Uint128>(above.digits) * below.scale;
  Uint128 denominator = static_cast<Uint128>(above.scale) * below.digits;
  const Uint128 common = greatest_common_divisor(numerator, denominator);
  numerator /= common;
  denominator /= common;
  if (numerator >= limit || denominator >= limit) {
    fail(text, "is too fine a fraction");
  }
  return {static_cast<std::uint64_t>(numerator), static_cast<std::uint64_t>(denominator)};
}

// value / 10^decimals, without zeros at the end.
std::string format_decimal(std::uint64_t value, unsigned decimals) {
  std::string digits = std::to_string(value);
  if (digits.size() <= decimals) {
    digits.insert(0, decimals + 1 - digits.size(), '0');
  }
  digits.insert(digits.size() - decimals, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') {
    digits.pop_back();
  }
  return digits;
}

}  // namespace

std::string duration_units() { return names_of(kTimes); }
std::string rotation_units() { return names_of(kSpeeds, kTimes); }
std::string clock_units() { return names_of(kFrequencies, kTimes); }
std::string block_time_units() { return names_of(kRates, kBlockTimes); }
std::string blocks_units() { return names_of(kSizes, kBlocks); }
std::string share_units() { return names_of(kShares); }
std::string angle_units() { return "rev, sectors"; }

Picoseconds parse_duration(std::string_view text) {
  const Quantity quantity = split(text, duration_units());
  const std::uint64_t factor = factor_in(quantity, kTimes);
  if (factor == 0) {
    fail_unit(quantity, duration_units());
  }
  return scaled_time(quantity, factor);
}

namespace {

// Parses a speed in a unit of `speeds`, or a time. A speed is converted to the time of one `work`.
template <std::size_t N>
Picoseconds parse_speed(std::string_view text, const std::array<Unit, N>& speeds,
                        const std::string& units, Uint128 work) {
  const Quantity quantity = split(text, units);
  if (const std::uint64_t speed = factor_in(quantity, speeds); speed != 0) {
    return time_at_speed(quantity, speed, work);
  }
  const std::uint64_t factor = factor_in(quantity, kTimes);
  if (factor == 0) {
    fail_unit(quantity, units);
  }
  reject_negative(quantity);
  return scaled_time(quantity, factor);
}

}  // namespace

Picoseconds parse_rotation(std::string_view text) {
  return parse_speed(text, kSpeeds, rotation_units(), kPicosecondsPerMinute);
}

Picoseconds parse_clock(std::string_view text) {
  return parse_speed(text, kFrequencies, clock_units(), kPicosecondsPerSecond);
}

Picoseconds parse_block_time(std::string_view text, std::uint32_t bytes_per_block) {
  const Quantity quantity = split(text, block_time_units());
  if (const std::uint64_t rate = factor_in(quantity, kRates); rate != 0) {
    return time_at_speed(quantity, rate,
                         static_cast<Uint128>(bytes_per_block) * kPicosecondsPerSecond);
  }
  const std::uint64_t factor = factor_in(quantity, kBlockTimes);
  if (factor == 0) {
    fail_unit(quantity, block_time_units());
  }
  reject_negative(quantity);
  return scaled_time(quantity, factor);
}

std::uint32_t parse_blocks(std::string_view text, std::uint32_t bytes_per_block) {
  const Quantity quantity = split(text, blocks_units());
  if (quantity.unit == "blocks" || quantity.unit == "block") {
    return whole(quantity, 1, 1, "blocks");
  }
  const std::uint64_t factor = factor_in(quantity, kSizes);
  if (factor == 0) {
    fail_unit(quantity, blocks_units());
  }
  return whole(quantity, factor, bytes_per_block,
               "blocks of " + std::to_string(bytes_per_block) + " B");
}

std::uint32_t parse_share(std::string_view text) {
  const Quantity quantity = split(text, share_units());
  const std::uint64_t factor = factor_in(quantity, kShares);
  if (factor == 0) {
    fail_unit(quantity, share_units());
  }
  return whole(quantity, factor, 1, "parts per million");
}

std::string singular(std::string_view unit) {
  std::string one(unit);
  const std::size_t end = std::min(one.find(' '), one.size());
  if (end > 0 && one[end - 1] == 's') {
    one.erase(end - 1, 1);
  }
  return one;
}

std::uint32_t parse_count(std::string_view text, std::string_view unit) {
  const Quantity quantity = split(text, std::string(unit));
  if (quantity.unit != unit && quantity.unit != singular(unit)) {
    fail_unit(quantity, std::string(unit));
  }
  return whole(quantity, 1, 1, std::string(unit));
}

std::uint32_t parse_thousandths(std::string_view text, std::string_view unit) {
  const Quantity quantity = split(text, std::string(unit));
  if (quantity.unit != unit && quantity.unit != singular(unit)) {
    fail_unit(quantity, std::string(unit));
  }
  return whole(quantity, 1000, 1, "thousandths of " + std::string(unit));
}

std::string format_thousandths(std::uint32_t thousandths, std::string_view unit) {
  return format_decimal(thousandths, 3) + " " + std::string(unit);
}

AngleConfig parse_angle(std::string_view text) {
  std::string_view rest = trimmed(text);
  const Decimal above = take_decimal(text, rest, angle_units());
  rest = trimmed(rest);
  Decimal below{false, 1, 1};
  if (!rest.empty() && rest.front() == '/') {
    rest = trimmed(rest.substr(1));
    below = take_decimal(text, rest, angle_units());
  }
  const Quantity quantity{text, above, trimmed(rest)};
  if (quantity.unit == "rev") {
    const Fraction turn = fraction_of(text, above, below, kAngleLimit);
    return {turn.numerator, turn.denominator};
  }
  if (quantity.unit == "sectors" || quantity.unit == "sector") {
    const Fraction sectors = fraction_of(text, above, below, kSectorLimit);
    return {sectors.numerator, 0, sectors.denominator};
  }
  if (quantity.unit.empty()) {
    fail_with_units(text, "has no unit", angle_units());
  }
  fail_unit(quantity, angle_units());
}

std::string format_angle(const AngleConfig& angle) {
  const std::string numerator = std::to_string(angle.numerator);
  if (angle.denominator == 0 && angle.parts == 1) {
    return numerator + (angle.numerator == 1 ? " sector" : " sectors");
  }
  if (angle.denominator == 0) {
    return numerator + "/" + std::to_string(angle.parts) + " sectors";
  }
  return numerator + "/" + std::to_string(angle.denominator) + " rev";
}

std::string format_duration(Picoseconds duration) {
  const bool negative = duration.count() < 0;
  const auto count = static_cast<std::uint64_t>(duration.count());
  return (negative ? "-" : "") + format_decimal(negative ? 0 - count : count, 9) + " ms";
}

std::string format_share(std::uint32_t ppm) { return format_decimal(ppm, 4) + " %"; }

}  // namespace headstack
