#include "model/base/random.h"

#include <cmath>

#include "model/base/uint128.h"

namespace headstack {

namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) : state_{} {
  std::uint64_t mix = seed;
  mix = splitmix64(mix) ^ (stream * 0xd1342543de82ef95);
  for (std::uint64_t& word : state_) {
    word = splitmix64(mix);
  }
}

std::uint64_t Random::next() {
  const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

std::uint64_t Random::below(std::uint64_t bound) {
  Uint128 product = static_cast<Uint128>(next()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) {
      product = static_cast<Uint128>(next()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double Random::exponential() { return -portable_log(1.0 - uniform()); }

double portable_log(double x) {
  constexpr double kLn2 = 0.693147180559945309417232121458;
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double z = (mantissa - 1) / (mantissa + 1);  // |z| < 0.172
  const double z2 = z * z;
  constexpr double kSeries[] = {1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
                                1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3,  1.0};
  double sum = 0;
  for (const double coefficient : kSeries) {
    sum = sum * z2 + coefficient;
  }
  return exponent * kLn2 + 2 * z * sum;
}

}  // namespace headstack
