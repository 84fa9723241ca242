// The Verilated comparator, clocked, and the reference that it must agree with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

extern "C" {
#include <headstack/mechanics.h>
}

namespace headstack {

struct ComparatorEntry {
  bool valid = false;
  bool write = false;
  bool cached = false;
  std::uint16_t cylinder = 0;
  std::uint8_t head = 0;
  hs_angle angle = 0;
  hs_angle span = 0;
  std::uint32_t lead = 0;
  std::uint32_t order = 0;
  std::uint64_t handicap = 0;
};

struct ComparatorDeparture {
  hs_ticks start = 0;
  hs_ticks ready = 0;
};

struct ComparatorState {
  std::uint16_t cylinder = 0;
  std::uint8_t head = 0;
  hs_angle now = 0;
  ComparatorDeparture read;
  ComparatorDeparture write;
  hs_ticks data = 0;
  std::uint32_t oldest = 0;
};

struct ComparatorResult {
  bool found = false;
  std::uint32_t tag = 0;
  std::uint64_t key = 0;
};

inline bool operator==(const ComparatorResult& a, const ComparatorResult& b) {
  return a.found == b.found && (!a.found || (a.tag == b.tag && a.key == b.key));
}

// What a scan of `entries` must give, from the drive's own arithmetic.
inline ComparatorResult reference_scan(const std::vector<ComparatorEntry>& entries,
                                       const hs_mechanics& mechanics,
                                       const ComparatorState& state) {
  ComparatorResult best;
  std::uint32_t best_order = 0;
  const hs_track from = {{state.cylinder}, {state.head}};
  for (std::uint32_t tag = 0; tag < entries.size(); ++tag) {
    const ComparatorEntry& e = entries[tag];
    if (!e.valid) {
      continue;
    }
    const hs_track to = {{e.cylinder}, {e.head}};
    const hs_ticks move = hs_positioning(&mechanics, from, to, e.write);
    const ComparatorDeparture& departure = e.write ? state.write : state.read;
    hs_ticks eligible = departure.start + move;
    if (eligible < departure.ready) {
      eligible = departure.ready;
    }
    if (e.write && eligible < state.data + e.lead) {
      eligible = state.data + e.lead;
    }
    const hs_ticks arrive = state.now + eligible;
    hs_ticks wait = hs_rotation_wait(arrive, e.angle);
    if (wait != 0 && HS_TICKS_PER_REVOLUTION - wait <= e.span) {
      wait = 0;  // the head comes in the middle of the span
    }
    const std::uint64_t key = (e.cached ? 0 : eligible + wait) + e.handicap;
    const std::uint32_t order = e.order - state.oldest;
    if (!best.found || key < best.key || (key == best.key && order < best_order)) {
      best = {true, tag, key};
      best_order = order;
    }
  }
  return best;
}

// `Model` is a Verilated sptf_comparator of any parameters.
template <class Model>
class ComparatorBench {
 public:
  ComparatorBench() : model_(std::make_unique<Model>()) { reset(); }
  ~ComparatorBench() { model_->final(); }
  ComparatorBench(const ComparatorBench&) = delete;
  ComparatorBench& operator=(const ComparatorBench&) = delete;

  void reset() {
    model_->rst_ni = 0;
    tick();
    model_->rst_ni = 1;
    while (model_->ready_o == 0) {
      tick();
    }
  }

  void tick() {
    model_->clk_i = 0;
    model_->eval();
    model_->clk_i = 1;
    model_->eval();
    ++clocks_;
  }

  // The lower half of a seek memory is for lower cylinders, the upper one for higher.
  void load(const hs_mechanics& mechanics, std::uint32_t distances, std::uint32_t seek_entries) {
    for (std::uint32_t distance = 0; distance < distances; ++distance) {
      write_seek(distance, mechanics.seek_down[distance]);
      write_seek(seek_entries + distance, mechanics.seek_up[distance]);
    }
    constexpr unsigned kTime = 40;
    put(model_->mechanics_i, 2 * (kTime + 1) + kTime, kTime, mechanics.same_cylinder);
    put(model_->mechanics_i, 2 * (kTime + 1), kTime, mechanics.head_switch);
    put(model_->mechanics_i, kTime + 1, kTime + 1,
        static_cast<std::uint64_t>(mechanics.read_settle));
    put(model_->mechanics_i, 0, kTime + 1, static_cast<std::uint64_t>(mechanics.write_settle));
  }

  // Present a write at the next clock.
  void set_write(std::uint32_t tag, const ComparatorEntry& e) {
    model_->write_i = 1;
    set(model_->write_tag_i, tag);
    auto& bits = model_->write_entry_i;
    put(bits, 0, 48, e.handicap);
    put(bits, 48, 32, e.order);
    put(bits, 80, 32, e.lead);
    put(bits, 112, 32, e.span);
    put(bits, 144, 32, e.angle);
    put(bits, 176, 8, e.head);
    put(bits, 184, 16, e.cylinder);
    put(bits, 200, 1, e.cached ? 1 : 0);
    put(bits, 201, 1, e.write ? 1 : 0);
    put(bits, 202, 1, e.valid ? 1 : 0);
  }
  void clear_write() { model_->write_i = 0; }
  void write(std::uint32_t tag, const ComparatorEntry& e) {
    set_write(tag, e);
    tick();
    clear_write();
  }

  void start(const ComparatorState& state) {
    auto& bits = model_->state_i;
    put(bits, 0, 32, state.oldest);
    put(bits, 32, 40, state.data);
    put(bits, 72, 40, state.write.ready);
    put(bits, 112, 40, state.write.start);
    put(bits, 152, 40, state.read.ready);
    put(bits, 192, 40, state.read.start);
    put(bits, 232, 32, state.now);
    put(bits, 264, 8, state.head);
    put(bits, 272, 16, state.cylinder);
    model_->start_i = 1;
    tick();
    model_->start_i = 0;
    started_ = clocks_;
  }
  bool done() const { return model_->done_o != 0; }
  bool ready() const { return model_->ready_o != 0; }
  bool changed() const { return model_->changed_o != 0; }
  std::uint64_t clocks_since_start() const { return clocks_ - started_; }
  ComparatorResult result() const { return {model_->found_o != 0, model_->tag_o, model_->key_o}; }

  ComparatorResult scan(const ComparatorState& state) {
    start(state);
    while (!done()) {
      tick();
      if (clocks_since_start() > kPatience) {
        throw std::runtime_error("a scan does not end");
      }
    }
    return result();
  }

 private:
  static constexpr std::uint64_t kPatience = 100'000;  // clocks
  void write_seek(std::uint32_t address, std::uint32_t value) {
    model_->seek_write_i = 1;
    set(model_->seek_address_i, address);
    model_->seek_i = value;
    tick();
    model_->seek_write_i = 0;
  }

  template <class Port>
  static void set(Port& port, std::uint32_t value) {
    port = static_cast<Port>(value);
  }
  template <class Words>
  static void put(Words& words, unsigned first, unsigned width, std::uint64_t value) {
    for (unsigned i = 0; i < width; ++i) {
      const unsigned bit = first + i;
      const std::uint32_t mask = std::uint32_t{1} << (bit % 32);
      const bool on = ((value >> i) & 1U) != 0;
      words[bit / 32] = on ? words[bit / 32] | mask : words[bit / 32] & ~mask;
    }
  }

  std::unique_ptr<Model> model_;
  std::uint64_t clocks_ = 0;
  std::uint64_t started_ = 0;
};

}  // namespace headstack
