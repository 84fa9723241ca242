// A drive's layout as the constant tables of the firmware's mapping.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tables/layout_math.h"

extern "C" {
#include <disk/geometry.h>
#include <disk/reallocation.h>
}

namespace headstack {

// A reallocation that is impossible: its zone, its key, and the reason.
struct ReallocationError : std::runtime_error {
  ReallocationError(std::size_t zone_index, const char* key_name, const std::string& what)
      : std::runtime_error(what), zone(zone_index), key(key_name) {}
  std::size_t zone;
  const char* key;
};

// Owns the tables. The pointers inside geometry() lead into this object. The pointers stay valid
// when the object is moved, but not in the object that was moved from.
class LayoutTables {
 public:
  // Precondition: the layout's numbers are consistent (drive_checks.cpp). Throws ReallocationError.
  explicit LayoutTables(const LayoutConfig& layout);

  LayoutTables(const LayoutTables&) = delete;
  LayoutTables& operator=(const LayoutTables&) = delete;
  LayoutTables(LayoutTables&&) noexcept = default;
  LayoutTables& operator=(LayoutTables&&) noexcept = default;
  ~LayoutTables() = default;

  const hs_geometry& geometry() const { return geometry_; }

 private:
  void add_zone(const LayoutConfig& layout, std::size_t index);
  void leave_spares_at_the_end(std::uint32_t blocks);
  void reallocate(const LayoutConfig& layout);
  void reallocate_track(std::size_t index, std::uint32_t track);
  void reallocate_sector(std::size_t index, std::uint32_t sector);
  bool move(hs_lbn first, std::uint32_t blocks);

  // The members are vectors, because pointers lead to their storage. A move of the object does not
  // move this storage. In the last two, pointers lead to the storage of the elements.
  std::vector<ZonePlace> places_;
  std::vector<ZoneMap> maps_;
  std::vector<hs_zone> zones_;
  std::vector<hs_reallocation> moved_;
  std::vector<hs_reallocations> reallocations_;  // one element, or none
  hs_geometry geometry_{};
};

}  // namespace headstack
