// SPTF comparator: finds, among the places entered, the one that the heads can be at first. Its
// registers are those of rtl/comparator_registers.rdl; behind them is one of two bodies.
#pragma once

#include <cstdint>
#include <memory>

#include "model/comparator/body.h"
#include "model/register_block.h"

namespace headstack {

class SptfComparator : public RegisterBlock {
 public:
  SptfComparator(sc_core::sc_module_name name, std::unique_ptr<ComparatorBody> body)
      : RegisterBlock(name), body_(std::move(body)) {}

  void watch(ComparatorWatch& watch) { body_->watch(&watch); }

 private:
  bool read_register(std::uint32_t address, std::uint64_t& value) override {
    return HS_PAGE(address) == HS_PAGE_COMPARATOR && body_->read(offset_of(address), value);
  }
  bool write_register(std::uint32_t address, std::uint64_t value) override {
    return HS_PAGE(address) == HS_PAGE_COMPARATOR && body_->write(offset_of(address), value);
  }
  static std::uint32_t offset_of(std::uint32_t address) {
    return address - (HS_PAGE_COMPARATOR << HS_PAGE_BITS);
  }

  std::unique_ptr<ComparatorBody> body_;
};

}  // namespace headstack
