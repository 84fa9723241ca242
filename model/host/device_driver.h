// Device driver: passes requests to the drive while the drive has room. Other requests wait here,
// in order of arrival or in the order of a scheduler.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/base/agenda.h"
#include "model/base/timer.h"
#include "model/config/tables/firmware_params.h"
#include "model/host/initiator.h"
#include "model/watch/request_record.h"

extern "C" {
#include <buffer/cache.h>
#include <schedulers/task_facts.h>
}

namespace headstack {

// Calls to the workload: a request has been served. `record` is valid until the listener submits
// its next request.
class RequestListener {
 public:
  virtual ~RequestListener() = default;
  virtual void served(const RequestRecord& record) = 0;
};

// A request that the drive rejected.
struct DriverFailure {
  bool failed = false;
  bool bad_input = false;  // the error is in the workload or the configuration, not in the model
  std::string message;
};

// At most `most_at_drive` commands are at the drive. The drive may refuse a command with TASK SET
// FULL, because other hosts fill its queue. Such a command is sent again, before all others, when a
// command of this driver is over. If this driver has no command at the drive, the command is sent
// again after 3 ms.
class DeviceDriver : public sc_core::sc_module, public CompletionListener {
 public:
  // A scheduler in the host, which is the same code as in the drive.
  struct HostScheduling {
    SchedulerSpec scheduler;
    // number of requests that the scheduler chooses from; further requests wait in order
    std::uint32_t depth = 1;
    std::uint32_t capacity = 1;                   // most requests to choose from or sent
    std::uint64_t expected = 0;                   // number of requests that will be submitted
    const hs_drive_params* params = nullptr;      // outlives the driver
    std::function<hs_drive_view()> drive_view;    // the drive's present state
    std::function<hs_ticks(std::int64_t)> ticks;  // conversion of a duration in ps
    const hs_cache* cache = nullptr;              // data in the drive's buffer
  };

  DeviceDriver(sc_core::sc_module_name name, RequestListener& listener,
               std::uint32_t most_at_drive);

  // Counts a request that ends with an error of the medium as served and failed. Without this call,
  // such a request is a failure of the run.
  void count_media_errors() { count_media_errors_ = true; }

  // From now on, commands carry these facts to the drive.
  void carry(CarriedFacts facts);

  void connect(Initiator& initiator) { initiator_ = &initiator; }
  void schedule_here(HostScheduling scheduling);

  // Accepts a request that arrives now.
  void submit(const RequestRecord& request);

  // Requests that are submitted during the life of this object arrive together. A scheduler in the
  // host then chooses among all these requests. A drive accepts commands one by one, and begins
  // with the first command.
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
  // The scheduler's learnt table; null: the scheduler does not learn.
  std::shared_ptr<const hs_mimic_learner> learnt() const { return scheduling_.scheduler.learner; }

 private:
  struct InFlight : RequestRecord {
    std::uint32_t slot = 0;
    bool probe = false;  // a read of the scheduler, to learn a time
  };

  bool has_room() const;
  InFlight& take_slot(const RequestRecord& request);
  bool has_weight(const RequestRecord& request, std::uint32_t weights);
  void refuse(std::string message);
  bool can_carry(const RequestRecord& request);
  void queue_here(const InFlight& request);
  void add_priority(std::uint32_t slot, std::uint16_t priority);
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

  Agenda& agenda_ = Agenda::current();
  RequestListener& listener_;
  Initiator* initiator_ = nullptr;
  std::deque<InFlight> in_flight_;  // by slot; a deque, because the initiator has pointers
  std::vector<std::uint32_t> free_;
  std::deque<std::uint32_t> in_turn_;  // slots to send next, in this order
  std::deque<RequestRecord> outside_;  // requests that the scheduler has no room for
  std::uint32_t most_at_drive_;
  CarriedFacts facts_;
  bool full_ = false;  // the drive has refused a command; nothing has changed since then
  Timer retry_timer_;
  bool host_scheduling_ = false;
  HostScheduling scheduling_;
  std::unique_ptr<hs_task[]> tasks_;           // by slot
  std::unique_ptr<hs_task_facts[]> requests_;  // by slot
  std::unique_ptr<std::uint64_t[]> memory_;
  hs_scheduler scheduler_{};
  std::uint64_t next_order_ = 0;  // number of the workload's requests so far
  std::uint32_t at_drive_ = 0;
  hs_lbn last_first_{};
  hs_lbn last_end_{};
  bool last_write_ = false;
  bool count_media_errors_ = false;
  bool together_ = false;
  DriverFailure failure_;
};

}  // namespace headstack
