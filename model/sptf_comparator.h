// SPTF comparator: finds, among the places entered, the one that the heads can be at first. This is
// the behavioural body; the RTL one will stand behind the same registers.
#pragma once

#include <cstdint>
#include <vector>

#include "model/register_block.h"

extern "C" {
#include <headstack/mechanics.h>
}

namespace headstack {

// Cost of a valid entry: positioning from the given track (hs_positioning), then rotation to its
// angle. Least cost wins, ties go to the lower arrival order.
class SptfComparator : public RegisterBlock {
 public:
  // `mechanics` must outlive the comparator. `entries` >= 1.
  SptfComparator(sc_core::sc_module_name name, const hs_mechanics& mechanics,
                 std::uint32_t entries);

 private:
  struct Entry {
    hs_track track{};
    hs_angle angle = 0;
    std::uint32_t order = 0;
    bool write = false;
    bool valid = false;
  };

  bool read_register(std::uint32_t address, std::uint64_t& value) override;
  bool write_register(std::uint32_t address, std::uint64_t value) override;
  void scan(hs_ticks start);

  const hs_mechanics& mechanics_;
  std::vector<Entry> entries_;
  std::uint32_t selected_ = 0;
  hs_track track_{};
  std::uint32_t winner_ = HS_COMPARATOR_NONE;
  hs_ticks cost_ = 0;
};

}  // namespace headstack
