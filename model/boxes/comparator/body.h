// What is behind the comparator's registers: the behavioural body or the RTL.
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
  // So many clocks, in which the signals are these.
  virtual void clocks(std::uint64_t count, const ComparatorSignals& signals) = 0;
};

// Registers by their offset in the comparator's page (rtl/comparator_registers.rdl). False: there
// is no such register for that direction. A scan is over when the write that started it returns.
class ComparatorBody {
 public:
  virtual ~ComparatorBody() = default;
  // The watch must outlive the body; null: nobody watches.
  void watch(ComparatorWatch* watch) { watch_ = watch; }
  virtual bool read(std::uint32_t offset, std::uint64_t& value) = 0;
  virtual bool write(std::uint32_t offset, std::uint64_t value) = 0;

 protected:
  ComparatorWatch* watch_ = nullptr;
};

// Throws ConfigError for RTL that is not in this build, or not in this shape.
std::unique_ptr<ComparatorBody> make_comparator(const ComparatorConfig& config);

std::unique_ptr<ComparatorBody> make_behavioural_comparator(const ComparatorShape& shape);

// Null: not in this build.
std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& shape);
// Those in this build; none without Verilator.
std::vector<ComparatorShape> rtl_comparators();

}  // namespace headstack
