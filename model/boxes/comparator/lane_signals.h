// The lanes of the comparator's RTL, for waveforms. Verilator publishes the signals of
// rtl/visible.vlt by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>
#include <verilated.h>

#include "model/boxes/comparator/body.h"

namespace headstack {

class LaneSignals {
 public:
  // `model` is the name of the Verilated module. `context` must outlive the object.
  LaneSignals(const VerilatedContext& context, const std::string& model,
              const ComparatorShape& shape);

  // Returns the present signals of all lanes.
  const std::vector<ComparatorLane>& read();

 private:
  const std::uint8_t* valid_;
  const std::uint8_t* key_;
  const std::uint8_t* row_;
  unsigned row_bits_;
  std::vector<ComparatorLane> lanes_;
};

}  // namespace headstack
