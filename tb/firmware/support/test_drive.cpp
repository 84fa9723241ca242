#include "tb/firmware/support/test_drive.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headstack {
namespace {

// Rounded up in its last bit (hs_fine_angle).
hs_fine_angle angle_of(std::uint64_t sectors, std::uint32_t sectors_per_track) {
  const std::uint64_t part = sectors % sectors_per_track;
  const std::uint64_t high = (part << 32) / sectors_per_track;
  const std::uint64_t low = (part << 32) % sectors_per_track << 32;
  return (high << 32) + (low + sectors_per_track - 1) / sectors_per_track;
}

// A segment for each run of tracks that are neither reserved nor slipped.
std::vector<hs_segment> segments_of(const ZoneSpec& spec, std::uint32_t heads) {
  std::vector<hs_segment> segments;
  std::uint32_t good = 0;
  bool broken = true;
  for (std::uint32_t track = spec.front; track < spec.cylinders * heads; ++track) {
    if (std::count(spec.slipped.begin(), spec.slipped.end(), track) != 0) {
      broken = true;
      continue;
    }
    if (broken) {
      segments.push_back({good * spec.sectors, track * spec.sectors, 0});
    }
    broken = false;
    ++good;
  }
  return segments;
}

}  // namespace

TestDrive::TestDrive(std::uint32_t heads, std::uint32_t cylinders,
                     const std::vector<ZoneSpec>& zones, std::vector<std::uint32_t> seek)
    : zones_(zones.size()),
      segments_(zones.size()),
      head_skew_(zones.size()),
      seek_(std::move(seek)),
      seek_bound_(seek_) {
  params.geometry.heads = heads;
  params.geometry.cylinders = cylinders;
  params.geometry.zones = zones_.data();
  params.geometry.sector_blocks = 1;
  params.geometry.zone_count = static_cast<std::uint32_t>(zones_.size());
  for (std::size_t i = 0; i < zones.size(); ++i) {
    add_zone(zones[i], i);
  }
  for (std::size_t i = seek_bound_.size(); i-- > 1;) {
    seek_bound_[i - 1] = std::min(seek_bound_[i - 1], seek_bound_[i]);
  }
  params.mechanics.seek = seek_.data();
  params.mechanics.seek_up = seek_.data();
  params.mechanics.seek_down = seek_.data();
  params.mechanics.seek_bound = seek_bound_.data();
  params.bytes_per_block = 512;
  params.second = 60 * kTurn;
}

void TestDrive::add_zone(const ZoneSpec& spec, std::size_t index) {
  const std::uint32_t heads = params.geometry.heads;
  segments_[index] = segments_of(spec, heads);
  for (std::uint32_t head = 0; head < heads; ++head) {
    head_skew_[index].push_back(angle_of(std::uint64_t{head} * spec.track_skew, spec.sectors));
  }
  const auto slips = static_cast<std::uint32_t>(spec.slipped.size());
  const std::uint32_t room = (spec.cylinders * heads - spec.front - slips) * spec.sectors;
  hs_zone& zone = zones_[index];
  zone.first_cylinder.value = spec.first_cylinder;
  zone.last_cylinder.value = spec.first_cylinder + spec.cylinders - 1;
  zone.sectors_per_track = spec.sectors;
  zone.heads = heads;
  zone.first_lbn.value = params.geometry.block_count;
  zone.block_count = spec.blocks == 0 ? room : spec.blocks;
  zone.place_count = room;
  zone.segments = segments_[index].data();
  zone.segment_count = static_cast<std::uint32_t>(segments_[index].size());
  zone.first_angle = angle_of(spec.first_sector, spec.sectors);
  zone.cylinder_skew = angle_of(spec.cylinder_advance, spec.sectors);
  zone.head_skew = head_skew_[index].data();
  zone.pitch_q16 = (std::uint64_t{1} << 48) / spec.sectors;
  params.geometry.block_count += zone.block_count;
}

void TestDrive::add_term(hs_term_target target, std::int64_t time) {
  hs_terms& terms = params.terms;
  hs_term& term = terms.term[terms.count++];
  term = {};
  term.target = target;
  term.time = time;
  terms.least[target] = terms.most[target] = time;
  params.overheads.by_task = true;
  params.overheads.least_terms = std::min(
      terms.least[HS_TERM_READ_MISS],
      terms.least[HS_TERM_WRITE] + std::min<std::int64_t>(terms.least[HS_TERM_WRITE_DATA], 0));
}

std::unique_ptr<TestDrive> spared_drive() {
  ZoneSpec zone;
  zone.cylinders = 4;
  zone.blocks = 48;
  return std::make_unique<TestDrive>(2, zone.cylinders, std::vector{zone},
                                     std::vector<std::uint32_t>{0, 1, 1, 1});
}

std::unique_ptr<TestDrive> eighths_drive(std::uint32_t cylinders) {
  constexpr std::uint32_t eighth = 1U << (32 - 3 - HS_SEEK_SHIFT);
  std::vector<std::uint32_t> seek(cylinders, 0);
  for (std::uint32_t d = 1; d < cylinders; ++d) {
    seek[d] = (1 + d) * eighth;
  }
  ZoneSpec zone;
  zone.cylinders = cylinders;
  auto drive =
      std::make_unique<TestDrive>(2, cylinders, std::vector<ZoneSpec>{zone}, std::move(seek));
  drive->params.mechanics.head_switch = kTurn / 8;
  return drive;
}

namespace {

struct C2247Zone {
  std::uint32_t last_cylinder, sectors, first_sector, track_skew, cylinder_skew, front, spare;
  std::vector<std::uint32_t> slipped;
};

std::vector<ZoneSpec> c2247_zones() {
  // Table A.2; the slipped tracks from DiskSim's hp_c2247a.
  const std::vector<C2247Zone> table = {
      {558,
       96,
       0,
       14,
       32,
       17,
       325,
       {468, 526, 1204, 1861, 2447, 2680, 3098, 3683, 4880, 4919, 6952, 7095}},
      {760, 92, 14, 13, 30, 0, 130, {231, 868, 1125, 1458, 1479, 1492}},
      {901, 88, 73, 13, 29, 0, 65, {585, 996, 1401, 1810}},
      {1051, 84, 80, 12, 28, 0, 78, {582, 595, 699}},
      {1193, 80, 52, 12, 27, 0, 52, {569, 1098, 1518}},
      {1519, 72, 0, 11, 24, 0, 104, {693, 1489, 3102, 3115}},
      {1793, 64, 32, 10, 22, 0, 78, {1980, 1993, 3505}},
      {2050, 56, 30, 9, 19, 0, 65, {1512, 2506, 3320}}};
  std::vector<ZoneSpec> zones;
  std::uint32_t first = 0;
  for (const C2247Zone& from : table) {
    ZoneSpec zone;
    zone.first_cylinder = first;
    zone.cylinders = from.last_cylinder - first + 1;
    zone.sectors = from.sectors;
    zone.front = from.front;
    zone.blocks = (zone.cylinders * 13 - from.front - from.spare) * from.sectors;
    zone.slipped = from.slipped;
    zone.first_sector = from.first_sector;
    zone.track_skew = from.track_skew;
    zone.cylinder_advance = from.cylinder_skew + 12 * from.track_skew;
    zones.push_back(zone);
    first = from.last_cylinder + 1;
  }
  return zones;
}

// Table A.3, in units of 2^-24 of a turn.
std::vector<std::uint32_t> c2247_seeks() {
  const double first[] = {0, 2.69, 3.48, 3.61, 3.78, 4.07, 4.45, 4.32, 4.45, 4.62, 4.79};
  std::vector<std::uint32_t> seek(2051);
  for (std::uint32_t d = 0; d < 2051; ++d) {
    const double time = d <= 10    ? first[d]
                        : d <= 300 ? 3.81 + 0.33 * std::sqrt(d)
                                   : 7.75 + 0.0059 * d;
    seek[d] = static_cast<std::uint32_t>(std::lround(time * 0.09 * 16777216.0));
  }
  return seek;
}

}  // namespace

std::unique_ptr<TestDrive> c2247() {
  auto drive = std::make_unique<TestDrive>(13, 2051, c2247_zones(), c2247_seeks());
  hs_drive_params& p = drive->params;
  p.second = us(1'000'000);
  p.mechanics.head_switch = us(890);
  p.mechanics.write_settle = us(650);
  hs_overheads& o = p.overheads;  // table A.4
  o.read_hit_command = us(953);
  o.read_miss_command = us(558);
  o.write_command = us(824);
  o.write_command_non_sequential = us(642);
  o.read_disconnect_after_read = us(23);
  o.read_disconnect_after_write = us(46);
  o.write_disconnect = us(166);
  o.write_disconnect_non_sequential = us(47);  // 46 there; another figure than the read's
  o.write_disconnect_duration_non_sequential = us(429);
  o.write_second_disconnect_non_sequential = us(134);
  o.write_seek_delay_non_sequential = us(250);
  o.data_preparation = us(25);
  o.read_completion = us(57);
  o.write_completion = us(50);
  o.first_reselect = us(162);
  o.second_reselect = us(129);
  p.write.minimum_positioning = us(600);  // table A.5
  p.write.minimum_blocks = 10;
  p.write.minimum_blocks_large = 15;
  p.write.large_request = 45;
  p.write.reconnect_preparation = us(540);
  p.write_per_block = us(187);  // 512 bytes at 2.74 MB/s
  p.cache.enabled = true;
  p.cache.prefetch_on_idle_hit = true;
  p.cache.hit_on_written_data = true;
  p.cache.hit_by_first_block = true;
  p.cache.segment_blocks = 256;
  p.cache.read_watermark_ppm = 750'000;
  p.cache.prefetch_maximum_blocks = 128;
  return drive;
}

}  // namespace headstack
