// A drive description as the constant tables that firmware and hardware model work from.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tick_clock.h"

extern "C" {
#include <headstack/geometry.h>
#include <headstack/mechanics.h>
}

namespace headstack {

// Owns the tables of one drive. The pointers inside geometry() and mechanics() lead into it and
// stay good when it is moved, but not those of an object that was moved from.
class DriveTables {
 public:
  // Precondition: load_drive would accept the drive. (ConfigError if a table cannot hold it.)
  explicit DriveTables(const DriveConfig& drive);

  DriveTables(const DriveTables&) = delete;
  DriveTables& operator=(const DriveTables&) = delete;
  DriveTables(DriveTables&&) noexcept = default;
  DriveTables& operator=(DriveTables&&) noexcept = default;
  ~DriveTables() = default;

  const hs_geometry& geometry() const { return geometry_; }
  const hs_mechanics& mechanics() const { return mechanics_; }
  const TickClock& clock() const { return clock_; }

 private:
  void make_angles(const LayoutConfig& layout);
  void make_slips(const LayoutConfig& layout);
  void make_zones(const LayoutConfig& layout);
  void make_seek(const DriveConfig& drive);

  TickClock clock_;
  // Vectors only, never moved element by element: their storage is what the pointers lead to.
  std::vector<hs_angle> head_skew_;     // surfaces entries a zone
  std::vector<std::uint32_t> slips_;    // of all zones
  std::vector<std::size_t> slips_end_;  // where a zone's end in slips_
  std::vector<hs_zone> zones_;
  std::vector<std::uint32_t> seek_;
  std::vector<std::uint32_t> seek_up_;
  std::vector<std::uint32_t> seek_down_;
  std::vector<std::uint32_t> seek_bound_;
  hs_geometry geometry_{};
  hs_mechanics mechanics_{};
};

}  // namespace headstack
