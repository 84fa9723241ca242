// Totals of the requests of a run. One pass over the rows computes all totals that the metrics
// need.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "model/watch/deadline_totals.h"
#include "model/watch/exact_sum.h"
#include "model/watch/issue_order.h"
#include "model/watch/request_record.h"
#include "model/watch/union_length.h"

namespace headstack {

// Sums in ps, and counts. Rows arrive in order of completion. Calls may split the rows into any
// number of parts.
class RequestTotals {
 public:
  // `run` is the number of requests of a whole run, which are then checked. Without `run`, the
  // requests are a selection, and their ids have no meaning.
  explicit RequestTotals(std::optional<std::uint64_t> run);

  // Adds a row. Throws RunError for times that contradict each other or the order of completion. In
  // a whole run, throws RunError also for a request that was not issued or was served before.
  void add(const RequestRecord& row);

  // Throws RunError unless all requests of the run have arrived.
  void check_all_served() const;

  std::int64_t elapsed() const { return last_finish_ - first_arrival_; }
  std::int64_t time_at_disk() const { return at_disk_.length(); }
  bool queue_grew() const { return order_ && order_->grew(); }

  std::uint64_t count = 0;
  std::uint64_t reads = 0;
  std::uint64_t hits = 0;
  std::uint64_t retries = 0;
  std::uint64_t failed = 0;
  std::uint16_t last_class = 0;
  std::int64_t max_response = 0;
  ExactSum blocks;
  ExactSum response;
  ExactSquares response_squared;
  ExactSum io;
  ExactSum queue;
  ExactSum overhead;
  ExactSum seek;
  ExactSum rotation;
  ExactSum transfer;
  ExactSum bus;
  DeadlineTotals deadlines;

 private:
  void check(const RequestRecord& row) const;

  std::int64_t first_arrival_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_finish_ = std::numeric_limits<std::int64_t>::min();
  UnionLength at_disk_;
  std::optional<IssueOrder> order_;
};

}  // namespace headstack
