// A configuration that was written into a parameter block and read back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

extern "C" {
#include "image/parameter_block.h"
}

namespace headstack {

// The block of `config`, for a drive with `ram_bytes` of RAM.
inline std::vector<std::uint64_t> block_of(const hs_firmware_config& config,
                                           std::uint32_t ram_bytes = 1U << 20) {
  std::vector<std::uint64_t> words(hs_block_bytes(&config) / sizeof(std::uint64_t));
  hs_block_write(&config, ram_bytes, words.data());
  return words;
}

// Keeps a block, and reads it into memory that the object owns.
class BlockCopy {
 public:
  explicit BlockCopy(std::vector<std::uint64_t> block, std::size_t memory = 1U << 20,
                     std::uint8_t pattern = 0)
      : block_(std::move(block)),
        memory_(memory / sizeof(std::uint64_t), UINT64_C(0x0101010101010101) * pattern) {
    auto* const first = reinterpret_cast<std::uint8_t*>(memory_.data());
    hs_arena arena{first, first + memory};
    std::fill_n(reinterpret_cast<std::uint8_t*>(&config_), sizeof config_, pattern);
    result_ = hs_block_read(block_.data(), block_.size() * sizeof(std::uint64_t), hs_schedulers,
                            &arena, &config_);
    taken_ = static_cast<std::size_t>(arena.next - first);
  }

  BlockCopy(const BlockCopy&) = delete;
  BlockCopy& operator=(const BlockCopy&) = delete;

  hs_block_result result() const { return result_; }
  const hs_firmware_config& config() const { return config_; }
  std::size_t taken() const { return taken_; }  // bytes of the memory

 private:
  std::vector<std::uint64_t> block_;
  std::vector<std::uint64_t> memory_;
  hs_firmware_config config_;
  hs_block_result result_;
  std::size_t taken_ = 0;
};

}  // namespace headstack
