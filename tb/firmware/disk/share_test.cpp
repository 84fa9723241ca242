// hs_share against a division.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"

extern "C" {
#include "disk/types.h"
}

namespace headstack {
namespace {

void expect_share(std::uint32_t whole, std::uint32_t ppm) {
  ASSERT_EQ(hs_share(whole, ppm), std::uint64_t{whole} * ppm / 1'000'000U) << whole << ", " << ppm;
}

TEST(Share, IsThatOfADivision) {
  Rng rng(1);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t whole = static_cast<std::uint32_t>(rng.next() >> (32U + rng.below(32)));
    ASSERT_NO_FATAL_FAILURE(expect_share(whole, rng.between(0, 1'000'000)));
  }
}

TEST(Share, AtTheEnds) {
  for (const std::uint32_t whole : {0U, 1U, 2U, 999'999U, 1'000'000U, 0xffff'fffeU, 0xffff'ffffU}) {
    for (const std::uint32_t ppm : {0U, 1U, 2U, 250'000U, 500'000U, 999'999U, 1'000'000U}) {
      ASSERT_NO_FATAL_FAILURE(expect_share(whole, ppm));
    }
  }
}

}  // namespace
}  // namespace headstack
