// What the host asks of the drive: the kinds of workload, and the player of each.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <systemc>

#include "model/base/random.h"
#include "model/host/device_driver.h"

namespace headstack {

// Requests of one size, uniformly random over the disk.
struct RandomRequests {
  std::uint64_t requests = 0;
  std::uint32_t blocks = 0;    // a request
  double read_fraction = 0.0;  // 0 .. 1
  std::uint64_t seed = 0;
  std::uint32_t align = 1;  // first blocks are multiples of it
};

// Open: exponential interarrival times.
struct OpenWorkload {
  RandomRequests what;
  double rate_per_s = 0.0;
};

// Closed: `outstanding` requests in the system, each completion brings the next.
struct ClosedWorkload {
  RandomRequests what;
  std::uint32_t outstanding = 1;
};

// Given requests. Closed loop, one outstanding: number i is issued wait_ps after the completion of
// number i - 1; open: after its arrival. Number 0 so long after the start.
struct ReplayWorkload {
  struct Request {
    std::uint32_t lbn;
    std::uint32_t blocks;
    bool write;
    std::int64_t wait_ps;
    std::int64_t due_ps = kNoDeadline;  // from its arrival on
    std::uint16_t class_id = 0;
  };
  std::vector<Request> requests;
  bool open = false;
  // Open only: a request for a block that an earlier one is still on waits for that one, and all
  // behind it wait as well (Popovici 2003, 4). The waits count from when it goes.
  bool hold_repeats = false;
};

// Plays a workload into a driver: `start` once, then `after` each completion.
class WorkloadPlayer : public sc_core::sc_module {
 public:
  // Number of requests that the workload has in all.
  virtual std::uint64_t size() const = 0;
  // A request has been served.
  virtual void after(const RequestRecord& served) = 0;

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
  std::uint64_t places_;  // how many first blocks a request can have
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
  sc_core::sc_event arrival_event_;
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
  ReplayPlayer(sc_core::sc_module_name name, DeviceDriver& driver, const ReplayWorkload& workload);
  std::uint64_t size() const override { return workload_.requests.size(); }
  void after(const RequestRecord& served) override;

 private:
  void due();
  void issue();
  void wait_for_next();
  bool repeats() const;

  const ReplayWorkload& workload_;
  std::size_t next_ = 0;
  bool held_ = false;
  std::multimap<std::uint32_t, std::uint32_t> unserved_;  // hold_repeats: lbn, blocks
  std::uint32_t most_blocks_ = 0;
  sc_core::sc_event issue_event_;
};

}  // namespace headstack
