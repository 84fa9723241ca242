// Memory of a long test: after a while, the process takes no more.
#pragma once

#include <cstdint>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

namespace headstack {

// The resident memory of this process, in KiB; 0 where /proc does not give the figure.
inline std::uint64_t resident_kib() {
  std::uint64_t total_pages = 0;
  std::uint64_t resident_pages = 0;
  std::ifstream("/proc/self/statm") >> total_pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

// Compares the memory at the end of a test with that after a fifth of its cases. The bound allows
// for the allocator, whose free memory varies: a tenth and 4 MiB more. In a process of
// 17 MiB, a leak of 1 KiB a case is seen from some 7,400 cases on. A test with fewer than
// kFewestCases is too short: a large drive late in the test, or the address sanitizer, which keeps
// freed memory, would look like a leak.
class FlatMemory {
 public:
  explicit FlatMemory(std::uint64_t cases) : cases_(cases) {}

  // Called after each case.
  void check() {
    ++done_;
    if (cases_ < kFewestCases) {
      return;
    }
    if (done_ == cases_ / kWarmUp) {
      begin_kib_ = resident_kib();
    } else if (done_ == cases_ && begin_kib_ != 0) {
      EXPECT_LE(resident_kib(), begin_kib_ + begin_kib_ / 10 + kAllowedKib)
          << "resident KiB after " << done_ << " cases; " << begin_kib_ << " after "
          << done_ / kWarmUp;
    }
  }

 private:
  static constexpr std::uint64_t kWarmUp = 5;
  static constexpr std::uint64_t kFewestCases = 1000;
  static constexpr std::uint64_t kAllowedKib = 4096;

  std::uint64_t cases_;
  std::uint64_t done_ = 0;
  std::uint64_t begin_kib_ = 0;
};

}  // namespace headstack
