// The contents of the medium: the data of every sector that was ever written, by place.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

extern "C" {
#include <disk/types.h>
}

namespace headstack {

class Medium {
 public:
  explicit Medium(std::uint32_t bytes_per_sector) : bytes_(bytes_per_sector) {}

  // `data` has the bytes of a sector. A sector that was never written reads as zeros.
  void write(hs_pbn place, const unsigned char* data);
  void read(hs_pbn place, unsigned char* data) const;

  std::size_t sectors_written() const { return sectors_.size(); }

 private:
  static std::uint64_t key(hs_pbn place) {
    return std::uint64_t{place.cylinder.value} << 40 | std::uint64_t{place.head.value} << 32 |
           place.sector.value;
  }

  std::uint32_t bytes_;
  std::unordered_map<std::uint64_t, std::unique_ptr<unsigned char[]>> sectors_;
};

}  // namespace headstack
