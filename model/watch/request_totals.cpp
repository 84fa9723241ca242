#include "model/watch/request_totals.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/run_error.h"

namespace headstack {

RequestTotals::RequestTotals(std::optional<std::uint64_t> run) {
  if (run) {
    order_.emplace(*run);
  }
}

void RequestTotals::add(const RequestRecord& row) {
  if (order_) {
    check(row);
    order_->served(row.id, row.arrival, row.finish);
  }
  const std::int64_t response_time = row.finish - row.arrival;
  at_disk_.add(row.start, row.finish);
  if (order_) {
    at_disk_.nothing_before(order_->arrived_until());  // of those after this row
  }
  first_arrival_ = std::min(first_arrival_, row.arrival);
  last_finish_ = std::max(last_finish_, row.finish);
  ++count;
  reads += row.write ? 0 : 1;
  hits += row.hit && !row.write ? 1 : 0;
  retries += row.retries;
  failed += row.failed ? 1 : 0;
  last_class = std::max(last_class, row.class_id);
  max_response = std::max(max_response, response_time);
  blocks.add(row.blocks);
  response.add(response_time);
  response_squared.add(response_time);
  io.add(row.finish - row.start);
  queue.add(row.queue);
  overhead.add(row.overhead);
  seek.add(row.seek);
  rotation.add(row.rotation);
  transfer.add(row.transfer);
  bus.add(row.bus);
  deadlines.add(row.arrival, row.finish, row.deadline);
}

void RequestTotals::check_all_served() const {
  if (order_) {
    order_->check_all_served();
  }
}

void RequestTotals::check(const RequestRecord& row) const {
  const std::int64_t parts =
      row.queue + row.overhead + row.seek + row.rotation + row.transfer + row.bus;
  const std::int64_t least =
      std::min({row.queue, row.overhead, row.seek, row.rotation, row.transfer, row.bus});
  if (parts == row.finish - row.arrival && least >= 0 && row.start >= row.arrival &&
      row.finish >= row.start && row.finish >= last_finish_) {
    return;
  }
  throw RunError(fmt::format(
      "the times of request {} contradict each other or the order of completion: arrival {}, "
      "start {}, finish {}; queue {}, overhead {}, seek {}, rotation {}, transfer {}, bus {} ps",
      row.id, row.arrival, row.start, row.finish, row.queue, row.overhead, row.seek, row.rotation,
      row.transfer, row.bus));
}

}  // namespace headstack
