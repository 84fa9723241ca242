// Possible contents of a block, derived from the writes that were sent. Tests with several tasks
// and with power losses use this oracle.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headstack {

// Times are in ps. A write is `over` at its end, with or without a status. A write is `finished` if
// its status was GOOD. A write is `promised` when its data must be on the medium: after a status
// with write-through, or after the status of a later SYNCHRONIZE CACHE.
class DataOracle {
 public:
  static constexpr std::int64_t kNever = INT64_MAX;
  struct Write {
    std::uint64_t version;
    std::int64_t submitted;
    std::int64_t over = kNever;
    std::int64_t finished = kNever;
    std::int64_t promised = kNever;
  };

  // Number of the write.
  std::size_t submit(std::uint32_t lbn, std::uint32_t blocks, std::uint64_t version,
                     std::int64_t now) {
    writes_.push_back({version, now});
    for (std::uint32_t i = 0; i < blocks; ++i) {
      by_block_[lbn + i].push_back(writes_.size() - 1);
    }
    return writes_.size() - 1;
  }
  Write& operator[](std::size_t number) { return writes_[number]; }

  // Notes the status of a SYNCHRONIZE CACHE that was sent at `submitted`. Every write finished
  // before is now promised.
  void synchronized(std::int64_t submitted, std::int64_t now) {
    for (Write& write : writes_) {
      if (write.finished <= submitted && write.promised == kNever) {
        write.promised = now;
      }
    }
  }

  // True: a read that was sent at `submitted` and finished at `finished` may find `version`.
  // Version 0: the block was never written.
  bool may_read(std::uint32_t lbn, std::uint64_t version, std::int64_t submitted,
                std::int64_t finished) const {
    return legal(lbn, version, submitted, finished, &Write::finished);
  }
  // True: the medium may hold the version after a loss of power at `now`.
  bool may_survive(std::uint32_t lbn, std::uint64_t version, std::int64_t now) const {
    return legal(lbn, version, now, now, &Write::promised);
  }
  // Notes the version that the block has after a loss of power.
  void settle(std::uint32_t lbn, std::uint64_t version, std::int64_t now) {
    std::vector<std::size_t>& all = by_block_[lbn];
    all.clear();
    if (version != 0) {
      writes_.push_back({version, now, now, now, now});
      all.push_back(writes_.size() - 1);
    }
  }
  const std::map<std::uint32_t, std::vector<std::size_t>>& blocks() const { return by_block_; }
  // The writes of a block, for messages.
  std::string story(std::uint32_t lbn) const {
    const auto found = by_block_.find(lbn);
    if (found == by_block_.end()) {
      return "\n  never written";
    }
    std::string text;
    for (const std::size_t number : found->second) {
      const Write& w = writes_[number];
      text += "\n  version " + std::to_string(w.version) + " sent " + time(w.submitted) +
              ", finished " + time(w.finished) + ", promised " + time(w.promised);
    }
    return text;
  }

 private:
  static std::string time(std::int64_t ps) {
    return ps == kNever ? "never" : std::to_string(static_cast<double>(ps) / 1e9);
  }

  // True: a reader may find the version. False if another write began after the end of this write
  // and was complete before the reader began.
  bool legal(std::uint32_t lbn, std::uint64_t version, std::int64_t from, std::int64_t to,
             std::int64_t Write::*settled) const {
    const auto found = by_block_.find(lbn);
    if (found == by_block_.end()) {
      return version == 0;
    }
    std::int64_t over = -1;
    bool known = version == 0;
    for (const std::size_t number : found->second) {
      const Write& write = writes_[number];
      if (write.version == version && write.submitted <= to) {
        known = true;
        over = write.over;
      }
    }
    for (const std::size_t number : found->second) {
      const Write& write = writes_[number];
      const bool later = version == 0 || (over != kNever && write.submitted >= over);
      if (known && write.version != version && later && write.*settled <= from) {
        return false;
      }
    }
    return known;
  }

  std::vector<Write> writes_;
  std::map<std::uint32_t, std::vector<std::size_t>> by_block_;
};

}  // namespace headstack
