// The comparator's behavioural body. The body gives the same answers as the RTL, and computes them
// with the drive's own arithmetic.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
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
                                 HS_COMPARATOR__STATUS__BEYOND_bm |
                                 HS_COMPARATOR__STATUS__EARLY_bm | HS_COMPARATOR__STATUS__ABSENT_bm;

// `rights`: a bit for each register.
bool has(std::uint32_t rights, std::uint32_t offset) {
  return offset < sizeof(hs_comparator_t) && offset % sizeof(std::uint64_t) == 0 &&
         (rights >> (offset / sizeof(std::uint64_t)) & 1U) != 0;
}

class BehaviouralComparator final : public ReferenceComparator {
 public:
  using ReferenceComparator::ReferenceComparator;

  bool read(std::uint32_t offset, std::uint64_t& value) override {
    if (!has(kReadable[HS_PAGE_COMPARATOR], offset)) {
      return false;
    }
    switch (offset) {
      case AT(ident):
        value = PUT(shape().entries, IDENT__ENTRIES) | PUT(shape().lanes, IDENT__LANES) |
                PUT(shape().distances, IDENT__DISTANCES);
        break;
      case AT(status):
        value = flags_ | PUT(used_ == shape().entries ? 1 : 0, STATUS__FULL);
        break;
      case AT(result):
        value = at(offset);
        take();
        break;
      default:
        value = at(offset);
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
    at(offset) = value;
    switch (offset) {
      case AT(seek):
        load_seek(value);
        break;
      case AT(prospect):
        load_prospect(value);
        break;
      case AT(entry):
        enter(value);
        break;
      case AT(leave):
        leave(value);
        break;
      case AT(start):
        scan(value);
        break;
      default:
        break;
    }
    return true;
  }

  std::vector<ExaminedEntry> examine(std::uint64_t start) const override {
    std::vector<ExaminedEntry> examined;
    if (seek_up_.empty() || seek_down_.empty()) {
      return examined;  // no scan has taken place
    }
    const hs_mechanics m = mechanics();
    const State s = state(start);
    for (std::size_t tag = 0; tag < entries_.size(); ++tag) {
      const Entry& entry = entries_[tag];
      if (entry.valid) {
        examined.push_back({static_cast<std::uint32_t>(tag), entry.number, key_of(m, s, entry),
                            entry.order - s.oldest, entry.words.place, entry.words.claim,
                            entry.words.handicap, entry.words.entry});
      }
    }
    return examined;
  }

  std::array<std::uint64_t, 3> prospect(std::uint64_t situation, bool write,
                                        bool sequential) const override {
    const Departure& found = prospects_[situation][write ? 1 : 0][sequential ? 1 : 0];
    return {found.start, found.ready, found.data};
  }

 private:
  // The registers' values when the task was entered.
  struct Words {
    std::uint64_t place;
    std::uint64_t claim;
    std::uint64_t handicap;
    std::uint64_t entry;
  };

  struct Entry {
    hs_track track{};
    hs_lbn lbn{};
    hs_angle angle = 0;
    hs_angle span = 0;
    std::uint32_t lead = 0;
    std::uint32_t order = 0;
    std::uint64_t handicap = 0;
    std::uint32_t number = 0;
    bool write = false;
    bool cached = false;
    bool bound = false;
    bool valid = false;
    Words words{};
  };

  struct Departure {
    hs_ticks start;
    hs_ticks ready;
    hs_ticks data;
  };

  // The state of the drive at the start of a scan.
  struct State {
    hs_track track;
    std::uint32_t last_end;
    bool last_write;
    hs_angle now;
    std::uint32_t oldest;
    Departure of[2][2];  // [write][sequential]
  };

  std::uint64_t at(std::size_t offset) const { return registers_[offset / sizeof(std::uint64_t)]; }
  std::uint64_t& at(std::size_t offset) { return registers_[offset / sizeof(std::uint64_t)]; }

  void load_seek(std::uint64_t value) {
    const auto distance = static_cast<std::uint32_t>(FIELD(value, SEEK__DISTANCE));
    if (distance >= shape().distances) {
      flags_ |= HS_COMPARATOR__STATUS__BEYOND_bm;
      return;
    }
    std::vector<std::uint32_t>& table = FIELD(value, SEEK__UP) != 0 ? seek_up_ : seek_down_;
    if (table.empty()) {
      table.resize(shape().distances);
    }
    table[distance] = static_cast<std::uint32_t>(FIELD(value, SEEK__SEEK_TIME));
  }

  void load_prospect(std::uint64_t value) {
    Departure& departure = prospects_[FIELD(value, PROSPECT__SITUATION)][FIELD(
        value, PROSPECT__WRITE)][FIELD(value, PROSPECT__SEQUENTIAL)];
    const hs_ticks ticks = FIELD(value, PROSPECT__TICKS);
    switch (FIELD(value, PROSPECT__INSTANT)) {
      case 0:
        departure.start = ticks;
        break;
      case 1:
        departure.ready = ticks;
        break;
      case 2:
        departure.data = ticks;
        break;
      default:
        break;
    }
  }

  // Enters a task in the first free entry, as the RTL does.
  void enter(std::uint64_t value) {
    if (used_ == shape().entries) {
      flags_ |= HS_COMPARATOR__STATUS__OVERRUN_bm;
      return;
    }
    auto tag = static_cast<std::uint32_t>(entries_.size());
    if (free_.empty()) {
      entries_.emplace_back();
    } else {
      tag = free_.top();
      free_.pop();
    }
    Entry& entry = entries_[tag];
    entry.valid = true;
    entry.number = static_cast<std::uint32_t>(FIELD(at(AT(handicap)), HANDICAP__TASK_NUMBER));
    used_++;
    entry.write = FIELD(value, ENTRY__WRITE) != 0;
    entry.cached = FIELD(value, ENTRY__CACHED) != 0;
    entry.bound = FIELD(value, ENTRY__BOUND) != 0;
    entry.lbn = {static_cast<std::uint32_t>(FIELD(value, ENTRY__LBN))};
    entry.track = {{static_cast<std::uint32_t>(FIELD(value, ENTRY__CYLINDER))},
                   {static_cast<std::uint32_t>(FIELD(value, ENTRY__HEAD))}};
    entry.angle = static_cast<hs_angle>(FIELD(at(AT(place)), PLACE__ANGLE));
    entry.span = static_cast<hs_angle>(FIELD(at(AT(place)), PLACE__SPAN));
    entry.lead = static_cast<std::uint32_t>(FIELD(at(AT(claim)), CLAIM__LEAD));
    entry.order = static_cast<std::uint32_t>(FIELD(at(AT(claim)), CLAIM__ORDER));
    entry.handicap = FIELD(at(AT(handicap)), HANDICAP__TICKS);
    entry.words = {at(AT(place)), at(AT(claim)), at(AT(handicap)), value};
  }

  void remove(std::uint32_t tag) {
    if (tag == winner_) {
      forget_winner();
    }
    entries_[tag].valid = false;
    free_.push(tag);
    used_--;
  }

  // The firmware must not enter two tasks with the same number. If several entries have the number,
  // the last of these entries leaves.
  void leave(std::uint64_t value) {
    if (FIELD(value, LEAVE__EVERYONE) != 0) {
      entries_.clear();
      free_ = {};
      used_ = 0;
      forget_winner();
      return;
    }
    const auto number = static_cast<std::uint32_t>(FIELD(value, LEAVE__TASK_NUMBER));
    for (std::size_t tag = entries_.size(); tag-- > 0;) {
      if (entries_[tag].valid && entries_[tag].number == number) {
        remove(static_cast<std::uint32_t>(tag));
        return;
      }
    }
    flags_ |= HS_COMPARATOR__STATUS__ABSENT_bm;
  }

  // A winner that leaves is no longer a winner, whether RESULT has been read or not.
  void forget_winner() { at(AT(result)) &= ~std::uint64_t{HS_COMPARATOR__RESULT__FOUND_bm}; }

  void take() {
    if (FIELD(at(AT(result)), RESULT__FOUND) != 0) {
      remove(winner_);
    }
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

  State state(std::uint64_t start) const {
    const std::uint64_t heads = at(AT(heads));
    State s{};
    s.track = {{static_cast<std::uint32_t>(FIELD(heads, HEADS__CYLINDER))},
               {static_cast<std::uint32_t>(FIELD(heads, HEADS__HEAD))}};
    s.last_end = static_cast<std::uint32_t>(FIELD(heads, HEADS__LAST_END));
    s.now = static_cast<hs_angle>(FIELD(start, START__NOW));
    const std::uint64_t situation = FIELD(start, START__SITUATION);
    s.last_write = (situation >> 2U) != 0;
    // The orders of all entries lie within 2^31 of the order entered last.
    s.oldest = static_cast<std::uint32_t>(FIELD(at(AT(claim)), CLAIM__ORDER)) ^ 0x8000'0000U;
    for (std::size_t write = 0; write < 2; ++write) {
      for (std::size_t sequential = 0; sequential < 2; ++sequential) {
        s.of[write][sequential] = prospects_[situation][write][sequential];
        hs_ticks& start_of_arm = s.of[write][sequential].start;
        start_of_arm = std::max(start_of_arm, FIELD(at(AT(free)), FREE__TICKS));
      }
    }
    return s;
  }

  void scan(std::uint64_t start) {
    seek_up_.resize(shape().distances);  // the tables may never have been loaded
    seek_down_.resize(shape().distances);
    const hs_mechanics m = mechanics();
    const State s = state(start);
    const Entry* best = nullptr;
    std::uint64_t least = 0;
    for (const Entry& entry : entries_) {
      if (!entry.valid) {
        continue;
      }
      const std::uint64_t key = key_of(m, s, entry);
      if (best == nullptr || key < least ||
          (key == least && entry.order - s.oldest < best->order - s.oldest)) {
        best = &entry;
        least = key;
      }
    }
    const std::uint32_t number = best == nullptr ? 0 : best->number;
    winner_ = best == nullptr ? 0 : static_cast<std::uint32_t>(best - entries_.data());
    at(AT(result)) =
        PUT(number, RESULT__TASK_NUMBER) | PUT(best == nullptr ? 0 : 1, RESULT__FOUND) |
        PUT(best == nullptr || !best->bound ? 0 : 1, RESULT__BOUND) | PUT(clocks(), RESULT__CLOCKS);
    at(AT(key)) = least;
    if (watch_ != nullptr) {
      watch_->clocks(clocks(), {true, false, 0, 0});
      watch_->clocks(1, {false, best != nullptr, number, least});
    }
  }

  static std::uint64_t key_of(const hs_mechanics& m, const State& s, const Entry& entry) {
    return entry.handicap + (entry.cached ? 0 : cost(m, s, entry));
  }

  static hs_ticks cost(const hs_mechanics& m, const State& s, const Entry& entry) {
    const bool sequential = entry.lbn.value == s.last_end && entry.write == s.last_write;
    const Departure& departure = s.of[entry.write ? 1 : 0][sequential ? 1 : 0];
    const hs_ticks over = departure.start + hs_positioning(&m, s.track, entry.track, entry.write);
    const hs_ticks data = entry.write ? departure.data + entry.lead : 0;
    const hs_ticks eligible = std::max({over, departure.ready, data});
    const auto arrive = static_cast<hs_angle>(s.now + eligible);
    const bool within = static_cast<hs_angle>(arrive - entry.angle) <= entry.span;
    return eligible + (within ? 0 : hs_rotation_wait(arrive, entry.angle));
  }

  std::uint64_t registers_[kRegisters]{};
  std::uint64_t flags_ = 0;
  Departure prospects_[8][2][2]{};
  std::vector<Entry> entries_;  // the entries that have been used
  std::uint32_t used_ = 0;
  std::uint32_t winner_ = 0;  // entry of the last winner
  // The used entries that are free again.
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free_;
  std::vector<std::uint32_t> seek_up_;  // both seek tables are empty until they are written
  std::vector<std::uint32_t> seek_down_;
};

}  // namespace

std::unique_ptr<ReferenceComparator> make_behavioural_comparator(const ComparatorShape& shape) {
  return std::make_unique<BehaviouralComparator>(shape);
}

}  // namespace headstack
