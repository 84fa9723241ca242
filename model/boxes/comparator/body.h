// The body of the comparator, which carries out register accesses. The body is a behavioural model
// or RTL.
#pragma once

#include <array>
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
  // Clock cycles of a scan. A body with clocks of its own: of the scan that the last write started.
  virtual std::uint64_t clocks() const { return scan_clocks(shape_); }
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

// An entry in a scan of the behavioural body. The words are those of the registers.
struct ExaminedEntry {
  std::uint32_t tag;  // row * lanes + lane
  std::uint32_t number;
  std::uint64_t key;
  std::uint32_t age;  // the order, counted so that the oldest entry has the least age
  std::uint64_t place;
  std::uint64_t claim;
  std::uint64_t handicap;
  std::uint64_t entry;
};

// Is `a` the better of two entries?
inline bool better(const ExaminedEntry& a, const ExaminedEntry& b) {
  return a.key != b.key ? a.key < b.key : a.age < b.age;
}

// The behavioural body, which the others must equal.
class ReferenceComparator : public ComparatorBody {
 public:
  using ComparatorBody::ComparatorBody;
  // Returns the valid entries with their keys, by their tags, as a scan with this value of START
  // sees them now.
  virtual std::vector<ExaminedEntry> examine(std::uint64_t start) const = 0;
  // Returns the three instants (start, ready, data) of a prospect.
  virtual std::array<std::uint64_t, 3> prospect(std::uint64_t situation, bool write,
                                                bool sequential) const = 0;
};

// Throws ConfigError if there is no body of this kind and shape: this build has no such RTL, or
// the folder has no such library.
std::unique_ptr<ComparatorBody> make_comparator(const ComparatorConfig& config);

std::unique_ptr<ReferenceComparator> make_behavioural_comparator(const ComparatorShape& shape);

// Loads comparator.so from the folder (rtl/slot/comparator_slot.h). Throws ConfigError if the
// library is missing, was built from other sources or for another version, or has another shape.
std::unique_ptr<ComparatorBody> make_own_comparator(const ComparatorShape& shape,
                                                    const std::string& folder);

// Carries out each access in `body` and in the behavioural body. At the first difference, throws
// RunError with the entries that explain it. Results are those of `body`.
std::unique_ptr<ComparatorBody> make_lockstep_comparator(const ComparatorShape& shape,
                                                         std::unique_ptr<ComparatorBody> body);

// Returns null if this build has no RTL of this shape.
std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& shape);
// Returns the shapes of the RTL in this build. A build without Verilator has no shapes.
std::vector<ComparatorShape> rtl_comparators();

}  // namespace headstack
