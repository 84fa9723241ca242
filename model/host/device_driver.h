// Device driver: hands requests to the drive, as many as that has room for. What waits here waits
// in order of arrival, or in a scheduler's.
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

// At most `most_at_drive` commands are at the drive. One that it refuses with TASK SET FULL, since
// others fill it too, goes again, before all others, when one of this driver's own is over; if
// there is none, after 3 ms.
class DeviceDriver : public sc_core::sc_module, public CompletionListener {
 public:
  // A scheduler here: the same code as in the drive.
  struct HostScheduling {
    SchedulerSpec scheduler;
    std::uint32_t depth = 1;     // requests that it chooses from; others wait for it in order
    std::uint32_t capacity = 1;  // requests that it chooses from or has sent, at most
    std::uint64_t expected = 0;  // requests that will be submitted in all
    const hs_drive_params* params = nullptr;      // outlives the driver
    std::function<hs_drive_view()> drive_view;    // the drive's state now
    std::function<hs_ticks(std::int64_t)> ticks;  // of a duration in ps
    const hs_cache* cache = nullptr;              // what the drive has buffered
  };

  DeviceDriver(sc_core::sc_module_name name, RequestListener& listener,
               std::uint32_t most_at_drive);

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

  bool has_room() const;
  InFlight& take_slot(const RequestRecord& request);
  bool has_weight(const InFlight& request);
  void queue_here(const InFlight& request);
  bool sees_drive() const;
  hs_drive_view view_here() const;
  void tell_scheduler(std::uint32_t slot);
  std::uint32_t pick();
  void send(InFlight& record);
  void dispatch();
  void refused(const InFlight& record);
  void retry();
  void let_in();
  void end_together();
  void probe_if_idle();
  void fail(const RequestRecord& record, const Outcome& outcome);
  bool served(RequestRecord& record, const Outcome& outcome) const;

  RequestListener& listener_;
  Initiator* initiator_ = nullptr;
  std::deque<InFlight> in_flight_;  // by slot; a deque, since the initiator holds pointers
  std::vector<std::uint32_t> free_;
  std::deque<std::uint32_t> in_turn_;  // slots that go next, in this order
  std::deque<RequestRecord> outside_;  // requests that the scheduler has no room for
  std::uint32_t most_at_drive_;
  bool full_ = false;  // the drive has refused a command; nothing has changed since
  sc_core::sc_event retry_event_;
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
