// Cache policies through the whole drive: hand-worked times, and random traffic on random rules.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/random.h"
#include "model/run/simulation.h"
#include "tb/model/support/hp_c2247.h"

namespace headstack {
namespace {

constexpr double kMs = 1e9;  // picoseconds

using ReplayRequest = ReplayWorkload::Request;

// Makes a request that is issued `wait_ms` after the completion of the previous request.
ReplayRequest request(std::uint32_t lbn, std::uint32_t blocks, bool write, double wait_ms) {
  return {lbn, blocks, write, static_cast<std::int64_t>(wait_ms * kMs)};
}

std::vector<RequestRecord> replay(const DriveConfig& drive,
                                  const std::vector<ReplayRequest>& requests,
                                  const char* scheduler = "fcfs") {
  ReplayWorkload workload;
  workload.requests = requests;
  return run({drive, parse_scheduler(scheduler)}, workload).requests;
}

double took_ms(const RequestRecord& row) {
  return static_cast<double>(row.finish - row.arrival) / kMs;
}

std::string hits_of(const std::vector<RequestRecord>& rows) {
  std::string text;
  for (const RequestRecord& row : rows) {
    text += row.hit ? 'H' : 'm';
  }
  return text;
}

// Blocks 80 to 95 of the C2247 end head 4 of cylinder 1, blocks 1,048 to 1,055 head 12 and the
// cylinder: of the spares behind them nobody hears.
TEST(TrackEnds, WhatEndsATrackWaitsForTheHeadSwitch) {
  DriveConfig drive = hp_c2247();
  drive.cache.prefetch_maximum_blocks = 0;
  drive.cache.read_watermark_ppm = 1'000'000;
  DriveConfig going_on = drive;
  going_on.seek.advance_at_track_end = true;
  const double head_switch = 0.89;
  const double next_cylinder = 2.69;  // the seek over one
  for (const bool write : {false, true}) {
    const std::vector<ReplayRequest> requests = {request(88, 8, write, 20),
                                                 request(100'000, 1, write, 20)};
    const auto stays = replay(drive, requests);
    const auto goes = replay(going_on, requests);
    EXPECT_NEAR(took_ms(goes[0]) - took_ms(stays[0]), head_switch + (write ? 0.65 : 0), 1e-4);
    const std::vector<ReplayRequest> inside = {request(87, 8, write, 20)};
    EXPECT_EQ(took_ms(replay(going_on, inside)[0]), took_ms(replay(drive, inside)[0]));
    const std::uint32_t per_cylinder = 96 * 13;
    const std::uint32_t last = 96 * 9 + per_cylinder;  // 9 heads of cylinder 1, all of cylinder 2
    const std::vector<ReplayRequest> cylinder = {request(last - 8, 8, write, 20)};
    EXPECT_NEAR(took_ms(replay(going_on, cylinder)[0]) - took_ms(replay(drive, cylinder)[0]),
                next_cylinder + (write ? 0.65 : 0), 1e-4);
  }
}

// The heads are on the next track then: a request there needs no switch, one where they were does.
TEST(TrackEnds, TheHeadsAreOnTheNextTrack) {
  DriveConfig drive = hp_c2247();
  drive.cache.prefetch_maximum_blocks = 0;
  drive.seek.advance_at_track_end = true;
  for (const bool write : {false, true}) {
    const auto rows = replay(drive, {request(88, 8, write, 20), request(140, 1, false, 20),
                                     request(88, 8, write, 20), request(40, 1, false, 20)});
    EXPECT_EQ(rows[1].seek, 0);
    EXPECT_NEAR(static_cast<double>(rows[3].seek) / kMs, 0.89, 1e-4);
  }
}

// Two streams far apart. The C2247's single segment for reads serves neither; of three, each has
// one. 30 ms between the requests: the read-ahead is done.
TEST(CachePolicy, TwoStreams) {
  std::vector<ReplayRequest> requests;
  for (std::uint32_t i = 0; i < 4; ++i) {
    requests.push_back(request(100'000 + 16 * i, 16, false, 30));
    requests.push_back(request(900'000 + 16 * i, 16, false, 30));
  }
  DriveConfig drive = hp_c2247();
  EXPECT_EQ(hits_of(replay(drive, requests)), "mmmmmmmm");
  drive.cache.size_blocks = 1024;
  drive.cache.segments = 4;
  EXPECT_EQ(hits_of(replay(drive, requests)), "mmHHHHHH");
  drive.cache.hit_newest_segment_only = true;
  EXPECT_EQ(hits_of(replay(drive, requests)), "mmmmmmmm");
}

// A hit elsewhere lets a read-ahead run on: the first stream's is cut short only by the second's
// miss. 16 + 128 blocks take two revolutions.
TEST(CachePolicy, ASegmentThatWasCutShort) {
  DriveConfig drive = hp_c2247();
  drive.cache.size_blocks = 1024;
  drive.cache.segments = 4;
  drive.cache.hit_by_first_block = false;
  const auto hits = [&drive](double pause_ms) {
    return hits_of(
        replay(drive, {request(100'000, 16, false, 0), request(900'000, 16, false, pause_ms),
                       request(100'112, 16, false, 30)}));
  };
  EXPECT_EQ(hits(30), "mmH");  // 100,143 is the last one read ahead
  EXPECT_EQ(hits(1), "mmm");   // 100,127 would be half a revolution on
}

// A hit that needs more than its segment has takes the channel from another one's read-ahead.
TEST(CachePolicy, APartialHitTakesTheChannel) {
  DriveConfig drive = hp_c2247();
  drive.cache.size_blocks = 1024;
  drive.cache.segments = 4;
  const auto hits = [&drive](std::uint32_t lbn) {
    return hits_of(replay(drive, {request(100'000, 16, false, 0), request(900'000, 16, false, 30),
                                  request(lbn, 16, false, 1), request(900'112, 16, false, 30)}));
  };
  EXPECT_EQ(hits(100'128), "mmHH");  // all there: the other read-ahead goes on
  EXPECT_EQ(hits(100'143), "mmHm");  // its last block only
}

// Any write drops what was read; or what it overlaps only.
TEST(CachePolicy, WhatAWriteDrops) {
  DriveConfig drive = hp_c2247();
  const std::vector<ReplayRequest> apart = {request(100'000, 16, false, 30),
                                            request(500'000, 16, true, 30),
                                            request(100'016, 16, false, 30)};
  std::vector<ReplayRequest> same = apart;
  same[1].lbn = 100'016;
  drive.cache.hit_on_written_data = false;
  EXPECT_EQ(hits_of(replay(drive, apart)), "mmm");
  drive.cache.keep_reads_on_write = true;
  EXPECT_EQ(hits_of(replay(drive, apart)), "mmH");
  EXPECT_EQ(hits_of(replay(drive, same)), "mmm");
}

// 100,000 to 100,143 are there. A write to 100,100 leaves what is before it, the longer part; or
// nothing of the segment, but all of one that it does not touch.
TEST(CachePolicy, AWriteDropsTheSegmentThatItOverlaps) {
  DriveConfig drive = hp_c2247();
  drive.cache.keep_reads_on_write = true;
  drive.cache.hit_on_written_data = false;
  const auto hits = [&drive](std::uint32_t written) {
    return hits_of(replay(drive, {request(100'000, 16, false, 30), request(written, 1, true, 30),
                                  request(100'016, 16, false, 30)}));
  };
  EXPECT_EQ(hits(100'100), "mmH");
  drive.cache.drop_overlapped_segment = true;
  EXPECT_EQ(hits(100'100), "mmm");
  EXPECT_EQ(hits(100'143), "mmm");
  EXPECT_EQ(hits(100'144), "mmH");
  EXPECT_EQ(hits(99'999), "mmH");
  drive.cache.keep_reads_on_write = false;
  EXPECT_EQ(hits(100'144), "mmm");
}

// The whole track of block 50, from where the head arrives: all of it is there a revolution later.
TEST(CachePolicy, TheWholeTrack) {
  DriveConfig drive = hp_c2247();
  drive.cache.whole_track_read = true;
  drive.cache.prefetch_maximum_blocks = 0;
  drive.cache.prefetch_on_idle_hit = false;
  std::vector<ReplayRequest> requests;
  for (const std::uint32_t lbn : {50U, 0U, 95U, 10U, 60U, 96U}) {
    requests.push_back(request(lbn, 1, false, 30));
  }
  const std::vector<RequestRecord> rows = replay(drive, requests);
  EXPECT_EQ(hits_of(rows), "mHHHHm");
  // The head does not wait for block 50 (blocks 10 and 60 have come with it), but the read does.
  const DriveConfig plain = hp_c2247();
  const std::vector<RequestRecord> without = replay(plain, {requests[0]});
  EXPECT_EQ(rows[0].rotation, without[0].rotation);
  EXPECT_EQ(rows[0].transfer_at, without[0].transfer_at);
  EXPECT_NEAR(took_ms(rows[0]), took_ms(without[0]), 0.3);
}

// The same for a read that begins where the last request ended. Another read gets its blocks alone.
TEST(CachePolicy, TheWholeTrackOfAReadThatFollows) {
  DriveConfig drive = hp_c2247();
  drive.cache.whole_track_read = true;
  drive.cache.whole_track_read_if_following = true;
  drive.cache.prefetch_maximum_blocks = 0;
  drive.cache.prefetch_on_idle_hit = false;
  for (const std::uint32_t second : {50U, 51U}) {
    const bool follows = second == 50;
    const std::vector<RequestRecord> rows =
        replay(drive,
               {request(40, 10, false, 30), request(second, 1, false, 30), request(0, 1, false, 30),
                request(95, 1, false, 30)},
               "sptf");
    EXPECT_EQ(hits_of(rows), follows ? "mmHH" : "mmmm");
    EXPECT_EQ(rows[1].predicted_media, rows[1].actual_media);
  }
}

// Tracks of 96 blocks. A read over the end of a track leaves the front of its first track only if
// the rule holds for both tracks. The last track is there to its end either way.
TEST(CachePolicy, TheWholeTrackOfTheLastOnly) {
  DriveConfig drive = hp_c2247();
  drive.cache.whole_track_read = true;
  drive.cache.prefetch_maximum_blocks = 0;
  drive.cache.prefetch_on_idle_hit = false;
  for (const bool only : {false, true}) {
    drive.cache.whole_track_read_of_last_only = only;
    const auto hits = [&](std::uint32_t first, std::uint32_t blocks, std::uint32_t second) {
      return hits_of(
          replay(drive, {request(first, blocks, false, 30), request(second, 1, false, 30)}));
    };
    EXPECT_EQ(hits(90, 10, 89), only ? "mm" : "mH");
    EXPECT_EQ(hits(90, 10, 191), "mH") << "the last track";
    EXPECT_EQ(hits(90, 10, 192), "mm") << "the track after";
    EXPECT_EQ(hits(90, 6, 0), "mH") << "on one track, the first is the last";
  }
}

// Where the head arrives among the blocks of a read that takes them in any order, the first that
// passes is one of them: no wait beyond a sector's, and then a whole revolution.
TEST(CachePolicy, AnArrivalAmongTheBlocksIsNoWait) {
  DriveConfig drive = hp_c2247();
  drive.cache.zero_latency_read = true;
  drive.cache.prefetch_maximum_blocks = 0;
  const RequestRecord row = replay(drive, {request(0, 90, false, 30)})[0];
  EXPECT_LT(static_cast<double>(row.rotation) / kMs, 60e3 / 5400 / 96);
  EXPECT_GE(static_cast<double>(row.transfer) / kMs, 60e3 / 5400 - 0.001);
}

// Tracks of 96 blocks: a hit on the second one leaves nothing of the first.
TEST(CachePolicy, AHitMovesItsSegmentToItsTrack) {
  DriveConfig drive = hp_c2247();
  drive.cache.prefetch_maximum_blocks = 150;
  const auto hits = [&drive] {
    std::vector<ReplayRequest> requests;
    for (const std::uint32_t lbn : {40U, 50U, 45U, 96U, 100U, 98U, 95U}) {
      requests.push_back(request(lbn, 1, false, 30));
    }
    return hits_of(replay(drive, requests));
  };
  EXPECT_EQ(hits(), "mHHHHHH");
  drive.cache.hit_drops_tracks_before = true;
  EXPECT_EQ(hits(), "mHHHHHm");
}

// The segment for writes holds the run of writes that ends with the last.
TEST(CachePolicy, HitsOnARunOfWrites) {
  DriveConfig drive = hp_c2247();
  drive.cache.hit_on_written_data = true;
  const auto hits = [&drive](std::uint32_t third) {
    return hits_of(replay(drive, {request(1000, 8, true, 30), request(1008, 8, true, 30),
                                  request(third, 8, true, 30), request(1004, 8, false, 30)}));
  };
  EXPECT_EQ(hits(1016), "mmmm");
  drive.cache.hit_on_written_run = true;
  EXPECT_EQ(hits(1016), "mmmH");
  EXPECT_EQ(hits(1017), "mmmm");
  EXPECT_EQ(hits(1008), "mmmm");  // written again: the run begins anew
  const std::uint32_t segment = drive.cache.size_blocks / drive.cache.segments;
  const std::vector<ReplayRequest> large = {
      request(1000, 8, true, 30), request(1008, segment, true, 30), request(1004, 8, false, 30)};
  EXPECT_EQ(hits_of(replay(drive, large)), "mmm");
}

// A slip breaks a track into two stretches, read one after the other; what passes when the read is
// over is not its time.
TEST(CachePolicy, WholeTracksWithSlippedSectors) {
  DriveConfig drive = hp_c2247();
  drive.cache.whole_track_read = true;
  ZoneConfig& zone = drive.layout.zones[0];
  for (std::uint32_t track = 20; track < 400; ++track) {
    zone.slipped_sectors.push_back(track * zone.sectors_per_track + track % 90);
  }
  Random random(4, 4);
  std::vector<ReplayRequest> requests;
  for (int i = 0; i < 400; ++i) {
    requests.push_back(request(static_cast<std::uint32_t>(random.below(30'000)),
                               static_cast<std::uint32_t>(1 + random.below(40)), false,
                               static_cast<double>(random.below(20))));
  }
  for (const RequestRecord& row : replay(drive, requests, "sptf")) {
    ASSERT_EQ(row.finish - row.arrival,
              row.queue + row.overhead + row.seek + row.rotation + row.transfer + row.bus);
    ASSERT_GE(std::min({row.overhead, row.seek, row.rotation, row.transfer, row.bus}), 0);
    if (!row.hit) {
      ASSERT_EQ(row.predicted_media, row.actual_media) << row.id;
    }
  }
}

// A read whose end nobody has asked for: at once, or after a disconnect at the watermark.
TEST(CachePolicy, APartialHit) {
  DriveConfig drive = hp_c2247();
  drive.cache.prefetch_maximum_blocks = 8;
  const std::vector<ReplayRequest> requests = {request(0, 8, false, 30), request(8, 16, false, 30)};
  const double at_once = took_ms(replay(drive, requests)[1]);
  drive.cache.partial_hit_disconnects = true;
  const std::vector<RequestRecord> rows = replay(drive, requests);
  EXPECT_EQ(hits_of(rows), "mH");
  EXPECT_GT(took_ms(rows[1]), 0.558 + 0.162 + 0.025 + 0.057);
  EXPECT_NE(took_ms(rows[1]), at_once);
}

// What is there goes over the bus at once if the drive gives it away within reads: behind the last
// block of the medium only the second half is left to send, instead of all.
TEST(CachePolicy, APartialHitThatGivesTheBusAway) {
  DriveConfig drive = hp_c2247();
  drive.cache.prefetch_maximum_blocks = 8;
  drive.cache.partial_hit_disconnects = true;
  drive.cache.read_watermark_ppm = 1'000'000;
  const std::vector<ReplayRequest> requests = {request(0, 8, false, 30), request(8, 16, false, 30)};
  const RequestRecord waits = replay(drive, requests)[1];
  drive.bus.release_reads = true;
  const std::vector<RequestRecord> rows = replay(drive, requests);
  EXPECT_EQ(hits_of(rows), "mH");
  const double half_ms = 8 * 512 / 3.01e6 * 1e3;
  const double reselected_ms = 0.162 - 0.129;  // first and second (Worthington 1994, table A.4)
  EXPECT_NEAR(took_ms(waits) - took_ms(rows[1]), half_ms + reselected_ms, 0.001);
}

// ---- Random traffic on random rules

DriveConfig random_rules(Random& random) {
  const auto flip = [&random] { return random.below(2) == 0; };
  DriveConfig drive = hp_c2247();
  CacheConfig& c = drive.cache;
  constexpr std::uint32_t kCounts[] = {1, 2, 3, 5, 16, 64};
  c.segments = kCounts[random.below(6)];
  c.write_segments = c.segments > 2 && flip() ? 2 : 0;
  c.size_blocks = c.segments * static_cast<std::uint32_t>(48 + random.below(200));
  c.hit_newest_segment_only = random.below(4) == 0;
  c.keep_reads_on_write = flip();
  c.hit_by_first_block = flip();
  c.partial_hit_disconnects = flip();
  c.read_ahead_reach = static_cast<hs_read_ahead_reach>(random.below(4));
  c.read_ahead_after_sequential_only = random.below(4) == 0;
  c.read_ahead_of_misses_only = random.below(4) == 0;
  c.read_ahead_keeps_read = flip();
  c.whole_track_read = random.below(3) == 0;
  c.whole_track_read_if_following = c.whole_track_read && flip();
  c.whole_track_read_of_last_only = c.whole_track_read && flip();
  c.zero_latency_read = flip();
  c.hit_on_written_data = flip();
  c.prefetch_on_idle_hit = flip();
  c.prefetch_maximum_blocks =
      static_cast<std::uint32_t>(random.below(c.size_blocks / c.segments + 1));
  c.adapt_segments_after = random.below(3) == 0 ? 16 : 0;
  c.drop_overlapped_segment = flip();
  c.keep_both_sides = flip();
  c.hit_on_written_run = flip();
  c.hit_drops_tracks_before = flip();
  drive.bus.release_reads = flip();
  drive.bus.release_at_track_end = drive.bus.release_reads && flip();
  return drive;
}

std::vector<ReplayRequest> random_streams(Random& random, std::size_t count) {
  std::vector<std::uint32_t> at(1 + random.below(5));
  for (std::uint32_t& lbn : at) {
    lbn = static_cast<std::uint32_t>(random.below(2'000'000));
  }
  std::vector<ReplayRequest> requests;
  while (requests.size() < count) {
    std::uint32_t& lbn = at[random.below(at.size())];
    if (random.below(8) == 0) {
      lbn = static_cast<std::uint32_t>(random.below(2'000'000));
    }
    const auto blocks =
        static_cast<std::uint32_t>(1 + random.below(random.below(5) == 0 ? 120 : 20));
    requests.push_back(request(lbn, blocks, random.below(6) == 0,
                               static_cast<double>(random.below(25'000)) / 1000));
    lbn += blocks;
  }
  return requests;
}

TEST(CachePolicy, AnyRulesServeEveryRequestAsPredicted) {
  Random random(11, 3);
  std::uint64_t hits = 0;
  for (int i = 0; i < 60; ++i) {
    const DriveConfig drive = random_rules(random);
    const std::vector<ReplayRequest> requests = random_streams(random, 400);
    const std::vector<RequestRecord> rows = replay(drive, requests, "sptf");
    ASSERT_EQ(rows.size(), requests.size());
    for (const RequestRecord& row : rows) {
      hits += row.hit ? 1 : 0;
      ASSERT_EQ(row.finish - row.arrival,
                row.queue + row.overhead + row.seek + row.rotation + row.transfer + row.bus);
      ASSERT_GE(std::min({row.overhead, row.seek, row.rotation, row.transfer, row.bus}), 0);
      if (!row.hit) {
        ASSERT_EQ(row.predicted_media, row.actual_media)
            << "drive " << i << " request " << row.id << (row.write ? " write" : " read") << " lbn "
            << row.lbn << " blocks " << row.blocks << "\n"
            << to_toml(drive);
      }
    }
  }
  EXPECT_GT(hits, 2'000U);
}

}  // namespace
}  // namespace headstack
