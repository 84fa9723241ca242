// Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna, 2018),
// seeded by splitmix64. The distributions use integers and basic IEEE operations only, because the
// distributions of standard libraries differ between implementations.
#pragma once

#include <cstdint>

namespace headstack {

class Random {
 public:
  // Streams of the same seed and different numbers are independent.
  Random(std::uint64_t seed, std::uint64_t stream);

  std::uint64_t next();
  // Uniform over [0, 1), 53 bits.
  double uniform();
  // Uniform over 0 .. bound - 1 (Lemire's method, unbiased); bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  // Exponential with mean 1.
  double exponential();

 private:
  std::uint64_t state_[4];
};

// Natural logarithm of x, 0 < x <= 1, by argument reduction and the series of atanh. The relative
// error is at most 1e-15. The result has the same bits on every machine with IEEE 754 doubles and
// without contraction.
double portable_log(double x);

}  // namespace headstack
