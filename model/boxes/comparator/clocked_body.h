// A comparator body that is a clocked module with the ports of rtl/sptf_comparator_box.sv. The
// module is clocked only while it has work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <systemc>

#include "model/base/run_error.h"
#include "model/boxes/comparator/body.h"

extern "C" {
#include <hal/comparator_registers.h>
}

namespace headstack {

// Ends the run.
[[noreturn]] inline void fail_comparator(const std::string& what) {
  SC_REPORT_FATAL("headstack/comparator", what.c_str());
  throw RunError(what);  // a fatal report has thrown before
}

// `Model` has the ports as members, and eval(). `Model::kWatched`: the module has the outputs for
// waveforms. `lanes()` returns the outputs of the lanes, or null if
// the module does not show them.
template <class Model>
class ClockedBody : public ComparatorBody {
 public:
  // The other arguments make the model.
  template <class... Arguments>
  explicit ClockedBody(const ComparatorShape& shape, Arguments&&... arguments)
      : ComparatorBody(shape), model_(std::forward<Arguments>(arguments)...) {
    model_.rst_ni = 0;
    tick();
    model_.rst_ni = 1;
    finish();
  }

  // An access ends the run if the module does not answer, or stops the simulation.
  bool read(std::uint32_t offset, std::uint64_t& value) override {
    model_.write_i = 0;
    return access(offset, value);
  }

  bool write(std::uint32_t offset, std::uint64_t value) override {
    model_.write_i = 1;
    model_.data_i = value;
    std::uint64_t nothing = 0;
    if (!access(offset, nothing)) {
      return false;
    }
    scanned_ = 0;
    waited_ = 0;
    tick();  // the command in the register is complete
    finish();
    return true;
  }

 protected:
  // Clocks of the last scan, as the module has shown them. Valid after a write to START.
  std::uint64_t scanned() const { return model_.watched() ? scanned_ : waited_; }

 private:
  // Clocks in which any module should answer: 64 for each of the most entries.
  static constexpr std::uint64_t kMostClocks = std::uint64_t{1} << 22;

  void tick() {
    model_.clk_i = 0;
    model_.eval();
    rise();
  }

  void rise() {
    model_.clk_i = 1;
    model_.eval();
    ++waited_;
    if (model_.watched()) {
      scanned_ += model_.scanning_o != 0 ? 1 : 0;
      if (watch_ != nullptr) {
        watch_->clocks(1, {model_.scanning_o != 0, model_.found_o != 0, model_.task_o, model_.key_o,
                           model_.lanes()});
      }
    }
  }

  // An access takes three clock cycles or more.
  bool access(std::uint32_t offset, std::uint64_t& value) {
    if (offset > UINT8_MAX) {
      return false;
    }
    model_.address_i = static_cast<std::uint8_t>(offset);
    model_.req_i = 1;
    std::uint64_t clocks = 0;
    do {
      tick();
      model_.clk_i = 0;
      model_.eval();
      if (++clocks == kMostClocks) {
        fail_comparator(fmt::format(
            "the RTL of the comparator has not answered the {} of offset {:#04x} in {} clocks",
            model_.write_i != 0 ? "write" : "read", offset, kMostClocks));
      }
    } while (model_.ack_o == 0);
    const bool good = model_.error_o == 0;
    value = model_.data_o;
    rise();
    model_.req_i = 0;
    return good;
  }

  // Clocks the module until it is at rest.
  void finish() {
    std::uint64_t status = 0;
    do {
      model_.write_i = 0;
      access(offsetof(hs_comparator_t, status), status);
      if (waited_ > kMostClocks) {
        fail_comparator(
            fmt::format("the RTL of the comparator is still busy after {} clocks", kMostClocks));
      }
    } while ((status & HS_COMPARATOR__STATUS__BUSY_bm) != 0);
  }

  Model model_;
  std::uint64_t scanned_ = 0;  // clocks with scanning_o since the last write
  std::uint64_t waited_ = 0;   // clocks since the last write
};

}  // namespace headstack
