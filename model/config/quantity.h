// Numbers with units, as drive files and command lines write them: "11.11 ms", "5400 rpm", "256
// KiB", "75 %", "3.01 MB/s", "14 sectors".
//
// A number has at most 18 decimal digits, with an optional point ("0.89"), and no exponent. The
// conversion uses integers and rounds to the nearest picosecond. The result is therefore equal on
// any machine and under any locale. A count must be a whole number.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/config/drive_config.h"

namespace headstack {

// Error of a text that is not such a quantity. The message has the text, and the allowed units.
class QuantityError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A time: ps, ns, us, ms, s. May be negative.
Picoseconds parse_duration(std::string_view text);

// Parses the time of a revolution: a speed in rpm, or a time.
Picoseconds parse_rotation(std::string_view text);

// Parses the time of a clock cycle: a frequency in Hz, kHz or MHz, or a time.
Picoseconds parse_clock(std::string_view text);

// Parses a rate to the time of one block of `bytes_per_block` (> 0). The unit is B/s, kB/s, MB/s
// (powers of 1000), KiB/s or MiB/s (powers of 1024). The text may also give the time: ps/block,
// ns/block, us/block, ms/block.
Picoseconds parse_block_time(std::string_view text, std::uint32_t bytes_per_block);

// An amount of data as whole blocks of `bytes_per_block` (> 0): B, kB, MB, KiB, MiB, blocks.
std::uint32_t parse_blocks(std::string_view text, std::uint32_t bytes_per_block);

// A share in parts per million: %, ppm.
std::uint32_t parse_share(std::string_view text);

// Parses a whole number of things. `unit` is the plural, such as "sectors". "1 sector" is accepted
// too.
std::uint32_t parse_count(std::string_view text, std::string_view unit);

// The singular of a unit: "sector" of "sectors", "part per million" of "parts per million".
std::string singular(std::string_view unit);

// Parses an angle, "0.149 rev" or "2.026 sectors". The number is a decimal number, or a fraction of
// two decimal numbers, "13.04/78 rev".
AngleConfig parse_angle(std::string_view text);

// Parses a number with at most three decimals and the plural `unit`. "3.5 blocks" gives 3500.
std::uint32_t parse_thousandths(std::string_view text, std::string_view unit);

// Write quantities as text. The functions above read this text back to the same value. Durations
// have up to 18 digits, which are 11 days.
std::string format_duration(Picoseconds duration);  // "0.89 ms"
std::string format_thousandths(std::uint32_t thousandths, std::string_view unit);
std::string format_share(std::uint32_t ppm);         // "75 %"
std::string format_angle(const AngleConfig& angle);  // "163/975 rev"

// The units of each kind, for messages and documents: "ps, ns, us, ms, s".
std::string duration_units();
std::string rotation_units();
std::string clock_units();
std::string block_time_units();
std::string blocks_units();
std::string share_units();
std::string angle_units();

}  // namespace headstack
