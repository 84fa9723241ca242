// The [layout] of a drive description: where blocks lie. drive_config.h has the other tables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace headstack {

// An angle as written in the file: a fraction of a revolution in lowest terms, or numerator / parts
// sectors.
struct AngleConfig {
  std::uint64_t numerator;    // "163/975 rev", "14 sectors", "1013/500 sectors"
  std::uint64_t denominator;  // 0: the angle is in sectors
  std::uint64_t parts = 1;    // of a sector
};

constexpr bool operator==(const AngleConfig& a, const AngleConfig& b) {
  return a.numerator == b.numerator && a.denominator == b.denominator && a.parts == b.parts;
}

// The tracks that begin a sector later after each slipped sector.
enum class ShiftedBySlips : std::uint8_t {
  nothing,
  later_cylinders,
  later_tracks,
};

// [[layout.zone]]. Sectors and tracks are numbered from the zone's first physical sector and track.
// Reserved tracks are counted.
struct ZoneConfig {
  std::uint32_t first_cylinder;  // cylinders = [first, last]
  std::uint32_t last_cylinder;
  bool outwards;                         // cylinders = [last, first]: the blocks run outwards
  std::optional<std::uint32_t> surface;  // the surface of a zone that lies on one surface
  std::uint32_t sectors_per_track;
  std::optional<std::uint32_t> first_sector;  // first_sector = "14 sectors": from the
                                              // index to the first track
  std::optional<AngleConfig> phase;           // phase = "0.25 rev": first_sector as an angle
  std::optional<AngleConfig> track_skew;      // track_skew = "13 sectors"; both skews are
  std::optional<AngleConfig> cylinder_skew;   // left out if layout.head_skew is given
  std::uint32_t reserved_tracks;              // before the first track with data
  std::uint32_t spare_tracks;                 // at the end; slips use them up
  std::uint32_t spare_sectors;                // at the end, before the spare tracks
  std::uint32_t spare_sectors_per_track;  // at the end of each track; only one of these three keys
  std::uint32_t spare_sectors_per_cylinder;
  std::uint32_t spare_sectors_per_range;
  std::uint32_t cylinders_per_range;           // 0: no ranges
  std::optional<AngleConfig> range_skew;       // replaces the skew between two ranges
  std::vector<std::uint32_t> slipped_tracks;   // rising
  std::vector<std::uint32_t> slipped_sectors;  // rising
  ShiftedBySlips tracks_shifted_by_slips;  // tracks_shifted_by_slips = "later cylinders" | "later
                                           // tracks"; left out: nothing
  std::vector<std::uint32_t> reallocated_tracks;
  std::vector<std::uint32_t> reallocated_sectors;
};

// Cylinders between two zones that belong to no zone.
enum class CylinderGaps : std::uint8_t {
  none,          // no such cylinders exist
  without_skew,  // the next zone continues the angle without these cylinders
  with_skew,     // these cylinders turn the next zone as cylinders of the zone before would
};

// Cylinders whose blocks run from the last head to head 0.
enum class Serpentine : std::uint8_t {
  none,
  in_each_zone,      // the second, fourth ... cylinder of each zone
  on_odd_cylinders,  // cylinders with an odd number
};

// [layout]
struct LayoutConfig {
  std::uint32_t surfaces;
  std::uint32_t cylinders;  // cylinders that belong to no zone count too
  std::uint32_t bytes_per_sector;
  std::uint32_t bytes_per_physical_sector;  // 0: a block is a physical sector
  Serpentine serpentine;                    // serpentine = "in each zone" | "on odd cylinders"
  std::vector<AngleConfig> head_skew;       // to the next head; last: to the next cylinder
  CylinderGaps cylinder_gaps;               // cylinder_gaps = "without skew" | "with skew"
  bool gaps_in_seeks;                       // cylinders that belong to no zone have a number
  std::uint32_t blocks;                     // in use; 0: all blocks of the zones
  std::vector<ZoneConfig> zones;
};

// Blocks of a physical sector.
constexpr std::uint32_t physical_blocks(const LayoutConfig& layout) {
  return layout.bytes_per_physical_sector == 0
             ? 1
             : layout.bytes_per_physical_sector / layout.bytes_per_sector;
}

}  // namespace headstack
