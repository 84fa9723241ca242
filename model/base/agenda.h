// The agenda of a simulation: what its modules wait for, and their common time.
//
// The modules of a simulation wait with timers (timer.h), not with events of SystemC. The agenda
// calls what a timer waits for. A call takes few instructions, and an event of the kernel hundreds.
//
// With `Pace::local` the modules run ahead of the kernel in a time of their own, as in TLM-2.0's
// temporal decoupling. The kernel's time then stands still, and no other module may have events.
// With `Pace::kernel` the agenda calls each timer at the kernel's time.
//
// Timers that are due at the same instant are called in the order in which SystemC 2.3.4 calls the
// processes of such events: this order is part of a schedule.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

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
  // Call's life ends. `pending` and `place` are the agenda's.
  struct Call {
    void (*function)(void* owner) = nullptr;
    void* owner = nullptr;
    Pending pending = Pending::none;
    std::size_t place = 0;
  };

  // Create an agenda before the modules of its simulation, in their context. Destroy it after them.
  explicit Agenda(Pace pace);
  ~Agenda() override;
  Agenda(const Agenda&) = delete;
  Agenda& operator=(const Agenda&) = delete;

  // Returns the agenda of the present simulation context. A context without an agenda gets an
  // agenda at the kernel's pace, which lives as long as the program.
  static Agenda& current();

  // Time of the modules. The reference stays valid.
  const sc_core::sc_time& now() const { return *now_; }

  // Makes a call at `when`, in ps, after now. Precondition: the call is not pending.
  void add(Call& call, std::uint64_t when);
  // Makes a call in this instant, after the present calls. The same precondition.
  void add_now(Call& call);
  // Takes a call back. No effect if it is not pending.
  void remove(Call& call);
  // The same, also between the instant of the call and the call.
  void forget(Call& call);

  // Lets sc_start return to its caller as sc_pause does. Modules call this function, not sc_pause.
  void pause();

 private:
  struct Entry {
    std::uint64_t when;  // in ps
    Call* call;          // null: taken back
  };

  void insert(Entry entry);
  void put(std::size_t at, Entry entry);
  Entry extract();
  void sink(Entry entry);
  bool next_time(std::uint64_t& when);
  void trigger(Call* call);
  bool trigger_next();
  void trigger_due(std::uint64_t when);
  void trigger_now();
  void call_triggered();
  void proceed();
  void wake_kernel();

  const Pace pace_;
  sc_core::sc_time local_;
  const sc_core::sc_time* now_;
  std::vector<Entry> heap_;       // from index 1 on, as the kernel's queue
  std::vector<Call*> at_once_;    // due in this instant, after the present calls
  std::vector<Call*> triggered_;  // to be called, in order
  bool proceeding_ = false;
  bool pausing_ = false;
  sc_core::sc_event event_;
};

}  // namespace headstack
