// The firmware's image on a processor of its own: lets it run and time pass for it, and does its
// accesses to the drive's registers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

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

// The processor sleeps until a cause is pending. Where code takes time, what it does between two
// accesses to registers is done ahead of time: nobody sees it before the second one, which waits
// for its instant.
//
// An image that does what it cannot do, that does not come to a rest, or that serves no command, is
// an SC_REPORT_FATAL that says where.
class FirmwareCore : public sc_core::sc_module {
 public:
  // `hal`, the drive's registers, `causes`, those that are pending, `commands`, who counts those
  // that wait, and `stopwatch` must outlive it. Throws ConfigError for an image that is none, or
  // not for this drive.
  FirmwareCore(sc_core::sc_module_name name, const CoreSetup& setup,
               const hs_firmware_config& config, hs_hal& hal, const std::uint32_t& causes,
               const Wire<Commands>& commands, Stopwatch& stopwatch);

  // Lets the firmware serve the pending causes, unless it is at that already.
  void service();

  // `watch` must outlive it. Where code takes time, and the core can, it is told what runs.
  void watch(DriveWatch& watch);

  // From the start on GDB has the processor, by this port of this machine. False: a core that
  // cannot be debugged. Throws RunError if the port cannot be had.
  bool debug(std::uint16_t port);

  // Count cycles by function from now on. False: a core that cannot.
  bool profile();
  // Those cycles, without the start-up. Precondition: it has been told to count them.
  FoldedStacks folded();

  // See ServiceWatch. The simulation has paused then.
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
  void rest();
  Stop step();
  Stop run_a_while();
  std::uint64_t cycles_left() const;
  void act(const Stop& stop);
  void check_service();
  void note_start();
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

  ElfImage image_;
  Memories memories_;
  std::unique_ptr<Core> core_;
  ImageState state_;
  RegisterWindow window_;
  hs_hal& hal_;
  const std::uint32_t& causes_;
  Stopwatch& stopwatch_;
  ServiceWatch service_;
  std::string scheduler_;  // that the image is asked for
  DriveWatch* watch_ = nullptr;
  std::unique_ptr<CallStack> calls_;            // null: nobody wants to know
  std::unique_ptr<CallProfile> profile_;        // null: off
  std::unique_ptr<RunningFunction> shown_;      // null: off
  std::unique_ptr<FirmwareDebugger> debugger_;  // null: none
  Picoseconds cycle_;
  std::uint64_t most_cycles_;
  bool running_ = true;  // it is not asleep; it begins with its start-up
  Stop asked_;           // what it wants, when its time has come
  Timer timer_;
  sc_core::sc_time woken_;          // it was asleep until then,
  std::uint64_t woken_cycles_ = 0;  // and had taken so many cycles
  sc_core::sc_time looked_;         // at the causes, last
  sc_core::sc_time started_;        // the task that it is at work on
  std::uint64_t starts_ = 0;
  bool starting_ = false;  // it has taken a task up since it was woken
  CoreTimes times_;
  std::uint32_t choice_ = 0;           // the function that makes one; 0: none is known
  std::uint32_t choice_return_ = 0;    // where it goes on after the one under way
  std::uint64_t choice_begun_ = 0;     // that one, in cycles
  bool choice_behind_a_task_ = false;  // it is
  bool choice_made_ = false;           // one is, and it has not been seen yet what it hid behind
};

}  // namespace headstack
