#include "model/watch/deadline_totals.h"

#include <cmath>

#include "model/watch/request_record.h"

namespace headstack {

namespace {

double merit_of(std::int64_t response, std::int64_t given) {
  if (given <= 0) {
    return response > 0 ? 0.0 : 1.0;
  }
  const double rated = static_cast<double>(response) / static_cast<double>(given);
  return rated <= 1.0 ? 1.0 : std::exp(-2.0 * (rated - 1.0));
}

}  // namespace

void DeadlineTotals::add(std::int64_t arrival, std::int64_t finish, std::int64_t deadline) {
  if (deadline == kNoDeadline) {
    return;
  }
  ++deadlines_;
  missed_ += finish > deadline ? 1 : 0;
  const double merit = merit_of(finish - arrival, deadline - arrival);
  // Neumaier's sum. The running sum is the greater number, except at the first addition
  const double sum = merit_ + merit;
  rest_ += merit_ >= merit ? (merit_ - sum) + merit : (merit - sum) + merit_;
  merit_ = sum;
}

}  // namespace headstack
