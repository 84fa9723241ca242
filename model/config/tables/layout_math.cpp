#include "model/config/tables/layout_math.h"

#include <algorithm>
#include <iterator>

#include "model/config/tables/turn.h"

namespace headstack {
namespace {

std::uint32_t slipped_sectors_end(const hs_slip& slip) { return slip.sector + slip.sectors; }

// Returns slipped tracks and sectors as rising runs that do not touch.
std::vector<hs_slip> merged_slips(const ZoneConfig& zone) {
  std::vector<hs_slip> all;
  all.reserve(zone.slipped_tracks.size() + zone.slipped_sectors.size());
  for (const std::uint32_t track : zone.slipped_tracks) {
    all.push_back({track * zone.sectors_per_track, zone.sectors_per_track});
  }
  for (const std::uint32_t sector : zone.slipped_sectors) {
    all.push_back({sector, 1});
  }
  std::sort(all.begin(), all.end(),
            [](const hs_slip& a, const hs_slip& b) { return a.sector < b.sector; });
  std::vector<hs_slip> merged;
  for (const hs_slip& slip : all) {
    if (!merged.empty() && slip.sector <= slipped_sectors_end(merged.back())) {
      hs_slip& last = merged.back();
      last.sectors = std::max(slipped_sectors_end(last), slipped_sectors_end(slip)) - last.sector;
    } else {
      merged.push_back(slip);
    }
  }
  return merged;
}

// Lays the blocks of a zone on its sectors, group by group. Without spare sectors in groups, the
// whole zone is one group.
class Laying {
 public:
  Laying(const ZoneConfig& zone, std::uint32_t surfaces, ZoneMap& map)
      : front_(zone.reserved_tracks * zone.sectors_per_track),
        all_(static_cast<std::uint32_t>(zone_sectors(zone, surfaces))),
        map_(map),
        slip_(map.slips.begin()),
        group_sectors_(map.group_sectors == 0 ? all_ : map.group_sectors),
        group_blocks_(map.group_sectors == 0 ? all_ : map.group_blocks),
        groups_(all_ / group_sectors_) {}

  void run() {
    std::uint32_t group = front_ / group_sectors_;
    while (group < groups_) {
      const std::uint32_t special =
          slip_ == map_.slips.end() ? groups_ : std::min(groups_, slip_->sector / group_sectors_);
      if (group * group_sectors_ < front_ || special <= group) {
        lay_with_slips(group);
        ++group;
      } else {
        begin_segment(group * group_sectors_, 0);
        map_.place_count += (special - group) * group_blocks_;
        group = special;
      }
    }
    lay_rest();
  }

 private:
  void begin_segment(std::uint32_t sector, std::uint32_t phase) {
    map_.segments.push_back({map_.place_count, sector, map_.group_sectors == 0 ? 0 : phase});
  }

  // A slipped sector uses up a spare sector of the group, if any is left.
  void lay_with_slips(std::uint32_t group) {
    const std::uint32_t begin = group * group_sectors_;
    const std::uint32_t end = begin + group_sectors_;
    std::uint32_t sector = std::max(begin, front_);
    std::uint32_t in_group = sector - begin;
    while (sector < end && in_group < group_blocks_) {
      const std::uint32_t blocks = lay_up_to_slip(sector, end, in_group, group_blocks_ - in_group);
      sector += blocks;
      in_group += blocks;
    }
    skip_slips_before(end);
  }

  // Sectors after the last whole group have no spare sectors.
  void lay_rest() {
    std::uint32_t sector = std::max(groups_ * group_sectors_, front_);
    while (sector < all_) {
      sector += lay_up_to_slip(sector, all_, HS_NO_GROUPS, all_);
    }
  }

  // Lays a segment of at most `blocks` blocks from `sector` on. If `sector` is slipped, only moves
  // `sector` to the end of the slip. Returns the number of blocks.
  std::uint32_t lay_up_to_slip(std::uint32_t& sector, std::uint32_t end, std::uint32_t phase,
                               std::uint32_t most) {
    skip_slips_before(sector);
    const bool more = slip_ != map_.slips.end();
    if (more && slip_->sector <= sector) {
      sector = std::min(end, slipped_sectors_end(*slip_));
      return 0;
    }
    const std::uint32_t slip = more ? slip_->sector : end;
    const std::uint32_t blocks = std::min({slip - sector, end - sector, most});
    begin_segment(sector, phase);
    map_.place_count += blocks;
    return blocks;
  }

  void skip_slips_before(std::uint32_t sector) {
    while (slip_ != map_.slips.end() && slipped_sectors_end(*slip_) <= sector) {
      ++slip_;
    }
  }

  std::uint32_t front_;
  std::uint32_t all_;
  ZoneMap& map_;
  std::vector<hs_slip>::const_iterator slip_;
  std::uint32_t group_sectors_;
  std::uint32_t group_blocks_;
  std::uint32_t groups_;
};

// Returns the number of blocks on the zone's first `sectors` sectors without slips and reserved
// tracks. The zone has `all` sectors.
std::uint32_t blocks_up_to(const ZoneMap& map, std::uint32_t all, std::uint32_t sectors) {
  if (map.group_sectors == 0) {
    return sectors;
  }
  const std::uint32_t groups = sectors / map.group_sectors;
  const std::uint32_t rest = sectors % map.group_sectors;
  const bool whole = groups < all / map.group_sectors;
  return groups * map.group_blocks + (whole ? std::min(rest, map.group_blocks) : rest);
}

}  // namespace

ZoneMap make_zone_map(const ZoneConfig& zone, std::uint32_t surfaces) {
  ZoneMap map{};
  const std::uint32_t sectors = zone.sectors_per_track;
  if (zone.spare_sectors_per_track != 0) {
    map.group_sectors = sectors;
    map.group_blocks = sectors - zone.spare_sectors_per_track;
  } else if (zone.spare_sectors_per_cylinder != 0) {
    map.group_sectors = sectors * zone_heads(zone, surfaces);
    map.group_blocks = map.group_sectors - zone.spare_sectors_per_cylinder;
  } else if (zone.spare_sectors_per_range != 0) {
    map.group_sectors = sectors * zone_heads(zone, surfaces) * zone.cylinders_per_range;
    map.group_blocks = map.group_sectors - zone.spare_sectors_per_range;
  }
  map.slips = merged_slips(zone);
  Laying(zone, surfaces, map).run();
  const auto tracks = static_cast<std::uint32_t>(zone_tracks(zone, surfaces));
  const std::uint32_t all = tracks * sectors;
  const std::uint32_t front = blocks_up_to(map, all, zone.reserved_tracks * sectors);
  const std::uint32_t end = blocks_up_to(map, all, (tracks - zone.spare_tracks) * sectors);
  const std::uint32_t nominal = end - front - std::min(end - front, zone.spare_sectors);
  map.block_count = std::min(map.place_count, nominal);
  return map;
}

std::vector<std::uint32_t> group_ends(const hs_zone& zone) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < zone.segment_count && zone.group_sectors != 0; ++i) {
    const hs_segment& segment = zone.segments[i];
    const bool last = i + 1 == zone.segment_count;
    const std::uint64_t end = last ? zone.place_count : zone.segments[i + 1].offset;
    std::uint64_t at = std::uint64_t{segment.offset} + zone.group_blocks - segment.phase;
    for (; segment.phase != HS_NO_GROUPS && at < end; at += zone.group_blocks) {
      ends.push_back(static_cast<std::uint32_t>(at));
    }
    ends.push_back(static_cast<std::uint32_t>(end));
  }
  return ends;
}

namespace {

// Skews of the tracks of a cylinder, in the order of the blocks.
struct CylinderSkews {
  std::vector<Turn> tracks;  // of each track from the first track
  Turn next;                 // of the next cylinder from the first track
};

// Returns the skews of a cylinder. `descending`: its blocks run from the last head to head 0.
CylinderSkews skews_of(const LayoutConfig& layout, const ZoneConfig& zone, bool descending) {
  CylinderSkews skews;
  const std::uint32_t heads = zone_heads(zone, layout.surfaces);
  const bool own_list = descending && layout.head_skew.size() > layout.surfaces;
  for (std::uint32_t track = 0; track < heads; ++track) {
    const std::size_t entry = track + (own_list ? heads : 0);
    const AngleConfig& step = !layout.head_skew.empty() ? layout.head_skew[entry]
                              : track + 1 == heads      ? *zone.cylinder_skew
                                                        : *zone.track_skew;
    skews.tracks.push_back(skews.next);
    skews.next = skews.next + Turn(step, zone.sectors_per_track);
  }
  return skews;
}

// Returns the skew of each head's track. A head without a track of the zone has 0.
std::vector<hs_fine_angle> of_heads(const CylinderSkews& skews, std::uint32_t surfaces,
                                    bool descending) {
  std::vector<hs_fine_angle> of(surfaces);
  for (std::size_t track = 0; track < skews.tracks.size(); ++track) {
    of[descending ? surfaces - 1 - track : track] = skews.tracks[track].fine();
  }
  return of;
}

// Returns the turn that a range adds to the skew of its cylinders.
Turn range_turn(const ZoneConfig& zone, Turn first_head_to_last, Turn cylinder) {
  return zone.range_skew
             ? first_head_to_last + Turn(*zone.range_skew, zone.sectors_per_track) - cylinder
             : Turn();
}

// Returns the number of the first track that a slipped sector turns.
std::uint32_t turned_from(const ZoneConfig& zone, std::uint32_t heads, std::uint32_t sector) {
  const std::uint32_t track = sector / zone.sectors_per_track;
  const bool same_cylinder = zone.tracks_shifted_by_slips == ShiftedBySlips::later_tracks;
  return same_cylinder ? track + 1 : (track / heads + 1) * heads;
}

Turn turn_of_slips(const ZoneConfig& zone, std::size_t slips) {
  return zone.tracks_shifted_by_slips == ShiftedBySlips::nothing
             ? Turn()
             : Turn(slips, zone.sectors_per_track);
}

// Returns the turns that the zone's slips cause.
std::vector<hs_turn> turns_of(const ZoneConfig& zone, std::uint32_t surfaces) {
  std::vector<hs_turn> turns;
  const std::uint32_t heads = zone_heads(zone, surfaces);
  for (std::size_t i = 0; i < zone.slipped_sectors.size(); ++i) {
    const std::uint32_t from = turned_from(zone, heads, zone.slipped_sectors[i]);
    if (zone.tracks_shifted_by_slips == ShiftedBySlips::nothing ||
        from >= zone_tracks(zone, surfaces)) {
      break;
    }
    turns.push_back({from, turn_of_slips(zone, i + 1).fine()});
  }
  return turns;
}

// Returns the start angle of the zone. `continued` is the angle at which the zone before would
// continue.
Turn phase_of(const LayoutConfig& layout, const ZoneConfig& zone, Turn continued) {
  if (zone.first_sector) {
    return Turn(*zone.first_sector, zone.sectors_per_track);
  }
  if (zone.phase) {
    return Turn(*zone.phase, zone.sectors_per_track);
  }
  return layout.head_skew.empty() ? Turn() : continued;
}

// Skews of a zone's cylinders, in both directions.
struct ZoneSkews {
  CylinderSkews up;    // from head 0 to the last head
  CylinderSkews down;  // from the last head to head 0, in a serpentine order
  std::uint32_t cylinders;
  std::uint32_t descending;  // cylinders from the last head to head 0
  Turn range;                // turn after each range
};

bool is_serpentine(const LayoutConfig& layout, const ZoneConfig& zone) {
  return layout.serpentine != Serpentine::none && !zone.surface;
}

ZoneSkews skews_of_zone(const LayoutConfig& layout, const ZoneConfig& zone) {
  ZoneSkews skews{};
  skews.up = skews_of(layout, zone, false);
  skews.down = skews_of(layout, zone, true);
  skews.cylinders = zone.last_cylinder - zone.first_cylinder + 1;
  skews.descending =
      is_serpentine(layout, zone) ? (skews.cylinders + 1 - descending_of(layout, zone)) / 2 : 0;
  skews.range = range_turn(zone, skews.up.tracks.back(), skews.up.next);
  return skews;
}

ZonePlace place_of_zone(const LayoutConfig& layout, const ZoneConfig& zone, const ZoneSkews& skews,
                        Turn first) {
  ZonePlace place{};
  place.first_angle = first.fine();
  place.cylinder_skew = skews.up.next.fine();
  place.head_skew = of_heads(skews.up, layout.surfaces, false);
  if (is_serpentine(layout, zone)) {
    place.descending_cylinder_skew = skews.down.next.fine();
    place.descending_head_skew = of_heads(skews.down, layout.surfaces, true);
  }
  place.range_turn = skews.range.fine();
  place.turns = turns_of(zone, layout.surfaces);
  return place;
}

// Returns the turn from the zone's first track to the track after the zone.
Turn over_zone(const ZoneConfig& zone, const ZoneSkews& skews) {
  const std::uint32_t ranges =
      zone.cylinders_per_range == 0 ? 0 : skews.cylinders / zone.cylinders_per_range;
  return skews.up.next * (skews.cylinders - skews.descending) + skews.down.next * skews.descending +
         skews.range * ranges + turn_of_slips(zone, zone.slipped_sectors.size());
}

}  // namespace

std::vector<ZonePlace> place_zones(const LayoutConfig& layout) {
  std::vector<ZonePlace> places;
  Turn continued;
  Turn advance;
  std::uint32_t next_cylinder = 0;
  std::uint32_t left_out = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    const ZoneConfig& zone = layout.zones[i];
    const bool beside = i > 0 && beside_zone_before(zone, layout.zones[i - 1]);
    const std::uint32_t gap = beside ? 0 : zone.first_cylinder - next_cylinder;
    left_out += gap;
    if (layout.cylinder_gaps == CylinderGaps::with_skew) {
      continued = continued + advance * gap;
    }
    const ZoneSkews skews = skews_of_zone(layout, zone);
    const Turn first = phase_of(layout, zone, continued);
    places.push_back(place_of_zone(layout, zone, skews, first));
    places.back().left_out = layout.gaps_in_seeks ? 0 : left_out;
    advance = skews.up.next;
    continued = first + over_zone(zone, skews);
    next_cylinder = zone.last_cylinder + 1;
  }
  return places;
}

std::uint32_t numbered_cylinders(const LayoutConfig& layout) {
  if (layout.gaps_in_seeks) {
    return layout.cylinders;
  }
  std::uint32_t cylinders = 0;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    const ZoneConfig& zone = layout.zones[i];
    const bool beside = i > 0 && beside_zone_before(zone, layout.zones[i - 1]);
    cylinders += beside ? 0 : zone.last_cylinder - zone.first_cylinder + 1;
  }
  return cylinders;
}

}  // namespace headstack
