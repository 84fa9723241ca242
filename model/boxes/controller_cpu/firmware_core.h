// The firmware's image on a core. The class runs the core, waits in simulated time for the core's
// cycles, and carries out the core's accesses to the drive's registers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "model/base/agenda.h"
#include "model/base/timer.h"
#include "model/base/wires.h"
#include "model/boxes/controller_cpu/core_setup.h"
#include "model/boxes/controller_cpu/core_times.h"
#include "model/boxes/controller_cpu/firmware_debugger.h"
#include "model/boxes/controller_cpu/image_state.h"
#include "model/boxes/controller_cpu/memory_use.h"
#include "model/boxes/controller_cpu/running_function.h"
#include "model/boxes/controller_cpu/service_watch.h"
#include "model/processor/profile/call_profile.h"
#include "model/processor/register_window.h"
#include "model/watch/drive_watch.h"
#include "model/watch/stopwatch.h"

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

class DecisionShadow;

// The processor sleeps until a cause is pending. Where code takes time, the class computes the work
// between two accesses to registers in advance. No box sees this work before the second access,
// which waits for its instant.
//
// An image that does an impossible operation, does not come to rest, or serves no command causes an
// SC_REPORT_FATAL. The report names the place in the image.
class FirmwareCore : public sc_core::sc_module {
 public:
  // `hal` has the drive's registers, `causes` the pending causes, and `commands` counts the waiting
  // commands. These three and `stopwatch` must outlive the object. Throws ConfigError for a file
  // that is not an image, or an image that does not fit this drive.
  FirmwareCore(sc_core::sc_module_name name, const CoreSetup& setup,
               const hs_firmware_config& config, hs_hal& hal, const std::uint32_t& causes,
               const Wire<Commands>& commands, Stopwatch& stopwatch);
  ~FirmwareCore() override;
  FirmwareCore(const FirmwareCore&) = delete;
  FirmwareCore& operator=(const FirmwareCore&) = delete;

  // Wakes the firmware, which then serves the pending causes. Does nothing if the firmware is
  // already at work.
  void service();

  // Sets the observer, which must outlive the object. Where code takes time, the observer also gets
  // the running function, if the core can report it.
  void watch(DriveWatch& watch);
  // Returns the names of all functions that an observer is told of.
  std::vector<std::string> functions();

  // Lets GDB control the processor, from the start, through this port of this machine. False: the
  // core cannot be debugged. Throws RunError if the port is not available.
  bool debug(std::uint16_t port);

  // Counts cycles by function from now on. False: the core cannot count them.
  bool profile();
  // Returns the cycles by function, without the start-up. Precondition: profile() returned true.
  FoldedStacks folded();

  // See ServiceWatch. True: the simulation has paused.
  bool only_wakes_itself() const { return service_.only_wakes_itself(); }

  FirmwareState state() const { return state_.read(); }
  const CoreTimes& times() const { return times_; }
  MemoryUse memory() const { return memory_use(image_, memories_); }

 private:
  void start_of_simulation() override;
  bool takes_time() const { return cycle_.count() != 0; }
  void begin_handler();
  void run_to_rest();
  void run_on();
  void due();
  bool waits();
  void rest();
  Stop step();
  Stop run_a_while();
  std::uint64_t cycles_left() const;
  void act(const Stop& stop);
  void check_service();
  void note_start();
  void compare_start();
  std::uint64_t load(std::uint32_t address);
  void store(std::uint32_t address, std::uint64_t value);
  void note_point(std::uint32_t pc);
  void note_choice();
  bool follow_calls();
  bool stop_at(std::uint32_t pc, bool stop);
  Stop run_core(std::uint64_t most_cycles);
  sc_core::sc_time at(std::uint64_t cycles) const;
  std::string not_at_rest() const;
  void show_failure() const;
  [[noreturn]] void fail(const Stop& stop, const std::string& what) const;
  [[noreturn]] void fail_itself(const Stop& stop) const;

  Agenda& agenda_ = Agenda::current();
  ElfImage image_;
  Memories memories_;
  std::unique_ptr<Core> core_;
  ImageState state_;
  RegisterWindow window_;
  hs_hal& hal_;
  const std::uint32_t& causes_;
  Stopwatch& stopwatch_;
  ServiceWatch service_;
  std::string scheduler_;  // the scheduler that the image must have
  DriveWatch* watch_ = nullptr;
  std::unique_ptr<CallStack> calls_;                           // null: no observer
  std::unique_ptr<CallProfile> profile_;                       // null: no profile
  std::unique_ptr<RunningFunction> shown_;                     // null: not shown in waves
  std::unique_ptr<FirmwareDebugger> debugger_;                 // null: no debugger
  std::unique_ptr<DecisionShadow> shadow_;                     // null: no lock-step
  std::function<sc_core::sc_time(std::uint32_t)> answers_at_;  // see CoreSetup
  Picoseconds cycle_;
  std::uint64_t most_cycles_;
  bool running_ = true;  // the processor is awake; it begins with its start-up
  Stop asked_;           // the stop to carry out when its time has come
  Timer timer_;
  sc_core::sc_time woken_;          // the processor was asleep until this time
  std::uint64_t woken_cycles_ = 0;  // the processor's cycles up to `woken_`
  sc_core::sc_time looked_;         // last time at which the firmware read the causes
  sc_core::sc_time started_;        // start of the active task
  std::uint64_t starts_ = 0;
  bool starting_ = false;  // a task has begun since the processor woke
  CoreTimes times_;
  std::uint32_t choice_ = 0;           // the function that makes a decision; 0: not known
  std::uint32_t choice_return_ = 0;    // return address of the decision under way
  std::uint64_t choice_begun_ = 0;     // start of this decision, in cycles
  bool choice_behind_a_task_ = false;  // a task was at work when this decision began
  bool compares_ = false;              // a task has begun, and is not yet compared
  bool choice_made_ = false;           // a decision has ended, and is not yet counted as hidden
};

}  // namespace headstack
