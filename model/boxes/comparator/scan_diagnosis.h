// Finds the entry that explains why a scan of a comparator body is wrong, through the registers
// alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/boxes/comparator/body.h"

namespace headstack {

// The registers that a scan depends on, and the entries with their keys in the behavioural body.
struct ScanInputs {
  std::uint64_t claim = 0;  // its order is that of the last arrival
  std::uint64_t heads = 0;
  std::uint64_t free = 0;
  std::uint64_t start = 0;
  std::vector<ExaminedEntry> entries;

  // Notes a write to a register.
  void note(std::uint32_t offset, std::uint64_t value);
};

// Enters the entries of the scan into `body` again: first one at a time, then row after row, each
// time with a scan. Returns lines that name the first entry whose key is wrong. If all keys are
// right, the lines name the first row after which the best entry is wrong. `signals` are updated by
// the body during its scans; none: the body has none. The entries of `body` are lost.
std::string diagnose_scan(ComparatorBody& body, const ReferenceComparator& reference,
                          const ComparatorShape& shape, const ScanInputs& inputs,
                          const std::optional<ComparatorSignals>& signals);

}  // namespace headstack
