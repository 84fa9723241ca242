// The table of reallocated blocks that a drive works with: the factory's entries, and room for
// later entries.
#pragma once

#include <cstdint>
#include <vector>

extern "C" {
#include <disk/reallocation.h>
}

namespace headstack {

class GrownTable {
 public:
  // `factory` may be null. The table has room for `defects` more entries, even if their spare
  // places fail too.
  GrownTable(const hs_reallocations* factory, std::uint32_t defects) {
    constexpr std::uint32_t kEntriesEach = 3;  // hs_reallocate
    const std::uint32_t had = factory == nullptr ? 0 : factory->taken + factory->moved;
    const std::uint32_t capacity = had + kEntriesEach * defects;
    memory_.resize(2 * std::size_t{capacity});
    hs_reallocations_init(&table_, memory_.data(), capacity, factory);
  }
  GrownTable(const GrownTable&) = delete;
  GrownTable& operator=(const GrownTable&) = delete;

  hs_reallocations* table() { return &table_; }

 private:
  std::vector<hs_reallocation> memory_;
  hs_reallocations table_{};
};

}  // namespace headstack
