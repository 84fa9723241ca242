// Drives for the tests: they own the tables that hs_drive_params points to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

extern "C" {
#include "disk/drive_params.h"
}

namespace headstack {

constexpr hs_ticks kTurn = HS_TICKS_PER_REVOLUTION;

// Converts microseconds to ticks of a 5400 rpm drive, to the nearest. A second has 90 revolutions.
constexpr hs_ticks us(std::uint64_t microseconds) {
  return (microseconds * 90 * kTurn + 500'000) / 1'000'000;
}

// Ticks of a 5400 rpm drive to milliseconds.
constexpr double ms(hs_ticks ticks) {
  return static_cast<double>(ticks) / 4294967296.0 * (60'000.0 / 5400.0);
}

// A zone, in the drive maker's terms. Tracks count from 0 at the zone's first track, over all
// heads.
struct ZoneSpec {
  std::uint32_t first_cylinder = 0;
  std::uint32_t cylinders = 1;
  std::uint32_t sectors = 8;           // of a track
  std::uint32_t front = 0;             // reserved tracks before the first data track
  std::uint32_t blocks = 0;            // 0: all blocks that fit
  std::vector<std::uint32_t> slipped;  // tracks, rising, none among the reserved tracks
  std::uint32_t first_sector = 0;      // angles in sectors:
  std::uint32_t track_skew = 0;        // from head to head
  std::uint32_t cylinder_advance = 0;  // between the first tracks of two cylinders
};

class TestDrive {
 public:
  // Seek times are in units of 2^HS_SEEK_SHIFT ticks. The constructor computes their bound.
  TestDrive(std::uint32_t heads, std::uint32_t cylinders, const std::vector<ZoneSpec>& zones,
            std::vector<std::uint32_t> seek);
  TestDrive(const TestDrive&) = delete;
  TestDrive& operator=(const TestDrive&) = delete;

  // all overheads and rules are 0, unless a test sets them
  hs_drive_params params{};

  const hs_geometry& geometry() const { return params.geometry; }
  std::uint32_t blocks() const { return params.geometry.block_count; }

  // Adds a term without a condition. Each command of the class takes `time` ticks more, possibly
  // less than 0. Each class can have one term.
  void add_term(hs_term_target target, std::int64_t time);

 private:
  void add_zone(const ZoneSpec& spec, std::size_t index);

  std::vector<hs_zone> zones_;
  std::vector<std::vector<hs_segment>> segments_;
  std::vector<std::vector<hs_fine_angle>> head_skew_;
  std::vector<std::uint32_t> seek_;
  std::vector<std::uint32_t> seek_bound_;
};

// A drive with one zone, 2 heads, and 8 sectors a track. Block 16 c + 8 h + s is at cylinder c,
// head h, sector s, which begins at s/8 of a revolution. The drive has no skew and no overheads. A
// seek over d > 0 cylinders takes (1 + d)/8 of a revolution. A head switch takes 1/8.
std::unique_ptr<TestDrive> eighths_drive(std::uint32_t cylinders);

// A drive with one zone of 4 cylinders, 2 heads, and 8 sectors a track. The last two tracks are
// spare: the drive has 48 blocks and the spare places 48 to 63.
std::unique_ptr<TestDrive> spared_drive();

// The HP C2247 with 13 surfaces: layout, seeks and times of Worthington 1994, appendix A.
std::unique_ptr<TestDrive> c2247();

}  // namespace headstack
