#include "model/base/agenda.h"

#include <unordered_map>
#include <utility>

#include "model/base/sim_time.h"

namespace headstack {

namespace {

// The agendas of all simulation contexts.
std::unordered_map<const sc_core::sc_simcontext*, Agenda*>& agendas() {
  static std::unordered_map<const sc_core::sc_simcontext*, Agenda*> all;
  return all;
}

// Sets a flag during a call, also if the call throws.
class During {
 public:
  explicit During(bool& flag) : flag_(flag) { flag_ = true; }
  ~During() { flag_ = false; }
  During(const During&) = delete;
  During& operator=(const During&) = delete;

 private:
  bool& flag_;
};

}  // namespace

Agenda::Agenda(Pace pace)
    : sc_module(sc_core::sc_module_name("agenda")),
      pace_(pace),
      now_(pace == Pace::local ? &local_ : &sc_core::sc_get_curr_simcontext()->time_stamp()),
      heap_(1) {
  agendas()[sc_core::sc_get_curr_simcontext()] = this;
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(proceed);
  sensitive << event_;
  dont_initialize();
}

Agenda::~Agenda() {
  for (auto at = agendas().begin(); at != agendas().end(); ++at) {
    if (at->second == this) {
      agendas().erase(at);
      return;
    }
  }
}

Agenda& Agenda::current() {
  const auto found = agendas().find(sc_core::sc_get_curr_simcontext());
  return found != agendas().end() ? *found->second : *new Agenda(Pace::kernel);
}

void Agenda::pause() {
  pausing_ = true;
  sc_core::sc_pause();
}

// --- what is pending -----------------------------------------------------------------------------

void Agenda::add(Call& call, std::uint64_t when) {
  call.pending = Pending::later;
  insert({when, &call});
  if (!proceeding_) {
    wake_kernel();
  }
}

void Agenda::add_now(Call& call) {
  call.pending = Pending::at_once;
  call.place = at_once_.size();
  at_once_.push_back(&call);
  if (!proceeding_) {
    wake_kernel();
  }
}

// An order to ring at once gives its place to the last such order.
void Agenda::remove(Call& call) {
  if (call.pending == Pending::later) {
    heap_[call.place].call = nullptr;
  } else if (call.pending == Pending::at_once) {
    at_once_[call.place] = at_once_.back();
    at_once_[call.place]->place = call.place;
    at_once_.pop_back();
  } else {
    return;
  }
  call.pending = Pending::none;
  if (!proceeding_) {
    wake_kernel();
  }
}

void Agenda::forget(Call& call) {
  remove(call);
  for (Call*& triggered : triggered_) {
    triggered = triggered == &call ? nullptr : triggered;
  }
}

// --- the heap ------------------------------------------------------------------------------------
// The steps are those of SystemC's sc_ppq_base, so that entries of the same time leave in the
// kernel's order. Cancelled entries stay until they come to the top.

void Agenda::insert(Entry entry) {
  heap_.push_back(entry);
  std::size_t at = heap_.size() - 1;
  for (; at > 1 && heap_[at / 2].when > entry.when; at /= 2) {
    put(at, heap_[at / 2]);
  }
  put(at, entry);
}

void Agenda::put(std::size_t at, Entry entry) {
  heap_[at] = entry;
  if (entry.call != nullptr) {
    entry.call->place = at;
  }
}

Agenda::Entry Agenda::extract() {
  const Entry top = heap_[1];
  const Entry last = heap_.back();
  heap_.pop_back();
  if (heap_.size() > 1) {
    sink(last);
  }
  return top;
}

// Puts an entry at the top, and moves it down to its place.
void Agenda::sink(Entry entry) {
  const std::size_t size = heap_.size();
  std::size_t at = 1;
  while (2 * at < size) {
    std::size_t child = 2 * at;
    if (child + 1 < size) {
      const bool left = heap_[child].when < entry.when;
      const std::uint64_t before = left ? heap_[child].when : entry.when;
      child += heap_[child + 1].when < before ? 1 : 0;
    }
    if (heap_[child].when >= entry.when) {
      break;
    }
    put(at, heap_[child]);
    at = child;
  }
  put(at, entry);
}

// Finds the time of the next order that is not cancelled. False: there is none.
bool Agenda::next_time(std::uint64_t& when) {
  while (heap_.size() > 1) {
    if (heap_[1].call != nullptr) {
      when = heap_[1].when;
      return true;
    }
    extract();
  }
  return false;
}

// --- calls ---------------------------------------------------------------------------------------

void Agenda::trigger(Call* call) {
  call->pending = Pending::none;
  triggered_.push_back(call);
}

void Agenda::trigger_due(std::uint64_t when) {
  do {
    if (Call* const call = extract().call; call != nullptr) {
      trigger(call);
    }
  } while (heap_.size() > 1 && heap_[1].when == when);
}

// The kernel takes notifications without a delay from the last to the first.
void Agenda::trigger_now() {
  for (std::size_t left = at_once_.size(); left != 0; --left) {
    trigger(at_once_[left - 1]);
  }
  at_once_.clear();
}

void Agenda::call_triggered() {
  for (std::size_t i = 0; i < triggered_.size(); ++i) {
    if (const Call* const call = triggered_[i]; call != nullptr) {
      call->function(call->owner);
    }
  }
  triggered_.clear();
}

// Triggers what is due next. False: nothing is, at the pace of the agenda.
bool Agenda::trigger_next() {
  if (!at_once_.empty()) {
    trigger_now();
    return true;
  }
  std::uint64_t when = 0;
  if (!next_time(when) || (pace_ == Pace::kernel && when > now_->value())) {
    return false;
  }
  local_ = sim_time(when);
  trigger_due(when);
  return true;
}

void Agenda::proceed() {
  {
    const During proceeding(proceeding_);
    while (!pausing_ && trigger_next()) {
      call_triggered();
    }
    pausing_ = false;
  }
  wake_kernel();
}

// Makes the kernel call proceed when something is due next.
void Agenda::wake_kernel() {
  if (!at_once_.empty()) {
    event_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const Entry* next = nullptr;
  for (std::size_t i = 1; i < heap_.size(); ++i) {
    if (heap_[i].call != nullptr && (next == nullptr || heap_[i].when < next->when)) {
      next = &heap_[i];
    }
  }
  event_.cancel();
  if (next != nullptr) {
    const bool local = pace_ == Pace::local;
    event_.notify(local ? sc_core::SC_ZERO_TIME : sim_time(next->when) - *now_);
  }
}

}  // namespace headstack
