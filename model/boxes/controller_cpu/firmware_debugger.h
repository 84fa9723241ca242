// Debugging of the running firmware with GDB. The class runs the simulator for FirmwareCore, and
// halts it where GDB asks for a halt. While the processor is halted, simulated time stands still
// for the hardware too.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>

#include "model/processor/gdb/gdb_server.h"
#include "model/processor/iss/iss.h"

namespace headstack {

class FirmwareDebugger : public GdbPoints {
 public:
  // Returns the simulated time (ps) of the processor.
  using Clock = std::function<std::uint64_t()>;

  // Listens at the port. `core` and `memories` must outlive the object. Throws RunError if the port
  // is not available.
  FirmwareDebugger(std::uint16_t port, Iss& core, Memories& memories, Clock clock);
  ~FirmwareDebugger() override;

  // Do the work of Core::run and Core::stop_at under GDB's control. The first run waits for GDB,
  // and is halted. `run` throws RunError if GDB ends the run, or if a signal arrives while the
  // processor is halted.
  Stop run(std::uint64_t most_cycles);
  bool stop_at(std::uint32_t pc, bool stop);

  // Shows GDB the place of a fault of the processor, which ends the run. Does nothing if GDB has
  // already seen the place.
  void failed();

  // GDB's breakpoints.
  bool set(std::uint32_t pc, bool on) override;

 private:
  enum class Mode {
    unattached,  // no debugger has connected yet
    running,
    stepping,
    detached
  };
  struct Place {
    std::uint64_t instructions = 0;  // number of instructions that have ended
    std::uint32_t pc = 0;
    bool operator==(const Place& other) const {
      return instructions == other.instructions && pc == other.pc;
    }
  };
  Place here() const { return {core_.instructions(), core_.pc()}; }
  void halt(GdbSignal why);
  void ask();
  Stop run_a_while(std::uint64_t most_cycles);
  bool halts_at(std::uint32_t pc) const;
  bool meets_watchpoint();

  Iss& core_;
  const Memories& memories_;
  std::set<std::uint32_t> own_;  // stop points of FirmwareCore; the server keeps GDB's breakpoints
  GdbServer server_;
  Mode mode_ = Mode::unattached;
  bool access_ = false;  // the processor has stopped at a load or store that is not complete
  std::optional<Place> halted_;  // pc at the last stop
  bool failed_ = false;
  std::uint32_t calls_ = 0;  // runs since the last check whether GDB asks for a stop
};

}  // namespace headstack
