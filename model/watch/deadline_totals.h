// How well deadlines were met.
#pragma once

#include <cstdint>

namespace headstack {

class DeadlineTotals {
 public:
  // Times in ps; `deadline` may be kNoDeadline.
  void add(std::int64_t arrival, std::int64_t finish, std::int64_t deadline);

  std::uint64_t deadlines() const { return deadlines_; }
  std::uint64_t missed() const { return missed_; }

  // The sum over requests with a deadline of 1 if R <= 1, else e^(-2 (R - 1)), with R the response
  // time by the time from arrival to deadline. A request that was given no time has R = 1 if it
  // took none, else R is infinite.
  double merit() const { return merit_ + rest_; }

 private:
  std::uint64_t deadlines_ = 0;
  std::uint64_t missed_ = 0;
  double merit_ = 0.0;
  double rest_ = 0.0;  // what additions rounded away
};

}  // namespace headstack
