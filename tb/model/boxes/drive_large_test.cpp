// Requests that are larger than a buffer segment (256 blocks), and latencies over many requests.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

double ps_ms(std::int64_t time) { return static_cast<double>(time) / 1e9; }

// Time of the blocks under the head, with the skews between tracks, from the first one on.
double media_ms(std::uint32_t lbn, std::uint32_t blocks, double* transfer_ms) {
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  const LayoutConfig& layout = hp_c2247().layout;
  double time = 0;
  *transfer_ms = 0;
  hs_track last{};
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const hs_pbn place = hs_lbn_to_pbn(&geometry, {lbn + b});
    const hs_zone* zone = hs_zone_of_track(&geometry, {place.cylinder, place.head});
    const double sector = kTurnMs / zone->sectors_per_track;
    const ZoneConfig& config = layout.zones[static_cast<std::size_t>(zone - geometry.zones)];
    if (b > 0 && place.cylinder.value != last.cylinder.value) {
      time += static_cast<double>(config.cylinder_skew->numerator) * sector;
    } else if (b > 0 && place.head.value != last.head.value) {
      time += static_cast<double>(config.track_skew->numerator) * sector;
    }
    time += sector;
    *transfer_ms += sector;
    last = {place.cylinder, place.head};
  }
  return time;
}

struct Large {
  std::uint16_t blocks;
  bool write;
};

class LargeRequest : public testing::TestWithParam<Large> {};

std::string name_of(const testing::TestParamInfo<Large>& info) {
  return (info.param.write ? "Write" : "Read") + std::to_string(info.param.blocks);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LargeRequest,
                         testing::Values(Large{300, false}, Large{1000, false}, Large{5000, false},
                                         Large{300, true}, Large{1000, true}, Large{5000, true}),
                         name_of);

TEST_P(LargeRequest, TakesAsLongAsIsPhysicallyPossible) {
  const std::uint16_t blocks = GetParam().blocks;
  for (const std::uint32_t lbn : {100'000U, 1'300'000U, 2'054'864U - blocks}) {
    BusRig rig;
    Order order = GetParam().write ? write_order(lbn, blocks) : read_order(lbn, blocks);
    order.with_record = true;
    rig.host().send(order);
    rig.run();
    const Exchange& large = rig.host()[0];
    EXPECT_EQ(large.status, 0x00);
    const double took = large.end_ms();
    double transfer = 0;
    const double media = media_ms(lbn, blocks, &transfer);
    EXPECT_GT(took, blocks * (GetParam().write ? kWriteBlockMs : kReadBlockMs));
    EXPECT_GT(took, media);
    // Each block passes the head once. A segment at a time crosses the bus, or a quarter of one.
    EXPECT_NEAR(ps_ms(large.record.transfer), transfer, 1e-4);
    std::uint32_t chunks = 0;
    for (const SeenPhase& seen : large.phases) {
      chunks += seen.phase == ScsiPhase::data_in || seen.phase == ScsiPhase::data_out ? 1 : 0;
    }
    const std::uint32_t pieces = (blocks + 63U) / 64U;
    EXPECT_EQ(chunks,
              GetParam().write ? pieces - 3 : pieces);  // a write's first is a whole segment
    // At worst: one after the other, with a seek, and two turns and some overhead for each segment.
    EXPECT_LT(took, media + blocks * kWriteBlockMs + 22 + chunks * (3 * kTurnMs + 3));
    const RequestRecord& r = large.record;
    EXPECT_EQ(r.finish - r.arrival,
              r.queue + r.overhead + r.seek + r.rotation + r.transfer + r.bus);
    EXPECT_GE(std::min({r.overhead, r.seek, r.rotation, r.bus}), 0);
  }
}

// A megabyte, read in one request, goes at the rate of the bus or of the medium, whichever is less.
double seek_ms(std::uint32_t lbn) {
  const hs_pbn place = hs_lbn_to_pbn(&hp_c2247_tables().geometry(), {lbn});
  return ms(
      hs_positioning(&hp_c2247_tables().mechanics(), {}, {place.cylinder, place.head}, false));
}

double stream_ms(DriveConfig drive, std::uint32_t lbn, RequestRecord* row) {
  ReplayWorkload workload;
  workload.requests = {{lbn, 2048, false, 0}};
  *row = run({std::move(drive), parse_scheduler("fcfs")}, workload).requests.front();
  return ps_ms(row->finish - row->arrival);
}

TEST(Stream, AtTheRateOfTheBus) {
  double passing = 0;
  for (const std::uint32_t lbn : {100'000U, 1'300'000U}) {
    RequestRecord row;
    const double took = stream_ms(hp_c2247(), lbn, &row);
    // The data begin when 192 blocks are in the buffer; the bus never waits, nor stops.
    const double first = 0.558 + seek_ms(lbn);
    const double until_mark = media_ms(lbn, 192, &passing);
    const double bus = 2048 * kReadBlockMs;
    EXPECT_GE(took, first + until_mark + 0.162 + 0.025 + bus + 0.057 - 1e-4);
    EXPECT_LE(took, first + kTurnMs + until_mark + 0.162 + 0.025 + bus + 0.057 + 1e-4);
  }
}

TEST(Stream, AtTheRateOfTheMedium) {
  DriveConfig drive = hp_c2247();
  drive.bus.read_rate_as_block_time =
      Picoseconds{20'000'000};  // 0.02 ms, where a sector takes 0.116
  for (const std::uint32_t lbn : {100'000U, 1'300'000U}) {
    RequestRecord row;
    const double took = stream_ms(drive, lbn, &row);
    double passing = 0;
    const double media = media_ms(lbn, 2048, &passing);
    // From the first sector to the last the head never pauses; the last block then crosses the bus.
    const hs_extent first = hs_map_extent(&hp_c2247_tables().geometry(), {lbn}, 1);
    double start = ms(first.angle);
    const double arrive = 0.558 + seek_ms(lbn);
    while (start < arrive) {
      start += kTurnMs;
    }
    EXPECT_NEAR(took, start + media + 0.02 + 0.057, 1e-4);
  }
}

// With a segment of 64 blocks the head loses a turn whenever the buffer is full, and no more.
TEST(Stream, WithASmallSegment) {
  DriveConfig drive = hp_c2247();
  drive.cache.size_blocks = 128;
  drive.cache.prefetch_maximum_blocks = 64;
  RequestRecord row;
  const double took = stream_ms(drive, 100'000, &row);
  const double pieces = 2048.0 / 16;
  EXPECT_LT(took, ps_ms(row.seek) + 2 * kTurnMs + pieces * kTurnMs);
  EXPECT_GT(took, 2048 * kReadBlockMs);
}

// A megabyte written: the bus stops for reconnections only, unless the head is a turn late for the
// room in the buffer.
TEST(Stream, AWriteAtTheRateOfTheBus) {
  for (const std::uint32_t lbn : {100'000U, 1'300'000U}) {
    ReplayWorkload workload;
    workload.requests = {{lbn, 2048, true, 0}};
    const RequestRecord row = run({hp_c2247(), parse_scheduler("fcfs")}, workload).requests.front();
    const double took = ps_ms(row.finish - row.arrival);
    const double bus = 2048 * kWriteBlockMs;
    EXPECT_GT(took, bus);
    EXPECT_LT(took, 1.25 * bus);
  }
}

// With room for a whole segment only, one segment follows the other: 256 blocks on the bus, and
// then, with nothing on the bus, what the medium has still to take of them.
TEST(Stream, AWriteWithoutOverlap) {
  DriveConfig drive = hp_c2247();
  ReplayWorkload workload;
  workload.requests = {{100'000, 2048, true, 0}};
  const auto took = [&](std::uint32_t room_ppm) {
    drive.write.room_ppm = room_ppm;
    const RequestRecord row = run({drive, parse_scheduler("fcfs")}, workload).requests.front();
    return ps_ms(row.finish - row.arrival);
  };
  EXPECT_DOUBLE_EQ(took(0), took(250'000));
  EXPECT_GT(took(1'000'000), 2048 * kWriteBlockMs + 7 * (0.540 + 0.162 + 0.025 + 0.166));
  EXPECT_GT(took(1'000'000), took(250'000) + 7 * 2);
}

// With a fast bus the medium sets the pace: the head loses no turn between pieces.
TEST(Stream, AWriteAtTheRateOfTheMedium) {
  DriveConfig drive = hp_c2247();
  drive.bus.write_rate_as_block_time = Picoseconds{20'000'000};
  ReplayWorkload workload;
  workload.requests = {{100'000, 2048, true, 0}};
  const RequestRecord row = run({drive, parse_scheduler("fcfs")}, workload).requests.front();
  double passing = 0;
  const double media = media_ms(100'000, 2048, &passing);
  const double before = 1.424 + seek_ms(100'000) + 0.65;  // and up to a turn
  const double after = 0.540 + 0.129 + 0.050;
  EXPECT_GT(ps_ms(row.finish - row.arrival), media + before + after - 1.5);
  EXPECT_LT(ps_ms(row.finish - row.arrival), media + before + after + kTurnMs);
}

TEST(LargeRequestTimes, SecondSegmentOfAWrite) {
  BusRig rig;
  rig.host().send(write_order(100'000, 300));
  rig.run();
  const Exchange& write = rig.host()[0];
  ASSERT_EQ(write.story(), "A S out D R out D R !");
  EXPECT_NEAR(write.ms(5), write.ms(4) + 0.162 + 0.025, 1e-4);
  EXPECT_NEAR(write.ms(6), write.ms(5) + 44 * kWriteBlockMs + 0.166, 1e-4);
  EXPECT_NEAR(write.end_ms(), write.ms(7) + 0.129 + 0.050, 1e-4);
}

TEST_P(LargeRequest, LeavesTheDriveInOrder) {
  const std::uint16_t blocks = GetParam().blocks;
  BusRig rig;
  rig.host().send(GetParam().write ? write_order(50'000, blocks) : read_order(50'000, blocks));
  rig.host().send_at(5'000, read_order(50'000U + blocks - 10, 10));  // its last blocks: buffered
  rig.host().send_at(6'000, read_order(50'000, 10));                 // its first: gone
  rig.host().send_at(7'000, write_order(50'000, 10));
  rig.run();
  EXPECT_EQ(rig.host()[1].story(), "A S in !");
  EXPECT_NEAR(rig.host()[1].end_ms() - 5'000, 0.978 + 10 * kReadBlockMs + 0.057, 2e-5);
  EXPECT_EQ(rig.host()[2].story(), "A S D R in !");
  EXPECT_EQ(rig.host()[3].story(), "A S out D R !");
}

// ---- Many requests

std::vector<RequestRecord> random_reads(std::uint64_t requests) {
  ClosedWorkload workload;
  workload.what = {requests, 1, 1.0, 5};
  workload.outstanding = 1;
  return run({hp_c2247(), parse_scheduler("fcfs")}, workload).requests;
}

TEST(ManyRequests, MeanRotationalLatencyIsHalfARevolution) {
  double rotation = 0;
  double count = 0;
  for (const RequestRecord& row : random_reads(200'000)) {
    if (!row.hit) {
      rotation += ps_ms(row.rotation);
      ++count;
      ASSERT_LT(ps_ms(row.rotation), kTurnMs);
    }
  }
  EXPECT_GT(count, 199'000);
  EXPECT_NEAR(rotation / count, 5.556, 0.05556);
}

// Seeks over uniformly random blocks: the table's mean over all pairs of places, by sampling them.
TEST(ManyRequests, SeeksAreThoseOfTheTable) {
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  const std::vector<RequestRecord> rows = random_reads(20'000);
  hs_track last{};
  std::uint32_t exact = 0;
  for (const RequestRecord& row : rows) {
    const hs_pbn place = hs_lbn_to_pbn(&geometry, {row.lbn});
    const hs_track track = {place.cylinder, place.head};
    // The read-ahead may have gone on to another track, and even cylinder, meanwhile.
    const hs_ticks ideal = hs_positioning(&hp_c2247_tables().mechanics(), last, track, false);
    exact += std::abs(ps_ms(row.seek) - ms(ideal)) < 1e-5 ? 1 : 0;
    ASSERT_LT(ps_ms(row.seek), 19.846);
    last = track;
  }
  EXPECT_GT(exact, 17'000U);
}

}  // namespace
}  // namespace headstack
