// Runs a body of the comparator beside the behavioural body, and ends the run at the first
// difference.
#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "model/base/agenda.h"
#include "model/base/run_error.h"
#include "model/boxes/comparator/clocked_body.h"
#include "model/boxes/comparator/scan_diagnosis.h"
#include "register_map.h"

extern "C" {
#include <hal/registers.h>
}

namespace headstack {

namespace {

#define AT(name) offsetof(hs_comparator_t, name)

// Bits that may differ: the RTL has its own clocks, and is not at rest at the same time.
std::uint64_t compared_bits(std::uint32_t offset) {
  switch (offset) {
    case AT(status):
      return ~std::uint64_t{HS_COMPARATOR__STATUS__BUSY_bm};
    case AT(result):
      return ~(std::uint64_t{HS_COMPARATOR__RESULT__CLOCKS_bm} | HS_COMPARATOR__RESULT__CHANGED_bm);
    default:
      return ~std::uint64_t{0};
  }
}

std::string register_name(std::uint32_t offset) {
  for (const RegisterFacts& facts : kRegisterMap) {
    if (facts.address == (HS_PAGE_COMPARATOR << HS_PAGE_BITS) + offset) {
      return facts.name;
    }
  }
  return fmt::format("comparator + {:#04x}", offset);
}

std::string value_text(std::uint32_t offset, std::uint64_t value) {
  if (offset != AT(result)) {
    return fmt::format("{:#x}", value);
  }
  if ((value & HS_COMPARATOR__RESULT__FOUND_bm) == 0) {
    return fmt::format("{:#x} (no winner)", value);
  }
  return fmt::format(
      "{:#x} (task {}{})", value,
      (value & HS_COMPARATOR__RESULT__TASK_NUMBER_bm) >> HS_COMPARATOR__RESULT__TASK_NUMBER_bp,
      (value & HS_COMPARATOR__RESULT__BOUND_bm) != 0 ? ", bound" : "");
}

class LockstepComparator final : public ComparatorBody, private ComparatorWatch {
 public:
  LockstepComparator(const ComparatorShape& shape, std::unique_ptr<ComparatorBody> body)
      : ComparatorBody(shape),
        body_(std::move(body)),
        reference_(make_behavioural_comparator(shape)) {
    body_->watch(this);
  }

  std::uint64_t clocks() const override { return body_->clocks(); }

  bool read(std::uint32_t offset, std::uint64_t& value) override {
    ++accesses_;
    const bool known = body_->read(offset, value);
    std::uint64_t expected = 0;
    const bool expected_known = reference_->read(offset, expected);
    if (known != expected_known) {
      differ("read", offset, answer_text(expected_known), answer_text(known));
    }
    const std::uint64_t bits = compared_bits(offset);
    if (known && ((value ^ expected) & bits) != 0) {
      differ("read", offset, value_text(offset, expected & bits), value_text(offset, value & bits));
    }
    return known;
  }

  bool write(std::uint32_t offset, std::uint64_t value) override {
    ++accesses_;
    const bool known = body_->write(offset, value);
    const bool expected_known = reference_->write(offset, value);
    if (known != expected_known) {
      differ("write", offset, answer_text(expected_known), answer_text(known));
    }
    if (known) {
      written_.note(offset, value);
    }
    if (known && offset == AT(start)) {
      inputs_ = written_;
      inputs_.entries = reference_->examine(value);
      compare_scan();
    }
    return known;
  }

 private:
  static const char* answer_text(bool known) { return known ? "an answer" : "an error"; }

  void clocks(std::uint64_t count, const ComparatorSignals& signals) override {
    signals_ = signals;
    if (watch_ != nullptr) {
      watch_->clocks(count, signals);
    }
  }

  // Compares the results of a scan before the firmware reads them. The reads change no state.
  void compare_scan() {
    const auto least = std::min_element(inputs_.entries.begin(), inputs_.entries.end(), better);
    if (least == inputs_.entries.end()) {
      return;  // KEY has a meaning only if there is a winner
    }
    std::uint64_t key = 0;
    body_->read(AT(key), key);
    if (key != least->key) {
      differ("the scan of", AT(start), fmt::format("task {}, key {}", least->number, least->key),
             signals_ && signals_->found ? fmt::format("task {}, key {}", signals_->number, key)
                                         : fmt::format("key {}", key));
    }
    if (signals_ && (!signals_->found || signals_->number != least->number)) {
      differ("the scan of", AT(start), fmt::format("task {}, key {}", least->number, least->key),
             signals_->found ? fmt::format("task {}, key {}", signals_->number, key) : "no winner");
    }
  }

  [[noreturn]] void differ(const char* access, std::uint32_t offset, const std::string& expected,
                           const std::string& found) {
    const std::string what = fmt::format(
        "the comparator's RTL differs from the behavioural body at {:.3f} us, in access {}: {} {}\n"
        "  expected: {}\n  found:    {}",
        static_cast<double>(agenda_.now_ps()) / 1e6, accesses_, access, register_name(offset),
        expected, found);
    fail_comparator(what + diagnosis());
  }

  std::string diagnosis() {
    if (inputs_.entries.empty()) {
      return "";
    }
    try {
      return diagnose_scan(*body_, *reference_, shape(), inputs_, signals_);
    } catch (const sc_core::sc_report& report) {
      return fmt::format("\nthe search for the cause failed: {}", report.get_msg());
    }
  }

  Agenda& agenda_ = Agenda::current();
  std::unique_ptr<ComparatorBody> body_;
  std::unique_ptr<ReferenceComparator> reference_;
  std::uint64_t accesses_ = 0;
  ScanInputs written_;                        // the registers now
  ScanInputs inputs_;                         // of the last scan
  std::optional<ComparatorSignals> signals_;  // the body's last signals; none: it has none
};

}  // namespace

std::unique_ptr<ComparatorBody> make_lockstep_comparator(const ComparatorShape& shape,
                                                         std::unique_ptr<ComparatorBody> body) {
  return std::make_unique<LockstepComparator>(shape, std::move(body));
}

}  // namespace headstack
