// Variation of the spindle's speed. The variation is slow, random, a few parts per million, and
// equal in every run. Without variation, the class costs one test.
#pragma once

#include <cstdint>
#include <vector>

#include "model/base/random.h"

extern "C" {
#include <disk/types.h>
}

namespace headstack {

// The speed is constant for 128 revolutions. Then a new speed is drawn, uniformly from -most to
// +most parts per million around the nominal speed.
class SpeedWander {
 public:
  // `most_ppm` is at most 10,000. With 0, the speed is always the nominal speed.
  SpeedWander(std::uint32_t most_ppm, std::uint64_t seed);

  bool on() const { return most_ppm_ != 0; }
  // Returns the spindle's ticks after `nominal` ticks at the nominal speed. The result rises with
  // `nominal`.
  hs_ticks turned(hs_ticks nominal);
  // The least nominal ticks at which the spindle has turned at least `ticks`.
  hs_ticks nominal(hs_ticks ticks);

 private:
  static constexpr unsigned kSpanBits = 32 + 7;
  static constexpr std::int64_t kMillion = 1'000'000;

  void reach(std::size_t span);

  std::uint32_t most_ppm_;
  Random random_;
  std::vector<std::int64_t> ahead_;  // ticks ahead of nominal at the start of each span
  std::vector<std::int64_t> ppb_;    // speed in each span, parts per billion from nominal
};

}  // namespace headstack
