// Tells an observer of the drive which function of the firmware runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/processor/profile/call_stack.h"
#include "model/watch/drive_watch.h"

namespace headstack {

class RunningFunction : public CallWatch {
 public:
  // Returns the instant (ps) at which the processor has run `cycles` cycles.
  using Clock = std::function<std::int64_t(std::uint64_t cycles)>;

  // `names`, by FunctionId, and `watch` must outlive the object.
  RunningFunction(const std::vector<std::string>& names, DriveWatch& watch, Clock clock)
      : names_(names), watch_(watch), clock_(std::move(clock)) {}

  void called(FunctionId function, std::uint64_t cycles) override {
    calls_.push_back(function);
    tell(cycles);
  }
  void returned(std::uint64_t cycles) override {
    calls_.pop_back();
    tell(cycles);
  }

  void woken(std::uint64_t cycles) {
    awake_ = true;
    tell(cycles);
  }
  void asleep(std::uint64_t cycles) {
    if (awake_) {
      watch_.function("asleep", clock_(cycles));
    }
    awake_ = false;
  }

 private:
  void tell(std::uint64_t cycles) {
    if (awake_ && !calls_.empty()) {
      watch_.function(names_[calls_.back()].c_str(), clock_(cycles));
    }
  }

  const std::vector<std::string>& names_;
  DriveWatch& watch_;
  Clock clock_;
  std::vector<FunctionId> calls_;
  bool awake_ = false;  // the start-up is not shown
};

}  // namespace headstack
