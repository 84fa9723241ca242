// In the build that counts coverage: writes it to the file HEADSTACK_COVERAGE when all tests are
// over.
#ifdef HEADSTACK_COVERAGE_BUILD
#include <cstdlib>
#include <stdexcept>
#include <verilated.h>
#include <verilated_cov.h>

#include <gtest/gtest.h>

namespace headstack {
namespace {

class WriteCoverage : public testing::Environment {
  void TearDown() override {
    const char* file = std::getenv("HEADSTACK_COVERAGE");
    if (file == nullptr) {
      throw std::runtime_error("HEADSTACK_COVERAGE does not name a file");
    }
    Verilated::threadContextp()->coveragep()->write(file);
  }
};

const testing::Environment* const write_coverage =
    testing::AddGlobalTestEnvironment(new WriteCoverage);

}  // namespace
}  // namespace headstack
#endif
