#include "model/config/file/layout_checks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/config/quantity.h"
#include "model/config/tables/layout_math.h"
#include "model/config/tables/layout_tables.h"

namespace headstack {
namespace {

constexpr std::uint64_t kMostBlocks = 0xffff'ffff;  // a count of blocks must fit 32 bits

std::string text(std::uint64_t number) { return std::to_string(number); }

// ---- Cylinders and surfaces

// Checks the place of a zone after the zone before. `next` is the cylinder after that zone.
void check_follows(const DriveFile& file, std::size_t i, const LayoutConfig& layout,
                   std::uint32_t next) {
  const ZoneConfig& zone = layout.zones[i];
  const bool gaps = layout.cylinder_gaps != CylinderGaps::none;
  if (zone.first_cylinder < next || (zone.first_cylinder > next && !gaps)) {
    file.zone_site(i, "cylinders")
        .fail("the zone begins at cylinder " + text(zone.first_cylinder) + ", which " +
              (zone.first_cylinder < next ? "overlaps the zone before" : "leaves a gap") +
              "; it must begin at " + text(next));
  }
}

// Checks a zone that has the first cylinder of the zone before, on another surface. `first_beside`
// is the first zone with this cylinder.
void check_beside(const DriveFile& file, std::size_t i, const LayoutConfig& layout,
                  std::size_t first_beside) {
  const ZoneConfig& zone = layout.zones[i];
  for (std::size_t k = first_beside; k < i; ++k) {
    const ZoneConfig& other = layout.zones[k];
    if (other.surface == zone.surface) {
      file.zone_site(i, "surface")
          .fail("surface " + text(*zone.surface) + " already has a zone with these cylinders");
    }
    if (other.last_cylinder != zone.last_cylinder) {
      file.zone_site(i, "cylinders")
          .fail("the zone ends at cylinder " + text(zone.last_cylinder) +
                "; zones that begin at the same cylinder must end at the same, " +
                text(other.last_cylinder));
    }
  }
}

// Checks that zones follow each other from cylinder 0 to the last cylinder, without overlap, or lie
// side by side on different surfaces. Gaps are errors too, unless the layout allows them.
void check_zone_order(const DriveFile& file, const LayoutConfig& layout) {
  const bool gaps = layout.cylinder_gaps != CylinderGaps::none;
  std::uint32_t next = 0;
  std::size_t first_beside = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    if (i > 0 && beside_zone_before(layout.zones[i], layout.zones[i - 1])) {
      check_beside(file, i, layout, first_beside);
    } else {
      check_follows(file, i, layout, next);
      first_beside = i;
    }
    next = layout.zones[i].last_cylinder + 1;
  }
  if (next > layout.cylinders || (next < layout.cylinders && !gaps)) {
    file.zone_site(layout.zones.size() - 1, "cylinders")
        .fail("the last zone ends at cylinder " + text(next - 1) +
              ", but layout.cylinders makes the last one " + text(layout.cylinders - 1));
  }
}

// Checks the keys of a zone that lies on one surface, or on all surfaces.
void check_surface(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const ZoneConfig& zone = layout.zones[index];
  if (!zone.surface) {
    if (zone.outwards) {
      file.zone_site(index, "cylinders")
          .fail("the first cylinder, " + text(zone.last_cylinder) + ", is after the last, " +
                text(zone.first_cylinder));
    }
    return;
  }
  if (*zone.surface >= layout.surfaces) {
    file.zone_site(index, "surface")
        .fail("the last surface is " + text(layout.surfaces - 1) + "; surfaces count from 0");
  }
  if (!layout.head_skew.empty()) {
    file.zone_site(index, "surface")
        .fail("a zone on one surface has a cylinder_skew; layout.head_skew must be left out");
  }
  if (zone.track_skew) {
    file.zone_site(index, "track_skew").fail("does nothing in a zone on one surface");
  }
}

// ---- Angles

void check_fits_track(const ValueSite& site, std::uint64_t sectors, const ZoneConfig& zone) {
  if (sectors >= zone.sectors_per_track) {
    site.fail(text(sectors) + " sectors do not fit on a track of " + text(zone.sectors_per_track));
  }
}

void check_angle(const ValueSite& site, const std::optional<AngleConfig>& angle,
                 const ZoneConfig& zone) {
  if (angle && angle->denominator == 0 &&
      angle->numerator / angle->parts >= zone.sectors_per_track) {
    site.fail(format_angle(*angle) + " do not fit on a track of " + text(zone.sectors_per_track));
  }
}

// Checks that skews are not given both in the zone and in layout.head_skew for all zones.
void check_skew(const ValueSite& site, const std::optional<AngleConfig>& skew,
                const LayoutConfig& layout, const ZoneConfig& zone) {
  if (!layout.head_skew.empty() && skew) {
    site.fail("layout.head_skew already gives the skews of all zones; give only one of the two");
  }
  check_angle(site, skew, zone);
}

void check_angles(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const ZoneConfig& zone = layout.zones[index];
  if (zone.first_sector && zone.phase) {
    file.zone_site(index, "phase")
        .fail("first_sector already gives the start of the zone; give only one of the two");
  }
  check_fits_track(file.zone_site(index, "first_sector"), zone.first_sector.value_or(0), zone);
  check_angle(file.zone_site(index, "phase"), zone.phase, zone);
  check_skew(file.zone_site(index, "track_skew"), zone.track_skew, layout, zone);
  check_skew(file.zone_site(index, "cylinder_skew"), zone.cylinder_skew, layout, zone);
  check_angle(file.zone_site(index, "range_skew"), zone.range_skew, zone);
  if (zone.range_skew && layout.head_skew.size() > layout.surfaces) {
    file.zone_site(index, "range_skew")
        .fail("needs cylinders with equal skews, but layout.head_skew has two lists");
  }
  for (const AngleConfig& skew : layout.head_skew) {
    check_angle(file.site("layout.head_skew"), skew, zone);
  }
}

void check_head_skew(const DriveFile& file, const LayoutConfig& layout) {
  const std::size_t entries = layout.head_skew.size();
  const bool serpentine = layout.serpentine != Serpentine::none;
  if (entries != 0 && entries != layout.surfaces &&
      !(serpentine && entries == 2 * std::size_t{layout.surfaces})) {
    file.site("layout.head_skew")
        .fail("has " + text(entries) + " entries; it must have one for each surface, " +
              text(layout.surfaces) + (serpentine ? ", or two" : ""));
  }
}

// ---- Slips and spares

struct DefectList {
  const char* key;
  const char* thing;
  const std::vector<std::uint32_t>& list;
  std::uint64_t reserved;
  std::uint64_t all;
};

void check_defect(const ValueSite& site, const DefectList& defects, std::size_t i) {
  const std::string thing = defects.thing;
  const std::uint32_t one = defects.list[i];
  if (i > 0 && one <= defects.list[i - 1]) {
    site.fail("the " + thing + "s must rise, and " + text(one) + " comes after " +
              text(defects.list[i - 1]));
  }
  if (one < defects.reserved) {
    site.fail(thing + " " + text(one) + " is one of the zone's " + text(defects.reserved) +
              " reserved " + thing + "s");
  }
  if (one >= defects.all) {
    site.fail(thing + " " + text(one) + " is after the zone's last, " + text(defects.all - 1));
  }
}

void check_list(const DriveFile& file, std::size_t index, const DefectList& defects) {
  const ValueSite site = file.zone_site(index, defects.key);
  for (std::size_t i = 0; i < defects.list.size(); ++i) {
    check_defect(site, defects, i);
  }
}

// Checks that the spares at the zone's end, if there are any, hold all slipped sectors.
void check_slips_are_spared(const DriveFile& file, std::size_t index, const ZoneConfig& zone) {
  if (zone.spare_tracks == 0 && zone.spare_sectors == 0) {
    return;
  }
  const std::uint64_t of_track = zone.sectors_per_track;
  const std::uint64_t spares = zone.spare_tracks * of_track + zone.spare_sectors;
  const std::uint64_t tracks = zone.slipped_tracks.size();
  const std::string have =
      zone.spare_sectors == 0 ? "spare_tracks" : "spare_tracks with spare_sectors";
  if (tracks * of_track > spares) {
    file.zone_site(index, "slipped_tracks")
        .fail(text(tracks) + " slipped tracks need as many spare tracks, and " + have + " is " +
              text(spares / of_track));
  }
  const std::uint64_t left = spares - tracks * of_track;
  if (zone.slipped_sectors.size() > left) {
    file.zone_site(index, "slipped_sectors")
        .fail(text(zone.slipped_sectors.size()) + " slipped sectors need as many spare ones, and " +
              have + " leaves " + text(left));
  }
}

void check_defects(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const ZoneConfig& zone = layout.zones[index];
  const std::uint64_t tracks = zone_tracks(zone, layout.surfaces);
  const std::uint64_t sectors = zone_sectors(zone, layout.surfaces);
  const std::uint64_t reserved = zone.reserved_tracks;
  const std::uint64_t reserved_sectors = reserved * zone.sectors_per_track;
  check_list(file, index, {"slipped_tracks", "track", zone.slipped_tracks, reserved, tracks});
  check_list(file, index,
             {"slipped_sectors", "sector", zone.slipped_sectors, reserved_sectors, sectors});
  check_list(file, index,
             {"reallocated_tracks", "track", zone.reallocated_tracks, reserved, tracks});
  check_list(
      file, index,
      {"reallocated_sectors", "sector", zone.reallocated_sectors, reserved_sectors, sectors});
  check_slips_are_spared(file, index, zone);
}

// Checks that at most one key places the zone's spare sectors. Spares at the zone's end do not
// count.
void check_one_kind_of_spares(const DriveFile& file, std::size_t index, const ZoneConfig& zone) {
  const std::pair<const char*, std::uint32_t> kinds[] = {
      {"spare_sectors_per_track", zone.spare_sectors_per_track},
      {"spare_sectors_per_cylinder", zone.spare_sectors_per_cylinder},
      {"spare_sectors_per_range", zone.spare_sectors_per_range}};
  const char* said = nullptr;
  for (const auto& [key, spares] : kinds) {
    if (spares != 0 && said != nullptr) {
      file.zone_site(index, key)
          .fail(std::string(said) +
                " already places the zone's spare sectors; give only one of these keys");
    }
    said = spares != 0 ? key : said;
  }
}

struct Region {
  const char* key;
  std::uint64_t spares;
  const char* thing;
  std::uint64_t sectors;
};

void check_room(const DriveFile& file, std::size_t index, const Region& region) {
  if (region.spares != 0 && region.spares >= region.sectors) {
    file.zone_site(index, region.key)
        .fail(text(region.spares) + " spare sectors leave none for data: " + region.thing +
              " has " + text(region.sectors));
  }
}

// Checks the ranges. A key must use the ranges, and the ranges must fit the zone.
void check_ranges(const DriveFile& file, std::size_t index, const ZoneConfig& zone) {
  const std::uint32_t cylinders = zone.last_cylinder - zone.first_cylinder + 1;
  const bool spares = zone.spare_sectors_per_range != 0;
  if (zone.cylinders_per_range == 0 && (spares || zone.range_skew)) {
    file.zone_site(index, "cylinders_per_range")
        .fail(std::string("is missing: cylinders of a range; ") +
              (spares ? "spare_sectors_per_range" : "range_skew") + " needs ranges");
  }
  if (zone.cylinders_per_range > cylinders) {
    file.zone_site(index, "cylinders_per_range")
        .fail("a range of " + text(zone.cylinders_per_range) +
              " cylinders does not fit in the zone, which has " + text(cylinders));
  }
  if (zone.cylinders_per_range != 0 && !spares && !zone.range_skew) {
    file.zone_site(index, "cylinders_per_range")
        .fail("does nothing without spare_sectors_per_range or range_skew");
  }
}

void check_spare_sectors(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const ZoneConfig& zone = layout.zones[index];
  const std::uint64_t of_track = zone.sectors_per_track;
  const std::uint64_t of_cylinder = of_track * zone_heads(zone, layout.surfaces);
  const std::uint64_t at_ends =
      (std::uint64_t{zone.reserved_tracks} + zone.spare_tracks) * of_track;
  check_one_kind_of_spares(file, index, zone);
  check_ranges(file, index, zone);
  check_room(
      file, index,
      {"spare_sectors", zone.spare_sectors, "the zone, without its reserved and spare tracks,",
       zone_sectors(zone, layout.surfaces) - at_ends});
  check_room(file, index,
             {"spare_sectors_per_track", zone.spare_sectors_per_track, "a track", of_track});
  check_room(
      file, index,
      {"spare_sectors_per_cylinder", zone.spare_sectors_per_cylinder, "a cylinder", of_cylinder});
  check_room(file, index,
             {"spare_sectors_per_range", zone.spare_sectors_per_range, "a range",
              of_cylinder * zone.cylinders_per_range});
}

// ---- Physical sectors

void check_physical_size(const DriveFile& file, const LayoutConfig& layout) {
  const std::uint32_t size = layout.bytes_per_physical_sector;
  const std::uint32_t block = layout.bytes_per_sector;
  const std::uint32_t blocks = size / block;
  if (size != 0 && (size % block != 0 || (blocks & (blocks - 1)) != 0)) {
    file.site("layout.bytes_per_physical_sector")
        .fail("a physical sector of " + text(size) + " bytes must be bytes_per_sector, " +
              text(block) + ", times a power of two: " + text(block) + ", " +
              text(std::uint64_t{2} * block) + ", " + text(4 * std::uint64_t{block}) + " ...");
  }
}

void check_whole(const ValueSite& site, std::uint64_t sectors, std::uint32_t physical) {
  if (sectors % physical != 0) {
    const std::uint64_t below = sectors - sectors % physical;
    site.fail(text(sectors) + " sectors are no whole number of physical sectors, which have " +
              text(physical) + " each; " + (below == 0 ? "" : text(below) + " or ") +
              text(below + physical) + " sectors would be");
  }
}

// Checks that the slipped sectors, which rise, are whole physical sectors.
void check_whole_slips(const DriveFile& file, std::size_t index, const ZoneConfig& zone,
                       std::uint32_t physical) {
  const std::vector<std::uint32_t>& slips = zone.slipped_sectors;
  for (std::size_t i = 0; i < slips.size(); i += physical) {
    const std::uint32_t first = slips[i] / physical * physical;
    const std::uint32_t last = first + physical - 1;
    if (slips[i] != first || slips.size() - i < physical || slips[i + physical - 1] != last) {
      file.zone_site(index, "slipped_sectors")
          .fail("a drive slips whole physical sectors; with sector " + text(slips[i]) +
                ", the list must have all sectors from " + text(first) + " to " + text(last));
    }
  }
}

// Checks that tracks, spares and slips are whole physical sectors. Blocks then lie in a physical
// sector as their addresses say.
void check_physical_sectors(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const std::uint32_t physical = physical_blocks(layout);
  if (physical == 1) {
    return;
  }
  const ZoneConfig& zone = layout.zones[index];
  const std::pair<const char*, std::uint32_t> counts[] = {
      {"sectors_per_track", zone.sectors_per_track},
      {"spare_sectors", zone.spare_sectors},
      {"spare_sectors_per_track", zone.spare_sectors_per_track},
      {"spare_sectors_per_cylinder", zone.spare_sectors_per_cylinder},
      {"spare_sectors_per_range", zone.spare_sectors_per_range}};
  for (const auto& [key, sectors] : counts) {
    check_whole(file.zone_site(index, key), sectors, physical);
  }
  check_whole_slips(file, index, zone, physical);
}

// ---- Zones

void check_zone(const DriveFile& file, std::size_t index, const LayoutConfig& layout) {
  const ZoneConfig& zone = layout.zones[index];
  const std::uint64_t tracks = zone_tracks(zone, layout.surfaces);
  const std::uint64_t taken = std::uint64_t{zone.reserved_tracks} + zone.spare_tracks;
  if (taken >= tracks) {
    file.zone_site(index,
                   zone.spare_tracks > zone.reserved_tracks ? "spare_tracks" : "reserved_tracks")
        .fail(text(zone.reserved_tracks) + " reserved and " + text(zone.spare_tracks) +
              " spare tracks leave none for data: the zone has " + text(tracks));
  }
  if (zone_sectors(zone, layout.surfaces) > kMostBlocks) {
    file.zone_site(index, "sectors_per_track")
        .fail("the zone has " + text(zone_sectors(zone, layout.surfaces)) +
              " sectors; the most is " + text(kMostBlocks));
  }
  check_angles(file, index, layout);
  check_spare_sectors(file, index, layout);
  check_defects(file, index, layout);
  check_physical_sectors(file, index, layout);
}

// ---- Blocks

void check_blocks(const DriveFile& file, const LayoutConfig& layout) {
  std::uint64_t blocks = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    const std::uint32_t own = make_zone_map(layout.zones[i], layout.surfaces).block_count;
    if (own == 0) {
      file.zone_site(i, "cylinders").fail("slips and spare sectors leave the zone no block");
    }
    blocks += own;
    if (blocks > kMostBlocks) {
      file.zone_site(i, "sectors_per_track")
          .fail("the zones up to this zone have " + text(blocks) + " blocks; the most is " +
                text(kMostBlocks));
    }
  }
  if (layout.blocks > blocks) {
    file.site("layout.blocks").fail("the zones hold only " + text(blocks) + " blocks");
  }
  check_whole(file.site("layout.blocks"), layout.blocks, physical_blocks(layout));
}

void check_reallocations(const DriveFile& file, const LayoutConfig& layout) {
  try {
    const LayoutTables tables(layout);
  } catch (const ReallocationError& error) {
    file.zone_site(error.zone, error.key).fail(error.what());
  }
}

// The blocks before which an extent may end in the middle of a track.
std::vector<std::uint64_t> breaks_of(const LayoutConfig& layout) {
  const LayoutTables tables(layout);
  const hs_geometry& geometry = tables.geometry();
  std::vector<std::uint64_t> breaks;
  for (std::uint32_t i = 0; i < geometry.zone_count; ++i) {
    const hs_zone& zone = geometry.zones[i];
    for (std::uint32_t k = 1; k < zone.segment_count; ++k) {
      if (zone.segments[k].sector % zone.sectors_per_track != 0) {
        breaks.push_back(std::uint64_t{zone.first_lbn.value} + zone.segments[k].offset);
      }
    }
    if (layout.zones[i].spare_sectors_per_range != 0) {
      for (const std::uint32_t end : group_ends(zone)) {
        breaks.push_back(std::uint64_t{zone.first_lbn.value} + end);
      }
    }
  }
  if (const hs_reallocations* moved = geometry.reallocations) {
    for (std::uint32_t i = 0; i < moved->moved; ++i) {
      const hs_reallocation& run = moved->by_block[i];
      breaks.push_back(run.first.value);
      breaks.push_back(std::uint64_t{run.first.value} + run.blocks);
    }
  }
  std::sort(breaks.begin(), breaks.end());
  return breaks;
}

}  // namespace

void check_layout(const DriveFile& file, const LayoutConfig& layout) {
  check_physical_size(file, layout);
  check_zone_order(file, layout);
  check_head_skew(file, layout);
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    check_surface(file, i, layout);
    check_zone(file, i, layout);
  }
  check_blocks(file, layout);
  check_reallocations(file, layout);
}

std::uint32_t fewest_blocks_on_a_track(const LayoutConfig& layout) {
  std::uint32_t fewest = 0xffff'ffff;
  for (const ZoneConfig& zone : layout.zones) {
    const std::uint32_t spare_of_cylinder =
        (zone.spare_sectors_per_cylinder + layout.surfaces - 1) / layout.surfaces;
    const std::uint32_t spare = std::max(zone.spare_sectors_per_track, spare_of_cylinder);
    fewest = std::min(fewest, std::max(1U, zone.sectors_per_track - spare));
  }
  return fewest;
}

std::uint64_t most_breaks_within(const LayoutConfig& layout, std::uint64_t blocks) {
  const std::vector<std::uint64_t> breaks = breaks_of(layout);
  std::uint64_t most = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    while (breaks[i] - breaks[first] >= blocks) {
      ++first;
    }
    most = std::max<std::uint64_t>(most, i - first + 1);
  }
  return most;
}

}  // namespace headstack
