// A timer rings at the time that was set last, even if this time was set in the instant of an
// earlier ring.
#include "model/base/timer.h"

#include <vector>

#include <gtest/gtest.h>

#include "model/run/simulation_context.h"

namespace headstack {
namespace {

sc_core::sc_time ms(int count) { return sc_core::sc_time(count, sc_core::SC_MS); }

// Two timers, and what either does to the other when it rings.
struct Pair : sc_core::sc_module {
  enum class Does {
    cancel,
    put_off
  };

  Pair(sc_core::sc_module_name name, Does what) : sc_module(name), does(what) {
    first.calls<&Pair::first_rings>(*this);
    second.calls<&Pair::second_rings>(*this);
  }
  void first_rings() { rung(first, second); }
  void second_rings() { rung(second, first); }
  void rung(Timer& self, Timer& other) {
    if (!self.rings()) {
      return;
    }
    rings.push_back(Agenda::current().now());
    if (rings.size() > 1) {
      return;
    }
    if (does == Does::cancel) {
      other.cancel();
    } else {
      other.set(ms(1));
    }
  }

  Timer first;
  Timer second;
  Does does;
  std::vector<sc_core::sc_time> rings;
};

// An sc_event would fire all the same.
TEST(Timer, IsCancelledInTheInstantOfItsRing) {
  SimulationContext context;
  Pair pair("pair", Pair::Does::cancel);
  pair.first.set(ms(2));
  pair.second.set(ms(2));
  sc_core::sc_start();
  EXPECT_EQ(pair.rings, std::vector<sc_core::sc_time>{ms(2)});
}

TEST(Timer, IsPutOffInTheInstantOfItsRing) {
  SimulationContext context;
  Pair pair("pair", Pair::Does::put_off);
  pair.first.set(ms(2));
  pair.second.set(ms(2));
  sc_core::sc_start();
  EXPECT_EQ(pair.rings, (std::vector<sc_core::sc_time>{ms(2), ms(3)}));
}

// The kernel holds back what is due at the end of an sc_start: it has fired, and not run.
TEST(Timer, IsCancelledBetweenTwoStarts) {
  SimulationContext context;
  Pair pair("pair", Pair::Does::cancel);
  pair.first.set(ms(2));
  sc_core::sc_start(ms(2));
  pair.first.cancel();
  sc_core::sc_start(ms(1));
  EXPECT_TRUE(pair.rings.empty());
}

TEST(Timer, TheLastInstantCounts) {
  for (const bool later : {false, true}) {
    SimulationContext context;
    Pair pair("pair", Pair::Does::cancel);
    pair.first.set(ms(later ? 2 : 5));
    pair.first.set(ms(later ? 5 : 2));
    sc_core::sc_start();
    EXPECT_EQ(pair.rings, std::vector<sc_core::sc_time>{ms(later ? 5 : 2)});
  }
}

}  // namespace
}  // namespace headstack
