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

  // A scan takes its clocks. What passes meanwhile is the time of the accesses to these registers,
  // which are the firmware's, and take none of the simulation's: STATUS says BUSY until the scan is
  // over, and any other access before that is refused. Without this, or if accesses take no time,
  // a scan is over when the write that starts it returns.
  void take_time(Picoseconds access, Picoseconds clock) {
    access_ = access;
    clock_ = clock;
  }

  bool read(std::uint32_t address, std::uint64_t& value) override;
  bool write(std::uint32_t address, std::uint64_t value) override;

 private:
  // An access takes place. Is the scan still on?
  bool scanning();

  std::unique_ptr<ComparatorBody> body_;
  Picoseconds access_{0};
  Picoseconds clock_{0};
  Picoseconds left_{0};  // of the scan
};

}  // namespace headstack
