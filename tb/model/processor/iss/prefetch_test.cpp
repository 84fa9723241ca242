// The prefetch buffer at a memory with wait states, worked by hand cycle by cycle. An access takes
// waits + 1 cycles, and the next access begins in the cycle in which the present one answers. The
// processor can start an instruction in the cycle after the answer.
#include "model/processor/iss/prefetch.h"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace headstack {
namespace {

using iss::Prefetch;

constexpr std::uint64_t kBegin = 100;

class PrefetchTest : public testing::TestWithParam<std::uint32_t> {
 protected:
  std::uint64_t access() const { return GetParam() + 1; }
  // Answer of the access with this number, if the memory never rests: the first begins at kBegin.
  std::uint64_t answer(std::uint64_t number) const { return kBegin + (number + 1) * access(); }
  Prefetch buffer{GetParam(), kBegin};
};

INSTANTIATE_TEST_SUITE_P(WaitStates, PrefetchTest, testing::Values(1U, 2U, 3U, 7U));

// The memory is slower than the processor.
TEST_P(PrefetchTest, TheMemorySetsThePace) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    EXPECT_EQ(buffer.start(kBegin), answer(i) + 1) << i;
  }
}

// While the processor works, three instructions arrive, and the memory rests. The processor takes
// the first one in cycle kLate - 1. The buffer has room, and makes a request, in the next cycle.
TEST_P(PrefetchTest, ThreeInstructionsWait) {
  constexpr std::uint64_t kLate = kBegin + 1000;
  EXPECT_EQ(buffer.start(kLate), kLate);
  EXPECT_EQ(buffer.start(kLate + 1), kLate + 1);
  EXPECT_EQ(buffer.start(kLate + 2), kLate + 2);
  const std::uint64_t next = kLate + access();  // answer of the request in cycle kLate
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(buffer.start(kLate + 3), std::max(kLate + 3, next + i * access() + 1)) << i;
  }
}

// A full buffer has no access under way, so a jump asks the memory at once.
TEST_P(PrefetchTest, AJumpFromAFullBuffer) {
  constexpr std::uint64_t kJump = kBegin + 1000;
  buffer.jump(kJump);
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(buffer.start(kJump), kJump + (i + 1) * access() + 1) << i;
  }
}

// In cycle kBegin + 1 the first access is under way, and no other request waits. The request of the
// jump waits for the answer, which is dropped.
TEST_P(PrefetchTest, AJumpWaitsForTheAccessUnderWay) {
  buffer.jump(kBegin + 1);
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(buffer.start(kBegin + 1), answer(i + 1) + 1) << i;
  }
}

// In the next cycle the second request waits already. The buffer cannot cancel the request, so both
// answers are dropped.
TEST_P(PrefetchTest, AJumpWaitsForTheRequestThatWaits) {
  if (access() < 3) {
    GTEST_SKIP() << "a request waits for one cycle only";
  }
  buffer.jump(kBegin + 2);
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(buffer.start(kBegin + 2), answer(i + 2) + 1) << i;
  }
}

// The fourth access begins with the third answer. The fourth answer comes in the pause, which is
// longer than an access. The processor takes the instruction after the pause, and the buffer makes
// the fifth request in the same cycle.
TEST_P(PrefetchTest, APauseStopsRequests) {
  for (unsigned i = 0; i < 3; ++i) {
    buffer.start(kBegin);
  }
  const std::uint64_t from = answer(2) + 1;
  const auto pause = static_cast<unsigned>(access()) + 5;
  buffer.pause(from, pause);
  EXPECT_EQ(buffer.start(from), from + pause + 1);
  EXPECT_EQ(buffer.start(from), from + pause + access() + 1);
}

}  // namespace
}  // namespace headstack
