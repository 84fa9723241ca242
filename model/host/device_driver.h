// Device driver: hands requests to the drive, all at once or, scheduling itself, a few at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/config/tables/firmware_params.h"
#include "model/host/initiator.h"
#include "model/watch/request_record.h"

extern "C" {
#include <buffer/cache.h>
#include <schedulers/host_request.h>
}

namespace headstack {

// Calls to the workload: a request has been served.
class RequestListener {
 public:
  virtual ~RequestListener() = default;
  virtual void served(const RequestRecord& record) = 0;
};

// A request that the drive would not take.
struct DriverFailure {
  bool failed = false;
  bool bad_input = false;  // the workload or the configuration is at fault, not the model
  std::string message;
};

// Placement `drive`: every request goes to the drive at once. Placement `host`: requests wait here,
// ordered by the same scheduler code as in the drive, and at most `outstanding` are at the drive.
class DeviceDriver : public CompletionListener {
 public:
  struct HostScheduling {
    SchedulerSpec scheduler;
    std::uint32_t outstanding = 1;
    std::uint32_t capacity = 0;                   // requests that can wait here
    std::uint64_t expected = 0;                   // requests that will be submitted in all
    const hs_drive_params* params = nullptr;      // outlives the driver
    std::function<hs_drive_view()> drive_view;    // the drive's state now
    std::function<hs_ticks(std::int64_t)> ticks;  // of a duration in ps
    const hs_cache* cache = nullptr;              // what the drive has buffered
  };

  explicit DeviceDriver(RequestListener& listener) : listener_(listener) {}

  // A request that ends with an error of the medium is served, as failed. Else it is a failure.
  void count_media_errors() { count_media_errors_ = true; }

  void connect(Initiator& initiator) { initiator_ = &initiator; }
  void schedule_here(HostScheduling scheduling);

  // Take a request, arriving now.
  void submit(const RequestRecord& request);

  // What is submitted while one lives arrives together: scheduled here, all of it waits before the
  // next request is picked. A drive takes commands one by one, and begins with the first.
  class Together {
   public:
    explicit Together(DeviceDriver& driver) : driver_(driver) { driver_.together_ = true; }
    ~Together() { driver_.end_together(); }
    Together(const Together&) = delete;
    Together& operator=(const Together&) = delete;

   private:
    DeviceDriver& driver_;
  };

  void completed(RequestRecord& record, const Outcome& outcome) override;

  const DriverFailure& failure() const { return failure_; }
  std::uint64_t decisions() const { return scheduler_.decisions; }
  std::uint64_t examined() const { return scheduler_.examined; }
  // What the scheduler has learnt; null: it does not learn.
  std::shared_ptr<const hs_mimic_learner> learnt() const { return scheduling_.scheduler.learner; }

 private:
  struct InFlight : RequestRecord {
    std::uint32_t slot = 0;
    bool probe = false;  // the scheduler's own
  };

  InFlight& take_slot(const RequestRecord& request);
  bool fits_queue(const InFlight& request);
  void queue_here(const InFlight& request);
  bool sees_drive() const;
  hs_drive_view view_here() const;
  void tell_scheduler(std::uint32_t slot);
  void dispatch();
  void end_together();
  void probe_if_idle();
  void fail(const RequestRecord& record, const Outcome& outcome);
  bool served(RequestRecord& record, const Outcome& outcome) const;

  RequestListener& listener_;
  Initiator* initiator_ = nullptr;
  std::deque<InFlight> in_flight_;  // by slot; a deque, since the initiator holds pointers
  std::vector<std::uint32_t> free_;
  bool host_scheduling_ = false;
  HostScheduling scheduling_;
  std::unique_ptr<hs_task[]> tasks_;             // by slot
  std::unique_ptr<hs_host_request[]> requests_;  // by slot
  std::unique_ptr<std::uint64_t[]> memory_;
  hs_scheduler scheduler_{};
  std::uint64_t next_order_ = 0;  // the workload's requests so far
  std::uint32_t at_drive_ = 0;
  hs_lbn last_first_{};
  hs_lbn last_end_{};
  bool last_write_ = false;
  bool count_media_errors_ = false;
  bool together_ = false;
  DriverFailure failure_;
};

}  // namespace headstack
