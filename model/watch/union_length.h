// Time covered by some intervals. Where intervals overlap, the time counts once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace headstack {

// Intervals are added in order of their ends.
class UnionLength {
 public:
  void add(std::int64_t start, std::int64_t end) {
    while (!open_.empty() && open_.back().end >= start) {
      start = std::min(start, open_.back().start);
      open_.pop_back();
    }
    open_.push_back({start, end});
  }

  // No later interval starts before `time`. Without this call, all intervals are kept.
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
  std::deque<Interval> open_;  // intervals that later ones may join, disjoint, in order
  std::int64_t settled_ = 0;
};

}  // namespace headstack
