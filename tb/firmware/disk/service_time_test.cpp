// The estimate of service times, compared with an estimate that is computed track by track.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"
#include "tb/firmware/support/service_scan.h"

extern "C" {
#include "disk/service_time.h"
}

namespace headstack {
namespace {

// The bounds hold, so a deadline beyond them needs no prediction.
TEST(ServiceTime, LiesBetweenItsBounds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, rng.between(1, 20));
    const auto hp = c2247();
    const TestDrive& drive = seed % 2 == 0 ? *hp : *layout.drive;
    SchedulerBench bench(hs_lsf, drive, 1);
    std::vector<hs_own_time> own(1);
    hs_service service_of{};
    hs_service_init(&service_of, &drive.params, own.data());
    for (int i = 0; i < 200; ++i) {
      const std::uint32_t lbn = rng.below(drive.blocks());
      const std::uint32_t blocks = rng.between(1, std::min(3000U, drive.blocks() - lbn));
      const std::uint32_t entry = bench.add(lbn, blocks, rng.one_in(2));
      const hs_task task = bench.task(entry);
      hs_drive_view view{};
      view.now = rng.next() >> 20;
      view.free_at = view.now + (rng.one_in(2) ? rng.next() >> 34 : 0);
      const std::uint32_t last = rng.below(drive.blocks());
      const hs_pbn place = hs_lbn_to_pbn(&drive.geometry(), {last});
      view.track = {place.cylinder, place.head};
      view.last_first = {last};
      view.last_end = {rng.one_in(4) ? lbn : last + 1};
      view.last_write = rng.one_in(2);
      view.connected = rng.one_in(2);
      hs_service_arrival(&service_of, &task, 0);
      const hs_service_view at = hs_service_at(&service_of, &task, &view);
      const hs_ticks time = hs_service_time(&at, 0);
      ASSERT_EQ(time, service(drive.params, view, task));
      ASSERT_LE(hs_service_least(&at, 0), time);
      ASSERT_GE(hs_service_most(&at, 0), time);
      bench.pick(view);
    }
  }
}

// The drive counts the time before the data of a task as its own, with the greatest sum of terms. A
// sum below 0 does not count.
TEST(ServiceTime, TermsLengthenTheTimeAhead) {
  const auto drive = eighths_drive(4);
  hs_own_time own{};
  hs_service service{};
  hs_service_init(&service, &drive->params, &own);
  hs_task task{};
  task.blocks = 1;
  const auto ahead = [&](bool write, std::int64_t command, std::int64_t data) {
    task.write = write;
    drive->params.terms.most[write ? HS_TERM_WRITE : HS_TERM_READ_MISS] = command;
    drive->params.terms.most[HS_TERM_WRITE_DATA] = data;
    hs_service_arrival(&service, &task, 0);
    return own.ahead - hs_predict_lead(&drive->params, &task);
  };
  EXPECT_EQ(ahead(true, 300, 20), 320U);
  EXPECT_EQ(ahead(true, 300, -20), 280U);
  EXPECT_EQ(ahead(true, 300, -400), 0U);
  EXPECT_EQ(ahead(false, 300, 20), 300U);
  EXPECT_EQ(ahead(false, 0, 20), 0U);
}

// The longest move bounds every service. It is the longest seek in either direction, or a head
// switch, with the settling.
TEST(ServiceTime, TheLongestMoveIsThatOfTheSlowerDirection) {
  const auto drive = eighths_drive(4);
  hs_mechanics& mechanics = drive->params.mechanics;
  const std::vector<std::uint32_t> slow = {0, 100, 700, 900};
  const std::vector<std::uint32_t> quick = {0, 100, 300, 800};
  const auto longest = [&] {
    hs_own_time own{};
    hs_service service{};
    hs_service_init(&service, &drive->params, &own);
    return service.longest_move;
  };
  mechanics.same_cylinder = 0;
  mechanics.head_switch = 0;
  mechanics.read_settle = mechanics.write_settle = 0;
  for (const bool up : {false, true}) {
    mechanics.seek_up = up ? slow.data() : quick.data();
    mechanics.seek_down = up ? quick.data() : slow.data();
    EXPECT_EQ(longest(), hs_ticks{900} << HS_SEEK_SHIFT);
  }
  mechanics.read_settle = 5;
  mechanics.write_settle = 9;
  EXPECT_EQ(longest(), (hs_ticks{900} << HS_SEEK_SHIFT) + 9);
  mechanics.write_settle = -9;
  EXPECT_EQ(longest(), (hs_ticks{900} << HS_SEEK_SHIFT) + 5);
  mechanics.head_switch = (hs_ticks{901} << HS_SEEK_SHIFT) + 1;
  EXPECT_EQ(longest(), mechanics.head_switch + 5);
  mechanics.same_cylinder = mechanics.head_switch + 1;
  EXPECT_EQ(longest(), mechanics.head_switch + 6);
}

}  // namespace
}  // namespace headstack
