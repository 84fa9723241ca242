// The position schedulers on every drive file, decision by decision against plain scans.
// HEADSTACK_DECISIONS says how many in all; 10,000,000 are the full check.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/tables/firmware_params.h"
#include "tb/firmware/support/position_scan.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/service_scan.h"

extern "C" {
#include "disk/predict.h"
}

namespace headstack {
namespace {

constexpr std::uint64_t kDecisions = 1'000'000;
constexpr std::uint32_t kLongest = 4096;

std::uint64_t wanted() {
  const char* text = std::getenv("HEADSTACK_DECISIONS");
  return text == nullptr ? kDecisions : std::stoull(text);
}

std::vector<std::string> drive_names() {
  std::vector<std::string> names;
  const std::filesystem::path folder = std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The drive after it has served `task`: mostly it goes on from there.
hs_drive_view next_view(Rng& rng, const hs_drive_params& drive, const hs_task& task,
                        hs_ticks media) {
  hs_drive_view view{};
  view.now = media + rng.below(1U << 30);
  view.free_at = view.now + (rng.one_in(4) ? rng.below(1U << 31) : 0);
  view.track = task.track;
  if (rng.one_in(8)) {
    view.track = {{rng.below(drive.geometry.cylinders)}, {rng.below(drive.geometry.heads)}};
    view.now += rng.next() >> 34;
    view.free_at = std::max(view.free_at, view.now);
  }
  view.last_first = task.lbn;
  view.last_end = {task.lbn.value + task.blocks};
  view.last_write = task.write;
  view.connected = rng.one_in(8);
  return view;
}

void serve(hs_cache& cache, const hs_task& task) {
  if (task.write) {
    hs_cache_write(&cache, task.lbn, task.blocks);
  } else if (hs_cache_look_up(&cache, task.lbn, task.blocks) == HS_CACHE_MISS) {
    hs_cache_read_miss(&cache, task.lbn, task.blocks, false);
  }
}

struct Round {
  Policy policy = Policy::sptf;
  std::uint32_t parameter = 0;
  hs_weighed weighs = HS_WEIGHS_POSITIONING;
  std::uint32_t length = 1;
  std::uint64_t seed = 0;
  std::uint64_t decisions = 0;
};

void run(const hs_drive_params& drive, const Round& round) {
  SCOPED_TRACE(testing::Message() << ops_of(round.policy).name << ", parameter " << round.parameter
                                  << ", weighs " << round.weighs << ", seed " << round.seed
                                  << ", length " << round.length);
  const std::uint32_t blocks = drive.geometry.block_count;
  Rng rng(round.seed);
  SchedulerBench bench(ops_of(round.policy), drive, round.length,
                       parameters_of(round.policy, round.parameter, round.weighs));
  hs_cache cache;
  hs_cache_init(&cache, &drive.cache, &drive.geometry);
  bench.scheduler().cache = &cache;
  const hs_departures departures = hs_departures_make(&drive);
  PositionScan scan(round.policy, round.parameter, round.weighs, drive, &cache,
                    [&](const hs_drive_view& v, const hs_task& t) {
                      const hs_predictor predictor = hs_predictor_depart(&drive, &departures, &v);
                      const hs_ticks positioning = hs_predict_media_start(&drive, &v, &t) - v.now;
                      return Times{positioning, hs_predict_mechanics(&predictor, &t),
                                   positioning + time_on_medium(drive, t)};
                    });
  hs_drive_view view{};
  const std::uint32_t span = rng.one_in(3) ? std::min(blocks, 20'000U) : blocks;
  for (std::uint64_t made = 0; made < round.decisions;) {
    while (!bench.full() && (bench.waiting().empty() || !rng.one_in(4))) {
      const std::uint32_t near = view.last_end.value + (rng.one_in(2) ? 0 : rng.below(40));
      std::uint32_t lbn = rng.one_in(6) && near < blocks ? near : rng.below(span);
      if (rng.one_in(6)) {
        lbn = end_of_any(rng, bench, blocks);
      }
      const std::uint32_t entry =
          bench.add(lbn, rng.between(1, std::min(60U, blocks - lbn)), rng.one_in(3), view.now);
      scan.arrived(entry, bench.task(entry));
    }
    const std::uint32_t expected = scan.pick(bench, view);
    const std::uint32_t picked = bench.pick(view);
    ASSERT_EQ(picked, expected) << "order " << bench.task(picked).order << ", not "
                                << bench.task(expected).order;
    const hs_task task = bench.task(picked);
    serve(cache, task);
    const hs_ticks start = hs_predict_media_start(&drive, &view, &task);
    hs_plan plan;
    hs_plan_media(&drive, &view, &task, &plan);
    ASSERT_EQ(hs_predict_planned_start(&drive, &view, &plan, &task), start);
    view = next_view(rng, drive, task, start);
    ++made;
  }
  ASSERT_TRUE(bench.intact());
}

class SchedulerDecisions : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Drives, SchedulerDecisions, testing::ValuesIn(drive_names()),
                         [](const auto& test) { return test.param; });

// A parameter anywhere in its range, small ones as often as large ones.
std::uint32_t any_parameter(Rng& rng, const hs_parameter& parameter) {
  if (parameter.name == nullptr || rng.one_in(10)) {
    return parameter.minimum;
  }
  if (rng.one_in(20)) {
    return parameter.maximum;
  }
  const std::uint32_t value =
      std::clamp(static_cast<std::uint32_t>(rng.next() >> (32 + rng.below(24))), parameter.minimum,
                 parameter.maximum);
  return parameter.whole ? std::max(value & ~0xffffU, parameter.minimum) : value;
}

// Short queues get more decisions, so that long ones do not take all the time.
TEST_P(SchedulerDecisions, AreThoseOfThePlainScan) {
  const DriveConfig config = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) /
                                        "model/drives" / (GetParam() + ".toml"));
  const DriveTables tables(config);
  const hs_drive_params drive = drive_params(config, tables);
  const std::uint64_t share = wanted() / drive_names().size() + 1;
  Rng rng(std::accumulate(GetParam().begin(), GetParam().end(), std::uint64_t{0}));
  for (std::uint64_t made = 0, number = 0; made < share; ++number) {
    Round round;
    round.policy = static_cast<Policy>(number % kPolicies);
    round.weighs = static_cast<hs_weighed>(number / kPolicies % 3);
    round.parameter = any_parameter(rng, ops_of(round.policy).parameters[0]);
    // One round in forty is long.
    round.length = number % 40 == 0 ? rng.between(1024, kLongest) : 1U << rng.below(9);
    round.length = std::min(kLongest, round.length + rng.below(round.length));
    round.seed = rng.next();
    round.decisions = std::min<std::uint64_t>(share - made, round.length > 512 ? 1000 : 2000);
    made += round.decisions;
    ASSERT_NO_FATAL_FAILURE(run(drive, round));
  }
}

}  // namespace
}  // namespace headstack
