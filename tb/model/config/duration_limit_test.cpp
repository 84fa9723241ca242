// Equality of duration limits: two limits with one different member differ.
#include <gtest/gtest.h>

#include "model/config/drive_config.h"

namespace {

TEST(DurationLimit, EveryMemberCounts) {
  const hs_duration_limit limit{1, 2, 3, HS_DURATION_1_US, 4, 5, 6};
  EXPECT_TRUE(limit == limit);
  hs_duration_limit other = limit;
  const auto differs = [&](auto hs_duration_limit::*member) {
    other = limit;
    other.*member = 9;
    return !(other == limit) && !(limit == other);
  };
  EXPECT_TRUE(differs(&hs_duration_limit::waiting));
  EXPECT_TRUE(differs(&hs_duration_limit::working));
  EXPECT_TRUE(differs(&hs_duration_limit::whole));
  EXPECT_TRUE(differs(&hs_duration_limit::unit));
  EXPECT_TRUE(differs(&hs_duration_limit::waiting_policy));
  EXPECT_TRUE(differs(&hs_duration_limit::working_policy));
  EXPECT_TRUE(differs(&hs_duration_limit::whole_policy));
}

}  // namespace
