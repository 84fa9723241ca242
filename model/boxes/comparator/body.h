// The body of the comparator: its behaviour after a register access, as a behavioural model or as
// RTL.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/config/tables/comparator_shape.h"

namespace headstack {

struct ComparatorSignals {
  bool scanning = false;
  bool found = false;
  std::uint32_t tag = 0;
  std::uint64_t key = 0;
};

class ComparatorWatch {
 public:
  virtual ~ComparatorWatch() = default;
  // So many clock cycles, in which the signals have these values.
  virtual void clocks(std::uint64_t count, const ComparatorSignals& signals) = 0;
};

// Registers by their offset in the comparator's page (rtl/comparator_registers.rdl). False: no such
// register exists for that direction. A scan is over when the write that started it returns.
class ComparatorBody {
 public:
  virtual ~ComparatorBody() = default;
  // The watch must outlive the body; null: no observer.
  void watch(ComparatorWatch* watch) { watch_ = watch; }
  virtual bool read(std::uint32_t offset, std::uint64_t& value) = 0;
  virtual bool write(std::uint32_t offset, std::uint64_t value) = 0;

 protected:
  ComparatorWatch* watch_ = nullptr;
};

// Throws ConfigError for RTL that this build does not have, or not in this shape.
std::unique_ptr<ComparatorBody> make_comparator(const ComparatorConfig& config);

std::unique_ptr<ComparatorBody> make_behavioural_comparator(const ComparatorShape& shape);

// Null: this build does not have it.
std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& shape);
// The shapes in this build; none without Verilator.
std::vector<ComparatorShape> rtl_comparators();

}  // namespace headstack
