// SPTF comparator: finds the entered place that the heads can reach first.
// rtl/comparator_registers.rdl describes its registers. One of two bodies does the work.
#pragma once

#include <cstdint>
#include <memory>

#include "model/base/agenda.h"
#include "model/base/register_block.h"
#include "model/boxes/comparator/body.h"

namespace headstack {

class SptfComparator final : public RegisterBlock {
 public:
  SptfComparator(sc_core::sc_module_name name, std::unique_ptr<ComparatorBody> body)
      : RegisterBlock(name, HS_PAGE_COMPARATOR), body_(std::move(body)) {}

  void watch(ComparatorWatch& watch) { body_->watch(&watch); }

  // Makes a scan take clock cycles. STATUS is BUSY until these cycles have passed. Before the end
  // of the scan, the comparator refuses any other access. The caller must therefore delay a read of
  // RESULT until `answers_at`. Without this call, a scan ends when the write that starts the
  // scan returns.
  void take_time(Picoseconds clock) { clock_ = clock; }

  // Returns the time before which a read of this register has no answer.
  sc_core::sc_time answers_at(std::uint32_t address) const {
    return address == HS_COMPARATOR(result) ? scanned_ : sc_core::SC_ZERO_TIME;
  }

  bool read(std::uint32_t address, std::uint64_t& value) override;
  bool write(std::uint32_t address, std::uint64_t value) override;

 private:
  bool scanning() const { return agenda_.now() < scanned_; }

  Agenda& agenda_ = Agenda::current();
  std::unique_ptr<ComparatorBody> body_;
  Picoseconds clock_{0};
  sc_core::sc_time scanned_;  // end of the last scan
};

}  // namespace headstack
