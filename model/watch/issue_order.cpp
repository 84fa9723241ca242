#include "model/watch/issue_order.h"

#include <fmt/format.h>

#include "model/base/run_error.h"

namespace headstack {

namespace {

constexpr std::int64_t kNotServed = -1;
constexpr std::uint64_t kShort = 20;  // a backlog that may be chance

}  // namespace

void IssueOrder::served(std::uint64_t id, std::int64_t arrival, std::int64_t finish) {
  if (id >= requests_) {
    throw RunError(
        fmt::format("request {} was served, but only 0 to {} were issued", id, requests_ - 1));
  }
  const std::uint64_t place = id - next_;
  if (id < next_ || (place < waiting_.size() && waiting_[place] != kNotServed)) {
    throw RunError(fmt::format("request {} was served twice", id));
  }
  finished_.push_back(finish);
  if (place == 0 && waiting_.empty()) {
    arrived(arrival);
    return;
  }
  if (place >= waiting_.size()) {
    waiting_.resize(place + 1, kNotServed);
  }
  waiting_[place] = arrival;
  while (!waiting_.empty() && waiting_.front() != kNotServed) {
    arrived(waiting_.front());
    waiting_.pop_front();
  }
}

void IssueOrder::arrived(std::int64_t arrival) {
  if (arrival < last_arrival_) {
    throw RunError(fmt::format("request {} arrived at {} ps, before request {} at {} ps", next_,
                               arrival, next_ - 1, last_arrival_));
  }
  while (!finished_.empty() && finished_.front() <= arrival) {
    finished_.pop_front();
    ++done_;
  }
  last_found_ = next_ - done_;
  ExactSum& half = next_ < requests_ / 2 ? first_half_ : second_half_;
  half.add(static_cast<std::int64_t>(last_found_));
  last_arrival_ = arrival;
  ++next_;
}

void IssueOrder::check_all_served() const {
  if (next_ != requests_) {
    throw RunError(fmt::format("request {} of {} was not served", next_, requests_));
  }
}

bool IssueOrder::grew() const {
  if (last_found_ <= kShort || 100 * last_found_ <= requests_) {
    return false;
  }
  const auto first = static_cast<Int128>(requests_ / 2);
  const Int128 second = static_cast<Int128>(requests_) - first;
  return second_half_.value() * first >= 2 * first_half_.value() * second;
}

}  // namespace headstack
