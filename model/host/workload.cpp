#include "model/host/workload.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/base/sim_time.h"

namespace headstack {

namespace {

// Streams of the workload's random numbers.
constexpr std::uint64_t kPlaces = 1;
constexpr std::uint64_t kKinds = 2;
constexpr std::uint64_t kTimes = 3;

constexpr double kPicosecondsPerSecond = 1e12;

// The source is asked for more if fewer requests are in memory. A pause takes effect only after the
// instant of its request, and a closed loop can issue all its requests in this instant.
constexpr std::size_t kFewLeft = 1 << 17;

}  // namespace

RequestMaker::RequestMaker(const RandomRequests& what, std::uint32_t disk_blocks)
    : what_(what),
      places_((disk_blocks - what.blocks) / what.align + std::uint64_t{1}),
      place_random_(what.seed, kPlaces),
      kind_random_(what.seed, kKinds) {}

RequestRecord RequestMaker::next() {
  RequestRecord request;
  request.id = made_++;
  request.lbn = static_cast<std::uint32_t>(place_random_.below(places_) * what_.align);
  request.blocks = what_.blocks;
  request.write = kind_random_.uniform() >= what_.read_fraction;
  return request;
}

OpenPlayer::OpenPlayer(sc_core::sc_module_name name, DeviceDriver& driver,
                       const OpenWorkload& workload, std::uint32_t disk_blocks)
    : WorkloadPlayer(name, driver),
      size_(workload.what.requests),
      maker_(workload.what, disk_blocks),
      time_random_(workload.what.seed, kTimes),
      mean_ps_(kPicosecondsPerSecond / workload.rate_per_s) {
  SC_HAS_PROCESS(OpenPlayer);
  SC_METHOD(wait_for_next);
  arrival_timer_.calls<&OpenPlayer::arrive>(*this);
}

void OpenPlayer::wait_for_next() {
  if (!maker_.done()) {
    const auto wait =
        static_cast<sc_dt::uint64>(std::llround(time_random_.exponential() * mean_ps_));
    arrival_timer_.set(sim_time(wait));
  }
}

void OpenPlayer::arrive() {
  driver_.submit(maker_.next());
  wait_for_next();
}

ClosedPlayer::ClosedPlayer(sc_core::sc_module_name name, DeviceDriver& driver,
                           const ClosedWorkload& workload, std::uint32_t disk_blocks)
    : WorkloadPlayer(name, driver),
      size_(workload.what.requests),
      outstanding_(workload.outstanding),
      maker_(workload.what, disk_blocks) {
  SC_HAS_PROCESS(ClosedPlayer);
  SC_METHOD(start);
}

void ClosedPlayer::start() {
  const DeviceDriver::Together all(driver_);
  for (std::uint32_t i = 0; i < outstanding_ && !maker_.done(); ++i) {
    driver_.submit(maker_.next());
  }
}

void ClosedPlayer::after(const RequestRecord& /*served*/) {
  if (!maker_.done()) {
    driver_.submit(maker_.next());
  }
}

void check_fit(const std::vector<ReplayWorkload::Request>& requests, std::uint64_t number,
               std::uint32_t disk_blocks) {
  for (const ReplayWorkload::Request& row : requests) {
    if (row.blocks == 0 || row.blocks > 0xffff || row.lbn >= disk_blocks ||
        row.blocks > disk_blocks - row.lbn || row.wait_ps < 0 || row.due_ps < 0) {
      throw ConfigError(
          fmt::format("row {}: lbn {} + {} blocks after {} ps does not fit a drive of {} blocks, "
                      "or its deadline, {} ps after its arrival, is before the arrival",
                      number, row.lbn, row.blocks, row.wait_ps, disk_blocks, row.due_ps));
    }
    ++number;
  }
}

ReplayPlayer::ReplayPlayer(sc_core::sc_module_name name, DeviceDriver& driver,
                           const ReplayWorkload& workload, std::uint32_t disk_blocks)
    : WorkloadPlayer(name, driver),
      workload_(workload),
      disk_blocks_(disk_blocks),
      rows_(workload.more ? &given_ : &workload.requests),
      over_(!workload.more),
      most_blocks_(workload.most_blocks) {
  if (!workload.more && workload.hold_repeats) {
    for (const Request& request : workload.requests) {
      most_blocks_ = std::max(most_blocks_, request.blocks);
    }
  }
  SC_HAS_PROCESS(ReplayPlayer);
  SC_METHOD(start);
  issue_timer_.calls<&ReplayPlayer::due>(*this);
}

void ReplayPlayer::provide() {
  while (!over_ && rows_->size() - at_ < kFewLeft) {
    std::vector<Request> next;
    workload_.more(next);
    check_fit(next, issued_ + rows_->size() - at_, disk_blocks_);
    over_ = next.empty();
    given_.erase(given_.begin(), given_.begin() + static_cast<std::ptrdiff_t>(at_));
    given_.insert(given_.end(), next.begin(), next.end());
    at_ = 0;
  }
}

void ReplayPlayer::start() {
  if (workload_.open || workload_.outstanding == 1) {
    wait_for_next();
    return;
  }
  const DeviceDriver::Together all(driver_);
  for (std::uint32_t i = 0; i < workload_.outstanding && !done(); ++i) {
    issue();
  }
}

void ReplayPlayer::wait_for_next() {
  if (!done()) {
    issue_timer_.set(sim_time(static_cast<sc_dt::uint64>((*rows_)[at_].wait_ps)));
  }
}

// True: an earlier request that is not complete has a block of the next request.
bool ReplayPlayer::repeats() const {
  const Request& request = (*rows_)[at_];
  const std::uint32_t reach = most_blocks_ - 1;
  auto at = unserved_.lower_bound(request.lbn > reach ? request.lbn - reach : 0);
  for (; at != unserved_.end() && at->first < request.lbn + request.blocks; ++at) {
    if (at->first + at->second > request.lbn) {
      return true;
    }
  }
  return false;
}

void ReplayPlayer::due() {
  held_ = workload_.hold_repeats && repeats();
  if (!held_) {
    issue();
  }
}

void ReplayPlayer::issue() {
  const Request& request = (*rows_)[at_++];
  RequestRecord record;
  record.id = issued_++;
  record.lbn = request.lbn;
  record.blocks = request.blocks;
  record.write = request.write;
  if (workload_.hold_repeats) {
    unserved_.emplace(request.lbn, request.blocks);
  }
  record.class_id = request.class_id;
  record.limit = request.limit;
  record.priority = request.priority;
  if (request.due_ps != kNoDeadline) {
    record.deadline = agenda_.now_ps() + request.due_ps;
  }
  if (!over_ && rows_->size() - at_ < kFewLeft) {
    agenda_.pause();  // the caller then calls `provide`
  }
  driver_.submit(record);
  if (workload_.open) {
    wait_for_next();
  }
}

void ReplayPlayer::after(const RequestRecord& served) {
  if (!workload_.open && workload_.outstanding == 1) {
    wait_for_next();
  } else if (!workload_.open && !done()) {
    issue();
  }
  if (workload_.hold_repeats) {
    auto at = unserved_.find(served.lbn);
    while (at->second != served.blocks) {
      ++at;
    }
    unserved_.erase(at);
    if (held_) {
      due();
    }
  }
}

}  // namespace headstack
