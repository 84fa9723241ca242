// The agenda of a simulation: what its modules wait for, and their common time.
//
// The modules of a simulation wait with timers (timer.h), not with events of SystemC. The agenda
// makes the timers' calls. A call takes few instructions, and an event of the kernel takes
// hundreds.
//
// With `Pace::local` the modules run ahead of the kernel in a time of their own, as in TLM-2.0's
// temporal decoupling. The kernel's time then stands still, and no other module may have events.
// With `Pace::kernel` the agenda makes each call at the kernel's time.
//
// The agenda makes the calls of one instant in the order in which SystemC 2.3.4 would run the
// processes of such events. A schedule depends on this order.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "model/base/kernel_queue.h"

namespace headstack {

class Agenda final : public sc_core::sc_module {
 public:
  enum class Pace {
    kernel,
    local
  };

  enum class Pending {
    none,
    at_once,
    later
  };

  // A function that the agenda calls at an instant. The owner of a Call calls `forget` before the
  // Call's life ends. The agenda sets `pending`.
  struct Call : Queued {
    void (*function)(void* owner) = nullptr;
    void* owner = nullptr;
    Pending pending = Pending::none;
  };

  // Create an agenda before the modules of its simulation, in their context. Destroy the agenda
  // after them.
  explicit Agenda(Pace pace);
  ~Agenda() override;
  Agenda(const Agenda&) = delete;
  Agenda& operator=(const Agenda&) = delete;

  // Returns the agenda of the present simulation context. A context without an agenda gets an
  // agenda at the kernel's pace, which lives as long as the program.
  static Agenda& current();

  // Time of the modules. The reference stays valid.
  const sc_core::sc_time& now() const { return *now_; }
  std::int64_t now_ps() const { return static_cast<std::int64_t>(now_->value()); }

  // Makes a call at `when`, in ps, after now. Precondition: the call is not pending.
  void add(Call& call, std::uint64_t when) {
    call.pending = Pending::later;
    later_.insert(call, when);
    if (!proceeding_) {
      wake_kernel();
    }
  }
  // Makes a call in this instant, after the present calls. Precondition: the call is not pending.
  void add_now(Call& call);
  // Takes a call back. No effect on a call that is not pending.
  void remove(Call& call);
  // Takes a call back, even in the instant in which the agenda is about to make it.
  void forget(Call& call);

  // Lets sc_start return to its caller as sc_pause does. Modules call this function, not sc_pause.
  void pause();

 private:
  static void make(Call& call) { call.function(call.owner); }
  void trigger(Call& call);
  void trigger_at_once();
  bool call_next();
  void call_triggered();
  void proceed();
  void wake_kernel();

  const Pace pace_;
  sc_core::sc_time local_;
  const sc_core::sc_time* now_;
  KernelQueue later_;
  std::vector<Call*> at_once_;    // calls of this instant, after the present calls
  std::vector<Call*> triggered_;  // the present calls, in order; null: forgotten
  bool proceeding_ = false;
  bool pausing_ = false;
  sc_core::sc_event event_;
};

}  // namespace headstack
