// Numbers of cycles in constant memory. Sum and maximum are exact; a quantile is accurate to 1/64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace headstack {

class CycleHistogram {
 public:
  void record(std::uint64_t cycles) {
    count_++;
    sum_ += cycles;
    most_ = cycles > most_ ? cycles : most_;
    counts_.at(bucket_of(cycles))++;
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t most() const { return most_; }

  // Returns the smallest number that at least `percent` percent of the recorded numbers do not
  // exceed. 0: no number was recorded.
  std::uint64_t quantile(unsigned percent) const {
    const std::uint64_t wanted = (count_ * percent + 99) / 100;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_.at(i);
      if (seen >= wanted) {
        const std::uint64_t last = last_of(i);
        return last < most_ ? last : most_;
      }
    }
    return most_;
  }

 private:
  // 64 buckets for each power of two; small numbers have one bucket each.
  static constexpr unsigned kBits = 6;
  static constexpr std::size_t kBuckets = (64 - kBits + 1) << kBits;

  static unsigned shift_of(std::uint64_t cycles) {
    unsigned shift = 0;
    while (cycles >> shift >= 2U << kBits) {
      ++shift;
    }
    return shift;
  }
  static std::size_t bucket_of(std::uint64_t cycles) {
    const unsigned shift = shift_of(cycles);
    return (static_cast<std::size_t>(shift) << kBits) + (cycles >> shift);
  }
  static std::uint64_t last_of(std::size_t bucket) {
    constexpr std::size_t kOne = std::size_t{1} << kBits;
    if (bucket < 2 * kOne) {
      return bucket;
    }
    const std::size_t shift = (bucket >> kBits) - 1;
    return (((bucket & (kOne - 1)) + kOne + 1) << shift) - 1;
  }

  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t most_ = 0;
  std::array<std::uint64_t, kBuckets> counts_{};
};

}  // namespace headstack
