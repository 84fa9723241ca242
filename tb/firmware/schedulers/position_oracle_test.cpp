// The position schedulers against plain scans of the queue, with positioning times that are written
// down here a second time, from tables A.3 to A.5 of Worthington 1994.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/position_scan.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/service_scan.h"

namespace headstack {
namespace {

struct Course {
  hs_ticks arm;    // starts
  hs_ticks media;  // is met
};

// The sum of the terms of a class of commands, which have no conditions here.
hs_ticks terms_of(const hs_drive_params& p, hs_term_target target) {
  std::int64_t sum = 0;
  for (std::uint32_t i = 0; i < p.terms.count; ++i) {
    sum += p.terms.term[i].target == target ? p.terms.term[i].time : 0;
  }
  return static_cast<hs_ticks>(sum);  // modulo 2^64, if below 0
}

Course course(const hs_drive_params& p, const hs_drive_view& v, const hs_task& t) {
  const hs_overheads& o = p.overheads;
  const bool sequential = v.last_write && t.lbn.value == v.last_end.value;
  const bool extra = t.write && v.last_write && !sequential;
  const hs_ticks own = terms_of(p, t.write ? HS_TERM_WRITE : HS_TERM_READ_MISS);
  const hs_ticks command = own + (!t.write ? o.read_miss_command
                                  : extra  ? o.write_command_non_sequential
                                           : o.write_command);
  hs_ticks start = v.now + command + (extra ? o.write_seek_delay_non_sequential : 0);
  start = std::max(start, v.free_at);
  const std::uint32_t from = v.track.cylinder.value;
  const std::uint32_t to = t.track.cylinder.value;
  hs_ticks move = hs_ticks{p.mechanics.seek[std::max(from, to) - std::min(from, to)]}
                  << HS_SEEK_SHIFT;
  move = std::max(move, v.track.head.value == t.track.head.value ? 0 : p.mechanics.head_switch);
  move += t.write && move > 0 ? p.mechanics.write_settle : 0;
  hs_ticks media = start + move;
  if (t.write) {
    hs_ticks data = v.now + command + o.data_preparation + terms_of(p, HS_TERM_WRITE_DATA);
    if (extra) {
      data += o.write_disconnect_non_sequential + o.write_disconnect_duration_non_sequential;
    }
    data += extra || !v.connected ? o.first_reselect : 0;
    const std::uint32_t rule =
        t.blocks < p.write.large_request ? p.write.minimum_blocks : p.write.minimum_blocks_large;
    const std::uint32_t minimum = std::max(1U, std::min(t.blocks, rule));
    media = std::max(media, data + minimum * p.write_per_block);
    media = std::max(media, v.now + command + (sequential ? 0 : p.write.minimum_positioning));
  }
  const auto next_at = [media](hs_ticks angle) {
    return media + (angle % kTurn + kTurn - media % kTurn) % kTurn;
  };
  if (t.write || !p.cache.zero_latency_read) {
    return {start, next_at(t.angle)};
  }
  // The first of the run's sectors on this track that comes by.
  hs_ticks first = next_at(t.angle);
  const hs_zone* zone = hs_zone_of_lbn(&p.geometry, t.lbn);
  const std::uint32_t sector = hs_lbn_to_pbn(&p.geometry, t.lbn).sector.value;
  for (std::uint32_t i = 1; i < t.blocks && sector + i < zone->sectors_per_track; ++i) {
    first = std::min(first, next_at(t.angle + hs_sector_offset(zone, sector + i) -
                                    hs_sector_offset(zone, sector)));
  }
  return {start, first};
}

hs_ticks media_start(const hs_drive_params& p, const hs_drive_view& v, const hs_task& t) {
  return course(p, v, t).media;
}

Times times(const hs_drive_params& p, const hs_drive_view& v, const hs_task& t) {
  const Course c = course(p, v, t);
  return {c.media - v.now, c.media - c.arm, c.media - v.now + time_on_medium(p, t)};
}

// Mostly the drive goes on from the last pick; sometimes it is somewhere else.
hs_drive_view next_view(Rng& rng, const TestDrive& drive, const hs_task& task, hs_ticks media) {
  hs_drive_view view = view_after(drive, task, media);
  if (rng.one_in(4)) {
    view.free_at += rng.next() >> (32 + rng.below(4));
  }
  if (rng.one_in(8)) {
    view.track = {{rng.below(drive.geometry().cylinders)}, {rng.below(drive.geometry().heads)}};
    view.now += rng.next() >> 34;
    view.free_at = std::max(view.free_at, view.now);
  }
  view.connected = rng.one_in(8);
  return view;
}

struct Case {
  std::string name;
  Policy policy = Policy::sptf;
  std::uint32_t parameter = 0;  // Q16.16
  hs_weighed weighs = HS_WEIGHS_POSITIONING;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

// The cache as the drive keeps it.
void serve(hs_cache& cache, const hs_task& task) {
  if (task.write) {
    hs_cache_write(&cache, task.lbn, task.blocks);
  } else if (hs_cache_look_up(&cache, task.lbn, task.blocks) == HS_CACHE_MISS) {
    hs_cache_read_miss(&cache, task.lbn, task.blocks, false);
  }
}

class PositionOracle : public testing::TestWithParam<Case> {
 protected:
  static void run(const TestDrive& drive, std::uint64_t seed, std::uint32_t length, int decisions) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", length " << length);
    const Case& c = GetParam();
    Rng rng(seed);
    SchedulerBench bench(ops_of(c.policy), drive, length,
                         parameters_of(c.policy, c.parameter, c.weighs));
    hs_cache cache;
    hs_cache_init(&cache, &drive.params.cache, &drive.geometry());
    bench.scheduler().cache = &cache;
    PositionScan scan(
        c.policy, c.parameter, c.weighs, drive.params, &cache,
        [&](const hs_drive_view& v, const hs_task& t) { return times(drive.params, v, t); });
    hs_drive_view view{};
    while (decisions > 0) {
      if (!bench.full() && (bench.waiting().empty() || rng.below(8) < 5)) {
        const std::uint32_t near = view.last_end.value + (rng.one_in(2) ? 0 : rng.below(40));
        std::uint32_t lbn =
            rng.one_in(5) && near < drive.blocks() ? near : rng.below(drive.blocks());
        if (rng.one_in(6)) {
          lbn = end_of_any(rng, bench, drive.blocks());
        }
        const std::uint32_t entry = bench.add(
            lbn, rng.between(1, std::min(60U, drive.blocks() - lbn)), rng.one_in(3), view.now);
        scan.arrived(entry, bench.task(entry));
        continue;
      }
      if (rng.one_in(20)) {
        const std::uint32_t entry = any_of(rng, bench);
        bench.abort(entry);
        scan.gone(entry);
        continue;
      }
      if (rng.one_in(20)) {
        const std::uint32_t entry = any_of(rng, bench);
        scan.gone(entry);
        scan.arrived(entry, bench.task(entry));
        bench.enter_again(entry);
        continue;
      }
      const std::uint32_t expected = scan.pick(bench, view);
      const std::uint32_t picked = bench.pick(view);
      ASSERT_EQ(picked, expected) << "order " << bench.task(picked).order << ", not "
                                  << bench.task(expected).order;
      const hs_task& task = bench.task(picked);
      serve(cache, task);
      view = next_view(rng, drive, task, media_start(drive.params, view, task));
      --decisions;
    }
    ASSERT_TRUE(bench.intact());
  }
};

INSTANTIATE_TEST_SUITE_P(
    PlainScan, PositionOracle,
    testing::Values(
        Case{"sptf", Policy::sptf, 0}, Case{"gstf_1", Policy::gstf, HS_ONE},
        Case{"gstf_4", Policy::gstf, 4 * HS_ONE}, Case{"gstf_77", Policy::gstf, 77 * HS_ONE},
        Case{"gstf_all", Policy::gstf, 65535 * HS_ONE},
        Case{"gstf_frozen_1", Policy::gstf_frozen, HS_ONE},
        Case{"gstf_frozen_4", Policy::gstf_frozen, 4 * HS_ONE},
        Case{"gstf_frozen_50", Policy::gstf_frozen, 50 * HS_ONE},
        Case{"wstf_1ms", Policy::wstf, 66}, Case{"wstf_200ms", Policy::wstf, 13107},
        Case{"wstf_1s", Policy::wstf, HS_ONE}, Case{"wstf_30s", Policy::wstf, 30 * HS_ONE},
        Case{"wstf_60000s", Policy::wstf, 60000 * HS_ONE}, Case{"wstf_most", Policy::wstf, kMost},
        Case{"asptf_0", Policy::asptf, 0}, Case{"asptf_6", Policy::asptf, 6 * HS_ONE},
        Case{"asptf_30", Policy::asptf, 30 * HS_ONE},
        Case{"asptf_60000", Policy::asptf, 60000 * HS_ONE},
        Case{"asptf_most", Policy::asptf, kMost}, Case{"aspctf_most", Policy::aspctf, kMost},
        Case{"aspctf_seq_most", Policy::aspctf_seq, kMost}, Case{"spctf", Policy::spctf, 0},
        Case{"aspctf_0", Policy::aspctf, 0}, Case{"aspctf_6", Policy::aspctf, 6 * HS_ONE},
        Case{"aspctf_2000", Policy::aspctf, 2000 * HS_ONE},
        Case{"aspctf_seq_0", Policy::aspctf_seq, 0},
        Case{"aspctf_seq_6", Policy::aspctf_seq, 6 * HS_ONE},
        Case{"aspctf_seq_2000", Policy::aspctf_seq, 2000 * HS_ONE},
        Case{"sptf_mechanics", Policy::sptf, 0, HS_WEIGHS_MECHANICS},
        Case{"sptf_io", Policy::sptf, 0, HS_WEIGHS_IO},
        Case{"gstf_4_mechanics", Policy::gstf, 4 * HS_ONE, HS_WEIGHS_MECHANICS},
        Case{"gstf_frozen_4_io", Policy::gstf_frozen, 4 * HS_ONE, HS_WEIGHS_IO},
        Case{"wstf_1ms_io", Policy::wstf, 66, HS_WEIGHS_IO},
        Case{"wstf_200ms_io", Policy::wstf, 13107, HS_WEIGHS_IO},
        Case{"wstf_30s_io", Policy::wstf, 30 * HS_ONE, HS_WEIGHS_IO},
        Case{"wstf_60000s_io", Policy::wstf, 60000 * HS_ONE, HS_WEIGHS_IO},
        Case{"wstf_30s_mechanics", Policy::wstf, 30 * HS_ONE, HS_WEIGHS_MECHANICS},
        Case{"wstf_most_io", Policy::wstf, kMost, HS_WEIGHS_IO},
        Case{"asptf_6_mechanics", Policy::asptf, 6 * HS_ONE, HS_WEIGHS_MECHANICS},
        Case{"asptf_6_io", Policy::asptf, 6 * HS_ONE, HS_WEIGHS_IO},
        Case{"spctf_mechanics", Policy::spctf, 0, HS_WEIGHS_MECHANICS},
        Case{"aspctf_6_mechanics", Policy::aspctf, 6 * HS_ONE, HS_WEIGHS_MECHANICS},
        Case{"aspctf_seq_6_io", Policy::aspctf_seq, 6 * HS_ONE, HS_WEIGHS_IO},
        Case{"aspctf_seq_6_mechanics", Policy::aspctf_seq, 6 * HS_ONE, HS_WEIGHS_MECHANICS}),
    [](const auto& test) { return test.param.name; });

TEST_P(PositionOracle, OnTheC2247) {
  const auto drive = c2247();
  for (const std::uint32_t length : {1U, 2U, 3U, 5U, 10U, 20U, 50U, 100U, 200U, 300U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 600));
  }
}

// Without overheads, as in the `executed` timing.
TEST_P(PositionOracle, WithoutOverheads) {
  const auto drive = c2247();
  drive->params.overheads = {};
  drive->params.write = {};
  for (const std::uint32_t length : {2U, 10U, 100U, 300U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 400));
  }
}

// Terms without conditions, below and above 0, that differ for reads and writes.
TEST_P(PositionOracle, WithTermsOfEachClass) {
  for (const int sign : {-1, 1}) {
    const auto drive = c2247();
    drive->add_term(HS_TERM_READ_MISS, sign * static_cast<std::int64_t>(us(300)));
    drive->add_term(HS_TERM_WRITE, sign * static_cast<std::int64_t>(us(200)));
    drive->add_term(HS_TERM_WRITE_DATA, sign * static_cast<std::int64_t>(us(100)));
    for (const std::uint32_t length : {2U, 10U, 100U}) {
      ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 400));
    }
  }
}

TEST_P(PositionOracle, WithZeroLatencyReads) {
  const auto drive = c2247();
  drive->params.cache.zero_latency_read = true;
  for (const std::uint32_t length : {2U, 10U, 100U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 400));
  }
}

// Small drives whose seek tables go up and down, level off, or are of steps of a sector: many ties.
std::vector<std::uint32_t> random_seeks(Rng& rng, std::uint32_t cylinders) {
  const std::uint32_t kind = rng.below(4);
  std::vector<std::uint32_t> seek(cylinders, 0);
  for (std::uint32_t d = 1; d < cylinders; ++d) {
    const std::uint32_t eighths = kind == 0   ? 0
                                  : kind == 1 ? rng.below(12)
                                  : kind == 2 ? 1 + d / 7
                                              : 1 + (d * 5) % 9;
    seek[d] = eighths << (32 - 3 - HS_SEEK_SHIFT);
    if (kind == 1 && rng.one_in(2)) {
      seek[d] = rng.below(1U << 25);
    }
  }
  return seek;
}

TEST_P(PositionOracle, OnSmallDrivesWithAnySeekTable) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const std::uint32_t cylinders = rng.between(1, rng.one_in(3) ? 1100 : 80);
    ZoneSpec outer;
    outer.cylinders = (cylinders + 1) / 2;
    outer.track_skew = rng.below(8);
    outer.cylinder_advance = rng.below(8);
    std::vector<ZoneSpec> zones = {outer};
    if (cylinders > 1) {
      ZoneSpec inner;
      inner.first_cylinder = outer.cylinders;
      inner.cylinders = cylinders - outer.cylinders;
      inner.sectors = 4;
      zones.push_back(inner);
    }
    TestDrive drive(rng.between(1, 4), cylinders, zones, random_seeks(rng, cylinders));
    drive.params.cache.zero_latency_read = rng.one_in(4);
    drive.params.mechanics.head_switch = rng.below(3) * (kTurn / 8);
    drive.params.mechanics.write_settle = rng.below(3) * (kTurn / 8);
    drive.params.overheads.read_miss_command = rng.below(3) * (kTurn / 8);
    drive.params.overheads.write_command = rng.below(3) * (kTurn / 8);
    drive.params.overheads.write_command_non_sequential = rng.below(3) * (kTurn / 8);
    drive.params.overheads.write_seek_delay_non_sequential = rng.below(2) * (kTurn / 8);
    ASSERT_NO_FATAL_FAILURE(run(drive, seed, rng.between(1, 120), 100));
  }
}

// A tie with a far, older task: equal times though the near cylinder is looked at first. On the
// drive of eighths a seek over 1 or 2 cylinders takes 2 or 3; both wait for sector 5.
TEST(Sptf, TheOlderFarTaskWinsATie) {
  const auto drive = eighths_drive(4);
  SchedulerBench bench(hs_sptf, *drive, 2);
  const std::uint32_t far = bench.add(2 * 16 + 5);
  bench.add(1 * 16 + 5);
  EXPECT_EQ(bench.pick({}), far);
}

// ... and when the far one is reached just in time, so that the bound of its distance *is* its
// time: a seek over 2 takes 3, its sector is 3; the near one's sector is 3 as well.
TEST(Sptf, TheOlderFarTaskWinsATieAtTheBound) {
  const auto drive = eighths_drive(4);
  SchedulerBench bench(hs_sptf, *drive, 2);
  const std::uint32_t far = bench.add(2 * 16 + 3);
  bench.add(1 * 16 + 3);
  EXPECT_EQ(bench.pick({}), far);
}

// --- the search is exact, yet it does not look at the whole queue -------------------------------

// The arm's way to any cylinder that far or farther.
std::vector<std::uint32_t> least_ways(const hs_drive_params& p) {
  std::vector<std::uint32_t> least(p.mechanics.seek, p.mechanics.seek + p.geometry.cylinders);
  for (std::size_t d = least.size() - 1; d-- > 0;) {
    least[d] = std::min(least[d], least[d + 1]);
  }
  return least;
}

// Number of requests that a search outward examines, up and down alternately. The search leaves a
// side when the least overhead and way of the side's next cylinder are longer than the best time so
// far.
std::uint64_t looked_at(const SchedulerBench& bench, const hs_drive_params& p,
                        const hs_drive_view& view, const std::vector<std::uint32_t>& ways) {
  const hs_overheads& o = p.overheads;
  const hs_ticks command =
      std::min({o.read_miss_command, o.write_command, o.write_command_non_sequential});
  const int here = static_cast<int>(view.track.cylinder.value);
  std::map<int, std::vector<std::uint32_t>> sides[2];  // by distance: downwards, upwards
  for (const std::uint32_t entry : bench.waiting()) {
    const int away = static_cast<int>(bench.task(entry).track.cylinder.value) - here;
    sides[away >= 0 ? 1 : 0][std::abs(away)].push_back(entry);
  }
  std::uint64_t count = 0;
  hs_ticks best = UINT64_MAX;
  while (!sides[0].empty() || !sides[1].empty()) {
    for (auto* side : {&sides[1], &sides[0]}) {
      if (side->empty()) {
        continue;
      }
      const auto& [distance, entries] = *side->begin();
      if (command + (hs_ticks{ways[static_cast<std::size_t>(distance)]} << HS_SEEK_SHIFT) > best) {
        side->clear();
        continue;
      }
      for (const std::uint32_t entry : entries) {
        ++count;
        best = std::min(best, media_start(p, view, bench.task(entry)) - view.now);
      }
      side->erase(side->begin());
    }
  }
  return count;
}

TEST(Sptf, LooksAtNothingThatCannotBeSooner) {
  const auto drive = c2247();
  const std::vector<std::uint32_t> ways = least_ways(drive->params);
  Rng rng(5);
  SchedulerBench bench(hs_sptf, *drive, 500);
  hs_drive_view view{};
  std::uint64_t most = 0;
  for (int i = 0; i < 400; ++i) {
    while (!bench.full()) {
      bench.add(rng.below(drive->blocks()), 1, rng.one_in(3));
    }
    most += looked_at(bench, drive->params, view, ways);
    const hs_task& task = bench.task(bench.pick(view));
    view = view_after(*drive, task, media_start(drive->params, view, task));
  }
  EXPECT_LE(bench.scheduler().examined, most);
}

// With aging the search is by age as well. Of 2000 random requests that have come in the order of a
// closed queue, a decision looks at a twentieth at most.
TEST(Asptf, LooksAtAFewOnly) {
  const auto drive = c2247();
  for (const hs_weighed weighs : {HS_WEIGHS_POSITIONING, HS_WEIGHS_MECHANICS, HS_WEIGHS_IO}) {
    for (const auto& [ops, parameter] :
         {std::pair{&hs_asptf, 6 * HS_ONE}, std::pair{&hs_wstf, 30 * HS_ONE}}) {
      Rng rng(5);
      SchedulerBench bench(*ops, *drive, 2000, {parameter, weighs});
      hs_drive_view view{};
      for (int i = 0; i < 2000; ++i) {
        while (!bench.full()) {
          bench.add(rng.below(drive->blocks() - 16), 16, false, view.now);
        }
        const hs_task& task = bench.task(bench.pick(view));
        view = view_after(*drive, task, media_start(drive->params, view, task));
      }
      EXPECT_LT(bench.scheduler().examined, 2000U * 100U) << ops->name << " " << weighs;
    }
  }
}

}  // namespace
}  // namespace headstack
