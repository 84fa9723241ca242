// Time that intervals cover. Where intervals overlap, the time counts once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace headstack {

// The sum of the covered time. The caller adds intervals in order of their ends.
class UnionLength {
 public:
  void add(std::int64_t start, std::int64_t end) {
    while (!open_.empty() && open_.back().end >= start) {
      start = std::min(start, open_.back().start);
      open_.pop_back();
    }
    open_.push_back({start, end});
  }

  // Promises that no later interval starts before `time`. Without this call, the object keeps all
  // intervals.
  void nothing_before(std::int64_t time) {
    while (!open_.empty() && open_.front().end < time) {
      settled_ += open_.front().end - open_.front().start;
      open_.pop_front();
    }
  }

  std::int64_t length() const {
    std::int64_t sum = settled_;
    for (const Interval& interval : open_) {
      sum += interval.end - interval.start;
    }
    return sum;
  }

 private:
  struct Interval {
    std::int64_t start;
    std::int64_t end;
  };
  std::deque<Interval> open_;  // disjoint intervals, in order, that later intervals may join
  std::int64_t settled_ = 0;
};

}  // namespace headstack
