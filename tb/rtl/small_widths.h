// Widths that are small enough to try all inputs. rtl.cmake passes them to the package.
#pragma once

namespace headstack {

struct SmallWidths {
  static constexpr unsigned kAngle = 2;
  static constexpr unsigned kTime = 4;
  static constexpr unsigned kCylinder = 1;
  static constexpr unsigned kHead = 1;
  static constexpr unsigned kLbn = 1;
  static constexpr unsigned kOrder = 2;
  static constexpr unsigned kKey = 5;
  static constexpr unsigned kSeekShift = 0;
};

}  // namespace headstack
