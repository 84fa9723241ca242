// SPTF comparator: finds, among the places entered, the one that the heads can be at first. Its
// registers are those of rtl/comparator_registers.rdl; behind them is one of two bodies.
#pragma once

#include <cstdint>
#include <memory>

#include "model/base/register_block.h"
#include "model/boxes/comparator/body.h"

namespace headstack {

class SptfComparator final : public RegisterBlock {
 public:
  SptfComparator(sc_core::sc_module_name name, std::unique_ptr<ComparatorBody> body)
      : RegisterBlock(name, HS_PAGE_COMPARATOR), body_(std::move(body)) {}

  void watch(ComparatorWatch& watch) { body_->watch(&watch); }

  // A scan takes its clocks: STATUS says BUSY until they have passed, and any other access before
  // that is refused. Without this a scan is over when the write that starts it returns.
  void take_time(Picoseconds clock) { clock_ = clock; }

  bool read(std::uint32_t address, std::uint64_t& value) override;
  bool write(std::uint32_t address, std::uint64_t value) override;

 private:
  bool scanning() const { return sc_core::sc_time_stamp() < scanned_; }

  std::unique_ptr<ComparatorBody> body_;
  Picoseconds clock_{0};
  sc_core::sc_time scanned_;  // when the last scan is over
};

}  // namespace headstack
