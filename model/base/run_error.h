// Thrown when a run cannot continue.
#pragma once

#include <stdexcept>

namespace headstack {

// Error of a run whose input was correct. For example, a request was not served, or was served
// twice.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Type of an SC_REPORT_FATAL about input that the simulation finds to be wrong.
constexpr const char* kConfigReport = "headstack/config";

}  // namespace headstack
