#include "model/config/tables/layout_math.h"

#include <algorithm>
#include <iterator>

#include "model/config/tables/turn.h"

namespace headstack {
namespace {

std::uint32_t slipped_sectors_end(const hs_slip& slip) { return slip.sector + slip.sectors; }

// Slipped tracks and sectors as runs, rising, that do not touch.
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
// whole zone is one.
class Laying {
 public:
  Laying(const ZoneConfig& zone, std::uint32_t surfaces, ZoneMap& map)
      : front_(zone.reserved_tracks * zone.sectors_per_track), map_(map), slip_(map.slips.begin()) {
    const auto all = static_cast<std::uint32_t>(zone_sectors(zone, surfaces));
    group_sectors_ = map.group_sectors == 0 ? all : map.group_sectors;
    group_blocks_ = map.group_sectors == 0 ? all : map.group_blocks;
    groups_ = all / group_sectors_;
  }

  void run() {
    std::uint32_t group = front_ / group_sectors_;
    while (group < groups_) {
      const std::uint32_t special =
          slip_ == map_.slips.end() ? groups_ : slip_->sector / group_sectors_;
      if (group * group_sectors_ < front_ || special <= group) {
        lay_with_slips(group);
        ++group;
      } else {
        begin_segment(group * group_sectors_, 0);
        map_.place_count += (special - group) * group_blocks_;
        group = special;
      }
    }
  }

 private:
  void begin_segment(std::uint32_t sector, std::uint32_t phase) {
    map_.segments.push_back({map_.place_count, sector, map_.group_sectors == 0 ? 0 : phase});
  }

  // A slipped sector takes one of the group's spare ones, if there is any left.
  void lay_with_slips(std::uint32_t group) {
    const std::uint32_t begin = group * group_sectors_;
    const std::uint32_t end = begin + group_sectors_;
    std::uint32_t sector = std::max(begin, front_);
    std::uint32_t in_group = sector - begin;
    while (sector < end && in_group < group_blocks_) {
      skip_slips_before(sector);
      const bool more = slip_ != map_.slips.end();
      if (more && slip_->sector <= sector) {
        sector = std::min(end, slipped_sectors_end(*slip_));
        continue;
      }
      const std::uint32_t slip = more ? slip_->sector : end;
      const std::uint32_t blocks =
          std::min({slip - sector, end - sector, group_blocks_ - in_group});
      begin_segment(sector, in_group);
      map_.place_count += blocks;
      sector += blocks;
      in_group += blocks;
    }
    skip_slips_before(end);
  }

  void skip_slips_before(std::uint32_t sector) {
    while (slip_ != map_.slips.end() && slipped_sectors_end(*slip_) <= sector) {
      ++slip_;
    }
  }

  std::uint32_t front_;
  ZoneMap& map_;
  std::vector<hs_slip>::const_iterator slip_;
  std::uint32_t group_sectors_;
  std::uint32_t group_blocks_;
  std::uint32_t groups_;
};

// How many of the zone's first `sectors` sectors hold blocks, when none are slipped or reserved.
std::uint32_t blocks_up_to(const ZoneMap& map, std::uint32_t sectors) {
  if (map.group_sectors == 0) {
    return sectors;
  }
  return sectors / map.group_sectors * map.group_blocks +
         std::min(sectors % map.group_sectors, map.group_blocks);
}

}  // namespace

ZoneMap make_zone_map(const ZoneConfig& zone, std::uint32_t surfaces) {
  ZoneMap map{};
  const std::uint32_t sectors = zone.sectors_per_track;
  if (zone.spare_sectors_per_track != 0) {
    map.group_sectors = sectors;
    map.group_blocks = sectors - zone.spare_sectors_per_track;
  } else if (zone.spare_sectors_per_cylinder != 0) {
    map.group_sectors = sectors * surfaces;
    map.group_blocks = map.group_sectors - zone.spare_sectors_per_cylinder;
  }
  map.slips = merged_slips(zone);
  Laying(zone, surfaces, map).run();
  const auto tracks = static_cast<std::uint32_t>(zone_tracks(zone, surfaces));
  const std::uint32_t front = blocks_up_to(map, zone.reserved_tracks * sectors);
  const std::uint32_t end = blocks_up_to(map, (tracks - zone.spare_tracks) * sectors);
  const std::uint32_t nominal = end - front - std::min(end - front, zone.spare_sectors);
  map.block_count = std::min(map.place_count, nominal);
  return map;
}

namespace {

// The skew of each head's track against the first head's, and then of the next cylinder.
std::vector<Turn> skews_of(const LayoutConfig& layout, const ZoneConfig& zone) {
  std::vector<Turn> skews(1);
  for (std::uint32_t head = 0; head < layout.surfaces; ++head) {
    const AngleConfig& step = !layout.head_skew.empty()     ? layout.head_skew[head]
                              : head + 1 == layout.surfaces ? *zone.cylinder_skew
                                                            : *zone.track_skew;
    skews.push_back(skews.back() + Turn(step, zone.sectors_per_track));
  }
  return skews;
}

// Where the zone begins. `continued` is where the zone before would continue.
Turn phase_of(const LayoutConfig& layout, const ZoneConfig& zone, Turn continued) {
  if (zone.first_sector) {
    return Turn(*zone.first_sector, zone.sectors_per_track);
  }
  if (zone.phase) {
    return Turn(*zone.phase, zone.sectors_per_track);
  }
  return layout.head_skew.empty() ? Turn() : continued;
}

}  // namespace

std::vector<ZonePlace> place_zones(const LayoutConfig& layout) {
  std::vector<ZonePlace> places;
  Turn continued;
  Turn advance;
  std::uint32_t next_cylinder = 0;
  std::uint32_t left_out = 0;
  for (const ZoneConfig& zone : layout.zones) {
    const std::uint32_t gap = zone.first_cylinder - next_cylinder;
    left_out += gap;
    if (layout.left_out_cylinders == LeftOutCylinders::with_skew) {
      continued = continued + advance * gap;
    }
    const Turn first = phase_of(layout, zone, continued);
    const std::vector<Turn> skews = skews_of(layout, zone);
    advance = skews.back();
    ZonePlace place{};
    place.left_out = layout.left_out_cylinders_in_seeks ? 0 : left_out;
    place.first_angle = first.fine();
    place.cylinder_skew = advance.fine();
    std::transform(skews.begin(), skews.end() - 1, std::back_inserter(place.head_skew),
                   [](Turn skew) { return skew.fine(); });
    places.push_back(place);
    continued = first + advance * (zone.last_cylinder - zone.first_cylinder + 1);
    next_cylinder = zone.last_cylinder + 1;
  }
  return places;
}

std::uint32_t numbered_cylinders(const LayoutConfig& layout) {
  if (layout.left_out_cylinders_in_seeks) {
    return layout.cylinders;
  }
  std::uint32_t cylinders = 0;
  for (const ZoneConfig& zone : layout.zones) {
    cylinders += zone.last_cylinder - zone.first_cylinder + 1;
  }
  return cylinders;
}

}  // namespace headstack
