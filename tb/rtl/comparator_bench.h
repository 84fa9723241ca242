// The Verilated comparator, clocked.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "tb/rtl/comparator_ports.h"
#include "tb/rtl/comparator_reference.h"
#include "tb/rtl/verilated_model.h"

namespace headstack {

// `Model` is a Verilated sptf_comparator of any parameters, whose package has these widths.
template <class Model, class Widths = FullWidths>
class ComparatorBench {
 public:
  ComparatorBench() { reset(); }

  void reset() {
    model_->rst_ni = 0;
    tick();
    model_->rst_ni = 1;
    started_ = clocks_;
    while (!ready()) {
      if (done() || result().found) {
        throw std::runtime_error("a result without a scan");
      }
      tick();
      expect_an_end("the entries are never cleared");
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
    Ports::put_mechanics(model_->mechanics_i, mechanics);
  }

  void write(std::uint32_t tag, const ComparatorEntry& e) {
    model_->write_i = 1;
    set(model_->write_tag_i, tag);
    Ports::put_entry(model_->write_entry_i, e);
    tick();
    // Inputs without a write have no effect. Here the inputs are an entry of another tag that would
    // win.
    ComparatorEntry would_win;
    would_win.valid = true;
    would_win.cached = true;
    model_->write_i = 0;
    model_->write_tag_i ^= 1;
    Ports::put_entry(model_->write_entry_i, would_win);
  }

  void start(const ComparatorState& state) {
    Ports::put_state(model_->state_i, state);
    model_->start_i = 1;
    tick();
    model_->start_i = 0;
    started_ = clocks_;
  }
  bool done() const { return model_->done_o != 0; }
  bool ready() const { return model_->ready_o != 0; }
  std::uint64_t clocks_since_start() const { return clocks_ - started_; }
  ComparatorResult result() const {
    return {model_->found_o != 0, model_->tag_o, Ports::ticks(model_->key_o)};
  }

  ComparatorResult scan(const ComparatorState& state) {
    start(state);
    while (!done()) {
      tick();
      expect_an_end("a scan does not end");
    }
    return result();
  }

 private:
  using Ports = ComparatorPorts<Widths>;
  static constexpr std::uint64_t kPatience = 100'000;  // clocks
  void expect_an_end(const char* otherwise) const {
    if (clocks_since_start() > kPatience) {
      throw std::runtime_error(otherwise);
    }
  }
  void write_seek(std::uint32_t address, std::uint32_t value) {
    model_->seek_write_i = 1;
    set(model_->seek_address_i, address);
    set(model_->seek_i, Ports::seek(value));
    tick();
    model_->seek_write_i = 0;
    model_->seek_address_i ^= 1;
    model_->seek_i ^= 1;
    tick();  // cycles in which this input has no effect
  }

  template <class Port>
  static void set(Port& port, std::uint32_t value) {
    port = static_cast<Port>(value);
  }
  VerilatedModel<Model> model_;
  std::uint64_t clocks_ = 0;
  std::uint64_t started_ = 0;
};

}  // namespace headstack
