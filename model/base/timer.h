// Timer: a single wait of a module until an instant. The module can move the instant, or cancel the
// wait.
#pragma once

#include <systemc>

#include "model/base/agenda.h"

namespace headstack {

// A timer may already be triggered when it is cancelled in the instant at which it is due. The
// agenda then calls the timer's function in spite of the cancellation. Such a function first asks
// whether the timer is due:
//
//   if (!timer_.rings()) return;
class Timer {
 public:
  Timer() : agenda_(Agenda::current()) {}
  ~Timer() { agenda_.forget(call_); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // Sets the member function of `owner` that the timer calls. `owner` must outlive the timer's last
  // call. Call this function once, before the timer is set.
  template <auto Function, typename Owner>
  void calls(Owner& owner) {
    call_.owner = &owner;
    call_.function = [](void* of) { (static_cast<Owner*>(of)->*Function)(); };
  }

  // Makes the timer ring once, `delay` from now. Cancels an earlier order to ring.
  void set(const sc_core::sc_time& delay) {
    cancel();
    set_ = true;
    due_ = agenda_.now() + delay;
    if (delay == sc_core::SC_ZERO_TIME) {
      agenda_.add_now(call_);
    } else {
      agenda_.add(call_, due_.value());
    }
  }
  // Makes the timer ring `delay` from now at the latest. An earlier order to ring stays.
  void set_at_most(const sc_core::sc_time& delay) {
    const bool later = call_.pending == Agenda::Pending::later;
    if (call_.pending == Agenda::Pending::at_once ||
        (later && delay != sc_core::SC_ZERO_TIME && due_ <= agenda_.now() + delay)) {
      return;
    }
    set(delay);
  }
  void cancel() {
    if (set_) {  // otherwise no order to ring is pending
      set_ = false;
      agenda_.remove(call_);
    }
  }
  // True: the timer is due. The timer is no longer due after the call.
  bool rings() {
    const bool due = set_ && due_ <= agenda_.now();
    set_ = set_ && !due;
    return due;
  }

 private:
  Agenda& agenda_;
  Agenda::Call call_;
  sc_core::sc_time due_;
  bool set_ = false;
};

}  // namespace headstack
