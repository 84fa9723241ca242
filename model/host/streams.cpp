#include "model/host/streams.h"

#include <algorithm>
#include <cmath>

#include "model/base/sim_time.h"

namespace headstack {

namespace {

constexpr std::uint32_t kBestEffort = UINT32_MAX;
constexpr double kPicosecondsPerSecond = 1e12;

// Numbers of random streams after those of the other workloads.
constexpr std::uint64_t kBestEffortTimes = 4;
constexpr std::uint64_t kFirstTimes = 5;
constexpr std::uint64_t kStream = 16;  // added to the number of the stream

std::int64_t ps(double seconds) { return std::llround(seconds * kPicosecondsPerSecond); }

}  // namespace

StreamsPlayer::StreamsPlayer(sc_core::sc_module_name name, DeviceDriver& driver,
                             const StreamsWorkload& workload, std::uint32_t disk_blocks)
    : WorkloadPlayer(name, driver),
      workload_(workload),
      disk_blocks_(disk_blocks),
      best_effort_(workload.best_effort.what, disk_blocks),
      best_effort_times_(workload.best_effort.what.seed, kBestEffortTimes) {
  SC_HAS_PROCESS(StreamsPlayer);
  Random first(workload.seed, kFirstTimes);
  for (std::size_t group = 0; group < workload.groups.size(); ++group) {
    for (std::uint32_t i = 0; i < workload.groups[group].streams; ++i) {
      const std::int64_t at = ps(first.exponential() / workload.first_per_s);
      streams_.push_back({static_cast<std::uint16_t>(group),
                          Random(workload.seed, kStream + streams_.size()), at});
    }
  }
  owner_.reserve(size());
  SC_METHOD(start);
  due_timer_.calls<&StreamsPlayer::issue_due>(*this);
}

std::uint64_t StreamsPlayer::size() const {
  return workload_.requests + workload_.best_effort.what.requests;
}

void StreamsPlayer::start() {
  for (std::uint32_t i = 0; i < streams_.size(); ++i) {
    Stream& stream = streams_[i];
    wait_until(stream.deadline, i);
    stream.deadline += workload_.groups[stream.group].buffered_ps;
  }
  if (workload_.best_effort.outstanding == 0) {
    wait_for_best_effort();
  }
  const DeviceDriver::Together all(driver_);
  for (std::uint32_t i = 0; i < workload_.best_effort.outstanding && !best_effort_.done(); ++i) {
    issue_best_effort();
  }
}

void StreamsPlayer::wait_until(std::int64_t at, std::uint32_t stream) {
  due_.push({at, stream});
  const std::int64_t wait = due_.top().at - agenda_.now_ps();
  due_timer_.set_at_most(sim_time(static_cast<sc_dt::uint64>(wait > 0 ? wait : 0)));
}

void StreamsPlayer::wait_for_best_effort() {
  if (!best_effort_.done()) {
    const double mean_s = 1.0 / workload_.best_effort.rate_per_s;
    wait_until(agenda_.now_ps() + ps(best_effort_times_.exponential() * mean_s), kBestEffort);
  }
}

void StreamsPlayer::issue_due() {
  while (!due_.empty() && due_.top().at <= agenda_.now_ps()) {
    const std::uint32_t stream = due_.top().stream;
    due_.pop();
    if (stream == kBestEffort) {
      issue_best_effort();
      wait_for_best_effort();
    } else {
      issue(stream);
    }
  }
  if (!due_.empty()) {
    due_timer_.set_at_most(sim_time(static_cast<sc_dt::uint64>(due_.top().at - agenda_.now_ps())));
  }
}

void StreamsPlayer::submit(RequestRecord& request, std::uint32_t owner) {
  request.id = owner_.size();
  owner_.push_back(owner);
  driver_.submit(request);
}

// Issues the next request of a stream. The piece plays from the deadline of the last piece, or from
// the last piece's arrival if the last piece was late.
void StreamsPlayer::issue(std::uint32_t number) {
  if (issued_ == workload_.requests) {
    return;
  }
  Stream& stream = streams_[number];
  const StreamGroup& group = workload_.groups[stream.group];
  const std::uint64_t choices = workload_.most_tracks - workload_.least_tracks + std::uint64_t{1};
  RequestRecord request;
  request.blocks =
      workload_.track_blocks *
      (workload_.least_tracks + static_cast<std::uint32_t>(stream.random.below(choices)));
  request.lbn = static_cast<std::uint32_t>(
      stream.random.below(disk_blocks_ - request.blocks + std::uint64_t{1}));
  request.write = stream.random.uniform() >= group.read_fraction;
  request.class_id = stream.group;
  stream.deadline += ps(request.blocks / group.blocks_per_s);
  request.deadline = stream.deadline;
  ++issued_;
  submit(request, number);
  if (workload_.issue == StreamIssue::open) {
    wait_until(stream.deadline - group.buffered_ps, number);
  }
}

void StreamsPlayer::issue_best_effort() {
  RequestRecord request = best_effort_.next();
  request.class_id = static_cast<std::uint16_t>(workload_.groups.size());
  submit(request, kBestEffort);
}

void StreamsPlayer::after(const RequestRecord& served) {
  const std::uint32_t owner = owner_[served.id];
  if (owner == kBestEffort) {
    if (workload_.best_effort.outstanding != 0 && !best_effort_.done()) {
      issue_best_effort();
    }
    return;
  }
  if (workload_.issue == StreamIssue::open) {
    return;
  }
  Stream& stream = streams_[owner];
  const std::int64_t next = stream.deadline - workload_.groups[stream.group].buffered_ps;
  stream.deadline = std::max(stream.deadline, agenda_.now_ps());
  if (next <= agenda_.now_ps()) {
    issue(owner);  // now, because the request must be in the queue at the next choice
  } else {
    wait_until(next, owner);
  }
}

}  // namespace headstack
