// The data that tests write into a block. Every eight bytes have the block and its version. Tests
// therefore detect a torn, a stale and a misplaced block.
#pragma once

#include <cstdint>
#include <cstring>

namespace headstack {

constexpr std::uint32_t kBlockBytes = 512;
constexpr std::uint64_t kTorn = UINT64_MAX;
constexpr std::uint64_t kMisplaced = UINT64_MAX - 1;

inline void fill_block(unsigned char* block, std::uint32_t lbn, std::uint64_t version) {
  for (std::uint32_t i = 0; i < kBlockBytes; i += 8) {
    const std::uint64_t word = version << 32 | lbn;
    std::memcpy(block + i, &word, 8);
  }
}

// 0: never written.
inline std::uint64_t version_of(const unsigned char* block, std::uint32_t lbn) {
  std::uint64_t first = 0;
  std::memcpy(&first, block, 8);
  for (std::uint32_t i = 8; i < kBlockBytes; i += 8) {
    if (std::memcmp(block, block + i, 8) != 0) {
      return kTorn;
    }
  }
  return first == 0 || (first & 0xffff'ffffU) == lbn ? first >> 32 : kMisplaced;
}

}  // namespace headstack
