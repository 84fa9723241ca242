// A configuration goes into a block and comes out of it the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/block_copy.h"
#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/software_schedulers.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "disk/reallocation.h"
#include "image/arena.h"
#include "image/block_format.h"
#include "schedulers/list.h"
}

namespace headstack {
namespace {

hs_firmware_config config_of(const hs_drive_params& drive,
                             const hs_scheduler_ops& scheduler = hs_sptf) {
  hs_firmware_config config{};
  config.drive = &drive;
  config.queue_depth = 32;
  config.scheduler = &scheduler;
  for (std::uint32_t i = 0; i < HS_MAX_SCHEDULER_PARAMETERS; ++i) {
    config.scheduler_parameters[i] = 1000 + i;
  }
  std::copy_n("A DISK OF A TEST", 16, config.product);
  std::copy_n("0123456789abcdef", 16, config.serial);
  config.rotation_rpm = 5400;
  config.spin_up = 123456789;
  config.standard = HS_SPC_4;
  config.wide = true;
  return config;
}

template <typename T>
void expect_same_table(const T* a, const T* b, std::size_t count) {
  if (count != 0) {
    EXPECT_EQ(std::memcmp(a, b, count * sizeof(T)), 0);
  }
}

// All members, by their bytes: whoever adds one and forgets it in the block finds out here. For the
// originals are filled with one pattern, and the memory of the copies with another.
constexpr std::uint8_t kPattern = 1;
constexpr std::uint8_t kOther = 2;

template <typename T>
void expect_same_bytes(T& a, T& b) {
  __builtin_clear_padding(&a);
  __builtin_clear_padding(&b);
  const auto* left = reinterpret_cast<const unsigned char*>(&a);
  const auto* right = reinterpret_cast<const unsigned char*>(&b);
  EXPECT_EQ(std::mismatch(left, left + sizeof(T), right).first - left,
            static_cast<std::ptrdiff_t>(sizeof(T)));
}

template <typename T>
void fill(T& structure) {
  std::memset(static_cast<void*>(&structure), kPattern, sizeof structure);
}

void expect_same_zone(hs_zone a, hs_zone b, std::uint32_t heads) {
  ASSERT_EQ(a.segment_count, b.segment_count);
  ASSERT_EQ(a.slip_count, b.slip_count);
  expect_same_table(a.segments, b.segments, a.segment_count);
  expect_same_table(a.slips, b.slips, a.slip_count);
  expect_same_table(a.head_skew, b.head_skew, heads);
  ASSERT_EQ(a.order, b.order);
  if (a.order == HS_SERPENTINE) {
    expect_same_table(a.descending_head_skew, b.descending_head_skew, heads);
  }
  a.descending_head_skew = b.descending_head_skew = nullptr;
  ASSERT_EQ(a.turn_count, b.turn_count);
  expect_same_table(a.turns, b.turns, a.turn_count);
  a.turns = b.turns = nullptr;
  a.segments = b.segments = nullptr;
  a.slips = b.slips = nullptr;
  a.head_skew = b.head_skew = nullptr;
  expect_same_bytes(a, b);
}

void expect_same_mechanics(const hs_mechanics& a, const hs_mechanics& b, std::uint32_t cylinders) {
  expect_same_table(a.seek, b.seek, cylinders);
  expect_same_table(a.seek_up, b.seek_up, cylinders);
  expect_same_table(a.seek_down, b.seek_down, cylinders);
  expect_same_table(a.seek_bound, b.seek_bound, cylinders);
}

void expect_same_drive(hs_drive_params a, hs_drive_params b) {
  ASSERT_EQ(a.geometry.zone_count, b.geometry.zone_count);
  for (std::uint32_t i = 0; i < a.geometry.zone_count; ++i) {
    expect_same_zone(a.geometry.zones[i], b.geometry.zones[i], a.geometry.heads);
  }
  expect_same_mechanics(a.mechanics, b.mechanics, a.geometry.cylinders);
  for (hs_drive_params* p : {&a, &b}) {
    p->geometry.zones = nullptr;
    p->geometry.reallocations = nullptr;
    p->mechanics.seek = p->mechanics.seek_up = nullptr;
    p->mechanics.seek_down = p->mechanics.seek_bound = nullptr;
  }
  expect_same_bytes(a, b);
}

void expect_same(const hs_firmware_config& a, const hs_firmware_config& b) {
  expect_same_drive(*a.drive, *b.drive);
  EXPECT_EQ(a.scheduler, b.scheduler);
  hs_firmware_config x = a;
  hs_firmware_config y = b;
  x.drive = y.drive = nullptr;
  x.reallocations = y.reallocations = nullptr;
  expect_same_bytes(x, y);
}

// Structures whose members are all set.
struct Filled {
  explicit Filled(const hs_drive_params& from, const hs_scheduler_ops& scheduler = hs_sptf)
      : zones(new hs_zone[from.geometry.zone_count]) {
    fill(drive);
    fill(config);
    drive.geometry = from.geometry;
    for (std::uint32_t i = 0; i < from.geometry.zone_count; ++i) {
      fill(zones[i]);
      zones[i].segments = from.geometry.zones[i].segments;
      zones[i].segment_count = from.geometry.zones[i].segment_count;
      zones[i].slips = from.geometry.zones[i].slips;
      zones[i].slip_count = from.geometry.zones[i].slip_count;
      zones[i].head_skew = from.geometry.zones[i].head_skew;
      zones[i].order = HS_SERPENTINE;
      zones[i].descending_head_skew = from.geometry.zones[i].head_skew;
      zones[i].turns = from.geometry.zones[i].turns;
      zones[i].turn_count = from.geometry.zones[i].turn_count;
    }
    drive.geometry.zones = zones.get();
    drive.geometry.reallocations = nullptr;
    drive.mechanics.seek = from.mechanics.seek;
    drive.mechanics.seek_up = from.mechanics.seek_up;
    drive.mechanics.seek_down = from.mechanics.seek_down;
    drive.mechanics.seek_bound = from.mechanics.seek_bound;
    config.drive = &drive;
    config.scheduler = &scheduler;
    config.reallocations = nullptr;
    config.weights = nullptr;
    config.mimic = nullptr;
    config.durations = nullptr;
    config.priority_times = nullptr;
  }

  std::unique_ptr<hs_zone[]> zones;
  hs_drive_params drive;
  hs_firmware_config config;
};

TEST(ParameterBlockTest, EveryMemberComesBack) {
  const auto drive = c2247();
  const Filled filled(drive->params);
  const BlockCopy copy(block_of(filled.config), 1U << 20, kOther);
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  expect_same(filled.config, copy.config());
}

TEST(ParameterBlockTest, RandomDrivesComeBack) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, 1 + rng.below(20));
    const Filled filled(layout.drive->params);
    const BlockCopy copy(block_of(filled.config), 1U << 20, kOther);
    ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
    expect_same(filled.config, copy.config());
  }
}

TEST(ParameterBlockTest, EverySchedulerIsFoundAgain) {
  const auto drive = eighths_drive(20);
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    const hs_firmware_config config = config_of(drive->params, **ops);
    const BlockCopy copy(block_of(config));
    ASSERT_EQ(copy.result(), HS_BLOCK_GOOD) << (*ops)->name;
    EXPECT_EQ(copy.config().scheduler, *ops);
  }
}

TEST(ParameterBlockTest, CurvesOfTheirOwnComeBack) {
  const auto drive = eighths_drive(20);
  std::vector<std::uint32_t> up(20, 7);
  std::vector<std::uint32_t> down(20, 9);
  drive->params.mechanics.seek_up = up.data();
  drive->params.mechanics.seek_down = down.data();
  const BlockCopy copy(block_of(config_of(drive->params)));
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  expect_same_mechanics(drive->params.mechanics, copy.config().drive->mechanics, 20);
}

TEST(ParameterBlockTest, ACurveThatIsTheCommonOneTakesNoRoom) {
  const auto drive = eighths_drive(2000);
  const hs_firmware_config shared = config_of(drive->params);
  const std::size_t with_shared = hs_block_bytes(&shared);
  const std::vector<std::uint32_t> up(2000, 7);
  drive->params.mechanics.seek_up = up.data();
  const hs_firmware_config own = config_of(drive->params);
  EXPECT_EQ(hs_block_bytes(&own) - with_shared, 2000 * sizeof(std::uint32_t));
}

// A table with a block moved.
class Moved {
 public:
  explicit Moved(hs_drive_params& drive) : memory_(hs_reallocations_memory(8)) {
    hs_reallocations_init(&table, memory_.data(), 8, nullptr);
    hs_pbn spare{};
    EXPECT_TRUE(hs_reallocate(&drive.geometry, &table, hs_lbn{3}, 1, &spare));
  }

  hs_reallocations table{};

 private:
  std::vector<std::uint8_t> memory_;
};

std::unique_ptr<TestDrive> with_spares() {
  ZoneSpec zone;
  zone.cylinders = 10;
  zone.blocks = 10 * 2 * 8 - 16;
  return std::make_unique<TestDrive>(2, 10, std::vector<ZoneSpec>{zone},
                                     std::vector<std::uint32_t>(10, 100));
}

TEST(ParameterBlockTest, MovedBlocksComeBackAndMoreCanBeMoved) {
  const auto drive = with_spares();
  Moved moved(drive->params);
  drive->params.geometry.reallocations = &moved.table;
  hs_firmware_config config = config_of(drive->params);
  config.reallocations = &moved.table;
  const BlockCopy copy(block_of(config));
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  hs_reallocations* const table = copy.config().reallocations;
  const hs_geometry& geometry = copy.config().drive->geometry;
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(geometry.reallocations, table);
  EXPECT_EQ(table->moved, moved.table.moved);
  EXPECT_EQ(table->taken, moved.table.taken);
  EXPECT_EQ(table->capacity, 8U);
  const hs_pbn there = hs_lbn_to_pbn(&geometry, hs_lbn{3});
  const hs_pbn here = hs_lbn_to_pbn(&drive->geometry(), hs_lbn{3});
  EXPECT_EQ(hs_place_key(there), hs_place_key(here));
  hs_pbn spare{};
  EXPECT_TRUE(hs_reallocate(&geometry, table, hs_lbn{5}, 1, &spare));
}

TEST(ParameterBlockTest, DurationLimitsComeBack) {
  const auto drive = eighths_drive(20);
  hs_duration_limits limits{};
  limits.of[0][0] = {1, 2, 3, HS_DURATION_10_MS, HS_DURATION_ABORT, 0, HS_DURATION_NEXT};
  limits.of[1][6] = {4, 5, 6, HS_DURATION_1_US, 0, HS_DURATION_UNAVAILABLE, 0};
  hs_firmware_config config = config_of(drive->params);
  config.durations = &limits;
  const BlockCopy copy(block_of(config), 1U << 20, kOther);
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  expect_same_table(copy.config().durations, &limits, 1);
}

TEST(ParameterBlockTest, PriorityTimesComeBack) {
  const auto drive = eighths_drive(20);
  const std::vector<std::uint32_t> times = {1, 0,  3,  4,  5,  6,  7,          8,
                                            9, 10, 11, 12, 13, 14, 0xffff'ffff};
  hs_firmware_config config = config_of(drive->params, hs_edf);
  EXPECT_EQ(BlockCopy(block_of(config), 1U << 20, kOther).config().priority_times, nullptr);
  config.priority_times = times.data();
  const BlockCopy copy(block_of(config), 1U << 20, kOther);
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  expect_same_table(copy.config().priority_times, times.data(), 15);
}

TEST(ParameterBlockTest, WeightsComeBack) {
  const auto drive = eighths_drive(20);
  const std::vector<std::uint32_t> weights = {80, 15, 5};
  hs_firmware_config config = config_of(drive->params, hs_yfq);
  config.weights = weights.data();
  config.classes = 3;
  const BlockCopy copy(block_of(config), 1U << 20, kOther);
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  ASSERT_EQ(copy.config().classes, 3U);
  expect_same_table(copy.config().weights, weights.data(), 3);
  EXPECT_EQ(copy.config().mimic, nullptr);
}

// Two times for each distance. The reader computes the bounds from the points.
TEST(ParameterBlockTest, AProbedTableComesBack) {
  const auto drive = eighths_drive(20);
  const std::vector<std::int32_t> distance = {-20, 1, 30};
  const std::vector<std::uint32_t> ns = {900, 950, 100, 110, 700, 701};
  auto mimic = std::make_unique<hs_mimic>();
  mimic->layers = 2;
  for (hs_mimic_points& points : mimic->points) {
    points = {distance.data(), ns.data(), 3};
  }
  hs_mimic_init(mimic.get(), drive->blocks());
  hs_firmware_config config = config_of(drive->params, hs_smtf);
  config.mimic = mimic.get();
  const BlockCopy copy(block_of(config), 1U << 20, kOther);
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  const hs_mimic& read = *copy.config().mimic;
  EXPECT_EQ(copy.config().weights, nullptr);
  EXPECT_EQ(read.layers, 2U);
  for (std::uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    ASSERT_EQ(read.points[kind].count, 3U);
    expect_same_table(read.points[kind].distance, distance.data(), 3);
    expect_same_table(read.points[kind].ns, ns.data(), 6);
  }
  EXPECT_EQ(std::memcmp(&read.reach, &mimic->reach, sizeof read.reach), 0);
}

// The table of times is refused, with its size, if the memory is too small for it.
TEST(ParameterBlockTest, AProbedTableNeedsMemory) {
  const auto drive = eighths_drive(20);
  const std::vector<std::int32_t> distance = {1};
  const std::vector<std::uint32_t> ns = {100};
  auto mimic = std::make_unique<hs_mimic>();
  mimic->layers = 1;
  for (hs_mimic_points& points : mimic->points) {
    points = {distance.data(), ns.data(), 1};
  }
  hs_firmware_config config = config_of(drive->params, hs_smtf);
  config.mimic = mimic.get();
  const BlockCopy whole(block_of(config));
  ASSERT_EQ(whole.result(), HS_BLOCK_GOOD);
  const BlockCopy little(block_of(config), whole.taken() - 8);
  EXPECT_EQ(little.result(), HS_BLOCK_NO_MEMORY);
}

TEST(ParameterBlockTest, MovedBlocksThatStayAsTheyAreComeBack) {
  const auto drive = with_spares();
  Moved moved(drive->params);
  drive->params.geometry.reallocations = &moved.table;
  const BlockCopy copy(block_of(config_of(drive->params)));
  ASSERT_EQ(copy.result(), HS_BLOCK_GOOD);
  EXPECT_EQ(copy.config().reallocations, nullptr);
  ASSERT_NE(copy.config().drive->geometry.reallocations, nullptr);
  EXPECT_EQ(copy.config().drive->geometry.reallocations->moved, moved.table.moved);
}

TEST(ParameterBlockTest, AnyDamagedWordIsFound) {
  const auto drive = eighths_drive(20);
  const std::vector<std::uint64_t> good = block_of(config_of(drive->params));
  ASSERT_EQ(BlockCopy(good).result(), HS_BLOCK_GOOD);
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const std::uint64_t bit : {UINT64_C(1), UINT64_C(1) << 31, UINT64_C(1) << 47}) {
      std::vector<std::uint64_t> bad = good;
      bad[i] ^= bit;
      EXPECT_NE(BlockCopy(bad).result(), HS_BLOCK_GOOD) << i;
    }
  }
}

TEST(ParameterBlockTest, WordsThatChangePlacesAreFound) {
  const auto drive = eighths_drive(20);
  std::vector<std::uint64_t> block = block_of(config_of(drive->params));
  ASSERT_NE(block[8], block[10]);
  std::swap(block[8], block[10]);
  EXPECT_EQ(BlockCopy(block).result(), HS_BLOCK_DAMAGED);
}

// The digest of the structures' sizes in the header: each size counts by its place.
TEST(ParameterBlockTest, TheLayoutIsADigestOfAllSizes) {
  const auto drive = eighths_drive(20);
  const std::vector<std::uint64_t> block = block_of(config_of(drive->params));
  std::uint32_t sum = 1;
  for (const std::size_t part :
       {sizeof(hs_overheads), sizeof(hs_terms), sizeof(hs_write_rules), sizeof(hs_cache_rules),
        sizeof(hs_destage_rules), sizeof(hs_segment), sizeof(hs_slip), sizeof(hs_reallocation),
        sizeof(hs_command_terms), sizeof(bool), sizeof(hs_write_start), alignof(std::uint64_t),
        offsetof(hs_block_header, scheduler), std::size_t{HS_MAX_SCHEDULER_PARAMETERS}}) {
    sum = sum * 31 + static_cast<std::uint32_t>(part);
  }
  EXPECT_EQ(reinterpret_cast<const hs_block_header*>(block.data())->layout, sum);
}

TEST(ParameterBlockTest, WhatIsWrongIsSaid) {
  const auto drive = eighths_drive(20);
  const std::vector<std::uint64_t> good = block_of(config_of(drive->params));
  const auto changed = [&](auto change) {
    std::vector<std::uint64_t> block = good;
    change(*reinterpret_cast<hs_block_header*>(block.data()));
    return BlockCopy(block).result();
  };
  using Header = hs_block_header;
  EXPECT_EQ(changed([](Header& h) { h.magic = 0; }), HS_BLOCK_NO_BLOCK);
  EXPECT_EQ(changed([](Header& h) { h.version++; }), HS_BLOCK_OTHER);
  EXPECT_EQ(changed([](Header& h) { h.layout++; }), HS_BLOCK_OTHER);
  EXPECT_EQ(changed([](Header& h) { h.bytes += 8; }), HS_BLOCK_SIZE) << "beyond its memory";
  EXPECT_EQ(changed([](Header& h) { h.bytes = 8; }), HS_BLOCK_SIZE);
  EXPECT_EQ(changed([](Header& h) { h.bytes -= 4; }), HS_BLOCK_SIZE);
  EXPECT_EQ(changed([](Header& h) { h.bytes -= 8; }), HS_BLOCK_DAMAGED);
  EXPECT_EQ(changed([](Header& h) { h.ram_bytes++; }), HS_BLOCK_DAMAGED);
  EXPECT_EQ(BlockCopy({}).result(), HS_BLOCK_NO_BLOCK);
}

TEST(ParameterBlockTest, MemoryThatIsTooSmallIsSaid) {
  const auto drive = c2247();
  const std::vector<std::uint64_t> block = block_of(config_of(drive->params));
  const std::size_t enough = BlockCopy(block).taken();
  EXPECT_GT(enough, sizeof(hs_drive_params));
  EXPECT_EQ(BlockCopy(block, enough).result(), HS_BLOCK_GOOD);
  for (std::size_t less = 0; less < enough; less += 64) {
    EXPECT_EQ(BlockCopy(block, less).result(), HS_BLOCK_NO_MEMORY);
  }
}

// Fletcher's sums of 32-bit words, from the word after the check on: the sum, which begins at 1,
// and above it the sum of all sums.
TEST(ParameterBlockTest, TheCheckIsFletchers) {
  const auto drive = c2247();
  hs_firmware_config config{};
  config.drive = &drive->params;
  config.queue_depth = 4;
  config.scheduler = &hs_fcfs;
  const std::vector<std::uint64_t> block = block_of(config);
  std::vector<std::uint32_t> words(block.size() * 2);
  std::memcpy(words.data(), block.data(), block.size() * sizeof(std::uint64_t));
  std::uint32_t sum = 1;
  std::uint32_t sums = 0;
  for (std::size_t i = offsetof(hs_block_header, ram_bytes) / 4; i < words.size(); ++i) {
    sum += words[i];
    sums += sum;
  }
  hs_block_header header;
  std::memcpy(&header, block.data(), sizeof header);
  EXPECT_EQ(header.check, std::uint64_t{sums} << 32U | sum);
}

// Memory is taken in whole words of eight bytes, up to the last one.
TEST(ParameterBlockTest, MemoryIsTakenInWords) {
  alignas(8) std::uint8_t memory[32];
  hs_arena arena{memory, memory + sizeof memory};
  EXPECT_EQ(hs_arena_take(&arena, 8), memory);
  EXPECT_EQ(hs_arena_take(&arena, 1), memory + 8);
  EXPECT_EQ(hs_arena_take(&arena, 17), nullptr);
  EXPECT_EQ(hs_arena_take(&arena, 9), memory + 16);
  EXPECT_EQ(hs_arena_take(&arena, 1), nullptr);
  EXPECT_EQ(hs_arena_take(&arena, SIZE_MAX), nullptr);
}

}  // namespace
}  // namespace headstack
