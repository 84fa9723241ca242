// Thrown when a run cannot continue.
#pragma once

#include <stdexcept>

namespace headstack {

// A run that failed through no fault of the input: a request not served, or served twice.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Type of an SC_REPORT_FATAL about input that turns out to be wrong while the simulation runs.
constexpr const char* kConfigReport = "headstack/config";

}  // namespace headstack
