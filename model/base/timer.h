// Timer: an event of a box that happens once, at an instant that the box can move or cancel.
#pragma once

#include <systemc>

namespace headstack {

// An sc_event may already have fired when it is cancelled in the instant at which it is due. The
// process then runs in spite of the cancellation. A process that is sensitive to a timer therefore
// first asks the timer whether it is due:
//
//   if (!timer_.rings()) return;
class Timer {
 public:
  Timer() : now_(sc_core::sc_get_curr_simcontext()->time_stamp()) {}

  // Makes the timer ring once, `delay` from now. Cancels an earlier order to ring.
  void set(const sc_core::sc_time& delay) {
    cancel();
    set_ = true;
    due_ = now_ + delay;
    event_.notify(delay);
  }
  void cancel() {
    if (set_) {  // otherwise no notification is pending: rings() has taken it
      set_ = false;
      event_.cancel();
    }
  }
  // True: the timer is due. The timer is no longer due after the call.
  bool rings() {
    const bool due = set_ && due_ <= now_;
    set_ = set_ && !due;
    return due;
  }
  // The event to which a process is sensitive.
  const sc_core::sc_event& event() const { return event_; }

 private:
  const sc_core::sc_time& now_;  // the simulation's time
  sc_core::sc_time due_;
  bool set_ = false;
  sc_core::sc_event event_;
};

}  // namespace headstack
