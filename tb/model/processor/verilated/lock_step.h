// Two processors, each with its own memories, run one program with equal inputs.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "model/processor/core.h"
#include "model/processor/memories.h"
#include "tb/firmware/support/rng.h"
#include "tb/model/processor/support/random_program.h"

namespace headstack {

enum class Compared {
  with_cycles,
  without_cycles
};

inline void expect_same_registers(const Core& a, const Core& b) {
  for (unsigned i = 0; i < 32; ++i) {
    ASSERT_EQ(a.register_value(i), b.register_value(i)) << "x" << i << " at pc " << a.pc();
  }
}

inline void expect_same_ram(const Memories& a, const Memories& b) {
  EXPECT_TRUE(std::equal(a.ram.data(), a.ram.data() + a.ram.size(), b.ram.data()));
}

// Runs until an ebreak, or until a sleep that no interrupt ends. Returns the number of stops.
inline int lock_step(Core& a, Core& b, Rng& rng, Compared compared) {
  bool level = false;
  const auto interrupt = [&](bool to) {
    level = to;
    a.interrupt(to);
    b.interrupt(to);
  };
  for (int stops = 0;; ++stops) {
    constexpr std::uint64_t kMost = 1'000'000;
    const Stop s = a.run(kMost);
    const Stop t = b.run(kMost);
    EXPECT_EQ(static_cast<int>(s.reason), static_cast<int>(t.reason));
    EXPECT_EQ(s.pc, t.pc);
    EXPECT_EQ(static_cast<int>(s.fault), static_cast<int>(t.fault));
    EXPECT_EQ(s.address, t.address);
    EXPECT_EQ(s.bytes, t.bytes);
    EXPECT_EQ(s.value, t.value);
    if (compared == Compared::with_cycles) {
      EXPECT_EQ(a.cycles(), b.cycles());
    }
    expect_same_registers(a, b);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "after " << stops << " stops, at pc 0x" << std::hex << s.pc;
      return stops;
    }
    if ((s.reason == StopReason::load || s.reason == StopReason::store) && rng.below(3) == 0) {
      const std::uint64_t late = rng.below(20);
      a.wait(late);
      b.wait(late);
    }
    switch (s.reason) {
      case StopReason::load: {
        const auto value = static_cast<std::uint32_t>(rng.next());
        a.answer(value);
        b.answer(value);
        break;
      }
      case StopReason::waiting:
        if (level) {
          return stops;
        }
        interrupt(true);
        continue;
      case StopReason::fault:
        if (s.fault == Fault::breakpoint) {
          return stops;
        }
        break;
      case StopReason::limit:
      case StopReason::point:
        ADD_FAILURE() << "does not end";
        return stops;
      case StopReason::store:
        break;
    }
    if (s.reason == StopReason::store && s.address == RandomProgram::kAcknowledge) {
      interrupt(false);
    } else if (s.reason != StopReason::fault && rng.below(4) == 0) {
      interrupt(rng.below(2) == 0);
    }
  }
}

}  // namespace headstack
