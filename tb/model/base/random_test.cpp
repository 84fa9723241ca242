// The random generator against its authors' vectors, and its distributions.
#include "model/base/random.h"

#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace headstack {
namespace {

// The generator is its four words of state; set them as the authors' vectors have them.
static_assert(sizeof(Random) == 4 * sizeof(std::uint64_t));
static_assert(std::is_trivially_copyable_v<Random>);

Random with_state(const std::array<std::uint64_t, 4>& state) {
  Random random(0, 0);
  std::memcpy(static_cast<void*>(&random), state.data(), sizeof random);
  return random;
}

// xoshiro256** 1.0 of Blackman and Vigna, from state 1, 2, 3, 4.
TEST(Random, XoshiroReferenceVector) {
  Random random = with_state({1, 2, 3, 4});
  for (const std::uint64_t expected :
       {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240},
        std::uint64_t{1215971899390074240}, std::uint64_t{1216172134540287360},
        std::uint64_t{607988272756665600}, std::uint64_t{16172922978634559625U},
        std::uint64_t{8476171486693032832}, std::uint64_t{10595114339597558777U},
        std::uint64_t{2904607092377533576}}) {
    EXPECT_EQ(random.next(), expected);
  }
}

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// Vigna's splitmix64 from 0 and from 1234567, then: the generator's state is four words of it.
TEST(Random, IsSeededBySplitmix64) {
  std::uint64_t zero = 0;
  EXPECT_EQ(splitmix64(zero), 0xe220a8397b1dcdafU);
  EXPECT_EQ(splitmix64(zero), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(splitmix64(zero), 0x06c45d188009454fU);
  EXPECT_EQ(splitmix64(zero), 0xf88bb8a8724c81ecU);
  std::uint64_t other = 1'234'567;
  EXPECT_EQ(splitmix64(other), 6'457'827'717'110'365'317U);
  EXPECT_EQ(splitmix64(other), 3'203'168'211'198'807'973U);

  // Stream 0: seeded by the first word of the seed's own sequence.
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1'234'567}}) {
    std::uint64_t mix = seed;
    mix = splitmix64(mix);
    std::array<std::uint64_t, 4> expected{};
    for (std::uint64_t& word : expected) {
      word = splitmix64(mix);
    }
    std::array<std::uint64_t, 4> state{};
    const Random random(seed, 0);
    std::memcpy(state.data(), &random, sizeof state);
    EXPECT_EQ(state, expected) << seed;
  }
}

TEST(Random, SameSeedSameNumbersOtherStreamOthers) {
  Random a(7, 1);
  Random b(7, 1);
  Random other_stream(7, 2);
  Random other_seed(8, 1);
  int same = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t x = a.next();
    ASSERT_EQ(b.next(), x);
    same += other_stream.next() == x ? 1 : 0;
    same += other_seed.next() == x ? 1 : 0;
  }
  EXPECT_EQ(same, 0);
}

TEST(Random, StreamsAreNotCorrelated) {
  Random a(7, 1);
  Random b(7, 2);
  double sum = 0;
  constexpr int kCount = 1'000'000;
  for (int i = 0; i < kCount; ++i) {
    sum += (a.uniform() - 0.5) * (b.uniform() - 0.5);
  }
  // Standard deviation of the mean: 1/12 / sqrt(n).
  EXPECT_LT(std::abs(sum / kCount), 5.0 / 12 / std::sqrt(kCount));
}

TEST(Random, UniformIsIn0To1WithMeanOneHalf) {
  Random random(3, 3);
  double sum = 0;
  double squares = 0;
  constexpr int kCount = 1'000'000;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kCount, 0.5, 5 * 0.2887 / std::sqrt(kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3, 0.002);
}

TEST(Random, UniformTakesTheUpper53Bits) {
  // State word 1 such that the output is rotl(w * 5, 7) * 9 = all ones: the largest value below 1.
  Random random = with_state({0, 0, 0, 0});
  EXPECT_EQ(random.uniform(), 0.0);
  Random plain = with_state({1, 2, 3, 4});
  EXPECT_EQ(plain.uniform(), static_cast<double>(11520 >> 11) / 9007199254740992.0);
}

TEST(Random, BelowIsUnbiasedForSmallBounds) {
  for (const std::uint64_t bound : {1U, 2U, 3U, 5U, 7U, 10U, 13U}) {
    Random random(bound, 5);
    std::vector<double> seen(bound);
    constexpr double kCount = 200'000;
    for (int i = 0; i < static_cast<int>(kCount); ++i) {
      const std::uint64_t x = random.below(bound);
      ASSERT_LT(x, bound);
      ++seen[x];
    }
    const double expected = kCount / static_cast<double>(bound);
    double chi_squared = 0;
    for (const double n : seen) {
      chi_squared += (n - expected) * (n - expected) / expected;
    }
    EXPECT_LT(chi_squared, 40) << bound;  // 12 degrees of freedom: 1 in 10,000
  }
}

// A bound of 3 * 2^62: without rejection, every third value would come twice as often.
TEST(Random, BelowIsUnbiasedForAHugeBound) {
  Random random(1, 5);
  constexpr std::uint64_t kBound = std::uint64_t{3} << 62;
  std::array<int, 3> rest{};
  for (int i = 0; i < 300'000; ++i) {
    const std::uint64_t x = random.below(kBound);
    ASSERT_LT(x, kBound);
    ++rest[x % 3];
  }
  for (const int n : rest) {
    EXPECT_NEAR(n, 100'000, 1'300);  // five standard deviations
  }
}

TEST(Random, ExponentialHasMeanAndVarianceOne) {
  Random random(4, 4);
  double sum = 0;
  double squares = 0;
  int above_one = 0;
  constexpr int kCount = 1'000'000;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.exponential();
    ASSERT_GE(x, 0.0);
    ASSERT_TRUE(std::isfinite(x));
    sum += x;
    squares += x * x;
    above_one += x > 1 ? 1 : 0;
  }
  EXPECT_NEAR(sum / kCount, 1, 0.005);
  EXPECT_NEAR(squares / kCount, 2, 0.03);
  EXPECT_NEAR(above_one / double{kCount}, std::exp(-1), 0.0025);
}

TEST(PortableLog, IsWithin1e15OfTheLibrary) {
  EXPECT_EQ(portable_log(1.0), 0.0);
  EXPECT_NEAR(portable_log(0.5), -0.69314718055994531, 1e-16);
  Random random(5, 5);
  const auto check = [](double x) {
    const double expected = std::log(x);
    ASSERT_NEAR(portable_log(x), expected, 1e-15 * std::max(1e-300, std::abs(expected))) << x;
  };
  for (int i = 0; i < 500'000; ++i) {
    check(1 - random.uniform());
  }
  for (int e = 1; e <= 53; ++e) {  // both ends of what an exponential draws
    check(std::ldexp(1, -e));
    check(1 - std::ldexp(1, -e));
    check(0.70710678118654752 + std::ldexp(1, -e) / 4);
  }
}

}  // namespace
}  // namespace headstack
