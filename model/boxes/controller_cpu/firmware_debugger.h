// GDB on the running firmware: runs the simulator for FirmwareCore, and halts it where GDB wants.
// While it is halted simulated time stands still, for the hardware too.
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
  // The simulated time (ps) at which the processor is.
  using Clock = std::function<std::uint64_t()>;

  // Listens at the port. `core` and `memories` outlive it. Throws RunError if the port cannot be
  // had.
  FirmwareDebugger(std::uint16_t port, Iss& core, Memories& memories, Clock clock);
  ~FirmwareDebugger() override;

  // As Core::run and Core::stop_at. The first run waits for GDB, and is halted. Throws RunError if
  // GDB ends the run, or a signal comes while it is halted.
  Stop run(std::uint64_t most_cycles);
  bool stop_at(std::uint32_t pc, bool stop);

  // The run fails with what the processor has done: GDB sees where, if it has not seen it.
  void failed();

  // GDB's breakpoints.
  bool set(std::uint32_t pc, bool on) override;

 private:
  enum class Mode {
    unattached,  // nobody has connected yet
    running,
    stepping,
    detached
  };
  struct Place {
    std::uint64_t instructions = 0;  // that have ended
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

  Iss& core_;
  std::set<std::uint32_t> own_;  // points of whoever runs the core; GDB's are the server's
  GdbServer server_;
  Mode mode_ = Mode::unattached;
  bool access_ = false;          // it has stopped at a load or store, which is not over
  std::optional<Place> halted_;  // there, last
  bool failed_ = false;
  std::uint32_t calls_ = 0;  // of run, since GDB was asked whether it wants to halt
};

}  // namespace headstack
