#include "model/base/agenda.h"

#include <algorithm>
#include <unordered_map>

#include "model/base/during.h"
#include "model/base/sim_time.h"

namespace headstack {

namespace {

// The agendas of all simulation contexts.
std::unordered_map<const sc_core::sc_simcontext*, Agenda*>& agendas() {
  static std::unordered_map<const sc_core::sc_simcontext*, Agenda*> all;
  return all;
}

}  // namespace

Agenda::Agenda(Pace pace)
    : sc_module(sc_core::sc_module_name("agenda")),
      pace_(pace),
      now_(pace == Pace::local ? &local_ : &simcontext()->time_stamp()) {
  agendas()[simcontext()] = this;
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(proceed);
  sensitive << event_;
  dont_initialize();
}

Agenda::~Agenda() { agendas().erase(simcontext()); }

Agenda& Agenda::current() {
  const auto found = agendas().find(sc_core::sc_get_curr_simcontext());
  return found != agendas().end() ? *found->second : *new Agenda(Pace::kernel);
}

void Agenda::pause() {
  pausing_ = true;
  sc_core::sc_pause();
}

// --- what is pending -----------------------------------------------------------------------------

void Agenda::add_now(Call& call) {
  call.pending = Pending::at_once;
  call.place = at_once_.size();
  at_once_.push_back(&call);
  wake_kernel();
}

// The last call of this instant takes the place of a call that is taken back, as in the kernel.
void Agenda::remove(Call& call) {
  if (call.pending == Pending::later) {
    later_.cancel(call);
  } else if (call.pending == Pending::at_once) {
    at_once_[call.place] = at_once_.back();
    at_once_[call.place]->place = call.place;
    at_once_.pop_back();
  } else {
    return;
  }
  call.pending = Pending::none;
  wake_kernel();
}

void Agenda::forget(Call& call) {
  remove(call);
  std::replace(triggered_.begin(), triggered_.end(), &call, static_cast<Call*>(nullptr));
}

// --- calls ---------------------------------------------------------------------------------------

void Agenda::trigger(Call& call) {
  call.pending = Pending::none;
  triggered_.push_back(&call);
}

// Triggers the calls without a delay. The kernel takes such notifications from the last to the
// first.
void Agenda::trigger_at_once() {
  std::for_each(at_once_.rbegin(), at_once_.rend(), [this](Call* call) { trigger(*call); });
  at_once_.clear();
}

// Makes the calls of the next instant, if they are due at the agenda's pace. False: no call is due.
// The only call of an instant needs no list.
bool Agenda::call_next() {
  if (!at_once_.empty()) {
    trigger_at_once();
    call_triggered();
    return true;
  }
  std::uint64_t when = 0;
  if (!later_.next_time(when) || (pace_ == Pace::kernel && when > now_->value())) {
    return false;
  }
  local_ = sim_time(when);
  auto& first = static_cast<Call&>(*later_.extract_top());
  if (!later_.more_at(when)) {
    first.pending = Pending::none;
    make(first);
    return true;
  }
  trigger(first);
  while (later_.more_at(when)) {
    if (Queued* const call = later_.extract_top(); call != nullptr) {
      trigger(static_cast<Call&>(*call));
    }
  }
  call_triggered();
  return true;
}

// A call can forget calls of the same instant.
void Agenda::call_triggered() {
  for (std::size_t i = 0; i < triggered_.size(); ++i) {
    if (Call* const call = triggered_[i]; call != nullptr) {
      make(*call);
    }
  }
  triggered_.clear();
}

void Agenda::proceed() {
  triggered_.clear();  // if a call threw an exception
  {
    const During proceeding(proceeding_);
    while (!pausing_ && call_next()) {
    }
    pausing_ = false;
  }
  wake_kernel();
}

// Makes the kernel call proceed when a call is due next. While proceed runs, proceed itself looks.
void Agenda::wake_kernel() {
  if (proceeding_) {
    return;
  }
  if (!at_once_.empty()) {
    event_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  event_.cancel();
  std::uint64_t when = 0;
  if (later_.look(when)) {
    const bool local = pace_ == Pace::local;
    event_.notify(local ? sc_core::SC_ZERO_TIME : sim_time(when) - *now_);
  }
}

}  // namespace headstack
