// Thrown when a run cannot continue.
#pragma once

#include <stdexcept>

namespace headstack {

// A run failed, but the input was correct: for example, a request was not served, or served twice.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Type of an SC_REPORT_FATAL about input that proves to be wrong during the simulation.
constexpr const char* kConfigReport = "headstack/config";

}  // namespace headstack
