// Thrown when a run cannot continue.
#pragma once

#include <stdexcept>

namespace headstack {

// A run that failed through no fault of the input: a request not served, or served twice.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace headstack
