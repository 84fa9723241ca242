// Restores the order of issue of a run's requests, which arrive in order of completion.
#pragma once

#include <cstdint>
#include <deque>

#include "model/watch/exact_sum.h"

namespace headstack {

// Checks that each of `requests` requests is served exactly once, and counts the requests that each
// arrival found in the system. The memory grows with the number of requests that are issued and
// served while one request waits.
class IssueOrder {
 public:
  explicit IssueOrder(std::uint64_t requests) : requests_(requests) {}

  // Throws RunError for a request that was never issued, that has been served before, or that
  // arrived before a request with a lower number.
  void served(std::uint64_t id, std::int64_t arrival, std::int64_t finish);

  // Returns a time before which no request arrived that is still to be served.
  std::int64_t arrived_until() const { return last_arrival_; }

  // Throws RunError unless all requests have been served.
  void check_all_served() const;

  // True: the queue grew. The arrivals of the second half found at least twice as many requests in
  // the system as the arrivals of the first half. The last arrival found more than 20 requests, and
  // more than 1 % of all requests.
  bool grew() const;

 private:
  void arrived(std::int64_t arrival);

  std::uint64_t requests_;
  std::uint64_t next_ = 0;             // the first request that has not been served
  std::deque<std::int64_t> waiting_;   // arrivals from `next_` on; below 0: not served yet
  std::int64_t last_arrival_ = 0;      // arrival of the request before `next_`
  std::deque<std::int64_t> finished_;  // finish of served requests, after `last_arrival_`
  std::uint64_t done_ = 0;             // number of requests that finished up to `last_arrival_`
  std::uint64_t last_found_ = 0;
  ExactSum first_half_;
  ExactSum second_half_;
};

}  // namespace headstack
