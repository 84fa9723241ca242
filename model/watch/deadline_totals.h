// Totals about deadlines: the number of met deadlines, and the lateness of the other requests.
#pragma once

#include <cstdint>

namespace headstack {

class DeadlineTotals {
 public:
  // Times in ps; `deadline` may be kNoDeadline.
  void add(std::int64_t arrival, std::int64_t finish, std::int64_t deadline);

  std::uint64_t deadlines() const { return deadlines_; }
  std::uint64_t missed() const { return missed_; }

  // Returns the sum of the merits of the requests with a deadline. The merit is 1 if R <= 1,
  // otherwise e^(-2 (R - 1)). R is the response time divided by the time from arrival to deadline.
  // If this time is 0, R is 1 for a response time of 0, otherwise infinite.
  double merit() const { return merit_ + rest_; }

 private:
  std::uint64_t deadlines_ = 0;
  std::uint64_t missed_ = 0;
  double merit_ = 0.0;
  double rest_ = 0.0;  // the part of the sum that rounding has removed from merit_
};

}  // namespace headstack
