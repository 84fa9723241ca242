// The host's requests to the drive: the kinds of workload, and a player for each kind.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include <systemc>

#include "model/base/agenda.h"
#include "model/base/random.h"
#include "model/base/timer.h"
#include "model/host/device_driver.h"

namespace headstack {

// Requests of one size, uniformly random over the disk.
struct RandomRequests {
  std::uint64_t requests = 0;
  std::uint32_t blocks = 0;    // blocks of a request
  double read_fraction = 0.0;  // 0 .. 1
  std::uint64_t seed = 0;
  std::uint32_t align = 1;  // first blocks are multiples of this number
};

// Open: exponential interarrival times.
struct OpenWorkload {
  RandomRequests what;
  double rate_per_s = 0.0;
};

// Closed workload. `outstanding` requests are in the system, and each completion issues the next
// request.
struct ClosedWorkload {
  RandomRequests what;
  std::uint32_t outstanding = 1;
};

// Given requests. In a closed loop with one outstanding request, request i is issued wait_ps after
// the completion of request i - 1. In an open workload, request i is issued wait_ps after the
// arrival of request i - 1. Request 0 is issued wait_ps after the start. In a closed loop with more
// outstanding requests, each completion issues the next request at once, and waits have no effect.
struct ReplayWorkload {
  struct Request {
    std::uint32_t lbn;
    std::uint32_t blocks;
    bool write;
    std::int64_t wait_ps;
    std::int64_t due_ps = kNoDeadline;  // from its arrival on
    std::uint16_t class_id = 0;
    std::uint8_t limit = 0;     // number of its duration limit, 1 to 7; 0: none
    std::uint8_t priority = 0;  // SAM-5 8.7: 1, the highest, to 15; 0: none
  };
  std::vector<Request> requests;  // all requests; empty if there is a source
  bool open = false;
  // Open only. A request waits for an earlier request that is not complete and has one of its
  // blocks. All later requests wait too (Popovici 2003, 4). Their waits then count from the instant
  // at which the held request is issued.
  bool hold_repeats = false;
  std::uint32_t outstanding = 1;  // closed only

  // Gives the requests in parts. A part has at least all requests of an instant. After the last
  // request, parts are empty. The source is called outside SystemC. An exception ends the run.
  using Source = std::function<void(std::vector<Request>&)>;
  Source more{};                  // null: `requests` has all requests
  std::uint64_t total = 0;        // only with a source: number of all requests
  std::uint32_t most_blocks = 0;  // only with a source: greatest size of a request
  bool deadlines = false;         // only with a source: a request may have a deadline or a priority

  std::uint64_t size() const { return more ? total : requests.size(); }
};

// Throws ConfigError for a request that does not fit a disk of `disk_blocks` blocks. `number` is
// the number of the first request.
void check_fit(const std::vector<ReplayWorkload::Request>& requests, std::uint64_t number,
               std::uint32_t disk_blocks);

// Submits the requests of a workload to a driver. `start` is called once, then `after` for each
// completion.
class WorkloadPlayer : public sc_core::sc_module {
 public:
  // Number of all requests of the workload.
  virtual std::uint64_t size() const = 0;
  // A request has been served.
  virtual void after(const RequestRecord& served) = 0;
  // Fetches the requests that the player will need soon. Called between two parts of the
  // simulation.
  virtual void provide() {}

 protected:
  WorkloadPlayer(const sc_core::sc_module_name& name, DeviceDriver& driver)
      : sc_module(name), driver_(driver) {}
  DeviceDriver& driver_;
};

// Makes random requests, in the order of their ids.
class RequestMaker {
 public:
  RequestMaker(const RandomRequests& what, std::uint32_t disk_blocks);
  bool done() const { return made_ == what_.requests; }
  RequestRecord next();

 private:
  RandomRequests what_;
  std::uint64_t places_;  // number of possible first blocks of a request
  std::uint64_t made_ = 0;
  Random place_random_;
  Random kind_random_;
};

class OpenPlayer : public WorkloadPlayer {
 public:
  OpenPlayer(sc_core::sc_module_name name, DeviceDriver& driver, const OpenWorkload& workload,
             std::uint32_t disk_blocks);
  std::uint64_t size() const override { return size_; }
  void after(const RequestRecord& /*served*/) override {}

 private:
  void arrive();
  void wait_for_next();

  std::uint64_t size_;
  RequestMaker maker_;
  Random time_random_;
  double mean_ps_;
  Timer arrival_timer_;
};

class ClosedPlayer : public WorkloadPlayer {
 public:
  ClosedPlayer(sc_core::sc_module_name name, DeviceDriver& driver, const ClosedWorkload& workload,
               std::uint32_t disk_blocks);
  std::uint64_t size() const override { return size_; }
  void after(const RequestRecord& served) override;

 private:
  void start();

  std::uint64_t size_;
  std::uint32_t outstanding_;
  RequestMaker maker_;
};

class ReplayPlayer : public WorkloadPlayer {
 public:
  // `workload` must outlive the player.
  ReplayPlayer(sc_core::sc_module_name name, DeviceDriver& driver, const ReplayWorkload& workload,
               std::uint32_t disk_blocks);
  std::uint64_t size() const override { return workload_.size(); }
  void after(const RequestRecord& served) override;
  // Throws ConfigError for a request that does not fit the disk.
  void provide() override;

 private:
  using Request = ReplayWorkload::Request;
  void start();
  void due();
  void issue();
  void wait_for_next();
  bool done() const { return at_ == rows_->size(); }
  bool repeats() const;

  Agenda& agenda_ = Agenda::current();
  const ReplayWorkload& workload_;
  std::uint32_t disk_blocks_;
  const std::vector<Request>* rows_;  // requests in memory: the workload's own, or `given_`
  std::vector<Request> given_;        // the last part from the source
  bool over_;                         // the source has no more requests
  std::size_t at_ = 0;                // index of the next request in `rows_`
  std::uint64_t issued_ = 0;
  bool held_ = false;
  std::multimap<std::uint32_t, std::uint32_t> unserved_;  // hold_repeats: lbn, blocks
  std::uint32_t most_blocks_ = 0;
  Timer issue_timer_;
};

}  // namespace headstack
