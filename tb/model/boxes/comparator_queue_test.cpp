// The firmware's side of the comparator, decision by decision against a plain scan of the oldest
// tasks, as many as the comparator has entries: aborts, tasks located anew, ages over hours, ties.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "model/boxes/comparator/body.h"
#include "model/boxes/drive_registers.h"
#include "model/config/tables/firmware_params.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "buffer/cache.h"
#include "disk/predict.h"
#include "hal/registers.h"
}

namespace headstack {
namespace {

// The registers, as a CPU reaches them; an access that is refused fails the test.
class ComparatorAlone final : public Registers {
 public:
  explicit ComparatorAlone(std::unique_ptr<ComparatorBody> body)
      : hal(*this), body_(std::move(body)) {}
  ComparatorAlone(const ComparatorAlone&) = delete;
  ComparatorAlone& operator=(const ComparatorAlone&) = delete;

  hs_hal hal;
  std::uint64_t claim = 0;  // written last
  std::uint64_t status() { return hs_read(&hal, HS_COMPARATOR(status)); }

  bool read(std::uint32_t address, std::uint64_t& value) override {
    const bool known = body_->read(offset_of(address), value);
    EXPECT_TRUE(known);
    return known;
  }
  bool write(std::uint32_t address, std::uint64_t value) override {
    claim = address == HS_COMPARATOR(claim) ? value : claim;
    const bool known = body_->write(offset_of(address), value);
    EXPECT_TRUE(known);
    return known;
  }

 private:
  static std::uint32_t offset_of(std::uint32_t address) {
    return address - (HS_PAGE_COMPARATOR << HS_PAGE_BITS);
  }

  std::unique_ptr<ComparatorBody> body_;
};

struct Round {
  const hs_scheduler_ops* ops;
  std::uint32_t weight;  // Q16.16, ms/s
  std::uint32_t entries;
  std::uint32_t capacity;
  int decisions;
  bool rtl;
};

class Oracle {
 public:
  Oracle(const Round& round, const hs_drive_params& drive, const hs_cache& cache)
      : round_(round), drive_(drive), cache_(cache) {}

  std::uint32_t pick(const SchedulerBench& bench, std::vector<std::uint32_t> waiting,
                     const hs_drive_view& view) const {
    std::sort(waiting.begin(), waiting.end(), [&](std::uint32_t a, std::uint32_t b) {
      return bench.task(a).order < bench.task(b).order;
    });
    waiting.resize(std::min<std::size_t>(waiting.size(), round_.entries));
    return *std::min_element(waiting.begin(), waiting.end(), [&](std::uint32_t a, std::uint32_t b) {
      return score(view, bench.task(a)) < score(view, bench.task(b));
    });
  }

 private:
  __extension__ typedef __int128 Wide;

  Wide score(const hs_drive_view& view, const hs_task& task) const {
    const bool hit = round_.ops == &hs_spctf_hw && !task.write &&
                     hs_cache_look_up(&cache_, task.lbn, task.blocks) != HS_CACHE_MISS;
    const Wide time = hit ? 0 : hs_predict_media_start(&drive_, &view, &task) - view.now;
    if (round_.ops == &hs_asptf_hw && round_.weight == HS_MOST_CREDIT) {
      return task.arrival;
    }
    const Wide weight = round_.ops == &hs_asptf_hw ? (Wide{round_.weight} * 65536 + 500) / 1000 : 0;
    return time + (weight * task.arrival >> 32);
  }

  const Round& round_;
  const hs_drive_params& drive_;
  const hs_cache& cache_;
};

const DriveConfig& c2247_config() {
  static const DriveConfig config =
      load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives/hp_c2247.toml");
  return config;
}

void run(const Round& round, std::uint64_t seed, bool far_apart,
         const DriveConfig& config = c2247_config()) {
  SCOPED_TRACE(testing::Message() << round.ops->name << ", W " << round.weight << ", "
                                  << round.entries << " entries, capacity " << round.capacity
                                  << ", seed " << seed << (round.rtl ? ", RTL" : ""));
  const DriveTables tables(config);
  const hs_drive_params drive = drive_params(config, tables);
  const std::uint32_t blocks = drive.geometry.block_count;
  const ComparatorShape shape = {round.entries, round.rtl ? 4U : 1U, 16'384};
  ComparatorAlone registers(round.rtl ? make_rtl_comparator(shape)
                                      : make_behavioural_comparator(shape));
  hs_cache cache;
  hs_cache_init(&cache, &drive.cache, &drive.geometry);
  SchedulerBench bench(*round.ops, drive, round.capacity, {round.weight});
  bench.scheduler().hal = &registers.hal;
  bench.scheduler().cache = &cache;
  const Oracle oracle(round, drive, cache);
  Rng rng(seed);
  hs_drive_view view{};
  view.now = rng.one_in(2) ? 0 : rng.next() >> 12;
  for (int made = 0; made < round.decisions;) {
    while (!bench.full() && (bench.waiting().empty() || !rng.one_in(6))) {
      // Few places, so that many tie, and some that go on where the last one ended.
      const std::uint32_t lbn = rng.one_in(4)   ? view.last_end.value % blocks
                                : rng.one_in(2) ? rng.below(8) * 1000
                                                : rng.below(blocks - 40);
      bench.add(lbn, rng.between(1, 16), rng.one_in(3), view.now);
    }
    if (rng.one_in(5)) {
      bench.abort(bench.waiting()[rng.below(static_cast<std::uint32_t>(bench.waiting().size()))]);
      continue;
    }
    while (rng.one_in(3)) {  // its block lies elsewhere now
      const std::uint32_t one =
          bench.waiting()[rng.below(static_cast<std::uint32_t>(bench.waiting().size()))];
      hs_scheduler_remove(&bench.scheduler(), one);
      hs_scheduler_arrival(&bench.scheduler(), one);
    }
    view.free_at = view.now + (rng.one_in(4) ? rng.below(1U << 31) : 0);
    if (rng.one_in(50)) {  // about as late as the comparator's fields allow, or later
      view.free_at += hs_ticks{rng.between(118, 132)} << 32U;
    }
    const std::uint32_t expected = oracle.pick(bench, bench.waiting(), view);
    const std::uint32_t picked = bench.pick(view);
    ASSERT_EQ(picked, expected) << "decision " << made << ": order " << bench.task(picked).order
                                << ", not " << bench.task(expected).order;
    const hs_task task = bench.task(picked);
    if (round.ops == &hs_sptf_hw) {  // the key of the last scan is the winner's time
      const hs_ticks cost = hs_predict_media_start(&drive, &view, &task) - view.now;
      ASSERT_EQ(hs_read(&registers.hal, HS_COMPARATOR(key)), (hs_ticks{4} << 32U) + cost)
          << "decision " << made;
    }
    if (task.write) {
      hs_cache_write(&cache, task.lbn, task.blocks);
    } else if (hs_cache_look_up(&cache, task.lbn, task.blocks) == HS_CACHE_MISS) {
      hs_cache_read_miss(&cache, task.lbn, task.blocks, false);
    }
    view.now = hs_predict_media_start(&drive, &view, &task) + rng.below(1U << 30);
    view.now += far_apart && rng.one_in(8) ? rng.next() >> rng.between(12, 30) : 0;
    view.track = task.track;
    view.last_first = task.lbn;
    view.last_end = {task.lbn.value + task.blocks};
    view.last_write = task.write;
    view.connected = rng.one_in(8);
    view.reading = rng.one_in(4);
    ++made;
  }
  EXPECT_EQ(registers.status() & ~std::uint64_t{HS_COMPARATOR__STATUS__FULL_bm}, 0U);
  EXPECT_TRUE(bench.intact());
}

constexpr std::uint32_t kSmall = HS_ONE / 100;
constexpr std::uint32_t kUsual = 6 * HS_ONE;
constexpr std::uint32_t kLarge = 65'534 * HS_ONE;

TEST(ComparatorQueue, TheOldestAreInside) {
  for (const std::uint32_t entries : {1U, 2U, 16U, 64U}) {
    for (const std::uint32_t capacity : {entries, entries + 1, 3 * entries + 7}) {
      run({&hs_sptf_hw, 0, entries, capacity, 1500, false}, entries, false);
      run({&hs_spctf_hw, 0, entries, capacity, 1500, false}, entries, false);
      for (const std::uint32_t weight : {0U, kSmall, kUsual, kLarge, HS_MOST_CREDIT}) {
        run({&hs_asptf_hw, weight, entries, capacity, 800, false}, entries, false);
      }
    }
  }
}

TEST(ComparatorQueue, FewerTasksThanEntries) {
  run({&hs_sptf_hw, 0, 256, 5, 1000, false}, 3, false);
  run({&hs_asptf_hw, kUsual, 256, 1, 1000, false}, 3, false);
}

// Rules by which a key is exact, or a bound.
TEST(ComparatorQueue, TheKeyOfTheWinnerIsExact) {
  const std::vector<Changes> rules = {
      {{"write.start", "\"whole request\""}},
      {{"write.start", "\"first track\""}},
      {{"write.minimum_blocks", "16"},
       {"bus.write_rate", "\"0.02 MB/s\""}},  // leads of revolutions
      {{"write.ahead", "\"3.5 blocks\""}, {"write.ahead_delay", "\"0.5 ms\""}},
      {{"seek.read_settle", "\"-0.4 ms\""}, {"seek.write_settle", "\"-0.2 ms\""}},
      {{"overhead.write_command", "\"999 ms\""}},
      {{"overhead.read_miss_sequential", "\"-0.1 ms\""}},
      {{"cache.zero_latency_read", "true"}, {"write.zero_latency", "true"}},
      {{"write.seek_with_data", "true"}},
      {{"bus.start_marks_per_revolution", "64"}},
  };
  for (const Changes& changes : rules) {
    SCOPED_TRACE(changes.front().first + " = " + changes.front().second);
    const DriveConfig config = with_values(c2247_config(), changes);
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      run({&hs_sptf_hw, 0, 16, 40, 500, false}, seed, false, config);
    }
  }
}

// A write waits for its blocks up to the end of its track, at 1 MB/s, or for all of its blocks. The
// tracks have 96 blocks. The lead of an earlier write counts only if the place has no part in it.
TEST(ComparatorQueue, EachWriteHasItsOwnLead) {
  for (const bool first_track : {true, false}) {
    const DriveConfig config = with_values(
        c2247_config(), {{"write.start", first_track ? "\"first track\"" : "\"whole request\""},
                         {"bus.write_rate", "\"1 MB/s\""},
                         {"write.minimum_blocks", "1"}});
    const DriveTables tables(config);
    const hs_drive_params drive = drive_params(config, tables);
    ComparatorAlone registers(make_behavioural_comparator({256, 1, 16'384}));
    SchedulerBench bench(hs_sptf_hw, drive, 200);
    bench.scheduler().hal = &registers.hal;
    for (std::uint32_t lbn = 0; lbn < 200; ++lbn) {
      const std::uint32_t blocks = lbn % 3 == 0 ? 5 : 8;
      bench.add(lbn, blocks, true);
      const std::uint32_t awaited = first_track ? std::min(blocks, 96 - lbn % 96) : blocks;
      ASSERT_EQ(registers.claim >> HS_COMPARATOR__CLAIM__LEAD_bp, awaited * drive.write_per_block)
          << first_track << " " << lbn;
    }
  }
}

// Ages run over the key's width many times.
TEST(ComparatorQueue, AgesOfDays) {
  for (const std::uint32_t weight : {kSmall, kUsual, 1000 * HS_ONE, kLarge, HS_MOST_CREDIT}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      run({&hs_asptf_hw, weight, 16, 40, 1000, false}, seed, true);
    }
  }
}

TEST(ComparatorQueue, TheSameInRtl) {
  if (make_rtl_comparator({16, 4, 16'384}) == nullptr) {
    GTEST_SKIP() << "no RTL in this build";
  }
  run({&hs_sptf_hw, 0, 16, 40, 500, true}, 1, false);
  run({&hs_spctf_hw, 0, 16, 40, 500, true}, 2, false);
  run({&hs_asptf_hw, kUsual, 16, 40, 500, true}, 3, true);
}

}  // namespace
}  // namespace headstack
