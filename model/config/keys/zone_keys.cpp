// The keys of a [[layout.zone]].
#include <algorithm>
#include <iterator>

#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_builders.h"
#include "model/config/keys/layout_limits.h"

namespace headstack {
namespace {

constexpr const char* kHeadSkew = "layout.head_skew";
constexpr AngleKind kAngle{};
constexpr std::uint32_t kMostTracks = kMostCylinders * kMostSurfaces;
constexpr std::uint32_t kAnySector = 0xffff'fffe;  // of a zone
constexpr CountOfKind kSectors{"sectors", 0, kMostSectors};
constexpr CountKind kTracks{0, kMostTracks};

// cylinders = [first, last]: the one key that fills two fields.
Key<ZoneConfig> cylinder_range_key() {
  const ListKind<CountKind> kind{{0, kMostCylinders - 1}};
  return {{"cylinders",
           "first and last cylinder of the zone. On one surface, the last cylinder may come first: "
           "the blocks then run outwards",
           kind.values(), kind.form(), false, false, false},
          [kind](const ValueSite& site, const toml::node& node, ZoneConfig& zone) {
            const std::vector<std::uint32_t> range = kind.read(site, node);
            if (range.size() != 2) {
              site.fail("must be a list of two, the first and the last cylinder");
            }
            zone.outwards = range[0] > range[1];
            zone.first_cylinder = std::min(range[0], range[1]);
            zone.last_cylinder = std::max(range[0], range[1]);
          },
          [kind](const ZoneConfig& zone) {
            return zone.outwards ? kind.write({zone.last_cylinder, zone.first_cylinder})
                                 : kind.write({zone.first_cylinder, zone.last_cylinder});
          },
          [](const ZoneConfig& a, const ZoneConfig& b) {
            return a.first_cylinder == b.first_cylinder && a.last_cylinder == b.last_cylinder &&
                   a.outwards == b.outwards;
          }};
}

std::vector<Key<ZoneConfig>> zone_angle_keys() {
  return {
      key<ZoneConfig>(HEADSTACK_KEY(first_sector), OptionalKind<CountOfKind>{kSectors},
                      "number of sectors from the index to the start of the zone's first track",
                      Need::optional),
      key<ZoneConfig>(HEADSTACK_KEY(phase), OptionalKind<AngleKind>{kAngle},
                      "angle from the index to the start of the zone's first track, instead of "
                      "first_sector. Without both keys, the angle is 0; with layout.head_skew, the "
                      "zone then continues where the previous zone ends",
                      Need::optional),
      required_without(
          key<ZoneConfig>(HEADSTACK_KEY(track_skew), OptionalKind<AngleKind>{kAngle},
                          "angle by which a track begins later than the track of the previous "
                          "head; required without layout.head_skew, if the zone lies on all "
                          "surfaces",
                          Need::optional),
          kHeadSkew, "surface"),
      required_without(
          key<ZoneConfig>(HEADSTACK_KEY(cylinder_skew), OptionalKind<AngleKind>{kAngle},
                          "angle by which the first track of a cylinder begins later than the last "
                          "track of the previous cylinder; required without layout.head_skew",
                          Need::optional),
          kHeadSkew),
      key<ZoneConfig>(HEADSTACK_KEY(range_skew), OptionalKind<AngleKind>{kAngle},
                      "angle by which a range of cylinders begins later than the last track of the "
                      "previous range; left out: the skew of any other cylinder",
                      Need::optional),
  };
}

std::vector<Key<ZoneConfig>> zone_spare_keys() {
  const ListKind<CountKind> tracks{{0, kMostTracks}};
  const ListKind<CountKind> sectors{{0, kAnySector}};
  return {
      key<ZoneConfig>(HEADSTACK_KEY(reserved_tracks), kTracks,
                      "number of tracks before the first track with data", Need::optional),
      key<ZoneConfig>(
          HEADSTACK_KEY(spare_tracks), kTracks,
          "number of spare tracks at the end of the zone, including spare tracks that slips use up",
          Need::optional),
      key<ZoneConfig>(HEADSTACK_KEY(spare_sectors), CountKind{0, kAnySector},
                      "number of spare sectors at the end of the zone, before any spare tracks, "
                      "including spare sectors that slips use up",
                      Need::optional),
      key<ZoneConfig>(HEADSTACK_KEY(spare_sectors_per_track), CountKind{0, kMostSectors},
                      "number of spare sectors at the end of each track, including sectors that "
                      "slips on the track use up",
                      Need::optional),
      key<ZoneConfig>(HEADSTACK_KEY(spare_sectors_per_cylinder),
                      CountKind{0, kMostSectors * kMostSurfaces},
                      "number of spare sectors at the end of each cylinder, including sectors that "
                      "slips in the cylinder use up",
                      Need::optional),
      shape(key<ZoneConfig>(HEADSTACK_KEY(cylinders_per_range), CountKind{0, kMostCylinders},
                            "number of cylinders in a range. The first range begins at the first "
                            "cylinder of the zone; remaining cylinders at the end of the zone "
                            "belong to no range; 0 or left out: no ranges",
                            Need::optional)),
      key<ZoneConfig>(HEADSTACK_KEY(spare_sectors_per_range), CountKind{0, kAnySector},
                      "number of spare sectors at the end of each range, including sectors that "
                      "slips in the range use up",
                      Need::optional),
      shape(key<ZoneConfig>(HEADSTACK_KEY(slipped_tracks), tracks,
                            "numbers of the tracks that the blocks skip. Track 0 is the zone's "
                            "first track, even if this track is reserved",
                            Need::optional)),
      shape(key<ZoneConfig>(HEADSTACK_KEY(slipped_sectors), sectors,
                            "numbers of the sectors that the blocks skip. Sector 0 is the zone's "
                            "first sector, even if this sector is reserved",
                            Need::optional)),
      key<ZoneConfig>(
          HEADSTACK_KEY(tracks_shifted_by_slips),
          ChoiceKind<ShiftedBySlips>{{{"later cylinders", ShiftedBySlips::later_cylinders},
                                      {"later tracks", ShiftedBySlips::later_tracks}}},
          "tracks of the zone that begin a sector later after each slipped sector; left out: none",
          Need::optional),
      shape(key<ZoneConfig>(HEADSTACK_KEY(reallocated_tracks), tracks,
                            "numbers of the tracks whose blocks lie on a spare track instead; the "
                            "numbers count as in slipped_tracks",
                            Need::optional)),
      shape(key<ZoneConfig>(HEADSTACK_KEY(reallocated_sectors), sectors,
                            "numbers of the sectors whose blocks lie on a spare sector instead; "
                            "the numbers count as in slipped_sectors",
                            Need::optional)),
  };
}

std::vector<Key<ZoneConfig>> all_zone_keys() {
  std::vector<Key<ZoneConfig>> all = {
      cylinder_range_key(),
      shape(key<ZoneConfig>(HEADSTACK_KEY(sectors_per_track), CountKind{1, kMostSectors},
                            "number of sectors on each track")),
      shape(key<ZoneConfig>(
          HEADSTACK_KEY(surface), OptionalKind<CountKind>{{0, kMostSurfaces - 1}},
          "surface on which the whole zone lies. Zones on other surfaces have the same cylinders, "
          "and follow in the order of the blocks; left out: the zone lies on all surfaces",
          Need::optional)),
  };
  for (std::vector<Key<ZoneConfig>> more : {zone_angle_keys(), zone_spare_keys()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

const std::vector<Key<ZoneConfig>>& zone_keys() {
  static const std::vector<Key<ZoneConfig>> keys = all_zone_keys();
  return keys;
}

}  // namespace headstack
