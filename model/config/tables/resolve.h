// A drive description as the constant tables that firmware and hardware model work from.
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

  const hs_geometry& geometry() const { return layout_.geometry(); }
  const hs_mechanics& mechanics() const { return mechanics_; }
  const TickClock& clock() const { return clock_; }

 private:
  void make_seek(const DriveConfig& drive);

  TickClock clock_;
  LayoutTables layout_;
  // Vectors only: their storage is what the pointers lead to.
  std::vector<std::uint32_t> seek_;
  std::vector<std::uint32_t> seek_up_;
  std::vector<std::uint32_t> seek_down_;
  std::vector<std::uint32_t> seek_bound_;
  hs_mechanics mechanics_{};
};

}  // namespace headstack
