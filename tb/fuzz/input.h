// Parts of all fuzz targets: the input as a sequence of decisions, and the report of a failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

// Runs one input. Returns 0. An input that finds a fault ends the process: by `require`, by a
// sanitizer, or by an exception that nobody catches. The same input always gives the same run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace headstack::fuzz {

// Ends the process with `what` if a condition that every input must meet does not hold.
inline void require(bool holds, const std::string& what) {
  if (!holds) {
    std::fprintf(stderr, "fuzz: %s\n", what.c_str());
    std::abort();
  }
}

// The bytes of the input from the first to the last. A byte after the end is 0, so every input is
// valid, and a longer input continues a shorter one.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

  bool done() const { return data_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - data_); }

  std::uint8_t byte() { return done() ? std::uint8_t{0} : *data_++; }

  // A number of `bytes` bytes, high byte first.
  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      value = value << 8 | byte();
    }
    return value;
  }

  // 0 .. bound - 1, from one byte. Precondition: bound is 1 .. 256.
  std::uint32_t below(std::uint32_t bound) { return byte() % bound; }

 private:
  const std::uint8_t* data_;
  const std::uint8_t* end_;
};

}  // namespace headstack::fuzz
