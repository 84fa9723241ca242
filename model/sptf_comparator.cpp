#include "model/sptf_comparator.h"

namespace headstack {

SptfComparator::SptfComparator(sc_core::sc_module_name name, const hs_mechanics& mechanics,
                               std::uint32_t entries)
    : RegisterBlock(name), mechanics_(mechanics), entries_(entries) {}

bool SptfComparator::read_register(std::uint32_t address, std::uint64_t& value) {
  switch (address) {
    case HS_COMPARATOR_WINNER:
      value = winner_;
      return true;
    case HS_COMPARATOR_COST:
      value = cost_;
      return true;
    default:
      return false;
  }
}

bool SptfComparator::write_register(std::uint32_t address, std::uint64_t value) {
  Entry& entry = entries_[selected_];
  const hs_track track = {{HS_TRACK_CYLINDER(value)}, {HS_TRACK_HEAD(value)}};
  switch (address) {
    case HS_COMPARATOR_ENTRY:
      if (value >= entries_.size()) {
        return false;
      }
      selected_ = static_cast<std::uint32_t>(value);
      return true;
    case HS_COMPARATOR_PLACE:
      entry.track = track;
      entry.write = (value & HS_COMPARATOR_WRITE) != 0;
      entry.valid = (value & HS_COMPARATOR_VALID) != 0;
      return true;
    case HS_COMPARATOR_ANGLE:
      entry.angle = static_cast<hs_angle>(value);
      entry.order = static_cast<std::uint32_t>(value >> 32);
      return true;
    case HS_COMPARATOR_TRACK:
      track_ = track;
      return true;
    case HS_COMPARATOR_START:
      scan(value);
      return true;
    default:
      return false;
  }
}

void SptfComparator::scan(hs_ticks start) {
  winner_ = HS_COMPARATOR_NONE;
  cost_ = 0;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (!entry.valid) {
      continue;
    }
    const hs_ticks move = hs_positioning(&mechanics_, track_, entry.track, entry.write);
    const hs_ticks cost = move + hs_rotation_wait(start + move, entry.angle);
    const bool better =
        winner_ == HS_COMPARATOR_NONE || cost < cost_ ||
        (cost == cost_ && static_cast<std::int32_t>(entry.order - entries_[winner_].order) < 0);
    if (better) {
      winner_ = i;
      cost_ = cost;
    }
  }
}

}  // namespace headstack
