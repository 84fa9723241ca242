#include "model/boxes/spindle/speed_wander.h"

namespace headstack {

namespace {

constexpr std::int64_t kBillion = 1'000'000'000;

// Returns the ticks gained in `ticks` < 2^39 ticks at `ppb`, rounded down. The product fits,
// because |ppb| < 2^24.
std::int64_t gained(std::int64_t ticks, std::int64_t ppb) {
  const std::int64_t product = ticks * ppb;
  return product / kBillion - (product % kBillion < 0 ? 1 : 0);
}

}  // namespace

SpeedWander::SpeedWander(std::uint32_t most_ppm, std::uint64_t seed)
    : most_ppm_(most_ppm), random_(seed, 11), ahead_{0} {}

void SpeedWander::reach(std::size_t span) {
  while (ppb_.size() <= span) {
    const std::uint64_t most = std::uint64_t{most_ppm_} * 1000;
    ppb_.push_back(static_cast<std::int64_t>(random_.below(2 * most + 1)) -
                   static_cast<std::int64_t>(most));
    ahead_.push_back(ahead_.back() + gained(std::int64_t{1} << kSpanBits, ppb_.back()));
  }
}

hs_ticks SpeedWander::turned(hs_ticks nominal) {
  const std::size_t span = nominal >> kSpanBits;
  reach(span);
  const auto into = static_cast<std::int64_t>(nominal & ((hs_ticks{1} << kSpanBits) - 1));
  return nominal + static_cast<hs_ticks>(ahead_[span] + gained(into, ppb_[span]));
}

hs_ticks SpeedWander::nominal(hs_ticks ticks) {
  // The lead changes by only parts per million of the time. A few steps therefore come within a
  // tick or two of the result.
  hs_ticks guess = ticks;
  for (int step = 0; step < 4; ++step) {
    guess -= turned(guess) - ticks;
  }
  while (turned(guess) < ticks) {
    ++guess;
  }
  while (guess > 0 && turned(guess - 1) >= ticks) {
    --guess;
  }
  return guess;
}

}  // namespace headstack
