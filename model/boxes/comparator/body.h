// The body of the comparator, which carries out register accesses. The body is a behavioural model
// or RTL.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/config/tables/comparator_shape.h"

namespace headstack {

// The output of a lane's pipeline.
struct ComparatorLane {
  bool valid = false;  // the lane has a key
  std::uint64_t key = 0;
  std::uint32_t row = 0;  // row of the entry that has this key
};

struct ComparatorSignals {
  bool scanning = false;
  bool found = false;
  std::uint32_t number = 0;  // number of the winner's task
  std::uint64_t key = 0;
  const std::vector<ComparatorLane>* lanes = nullptr;  // of the RTL; null: the body has no lanes
};

class ComparatorWatch {
 public:
  virtual ~ComparatorWatch() = default;
  // Reports `count` clock cycles in which the signals have these values.
  virtual void clocks(std::uint64_t count, const ComparatorSignals& signals) = 0;
};

// The comparator's registers, addressed by their offset in its page (rtl/comparator_registers.rdl).
// False: no such register exists for this direction. A scan is over when the write that started it
// returns.
class ComparatorBody {
 public:
  explicit ComparatorBody(const ComparatorShape& shape) : shape_(shape) {}
  virtual ~ComparatorBody() = default;
  // Clock cycles of a scan.
  std::uint64_t clocks() const { return scan_clocks(shape_); }
  // Sets the observer, which must outlive the body. Null: no observer.
  void watch(ComparatorWatch* watch) { watch_ = watch; }
  virtual bool read(std::uint32_t offset, std::uint64_t& value) = 0;
  virtual bool write(std::uint32_t offset, std::uint64_t value) = 0;

 protected:
  const ComparatorShape& shape() const { return shape_; }

  ComparatorWatch* watch_ = nullptr;

 private:
  ComparatorShape shape_;
};

// Throws ConfigError if this build has no RTL, or no RTL of this shape.
std::unique_ptr<ComparatorBody> make_comparator(const ComparatorConfig& config);

std::unique_ptr<ComparatorBody> make_behavioural_comparator(const ComparatorShape& shape);

// Returns null if this build has no RTL of this shape.
std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& shape);
// Returns the shapes of the RTL in this build. A build without Verilator has no shapes.
std::vector<ComparatorShape> rtl_comparators();

}  // namespace headstack
