// The comparator's behavioural body. The body gives the same answers as the RTL, and computes them
// with the drive's own arithmetic.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "model/boxes/comparator/body.h"
#include "register_map.h"

extern "C" {
#include <disk/mechanics.h>
#include <hal/registers.h>
}

namespace headstack {

namespace {

// A register of hs_comparator_t.
#define AT(name) offsetof(hs_comparator_t, name)
// A field of a value, and a value of a field.
#define FIELD(value, name) \
  (((value) & (HS_COMPARATOR__##name##_bm)) >> (HS_COMPARATOR__##name##_bp))
#define PUT(value, name) (static_cast<std::uint64_t>(value) << (HS_COMPARATOR__##name##_bp))

constexpr std::size_t kRegisters = sizeof(hs_comparator_t) / sizeof(std::uint64_t);
constexpr std::uint64_t kFlags = HS_COMPARATOR__STATUS__OVERRUN_bm |
                                 HS_COMPARATOR__STATUS__BEYOND_bm | HS_COMPARATOR__STATUS__EARLY_bm;

// `rights`: a bit for each register.
bool has(std::uint32_t rights, std::uint32_t offset) {
  return offset < sizeof(hs_comparator_t) && offset % sizeof(std::uint64_t) == 0 &&
         (rights >> (offset / sizeof(std::uint64_t)) & 1U) != 0;
}

class BehaviouralComparator final : public ComparatorBody {
 public:
  explicit BehaviouralComparator(const ComparatorShape& shape) : shape_(shape) {}

  bool read(std::uint32_t offset, std::uint64_t& value) override {
    if (!has(kReadable[HS_PAGE_COMPARATOR], offset)) {
      return false;
    }
    switch (offset) {
      case AT(ident):
        value = PUT(shape_.entries, IDENT__ENTRIES) | PUT(shape_.lanes, IDENT__LANES) |
                PUT(shape_.distances, IDENT__DISTANCES);
        break;
      case AT(status):
        value = flags_ | PUT(valid_ == shape_.entries ? 1 : 0, STATUS__FULL);
        break;
      default:
        value = registers_[offset / sizeof(std::uint64_t)];
        break;
    }
    return true;
  }

  bool write(std::uint32_t offset, std::uint64_t value) override {
    if (!has(kWritable[HS_PAGE_COMPARATOR], offset)) {
      return false;
    }
    if (offset == AT(status)) {
      flags_ &= ~(value & kFlags);
      return true;
    }
    registers_[offset / sizeof(std::uint64_t)] = value;
    switch (offset) {
      case AT(seek):
        load_seek(value);
        break;
      case AT(entry):
        enter(value);
        break;
      case AT(start):
        scan();
        break;
      default:
        break;
    }
    return true;
  }

 private:
  struct Entry {
    hs_track track{};
    hs_angle angle = 0;
    hs_angle span = 0;
    std::uint32_t lead = 0;
    std::uint32_t order = 0;
    std::uint64_t handicap = 0;
    bool write = false;
    bool cached = false;
    bool valid = false;
  };

  struct Departure {
    hs_ticks start;
    hs_ticks ready;
    hs_ticks data;
  };

  std::uint64_t at(std::size_t offset) const { return registers_[offset / sizeof(std::uint64_t)]; }

  void load_seek(std::uint64_t value) {
    const auto distance = static_cast<std::uint32_t>(FIELD(value, SEEK__DISTANCE));
    if (distance >= shape_.distances) {
      flags_ |= HS_COMPARATOR__STATUS__BEYOND_bm;
      return;
    }
    std::vector<std::uint32_t>& table = FIELD(value, SEEK__UP) != 0 ? seek_up_ : seek_down_;
    if (table.empty()) {
      table.resize(shape_.distances);
    }
    table[distance] = static_cast<std::uint32_t>(FIELD(value, SEEK__SEEK_TIME));
  }

  void enter(std::uint64_t value) {
    if (entries_.empty()) {
      entries_.resize(shape_.entries);
    }
    const std::uint64_t tag = FIELD(value, ENTRY__TAG);
    const bool valid = FIELD(value, ENTRY__VALID) != 0;
    const bool replace = FIELD(value, ENTRY__REPLACE) != 0;
    if (tag >= entries_.size() || (valid && !replace && entries_[tag].valid)) {
      flags_ |= HS_COMPARATOR__STATUS__OVERRUN_bm;
      return;
    }
    Entry& entry = entries_[tag];
    valid_ += (valid ? 1U : 0U) - (entry.valid ? 1U : 0U);
    entry.valid = valid;
    entry.write = FIELD(value, ENTRY__WRITE) != 0;
    entry.cached = FIELD(value, ENTRY__CACHED) != 0;
    entry.track = {{static_cast<std::uint32_t>(FIELD(value, ENTRY__CYLINDER))},
                   {static_cast<std::uint32_t>(FIELD(value, ENTRY__HEAD))}};
    entry.angle = static_cast<hs_angle>(FIELD(at(AT(place)), PLACE__ANGLE));
    entry.span = static_cast<hs_angle>(FIELD(at(AT(place)), PLACE__SPAN));
    entry.lead = static_cast<std::uint32_t>(FIELD(at(AT(claim)), CLAIM__LEAD));
    entry.order = static_cast<std::uint32_t>(FIELD(at(AT(claim)), CLAIM__ORDER));
    entry.handicap = FIELD(at(AT(handicap)), HANDICAP__TICKS);
  }

  // 41 bits of two's complement.
  std::int64_t settle(std::size_t offset) const {
    constexpr unsigned kUnused = 64 - HS_COMPARATOR__READ_SETTLE__TICKS_bw;
    return static_cast<std::int64_t>(at(offset) << kUnused) >> kUnused;
  }

  hs_mechanics mechanics() const {
    hs_mechanics m{};
    m.seek_up = seek_up_.data();
    m.seek_down = seek_down_.data();
    m.same_cylinder = FIELD(at(AT(same_cylinder)), SAME_CYLINDER__TICKS);
    m.head_switch = FIELD(at(AT(head_switch)), HEAD_SWITCH__TICKS);
    m.read_settle = settle(AT(read_settle));
    m.write_settle = settle(AT(write_settle));
    return m;
  }

  void scan() {
    seek_up_.resize(shape_.distances);  // the tables may never have been loaded
    seek_down_.resize(shape_.distances);
    const hs_mechanics m = mechanics();
    const std::uint64_t heads = at(AT(heads));
    const hs_track from = {{static_cast<std::uint32_t>(FIELD(heads, HEADS__CYLINDER))},
                           {static_cast<std::uint32_t>(FIELD(heads, HEADS__HEAD))}};
    const auto oldest = static_cast<std::uint32_t>(FIELD(heads, HEADS__OLDEST));
    const auto now = static_cast<hs_angle>(FIELD(at(AT(start)), START__NOW));
    const Departure read = {FIELD(at(AT(read_start)), READ_START__TICKS),
                            FIELD(at(AT(read_ready)), READ_READY__TICKS), 0};
    const Departure write = {FIELD(at(AT(write_start)), WRITE_START__TICKS),
                             FIELD(at(AT(write_ready)), WRITE_READY__TICKS),
                             FIELD(at(AT(write_data)), WRITE_DATA__TICKS)};
    const Entry* best = nullptr;
    std::uint64_t least = 0;
    for (const Entry& entry : entries_) {
      if (!entry.valid) {
        continue;
      }
      const Departure& departure = entry.write ? write : read;
      const std::uint64_t key =
          entry.handicap + (entry.cached ? 0 : cost(m, from, entry, departure, now));
      if (best == nullptr || key < least ||
          (key == least && entry.order - oldest < best->order - oldest)) {
        best = &entry;
        least = key;
      }
    }
    registers_[AT(result) / sizeof(std::uint64_t)] =
        PUT(best == nullptr ? 0 : best - entries_.data(), RESULT__TAG) |
        PUT(best == nullptr ? 0 : 1, RESULT__FOUND) | PUT(clocks(), RESULT__CLOCKS);
    registers_[AT(key) / sizeof(std::uint64_t)] = least;
    if (watch_ != nullptr) {
      watch_->clocks(clocks(), {true, false, 0, 0});
      const auto tag = static_cast<std::uint32_t>(best == nullptr ? 0 : best - entries_.data());
      watch_->clocks(1, {false, best != nullptr, tag, least});
    }
  }

  static hs_ticks cost(const hs_mechanics& m, hs_track from, const Entry& entry,
                       const Departure& departure, hs_angle now) {
    const hs_ticks over = departure.start + hs_positioning(&m, from, entry.track, entry.write);
    const hs_ticks data = entry.write ? departure.data + entry.lead : 0;
    const hs_ticks eligible = std::max({over, departure.ready, data});
    const auto arrive = static_cast<hs_angle>(now + eligible);
    const bool within = static_cast<hs_angle>(arrive - entry.angle) <= entry.span;
    return eligible + (within ? 0 : hs_rotation_wait(arrive, entry.angle));
  }

  // Clock cycles of the RTL: one for each row, the pipeline, the tree, and the choice among rows.
  std::uint64_t clocks() const {
    std::uint64_t levels = 0;
    while ((std::uint64_t{1} << levels) < shape_.lanes) {
      ++levels;
    }
    return shape_.entries / shape_.lanes + 2 * levels + 22;
  }

  ComparatorShape shape_;
  std::uint64_t registers_[kRegisters]{};
  std::uint64_t flags_ = 0;
  std::uint32_t valid_ = 0;
  std::vector<Entry> entries_;  // this vector and both seek tables are empty until they are written
  std::vector<std::uint32_t> seek_up_;
  std::vector<std::uint32_t> seek_down_;
};

}  // namespace

std::unique_ptr<ComparatorBody> make_behavioural_comparator(const ComparatorShape& shape) {
  return std::make_unique<BehaviouralComparator>(shape);
}

}  // namespace headstack
