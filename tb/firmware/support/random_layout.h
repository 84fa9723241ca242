// Random disks: any number of zones, with reserved, slipped and spare tracks, and cylinders that
// belong to no zone.
#pragma once

#include <memory>
#include <vector>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

namespace headstack {

struct RandomLayout {
  std::vector<ZoneSpec> zones;
  std::unique_ptr<TestDrive> drive;
};

RandomLayout random_layout(Rng& rng, std::uint32_t heads);

}  // namespace headstack
