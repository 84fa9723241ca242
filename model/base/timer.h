// Timer: an event of a box that happens once, at an instant that can be moved or cancelled.
#pragma once

#include <systemc>

namespace headstack {

// An sc_event that is cancelled in the instant at which it is due may have fired already. The
// process then runs all the same. A process that is sensitive to a timer therefore asks the timer
// first:
//
//   if (!timer_.rings()) return;
class Timer {
 public:
  Timer() : now_(sc_core::sc_get_curr_simcontext()->time_stamp()) {}

  // Rings once, `delay` from now. An earlier order to ring is cancelled.
  void set(const sc_core::sc_time& delay) {
    cancel();
    set_ = true;
    due_ = now_ + delay;
    event_.notify(delay);
  }
  void cancel() {
    if (set_) {  // otherwise no notification is pending: rings() has taken the last one
      set_ = false;
      event_.cancel();
    }
  }
  // True: the timer is due. The call ends this state.
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
