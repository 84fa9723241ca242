// A drive description as constant tables for firmware and hardware model.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/drive_config.h"
#include "model/config/tables/layout_tables.h"
#include "model/config/tick_clock.h"

extern "C" {
#include <disk/geometry.h>
#include <disk/mechanics.h>
}

namespace headstack {

// Owns the tables of one drive. The pointers inside geometry() and mechanics() lead into this
// object. The pointers stay valid when the object is moved, but not in the object that was moved
// from.
class DriveTables {
 public:
  // Precondition: load_drive would accept the drive. Throws ConfigError if a table cannot hold it.
  explicit DriveTables(const DriveConfig& drive);

  DriveTables(const DriveTables&) = delete;
  DriveTables& operator=(const DriveTables&) = delete;
  DriveTables(DriveTables&&) noexcept = default;
  DriveTables& operator=(DriveTables&&) noexcept = default;
  ~DriveTables() = default;

  const hs_geometry& geometry() const { return layout_.geometry(); }
  const hs_mechanics& mechanics() const { return mechanics_; }
  const TickClock& clock() const { return clock_; }

 private:
  void make_seek(const DriveConfig& drive);

  TickClock clock_;
  LayoutTables layout_;
  // These members are vectors, because the pointers lead to the vectors' storage.
  std::vector<std::uint32_t> seek_;
  std::vector<std::uint32_t> seek_up_;
  std::vector<std::uint32_t> seek_down_;
  std::vector<std::uint32_t> seek_bound_;
  hs_mechanics mechanics_{};
};

}  // namespace headstack
