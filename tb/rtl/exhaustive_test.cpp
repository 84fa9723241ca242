// All inputs at widths of a few bits. The tests check a lane's result for an entry, and the
// comparator's choice among four entries.
#include <array>
#include <cstdlib>

#include <gtest/gtest.h>

#include "Vsmall_4_by_1.h"
#include "Vsmall_4_by_2.h"
#include "Vsmall_4_by_4.h"
#include "Vsmall_lane.h"
#include "tb/rtl/comparator_bench.h"
#include "tb/rtl/small_widths.h"

namespace headstack {
namespace {

using Ports = ComparatorPorts<SmallWidths>;

constexpr unsigned kTick = 30;  // 2^30 of the drive's ticks are one of these: a quarter of a turn
constexpr hs_ticks ticks(std::uint64_t n) { return hs_ticks{n} << kTick; }
constexpr std::uint32_t seek_units(std::uint32_t n) { return n << (kTick - HS_SEEK_SHIFT); }
constexpr std::uint32_t order(std::uint64_t n) { return static_cast<std::uint32_t>(n << kTick); }

// Returns HEADSTACK_STRIDE, the distance between two cases that are tried. Default: 1.
std::uint32_t stride() {
  const char* given = std::getenv("HEADSTACK_STRIDE");
  return given == nullptr ? 1 : static_cast<std::uint32_t>(std::atoi(given));
}

// The digits of a number, from the lowest on.
class Digits {
 public:
  explicit Digits(std::uint32_t number) : left_(number) {}
  std::uint32_t below(std::uint32_t base) {
    const std::uint32_t digit = left_ % base;
    left_ /= base;
    return digit;
  }

 private:
  std::uint32_t left_;
};

constexpr std::uint32_t kEntries = 1024;
ComparatorEntry entry_of(std::uint32_t number) {
  Digits digits(number);
  ComparatorEntry e;
  e.valid = true;
  e.write = digits.below(2) != 0;
  e.cached = digits.below(2) != 0;
  e.cylinder = digits.below(2);
  e.head = static_cast<std::uint8_t>(digits.below(2));
  e.angle = static_cast<hs_angle>(ticks(digits.below(4)));
  e.span = static_cast<hs_angle>(ticks(digits.below(4)));
  e.lead = static_cast<std::uint32_t>(ticks(digits.below(4)));
  e.lbn = number / 3 % 2;
  e.handicap = ticks(number / 7 % 4);
  e.order = order(number / 5);
  return e;
}

// Each kind of request (reads and writes, sequential or not) meets every combination of values. Two
// kinds never meet the same combination at the same time. Both rules also hold for seeks up, seeks
// down and starts within a cylinder.
constexpr std::uint32_t kStates = 2 * 2 * 4 * 4 * 8 * 4;
ComparatorState state_of(std::uint32_t number) {
  Digits digits(number);
  ComparatorState s;
  s.cylinder = digits.below(2);
  s.head = static_cast<std::uint8_t>(digits.below(2));
  s.now = static_cast<hs_angle>(ticks(digits.below(4)));
  const std::uint32_t start = digits.below(4);
  const std::uint32_t ready = digits.below(8);
  s.read = {{{ticks(start), ticks(ready)}, {ticks((start + 2) % 4), ticks((ready + 5) % 8)}}};
  s.write = {{{ticks((start + 1) % 4), ticks((ready + 3) % 8)},
              {ticks((start + 3) % 4), ticks((ready + 6) % 8)}}};
  const std::uint32_t data = digits.below(4);
  s.data = {ticks(data), ticks((data + 1) % 4)};
  s.last_end = number / 5 % 2;
  s.last_write = number / 7 % 2 != 0;
  s.oldest = order(number / 3);
  return s;
}

constexpr std::uint32_t kDrives = 4 * 4 * 4;
struct SmallDrive {
  explicit SmallDrive(std::uint32_t number) {
    Digits digits(number);
    const std::uint32_t seek = digits.below(4);
    up = {seek_units(3), seek_units(seek)};
    down = {seek_units(2), seek_units((seek + 1) % 4)};
    m.seek = up.data();
    m.seek_up = up.data();
    m.seek_down = down.data();
    m.same_cylinder = ticks((seek + 2) % 4);
    m.head_switch = ticks(digits.below(4));
    const std::uint32_t settle = digits.below(4);
    const auto signed_ticks = [](std::uint32_t n) {
      return (static_cast<std::int64_t>(n) - 2) * (std::int64_t{1} << kTick);
    };
    m.read_settle = signed_ticks(settle);
    m.write_settle = signed_ticks((settle + 1) % 4);
  }
  std::array<std::uint32_t, 2> up{};
  std::array<std::uint32_t, 2> down{};
  hs_mechanics m{};
};

// A lane that is asked for a row every clock.
class LaneBench {
 public:
  static constexpr std::uint32_t kLatency = 19;

  LaneBench() {
    model_->rst_ni = 0;
    tick();
    model_->rst_ni = 1;
  }

  void write(std::uint32_t row, const ComparatorEntry& e) {
    model_->write_i = 1;
    model_->write_row_i = static_cast<std::uint16_t>(row);
    Ports::put_entry(model_->write_entry_i, e);
    tick();
    model_->write_i = 0;
  }
  void load(const SmallDrive& drive) {
    for (std::uint32_t distance = 0; distance < 2; ++distance) {
      seek(distance, drive.down[distance]);
      seek(2 + distance, drive.up[distance]);
    }
    Ports::put_mechanics(model_->mechanics_i, drive.m);
  }
  void set(const ComparatorState& state) { Ports::put_state(model_->state_i, state); }
  // No row any more: row kEntries.
  void ask(std::uint32_t row) {
    model_->read_i = row < kEntries ? 1 : 0;
    model_->read_row_i = static_cast<std::uint16_t>(row % kEntries);
    tick();
  }
  const Vsmall_lane& out() const { return *model_; }

 private:
  void tick() {
    model_->clk_i = 0;
    model_->eval();
    model_->clk_i = 1;
    model_->eval();
  }
  void seek(std::uint32_t address, std::uint32_t value) {
    model_->seek_write_i = 1;
    model_->seek_address_i = static_cast<std::uint8_t>(address);
    model_->seek_i = static_cast<std::uint8_t>(Ports::seek(value));
    tick();
    model_->seek_write_i = 0;
  }

  VerilatedModel<Vsmall_lane> model_;
};

TEST(ComparatorExhaustive, EveryEntryInEveryStateOfEveryDrive) {
  LaneBench lane;
  std::array<ComparatorEntry, kEntries> entries;
  for (std::uint32_t row = 0; row < kEntries; ++row) {
    entries[row] = entry_of(row);
    lane.write(row, entries[row]);
  }
  std::uint32_t last_drive = kDrives;
  for (std::uint32_t n = 0; n < kDrives * kStates; n += stride()) {
    const SmallDrive drive(n / kStates);
    if (n / kStates != last_drive) {
      last_drive = n / kStates;
      lane.load(drive);
    }
    const ComparatorState state = state_of(n % kStates);
    lane.set(state);
    for (std::uint32_t clock = 0; clock < kEntries + LaneBench::kLatency; ++clock) {
      lane.ask(clock);
      if (clock + 1 < LaneBench::kLatency || clock + 1 >= kEntries + LaneBench::kLatency) {
        continue;
      }
      const std::uint32_t row = clock + 1 - LaneBench::kLatency;
      const ComparatorEntry& e = entries[row];
      const Vsmall_lane& out = lane.out();
      ASSERT_EQ(out.valid_o, 1) << "drive and state " << n << " entry " << row;
      ASSERT_EQ(Ports::ticks(out.key_o), reference_key(e, drive.m, state))
          << "drive and state " << n << " entry " << row;
      ASSERT_EQ(order(out.order_o), e.order - state.oldest) << row;
      ASSERT_EQ(out.row_o, row);
    }
  }
}

template <class Model>
class ComparatorSmall : public testing::Test {};
using SmallShapes = testing::Types<Vsmall_4_by_1, Vsmall_4_by_2, Vsmall_4_by_4>;
TYPED_TEST_SUITE(ComparatorSmall, SmallShapes);

// Four entries, each of them absent or with any of four keys and four orders, and any oldest order.
TYPED_TEST(ComparatorSmall, EveryChoice) {
  constexpr std::uint32_t kKinds = 17;
  constexpr std::array<std::uint32_t, 4> kKeys = {0, 3, 4, 8};  // in both halves of a comparison
  const SmallDrive drive(0);
  ComparatorBench<TypeParam, SmallWidths> bench;
  bench.load(drive.m, 2, 2);
  std::array<std::uint32_t, 4> kinds{};
  std::vector<ComparatorEntry> entries(4);
  for (std::uint32_t n = 0; n < kKinds * kKinds * kKinds * kKinds * 4; n += stride()) {
    Digits digits(n);
    for (std::uint32_t tag = 0; tag < 4; ++tag) {
      const std::uint32_t kind = digits.below(kKinds);
      if (kind != kinds[tag]) {
        kinds[tag] = kind;
        ComparatorEntry& e = entries[tag];
        e.valid = kind != 0;
        e.cached = true;
        e.handicap = ticks(kKeys[kind % 4]);
        e.order = order(kind / 4);
        bench.write(tag, e);
      }
    }
    ComparatorState state;
    state.oldest = order(digits.below(4));
    const ComparatorResult want = reference_scan(entries, drive.m, state);
    const ComparatorResult got = bench.scan(state);
    ASSERT_TRUE(got == want) << "choice " << n << ": entry " << got.tag << ", not " << want.tag;
  }
}

}  // namespace
}  // namespace headstack
