// A part of every test executable of the mutated tree: reads which planted bug is active, and
// records which bugs each test reaches. With HEADSTACK_REACHED=FILE, each test appends the line
// "SUITE.TEST MICROSECONDS NUMBER..." to FILE.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <gtest/gtest.h>

extern "C" {
int headstack_active_mutant = 0;
unsigned char headstack_reached[1 << 16] = {};
}

namespace headstack {
namespace {

// Before the constructors of all other objects: they may reach a bug.
__attribute__((constructor(101))) void choose_mutant() {
  const char* number = std::getenv("HEADSTACK_MUTANT");
  headstack_active_mutant = number != nullptr ? std::atoi(number) : 0;
}

class Recorder : public testing::EmptyTestEventListener {
  using Clock = std::chrono::steady_clock;

 public:
  explicit Recorder(const char* path) : file_(path, std::ios::app) {}

 private:
  // The first test also has the bugs that the start of the program has reached.
  void OnTestStart(const testing::TestInfo& /*test*/) override { start_ = Clock::now(); }

  void OnTestEnd(const testing::TestInfo& test) override {
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_);
    file_ << test.test_suite_name() << '.' << test.name() << ' ' << time.count();
    for (std::size_t number = 1; number < sizeof headstack_reached; ++number) {
      if (headstack_reached[number] != 0) {
        file_ << ' ' << number;
      }
    }
    file_ << std::endl;  // NOLINT(performance-avoid-endl): a later test may end the process
    std::memset(headstack_reached, 0, sizeof headstack_reached);
  }

  std::ofstream file_;
  Clock::time_point start_;
};

[[maybe_unused]] const bool kListens = [] {
  if (const char* path = std::getenv("HEADSTACK_REACHED")) {
    testing::UnitTest::GetInstance()->listeners().Append(new Recorder(path));
  }
  return true;
}();

}  // namespace
}  // namespace headstack
