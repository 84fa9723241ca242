// The HP C2247 of Worthington 1994, appendix A, as most tests of the model use it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"

namespace headstack {

inline const DriveConfig& hp_c2247() {
  static const DriveConfig drive =
      load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives/hp_c2247.toml");
  return drive;
}

inline const DriveTables& hp_c2247_tables() {
  static const DriveTables tables(hp_c2247());
  return tables;
}

constexpr hs_ticks kTurn = hs_ticks{1} << 32;
constexpr double kTurnMs = 60'000.0 / 5400.0;   // 11.111 ms
constexpr double kReadBlockMs = 512 / 3.01e3;   // table A.1: 3.01 MB/s
constexpr double kWriteBlockMs = 512 / 2.74e3;  // 2.74 MB/s
constexpr double kRoundingMs = 3e-6;            // seek tables count in 0.66 ns, ticks in 2.6 ps

inline double ms(hs_ticks ticks) { return static_cast<double>(ticks) / 4294967296.0 * kTurnMs; }
inline hs_ticks ticks(double time_ms) {
  return static_cast<hs_ticks>(time_ms / kTurnMs * 4294967296.0 + 0.5);
}

}  // namespace headstack
