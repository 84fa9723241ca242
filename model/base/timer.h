// Timer: an event of a box that happens once, at an instant that can be put off or taken back.
#pragma once

#include <systemc>

namespace headstack {

// An sc_event that is cancelled in the instant at which it is due may have fired already, and then
// its process runs all the same. So a process that is sensitive to a timer asks it first:
//
//   if (!timer_.rings()) return;
class Timer {
 public:
  Timer() : now_(sc_core::sc_get_curr_simcontext()->time_stamp()) {}

  // Rings once, `delay` from now, and not when it was to ring before.
  void set(const sc_core::sc_time& delay) {
    cancel();
    set_ = true;
    due_ = now_ + delay;
    event_.notify(delay);
  }
  void cancel() {
    if (set_) {  // else it has no notification: rings() has taken the last one
      set_ = false;
      event_.cancel();
    }
  }
  // Whether it is due; it then no longer is.
  bool rings() {
    const bool due = set_ && due_ <= now_;
    set_ = set_ && !due;
    return due;
  }
  // The event that a process is to be sensitive to.
  const sc_core::sc_event& event() const { return event_; }

 private:
  const sc_core::sc_time& now_;  // the simulation's time
  sc_core::sc_time due_;
  bool set_ = false;
  sc_core::sc_event event_;
};

}  // namespace headstack
