// Small functions of the drive's times, by their formulas and on both sides of each limit.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/located.h"
#include "disk/plan.h"
#include "disk/predict.h"
#include "disk/read_run.h"
#include "disk/reallocation_table.h"
#include "disk/service_time.h"
#include "disk/situation.h"
}

namespace headstack {
namespace {

// The time of a command that the buffer serves: base, terms of its class, of its blocks and of its
// sector times, at least 0.
TEST(CommandTime, IsTheSumOfItsTerms) {
  const auto drive = eighths_drive(4);
  const auto pitch = static_cast<std::int64_t>(kTurn / 8);
  for (const bool write : {false, true}) {
    hs_command_terms& terms =
        write ? drive->params.overheads.write_cached : drive->params.overheads.read_hit;
    terms = {};
    for (const std::int64_t after_write : {0, 100, -100}) {
      for (const std::int64_t sequential : {0, 30, -30}) {
        for (const std::int32_t thousandths : {0, 1, 500, -500}) {
          for (const bool after : {false, true}) {
            for (const std::uint32_t last_end : {8U, 9U}) {
              terms.after_write = after_write;
              terms.sequential = sequential;
              terms.per_block = 7;
              terms.sector_times_thousandths = thousandths;
              hs_drive_view view{};
              view.last_write = after;
              view.last_end = {last_end};
              hs_task task{};
              task.lbn = {8};
              task.blocks = 5;
              task.write = write;
              const bool follows = after == write && last_end == 8;
              const std::int64_t wanted = 1'000 + (after ? after_write : 0) +
                                          (follows ? sequential : 0) + 5 * 7 +
                                          pitch * thousandths / 1'000;
              EXPECT_EQ(
                  hs_command_time(&drive->params, write ? HS_TERM_WRITE_CACHED : HS_TERM_READ_HIT,
                                  1'000, &view, &task),
                  static_cast<hs_ticks>(std::max<std::int64_t>(wanted, 0)));
            }
          }
        }
      }
    }
  }
}

TEST(CommandTime, IsNotBelow0) {
  const auto drive = eighths_drive(4);
  hs_drive_view view{};
  view.last_write = true;
  hs_task task{};
  task.lbn = {8};
  task.blocks = 1;
  for (const auto& [term, wanted] : {std::pair{-99, 1U}, {-100, 0U}, {-101, 0U}}) {
    drive->params.overheads.read_hit.after_write = term;
    EXPECT_EQ(hs_command_time(&drive->params, HS_TERM_READ_HIT, 100, &view, &task), wanted);
  }
}

// A write or a sequential miss ends a stream, a sequential hit continues it, and another read
// begins a stream without a gap.
TEST(Stream, AfterEachRequest) {
  for (const bool goes_on : {false, true}) {
    for (const bool write : {false, true}) {
      for (const bool hit : {false, true}) {
        for (const bool sequential : {false, true}) {
          for (const hs_ticks since : {hs_ticks{40}, hs_ticks{60}}) {
            const hs_stream after = hs_stream_after({goes_on, 50}, write, hit, sequential, since);
            const bool ends = write || (sequential && !(hit && goes_on));
            EXPECT_EQ(after.goes_on, !ends);
            EXPECT_EQ(after.longest_gap, ends || !sequential ? 0 : std::max<hs_ticks>(since, 50));
          }
        }
      }
    }
  }
}

// Places rise by cylinder, then by head, then by sector.
TEST(PlaceKey, RisesInTheOrderOfPlaces) {
  std::uint64_t before = 0;
  bool first = true;
  for (const std::uint32_t cylinder : {0U, 1U, 2U, 0xffffU, 0x10000U, 0xff'ffffU}) {
    for (const std::uint32_t head : {0U, 1U, 254U, 255U}) {
      for (const std::uint32_t sector : {0U, 1U, 4'095U, 65'534U, 0xf'ffffU}) {
        const std::uint64_t key = hs_place_key({{cylinder}, {head}, {sector}});
        EXPECT_TRUE(first || key > before) << cylinder << " " << head << " " << sector;
        before = key;
        first = false;
      }
    }
  }
}

// A move of 0 settles nothing. A settling below 0 shortens a move to 0 at most.
TEST(Settled, IsNotBelow0) {
  hs_mechanics m{};
  m.read_settle = -100;
  m.write_settle = 7;
  for (const auto& [move, read, write] : {std::tuple{0U, 0U, 0U},
                                          {1U, 0U, 8U},
                                          {99U, 0U, 106U},
                                          {100U, 0U, 107U},
                                          {101U, 1U, 108U}}) {
    EXPECT_EQ(hs_settled(&m, move, false), read);
    EXPECT_EQ(hs_settled(&m, move, true), write);
  }
}

// The least step whose distance is not less than that of the seek.
TEST(WriteStep, OfEachDistance) {
  hs_mechanics m{};
  m.write_step_count = 2;
  m.write_step_cylinders[0] = 3;
  m.write_step_more[0] = 5;
  m.write_step_cylinders[1] = 6;
  m.write_step_more[1] = 9;
  for (std::uint32_t cylinders = 0; cylinders < 10; ++cylinders) {
    const std::uint32_t step = cylinders <= 3 ? 5 : cylinders <= 6 ? 9 : 0;
    EXPECT_EQ(hs_write_step(&m, cylinders), hs_ticks{step} << HS_SEEK_SHIFT) << cylinders;
  }
}

// From the first block to the completion: the blocks on the medium and one on the bus, or the
// watermark and all blocks on the bus.
TEST(OwnTime, OfAReadByItsWatermark) {
  const auto drive = eighths_drive(4);
  hs_drive_params& params = drive->params;
  params.overheads.first_reselect = 11;
  params.overheads.data_preparation = 13;
  params.overheads.read_completion = 17;
  params.cache.read_watermark_ppm = 1'000'000;
  const hs_ticks eighth = kTurn / 8;
  for (const std::uint32_t segment : {0U, 1U, 2U, 5U, 6U, 7U}) {
    for (const hs_ticks per_block : {hs_ticks{10}, 2 * eighth}) {
      params.cache.segment_blocks = segment;
      params.write_per_block = per_block;
      hs_own_time own{};
      hs_service service{};
      hs_service_init(&service, &params, &own);
      hs_task task{};
      task.lbn = {1};
      task.blocks = 6;
      hs_locate(&params.geometry, &task);
      hs_service_arrival(&service, &task, 0);
      const std::uint32_t mark = segment == 0 ? 6 : std::min(segment, 6U);
      EXPECT_EQ(own.behind,
                std::max(6 * eighth + per_block, mark * eighth + 11 + 13 + 6 * per_block) + 17)
          << segment << " " << per_block;
      task.write = true;
      params.write.reconnect_preparation = 19;
      params.overheads.second_reselect = 23;
      params.overheads.write_completion = 29;
      hs_service_arrival(&service, &task, 0);
      EXPECT_EQ(own.behind, std::max(6 * eighth, 6 * per_block) + 19 + 23 + 29);
    }
  }
}

// With marks on the bus, another revolution may pass.
TEST(OwnTime, MarksCostARevolution) {
  const auto drive = eighths_drive(4);
  const auto longest = [&](std::uint32_t marks) {
    drive->params.start_marks_per_revolution = marks;
    hs_own_time own{};
    hs_service service{};
    hs_service_init(&service, &drive->params, &own);
    return hs_service_longest(&service) - service.longest_move;
  };
  EXPECT_LT(longest(0), 2 * kTurn);
  EXPECT_GE(longest(0), kTurn);
  EXPECT_GE(longest(1), 2 * kTurn);
  EXPECT_GE(longest(2), 2 * kTurn);
}

// The longest time to the medium is that of the kind of command that takes longest: of reads and
// writes, sequential or not, in each situation.
TEST(OwnTime, TheLongestOfAllKinds) {
  Rng rng(5);
  for (int round = 0; round < 200; ++round) {
    const auto drive = eighths_drive(4);
    hs_overheads& o = drive->params.overheads;
    for (hs_ticks* time : {&o.read_miss_command, &o.write_command, &o.write_command_non_sequential,
                           &o.read_disconnect_after_read, &o.read_disconnect_after_write,
                           &o.write_disconnect, &o.write_disconnect_non_sequential,
                           &o.data_preparation, &o.first_reselect, &o.prefetch_interrupt}) {
      *time = rng.one_in(3) ? rng.below(1'000'000) : rng.below(100);
    }
    hs_own_time own{};
    hs_service service{};
    hs_service_init(&service, &drive->params, &own);
    const hs_task task{};
    hs_ticks longest = 0;
    for (std::uint32_t i = 0; i < 8; ++i) {
      hs_drive_view view{};
      view.last_write = (i & 4U) != 0;
      view.connected = (i & 2U) != 0;
      view.reading = (i & 1U) != 0;
      hs_ticks here = 0;
      for (std::uint32_t kind = 0; kind < 4; ++kind) {
        hs_plan plan{};
        hs_plan_class(&drive->params, &view, (kind & 1U) != 0, (kind & 2U) != 0, &plan);
        here = std::max({here, plan.seek_start, plan.ready, plan.data_start});
      }
      ASSERT_EQ(hs_service_at(&service, &task, &view).longest, here + service.longest_move + kTurn)
          << round << " " << i;
      longest = std::max(longest, here);
    }
    ASSERT_EQ(hs_service_longest(&service), longest + service.longest_move + kTurn) << round;
  }
}

// A drive that reads whole tracks after a request that this one follows: then the read begins with
// the sector that comes next. Otherwise it waits for its first sector.
TEST(PredictFollowing, AWholeTrackBeginsAnywhere) {
  const auto drive = eighths_drive(4);
  hs_drive_params& params = drive->params;
  params.cache.enabled = true;
  params.cache.segment_blocks = 8;
  params.cache.whole_track_read = true;
  params.cache.whole_track_read_if_following = true;
  hs_task task{};
  task.lbn = {2};
  task.blocks = 3;
  hs_locate(&params.geometry, &task);
  hs_drive_view view{};
  view.now = view.free_at = 100 * kTurn + kTurn / 2 + 1;  // just after the start of sector 4
  for (const bool following : {false, true}) {
    view.last_end = {following ? 2U : 3U};
    const hs_ticks wanted = following ? 100 * kTurn + 5 * (kTurn / 8) : 101 * kTurn + kTurn / 4;
    EXPECT_EQ(hs_predict_media_start(&params, &view, &task), wanted) << following;
    hs_plan plan{};
    hs_plan_media(&params, &view, &task, &plan);
    EXPECT_EQ(hs_predict_planned_start(&params, &view, &plan, &task), wanted) << following;
  }
}

}  // namespace
}  // namespace headstack
