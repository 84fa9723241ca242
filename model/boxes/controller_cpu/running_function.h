// Tells an observer of the drive which functions of the firmware run.
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
    if (awake_) {
      watch_.called(names_[function].c_str(), clock_(cycles));
    }
  }
  void returned(std::uint64_t cycles) override {
    calls_.pop_back();
    if (awake_) {
      watch_.returned(clock_(cycles));
    }
  }

  void woken(std::uint64_t cycles) {
    awake_ = true;
    for (const FunctionId waiting : calls_) {
      watch_.called(names_[waiting].c_str(), clock_(cycles));
    }
  }
  void asleep(std::uint64_t cycles) {
    for (std::size_t i = 0; awake_ && i < calls_.size(); ++i) {
      watch_.returned(clock_(cycles));
    }
    awake_ = false;
  }

 private:
  const std::vector<std::string>& names_;
  DriveWatch& watch_;
  Clock clock_;
  std::vector<FunctionId> calls_;
  bool awake_ = false;  // the start-up is not shown
};

}  // namespace headstack
