#include "model/host/device_driver.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/sim_time.h"

extern "C" {
#include <controller/command.h>
#include <controller/vendor_pages.h>
#include <disk/predict.h>
}

namespace headstack {

namespace {

// 3 ms. Linux's SCSI layer waits this time if it has no command at the device.
constexpr sc_dt::uint64 kRetryAfterPs = 3'000'000'000;

}  // namespace

DeviceDriver::DeviceDriver(sc_core::sc_module_name name, RequestListener& listener,
                           std::uint32_t most_at_drive)
    : sc_module(name), listener_(listener), most_at_drive_(most_at_drive) {
  retry_timer_.calls<&DeviceDriver::retry>(*this);
}

void DeviceDriver::schedule_here(HostScheduling scheduling) {
  scheduling_ = std::move(scheduling);
  host_scheduling_ = true;
  const hs_scheduler_ops* ops = scheduling_.scheduler.ops;
  tasks_.reset(new hs_task[scheduling_.capacity]);
  requests_.reset(new hs_task_facts[scheduling_.capacity]);
  const std::size_t bytes = hs_scheduler_memory(ops, scheduling_.params, scheduling_.capacity);
  memory_.reset(new std::uint64_t[(bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t)]);
  hs_scheduler_init(&scheduler_, ops, scheduling_.params, tasks_.get(), scheduling_.capacity,
                    scheduling_.scheduler.parameters.data(), memory_.get());
  scheduler_.cache = scheduling_.cache;
  scheduler_.tables = scheduling_.scheduler.tables();
  scheduler_.facts = requests_.get();
}

// True: the scheduler needs a view of the drive. Other schedulers do not, and a view costs reads of
// the drive's registers.
bool DeviceDriver::sees_drive() const {
  return scheduler_.knowledge >= HS_KNOWS_POSITION || scheduler_.ops->needs != 0;
}

// True: the scheduler has room for a request.
bool DeviceDriver::has_room() const {
  return scheduler_.waiting < scheduling_.depth &&
         (!free_.empty() || in_flight_.size() < scheduling_.capacity);
}

DeviceDriver::InFlight& DeviceDriver::take_slot(const RequestRecord& request) {
  std::uint32_t slot = 0;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(in_flight_.size());
    in_flight_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  InFlight& taken = in_flight_[slot];
  static_cast<RequestRecord&>(taken) = request;
  taken.slot = slot;
  taken.probe = false;
  return taken;
}

void DeviceDriver::submit(const RequestRecord& request) {
  const std::int64_t now = agenda_.now_ps();
  if (!can_carry(request)) {
    return;
  }
  if (host_scheduling_ && (!outside_.empty() || !has_room())) {
    outside_.push_back(request);
    outside_.back().arrival = now;
    return;
  }
  InFlight& record = take_slot(request);
  record.arrival = now;
  if (host_scheduling_) {
    queue_here(record);
  } else if (in_turn_.empty() && !full_ && at_drive_ < most_at_drive_) {
    send(record);
  } else {
    in_turn_.push_back(record.slot);
  }
}

// Keeps the first failure of a request that is bad input.
void DeviceDriver::refuse(std::string message) {
  if (!failure_.failed) {
    failure_ = {true, true, std::move(message)};
  }
  agenda_.pause();
}

// False: the request's class has no weight.
bool DeviceDriver::has_weight(const RequestRecord& request, std::uint32_t weights) {
  if (request.class_id < weights) {
    return true;
  }
  refuse(
      fmt::format("request {} is of class {}, but the number of weights is {}; give each "
                  "class, from 0, a weight",
                  request.id, request.class_id, weights));
  return false;
}

void DeviceDriver::carry(CarriedFacts facts) {
  facts_ = facts;
  initiator_->carry(facts);
}

// False: no command carries the facts about the request.
bool DeviceDriver::can_carry(const RequestRecord& request) {
  constexpr std::int64_t kPsInUs = 1'000'000;
  const bool timed = facts_.deadlines && request.deadline != kNoDeadline;
  if (timed && (request.deadline - agenda_.now_ps()) / kPsInUs > kLongestDeadlineUs) {
    refuse(
        fmt::format("request {}: its deadline is {} s after its arrival; a command carries at "
                    "most {} s",
                    request.id, (request.deadline - agenda_.now_ps()) / (kPsInUs * kPsInUs),
                    kLongestDeadlineUs / kPsInUs));
    return false;
  }
  if (request.limit != 0 && !facts_.limits) {
    refuse(
        fmt::format("request {} has duration limit {}, but the drive has no duration limits; set "
                    "interface.standard to \"SPC-6\"",
                    request.id, request.limit));
    return false;
  }
  if (facts_.classes && request.class_id >= HS_COMMAND_CLASSES) {
    refuse(fmt::format("request {} is of class {}; a command carries a class from 0 to {}",
                       request.id, request.class_id, HS_COMMAND_CLASSES - 1));
    return false;
  }
  return facts_.weights == 0 || has_weight(request, facts_.weights);
}

// As in the drive (firmware/controller/port/reception.c).
void DeviceDriver::add_priority(std::uint32_t slot, std::uint16_t priority) {
  const std::int64_t left = facts_.priority_ps[priority];
  const hs_ticks until =
      left == kNoDeadline ? HS_NO_DEADLINE : tasks_[slot].arrival + scheduling_.ticks(left);
  hs_facts_add_priority(&requests_[slot], static_cast<std::uint8_t>(priority),
                        scheduler_.tables.classes, until);
}

void DeviceDriver::queue_here(const InFlight& request) {
  if ((scheduler_.ops->needs & HS_NEEDS_WEIGHTS) != 0 &&
      !has_weight(request, scheduler_.tables.classes)) {
    return;
  }
  const std::uint32_t slot = request.slot;
  hs_task& task = tasks_[slot];
  task = hs_task{};
  task.lbn.value = request.lbn;
  task.blocks = request.blocks;
  task.write = request.write;
  task.order = next_order_++;
  requests_[slot] = hs_facts_of_class(request.class_id);
  if (sees_drive()) {
    task.arrival = scheduling_.drive_view().now;
    if (request.deadline != kNoDeadline) {
      const std::int64_t left = std::max<std::int64_t>(request.deadline - agenda_.now_ps(), 0);
      requests_[slot].deadline = task.arrival + scheduling_.ticks(left);
    }
  }
  requests_[slot].limit = static_cast<std::uint8_t>(request.limit);
  if (request.priority != 0) {
    add_priority(slot, request.priority);
  }
  hs_scheduler_arrival(&scheduler_, slot);
  if (!together_) {
    dispatch();
  }
}

void DeviceDriver::end_together() {
  together_ = false;
  if (host_scheduling_) {
    dispatch();
    let_in();
  }
}

hs_drive_view DeviceDriver::view_here() const {
  hs_drive_view view{};
  if (sees_drive()) {
    view = scheduling_.drive_view();
  }
  view.last_first = last_first_;
  view.last_end = last_end_;
  view.last_write = last_write_;
  view.connected = true;
  return view;
}

void DeviceDriver::tell_scheduler(std::uint32_t slot) {
  if (scheduler_.ops->completion != nullptr) {
    const hs_drive_view view = view_here();
    hs_scheduler_completion(&scheduler_, slot, &view);
  }
}

// Returns the slot of the request that the scheduler chooses. HS_NO_TASK: no request may go to the
// drive before another is over.
std::uint32_t DeviceDriver::pick() {
  const hs_drive_view view = view_here();
  const std::uint32_t waiting = scheduler_.waiting;
  const std::uint32_t slot = hs_scheduler_pick(&scheduler_, &view);
  if (slot == HS_NO_TASK) {
    return slot;
  }
  InFlight& record = in_flight_[slot];
  record.decision = static_cast<std::uint32_t>(scheduler_.decisions);
  record.picked_from = waiting;
  if (scheduler_.knowledge >= HS_KNOWS_POSITION) {
    record.predicted_media = hs_predict_media_start(scheduling_.params, &view, &tasks_[slot]);
  }
  record.inserted = requests_[slot].inserted;
  last_first_.value = record.lbn;
  last_end_.value = record.lbn + record.blocks;
  last_write_ = record.write;
  return slot;
}

void DeviceDriver::send(InFlight& record) {
  ++at_drive_;
  initiator_->submit(record);
}

void DeviceDriver::dispatch() {
  while (!full_ && at_drive_ < most_at_drive_) {
    if (!in_turn_.empty()) {
      InFlight& record = in_flight_[in_turn_.front()];
      in_turn_.pop_front();
      send(record);
    } else if (host_scheduling_ && scheduler_.waiting != 0) {
      const std::uint32_t slot = pick();
      if (slot == HS_NO_TASK) {
        return;
      }
      send(in_flight_[slot]);
    } else {
      return;
    }
  }
}

// Keeps a request that the drive has refused, because other hosts fill the drive's queue.
void DeviceDriver::refused(const InFlight& record) {
  --at_drive_;
  in_turn_.push_front(record.slot);
  full_ = true;
  if (at_drive_ == 0) {
    retry_timer_.set_at_most(sim_time(kRetryAfterPs));
  }
}

void DeviceDriver::retry() {
  full_ = false;
  dispatch();
}

// Moves requests from outside to the scheduler, as long as the scheduler has room.
void DeviceDriver::let_in() {
  while (!outside_.empty() && has_room()) {
    const RequestRecord next = outside_.front();
    outside_.pop_front();
    queue_here(take_slot(next));
  }
}

void DeviceDriver::probe_if_idle() {
  if (scheduler_.ops->idle == nullptr || at_drive_ != 0 || scheduler_.waiting != 0 ||
      !in_turn_.empty() || next_order_ == scheduling_.expected) {
    return;
  }
  const hs_drive_view view = view_here();
  InFlight& record = take_slot(RequestRecord{});
  hs_task& probe = tasks_[record.slot];
  probe = hs_task{};
  requests_[record.slot] = hs_facts_of_class(0);
  if (!scheduler_.ops->idle(&scheduler_, &view, record.slot)) {
    free_.push_back(record.slot);
    return;
  }
  record.probe = true;
  record.lbn = probe.lbn.value;
  record.blocks = probe.blocks;
  record.arrival = agenda_.now_ps();
  last_first_ = probe.lbn;
  last_end_.value = probe.lbn.value + probe.blocks;
  last_write_ = false;
  send(record);
}

namespace {

// True: an error of the medium has caused the failure, and not a fault of the model.
bool of_medium(const Outcome& outcome) {
  return outcome.status == HS_STATUS_CHECK_CONDITION &&
         (outcome.sense_key == HS_SENSE_MEDIUM_ERROR ||
          outcome.sense_key == HS_SENSE_HARDWARE_ERROR);
}

// True: the drive has ended the command because of its duration limit.
bool of_limit(const Outcome& outcome) {
  return outcome.sense_key == HS_SENSE_COMPLETED ||
         (outcome.sense_key == HS_SENSE_ABORTED_COMMAND && outcome.sense_code == HS_CODE_TIMEOUT);
}

}  // namespace

// False: the outcome ends the run.
bool DeviceDriver::served(RequestRecord& record, const Outcome& outcome) const {
  if (!outcome.reached) {
    return false;
  }
  if (outcome.status == HS_STATUS_GOOD && outcome.sense_key == 0) {
    return true;
  }
  record.sense = outcome.sense_key | std::uint32_t{outcome.sense_code} << 8 |
                 std::uint32_t{outcome.sense_qualifier} << 16;
  if (record.limit != 0 && of_limit(outcome)) {
    record.failed = true;
    return true;
  }
  record.failed = of_medium(outcome);
  return (record.failed && count_media_errors_) || (outcome.status == HS_STATUS_CHECK_CONDITION &&
                                                    outcome.sense_key == HS_SENSE_RECOVERED_ERROR);
}

void DeviceDriver::fail(const RequestRecord& record, const Outcome& outcome) {
  failure_.failed = true;
  failure_.bad_input = outcome.sense_code == HS_CODE_LBN_OUT_OF_RANGE;
  if (!outcome.reached) {
    failure_.message = fmt::format("request {}: no drive answers at this SCSI id", record.id);
  } else if (of_medium(outcome)) {
    failure_.message = fmt::format(
        "request {} (a {} of {} blocks from lbn {}) failed with an error of the medium: sense key "
        "{:#x}, code {:#04x}, qualifier {:#04x}; to continue and count such requests, set "
        "on_media_error to count",
        record.id, record.write ? "write" : "read", record.blocks, record.lbn, outcome.sense_key,
        outcome.sense_code, outcome.sense_qualifier);
  } else {
    failure_.message = fmt::format(
        "request {} (lbn {}, {} blocks) failed: status {:#04x}, sense key {:#x}, code {:#04x}",
        record.id, record.lbn, record.blocks, outcome.status, outcome.sense_key,
        outcome.sense_code);
  }
  agenda_.pause();
}

void DeviceDriver::completed(RequestRecord& record, const Outcome& outcome) {
  const auto& in_flight = static_cast<InFlight&>(record);
  if (outcome.reached && outcome.status == HS_STATUS_TASK_SET_FULL) {
    refused(in_flight);
    return;
  }
  const bool good = served(record, outcome);
  const bool probe = in_flight.probe;
  if (!good && !(probe && record.failed)) {  // a probe may fail, because no request depends on it
    fail(record, outcome);
    return;
  }
  const std::uint32_t slot = in_flight.slot;
  free_.push_back(slot);
  --at_drive_;
  full_ = false;
  if (host_scheduling_) {
    requests_[slot].failed = record.failed;
    tell_scheduler(slot);
  }
  // A closed workload submits its next request here. The request must be in the queue at the next
  // choice, because the queue length is constant (Seltzer 1990).
  if (!probe) {
    listener_.served(record);
  }
  dispatch();
  if (host_scheduling_) {
    let_in();
    probe_if_idle();
  }
}

}  // namespace headstack
