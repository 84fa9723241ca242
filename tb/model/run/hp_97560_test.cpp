// The HP 97560's read fence, in absolute times: a revolution takes 14.9925 ms, a sector 0.20823 ms,
// the skew from track to track 8 sectors; a block crosses the bus in 0.1024 ms.
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"

namespace headstack {
namespace {

double read_ms(std::uint32_t lbn, std::uint32_t blocks) {
  const DriveConfig drive =
      load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives/hp_97560.toml");
  ReplayWorkload workload;
  workload.requests = {{lbn, blocks, false, 0}};
  const RequestRecord row = run({drive, parse_scheduler("fcfs")}, workload).requests.front();
  return static_cast<double>(row.finish - row.arrival) / 1e9;
}

// The command takes 2.2 ms, so that block 0 is missed and comes by after a turn.
TEST(Hp97560Fence, AShortReadWaitsForAllOfIt) {
  // 14.9925 + 16 x 0.20823, a reselection of 0.2, 16 x 0.1024
  EXPECT_NEAR(read_ms(0, 16), 20.1626, 1e-3);
}

TEST(Hp97560Fence, SixtyFourKilobytes) {
  // 128 sectors and a skew of 8: 14.9925 + 136 x 0.20823, 0.2, 128 x 0.1024
  EXPECT_NEAR(read_ms(0, 128), 56.6189, 1e-3);
}

// The data begin at the fence; the bus needs longer for 192 blocks than the head for the other 64.
TEST(Hp97560Fence, ALongReadWaitsForTheFence) {
  // 14.9925 + 136 x 0.20823, 0.2, 192 x 0.1024
  EXPECT_NEAR(read_ms(0, 192), 63.1725, 1e-3);
}

}  // namespace
}  // namespace headstack
