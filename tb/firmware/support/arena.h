// Memory for a part under test, between guard bytes. The memory has exactly the size that the part
// requested. The memory is not cleared, because the firmware's interfaces do not promise cleared
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headstack {

class Arena {
 public:
  explicit Arena(std::size_t bytes)
      : bytes_(bytes), words_((bytes + 7) / 8 + 2 * kGuardWords, kPattern) {}

  void* memory() { return &words_[kGuardWords]; }

  // True: the bytes just before and just after the memory are unchanged.
  bool intact() const {
    const auto* all = reinterpret_cast<const std::uint8_t*>(words_.data());
    const std::size_t size = words_.size() * 8;
    for (std::size_t i = 0; i < size; ++i) {
      const bool inside = i >= kGuardWords * 8 && i < kGuardWords * 8 + bytes_;
      if (!inside && all[i] != 0xa5) {
        return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t kGuardWords = 64;
  static constexpr std::uint64_t kPattern = UINT64_C(0xa5a5a5a5a5a5a5a5);

  std::size_t bytes_;
  std::vector<std::uint64_t> words_;
};

}  // namespace headstack
