// Numbers with units, as drive files and command lines write them: "11.11 ms", "5400 rpm", "256
// KiB", "75 %", "3.01 MB/s", "14 sectors".
//
// A number has at most 18 decimal digits, with an optional point ("0.89"), and no exponent. The
// conversion uses integers and rounds to the nearest picosecond. The bits are therefore the same on
// any machine, under any locale. A count must come out whole.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/config/drive_config.h"

namespace headstack {

// A text that is not such a quantity. The message has the text, and the allowed units.
class QuantityError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A time: ps, ns, us, ms, s. May be negative.
Picoseconds parse_duration(std::string_view text);

// Time of a revolution: rpm, or the time itself.
Picoseconds parse_rotation(std::string_view text);

// Time of a clock cycle: Hz, kHz, MHz, or the time itself.
Picoseconds parse_clock(std::string_view text);

// A rate as the time of one block of `bytes_per_block` (> 0): B/s, kB/s, MB/s (powers of 1000),
// KiB/s, MiB/s (powers of 1024), or the time itself: ps/block, ns/block, us/block, ms/block.
Picoseconds parse_block_time(std::string_view text, std::uint32_t bytes_per_block);

// An amount of data as whole blocks of `bytes_per_block` (> 0): B, kB, MB, KiB, MiB, blocks.
std::uint32_t parse_blocks(std::string_view text, std::uint32_t bytes_per_block);

// A share in parts per million: %, ppm.
std::uint32_t parse_share(std::string_view text);

// A whole number of things. `unit` is their plural ("sectors"; "1 sector" is accepted).
std::uint32_t parse_count(std::string_view text, std::string_view unit);

// The singular of a unit: "sector" of "sectors", "part per million" of "parts per million".
std::string singular(std::string_view unit);

// An angle, "0.149 rev" or "2.026 sectors": a decimal number, or a fraction of two, "13.04/78 rev".
AngleConfig parse_angle(std::string_view text);

// The same quantities as text, which the functions above read back to the same value (durations up
// to 18 digits, which are 11 days).
// "3.5 blocks" as 3500: a number with at most three decimals, and the plural `unit`.
std::uint32_t parse_thousandths(std::string_view text, std::string_view unit);

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
