// A run's requests, which come in order of completion, put back into their order of issue.
#pragma once

#include <cstdint>
#include <deque>

#include "model/watch/exact_sum.h"

namespace headstack {

// Checks that each of `requests` is served exactly once, and counts how many requests each arrival
// found in the system. It remembers as many as are issued and served while one waits.
class IssueOrder {
 public:
  explicit IssueOrder(std::uint64_t requests) : requests_(requests) {}

  // Throws RunError for a request that was never issued, that has been served before, or that
  // arrived before one of a lower number.
  void served(std::uint64_t id, std::int64_t arrival, std::int64_t finish);

  // No request that is still to be served arrived before this.
  std::int64_t arrived_until() const { return last_arrival_; }

  // Throws RunError unless all have been served.
  void check_all_served() const;

  // Whether the queue grew: arrivals of the second half found at least twice as many in the system
  // as those of the first, and the last found more than 20, and more than 1 % of all.
  bool grew() const;

 private:
  void arrived(std::int64_t arrival);

  std::uint64_t requests_;
  std::uint64_t next_ = 0;             // the first that has not been served
  std::deque<std::int64_t> waiting_;   // arrivals from `next_` on; below 0: not served yet
  std::int64_t last_arrival_ = 0;      // of those before `next_`
  std::deque<std::int64_t> finished_;  // after that
  std::uint64_t done_ = 0;             // up to that
  std::uint64_t last_found_ = 0;
  ExactSum first_half_;
  ExactSum second_half_;
};

}  // namespace headstack
