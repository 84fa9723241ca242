// The contents of the medium: the data of every sector that was ever written, by place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

extern "C" {
#include <disk/types.h>
}

#include "model/medium/medium_file.h"

namespace headstack {

class Medium {
 public:
  explicit Medium(std::uint32_t bytes_per_sector) : bytes_(bytes_per_sector) {}

  // Keeps the data in a file from now on. A file that exists has the data of an earlier drive of
  // the same shape. Precondition: no sector was written. Throws ConfigError as MediumFile does.
  void keep_in(const std::string& path, MediumShape shape) {
    file_ = std::make_unique<MediumFile>(path, shape, bytes_);
  }

  // `data` has the bytes of a sector. A sector that was never written reads as zeros.
  void write(hs_pbn place, const unsigned char* data);
  void read(hs_pbn place, unsigned char* data) const;

  // Makes every sector read as zeros.
  void erase();

  std::size_t sectors_written() const { return sectors_.size(); }

 private:
  static std::uint64_t key(hs_pbn place) {
    return std::uint64_t{place.cylinder.value} << 40 | std::uint64_t{place.head.value} << 32 |
           place.sector.value;
  }

  std::uint32_t bytes_;
  std::unique_ptr<MediumFile> file_;  // null: the data are in `sectors_`
  std::unordered_map<std::uint64_t, std::unique_ptr<unsigned char[]>> sectors_;
};

}  // namespace headstack
