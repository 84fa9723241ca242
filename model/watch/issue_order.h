// Puts the requests of a run, which arrive in order of completion, back into order of issue.
#pragma once

#include <cstdint>
#include <deque>

#include "model/watch/exact_sum.h"

namespace headstack {

// Checks that each of `requests` is served exactly once, and counts how many requests each arrival
// found in the system. The memory grows with the number of requests issued and served while one
// request waits.
class IssueOrder {
 public:
  explicit IssueOrder(std::uint64_t requests) : requests_(requests) {}

  // Throws RunError for a request that was never issued, that has been served before, or that
  // arrived before a request with a lower number.
  void served(std::uint64_t id, std::int64_t arrival, std::int64_t finish);

  // No request that is still to be served arrived before this time.
  std::int64_t arrived_until() const { return last_arrival_; }

  // Throws RunError unless all requests have been served.
  void check_all_served() const;

  // True: the queue grew. Arrivals of the second half found at least twice as many requests in the
  // system as those of the first half. The last arrival found more than 20, and more than 1 % of
  // all requests.
  bool grew() const;

 private:
  void arrived(std::int64_t arrival);

  std::uint64_t requests_;
  std::uint64_t next_ = 0;             // the first request that has not been served
  std::deque<std::int64_t> waiting_;   // arrivals from `next_` on; below 0: not served yet
  std::int64_t last_arrival_ = 0;      // of the requests before `next_`
  std::deque<std::int64_t> finished_;  // of the requests after them
  std::uint64_t done_ = 0;             // of the requests up to them
  std::uint64_t last_found_ = 0;
  ExactSum first_half_;
  ExactSum second_half_;
};

}  // namespace headstack
