// The agenda calls timers in the order in which SystemC's kernel calls the processes of events.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "model/base/agenda.h"

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/timer.h"
#include "model/run/simulation_context.h"

namespace headstack {
namespace {

constexpr int kTimers = 12;
constexpr int kCalls = 300;

sc_core::sc_time ps(std::uint64_t count) { return sc_core::sc_time::from_value(count); }

// A timer of SystemC's kernel: the oracle.
class KernelTimer {
 public:
  void calls(const std::function<void()>& function) {
    sc_core::sc_spawn_options method;
    method.spawn_method();
    method.dont_initialize();
    method.set_sensitivity(&event_);
    sc_core::sc_spawn(function, sc_core::sc_gen_unique_name("timer"), &method);
  }
  void set(const sc_core::sc_time& delay) {
    event_.cancel();
    event_.notify(delay);
  }
  void set_at_most(const sc_core::sc_time& delay) { event_.notify(delay); }
  void cancel() { event_.cancel(); }

 private:
  sc_core::sc_event event_;
};

// A timer of the agenda.
class AgendaTimer {
 public:
  void calls(const std::function<void()>& function) {
    function_ = function;
    timer_.calls<&AgendaTimer::call>(*this);
  }
  void set(const sc_core::sc_time& delay) { timer_.set(delay); }
  void set_at_most(const sc_core::sc_time& delay) { timer_.set_at_most(delay); }
  void cancel() { timer_.cancel(); }

 private:
  void call() { function_(); }

  Timer timer_;
  std::function<void()> function_;
};

using Calls = std::vector<std::array<std::uint64_t, 2>>;  // timer and time of each call

// Timers that set and cancel each other, often for the same instant. The random numbers follow from
// the order of the calls.
template <typename TimerOf>
class Crowd : public sc_core::sc_module {
 public:
  Crowd(sc_core::sc_module_name name, unsigned seed, const sc_core::sc_time& now,
        std::function<void()> pause)
      : sc_module(name), random_(seed), now_(now), pause_(std::move(pause)) {
    for (int i = 0; i < kTimers; ++i) {
      timers_[i].calls([this, i] { called(i); });
    }
    SC_HAS_PROCESS(Crowd);
    SC_METHOD(begin);
  }

  Calls calls;

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  void begin() {
    for (int i = 0; i < kTimers; ++i) {
      change();
    }
  }
  void called(int timer) {
    calls.push_back({static_cast<std::uint64_t>(timer), now_.value()});
    if (calls.size() >= kCalls) {
      return;
    }
    for (int left = 1 + below(3); left != 0; --left) {
      change();
    }
    if (below(20) == 0) {
      pause_();
    }
  }
  void change() {
    TimerOf& timer = timers_[below(kTimers)];
    const sc_core::sc_time delay = ps(below(4));
    switch (below(4)) {
      case 0:
        timer.cancel();
        break;
      case 1:
        timer.set_at_most(delay);
        break;
      default:
        timer.set(delay);
    }
  }

  std::mt19937 random_;
  const sc_core::sc_time& now_;
  std::function<void()> pause_;
  std::array<TimerOf, kTimers> timers_;
};

void run_to_the_end() {
  do {
    sc_core::sc_start();
  } while (sc_core::sc_pending_activity());
}

Calls by_kernel(unsigned seed) {
  const SimulationContext context;
  Crowd<KernelTimer> crowd("crowd", seed, sc_core::sc_get_curr_simcontext()->time_stamp(),
                           [] { sc_core::sc_pause(); });
  run_to_the_end();
  return crowd.calls;
}

Calls by_agenda(unsigned seed, Agenda::Pace pace) {
  const SimulationContext context(pace);
  Agenda& agenda = Agenda::current();
  Crowd<AgendaTimer> crowd("crowd", seed, agenda.now(), [&agenda] { agenda.pause(); });
  run_to_the_end();
  return crowd.calls;
}

TEST(Agenda, CallsInTheKernelsOrder) {
  std::size_t calls = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Calls wanted = by_kernel(seed);
    calls += wanted.size();
    for (const Agenda::Pace pace : {Agenda::Pace::kernel, Agenda::Pace::local}) {
      ASSERT_EQ(by_agenda(seed, pace), wanted) << "seed " << seed;
    }
  }
  EXPECT_GT(calls, 20'000U);
}

TEST(Agenda, LeavesTheKernelsTimeAloneAtItsOwnPace) {
  for (const bool local : {false, true}) {
    const SimulationContext context(local ? Agenda::Pace::local : Agenda::Pace::kernel);
    AgendaTimer timer;
    timer.calls([] {});
    timer.set(ps(5));
    sc_core::sc_start();
    EXPECT_EQ(Agenda::current().now(), ps(5));
    EXPECT_EQ(sc_core::sc_time_stamp(), local ? ps(0) : ps(5));
  }
}

// No call comes after the end of a timer's life.
TEST(Agenda, ForgetsATimerThatIsGone) {
  const SimulationContext context;
  int calls = 0;
  AgendaTimer stays;
  stays.calls([&calls] { ++calls; });
  {
    AgendaTimer goes;
    goes.calls([&calls] { ++calls; });
    goes.set(ps(1));
    stays.set(ps(2));
  }
  sc_core::sc_start();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace headstack
