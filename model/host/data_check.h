// Data check: fills every write of a run with data that identify themselves, and checks the data of
// every read.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "model/watch/request_record.h"

namespace headstack {

// Each drive has one data check, which all senders of requests to this drive share. A read must
// find the last version of each block, or a version that was under way at the same time.
class DataCheck {
 public:
  explicit DataCheck(std::uint32_t bytes_per_block) : bytes_(bytes_per_block) {}

  // Notes that the request leaves for the drive. `data` has the request's blocks. For a write, this
  // call fills `data`.
  void sent(const RequestRecord& request, unsigned char* data);
  // Notes that the request has GOOD status, and checks the data of a read. Wrong data are an
  // SC_REPORT_ERROR.
  void finished(const RequestRecord& request, const unsigned char* data);
  // Notes that the request has ended without GOOD status. A write may have written any of its
  // blocks.
  void given_up(const RequestRecord& request);

 private:
  static constexpr std::uint64_t kNever = UINT64_MAX;
  // Numbers of the events at which the request was sent and finished, in the order of all events.
  struct Version {
    std::uint32_t number;
    std::uint64_t sent;
    std::uint64_t finished;
  };
  struct UnderWay {
    std::uint64_t sent;
    std::uint32_t version;  // version of a write
  };

  void fill(unsigned char* block, std::uint32_t lbn, std::uint32_t version) const;
  void check(const RequestRecord& request, std::uint32_t lbn, const unsigned char* block,
             std::uint64_t sent) const;
  void forget_old(std::vector<Version>& versions) const;

  std::uint32_t bytes_;
  std::uint64_t events_ = 0;
  std::uint32_t version_ = 0;
  std::unordered_map<std::uint32_t, std::vector<Version>> versions_;  // by block
  std::unordered_map<std::uint64_t, UnderWay> under_way_;             // by request
  std::multiset<std::uint64_t> reads_;  // events at which the reads under way were sent
};

}  // namespace headstack
