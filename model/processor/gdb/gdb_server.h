// GDB's remote serial protocol: with `target remote :PORT`, GDB debugs the program on the
// instruction-set simulator. The owner of the processor asks this class whether to stop, and waits
// in this class while the processor is halted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/processor/gdb/breakpoints.h"
#include "model/processor/gdb/link.h"
#include "model/processor/gdb/target.h"
#include "model/processor/gdb/watchpoints.h"

namespace headstack {

// The debugger's next order.
enum class GdbResume {
  go_on,     // run until a breakpoint, a fault or Ctrl-C
  step,      // run one instruction
  detached,  // continue without the debugger, whose breakpoints are removed
  kill       // end the run
};

// The reason why the processor has stopped, as a signal number of the protocol.
enum class GdbSignal : std::uint8_t {
  interrupt = 2,  // Ctrl-C
  illegal = 4,
  trap = 5,  // a breakpoint, or the end of a step
  segv = 11
};

class GdbServer {
 public:
  // Answers "monitor WORDS" with text. Empty: the words are not known.
  using Monitor = std::function<std::string(const std::string&)>;

  // Listens on 127.0.0.1:port. With 0, the system chooses a free port. Throws RunError if the port
  // is not available. `core`, `memories` and `points` must outlive the object.
  GdbServer(std::uint16_t port, Iss& core, Memories& memories, GdbPoints& points, Monitor monitor);

  std::uint16_t port() const { return link_.port(); }

  // Waits for the only connection, while the processor is halted. Called once. Throws RunError if a
  // signal arrives meanwhile, as halted() does.
  void wait() { link_.accept(); }

  // Reports a stop of the processor to GDB, except the first stop, because GDB asks for this stop.
  // Serves GDB until GDB lets the processor continue. A closed connection counts as detached.
  GdbResume halted(GdbSignal why);

  // True: GDB wants the processor to stop. The caller must then call halted(GdbSignal::interrupt).
  // The function does not wait. The function makes a system call, which is too slow for every
  // instruction.
  bool interrupted();

  // True: GDB has a breakpoint there.
  bool breakpoint(std::uint32_t pc) const { return breakpoints_.at(pc); }

  // True: GDB has a watchpoint. The processor must then ask before each load and store.
  bool watches() const { return watchpoints_.any(); }

  // True: a watchpoint stops the processor before this access. The next call of halted tells GDB.
  bool watched(const gdb::Access& access) {
    met_ = watchpoints_.met_by(access);
    return !met_.empty();
  }

  // The run is over.
  void exited(std::uint8_t status);

 private:
  // The answer to a packet. If the processor continues, no text is sent; otherwise an empty text is
  // sent too.
  struct Answer {
    std::string text;
    std::optional<GdbResume> resume;
  };
  struct Packet {
    std::string_view name;
    Answer (GdbServer::*answer)(std::string_view arguments);
  };
  static const Packet kPackets[];

  Answer answer(std::string_view packet);
  std::string stopped();
  void leave();

  // Packets of the target.
  Answer registers(std::string_view arguments);
  Answer set_registers(std::string_view arguments);
  Answer read_register(std::string_view arguments);
  Answer write_register(std::string_view arguments);
  Answer read_memory(std::string_view arguments);
  Answer write_memory(std::string_view arguments);
  Answer describe(std::string_view arguments);

  // Packets of the run.
  Answer why_stopped(std::string_view arguments);
  Answer go_on(std::string_view arguments);
  Answer step(std::string_view arguments);
  Answer resume(std::string_view arguments);
  Answer resume_kinds(std::string_view arguments);
  Answer insert(std::string_view arguments);
  Answer remove(std::string_view arguments);
  Answer detach(std::string_view arguments);
  Answer kill(std::string_view arguments);
  Answer kill_process(std::string_view arguments);

  // Packets of the session.
  Answer supported(std::string_view arguments);
  Answer stop_acknowledging(std::string_view arguments);
  Answer monitor(std::string_view arguments);
  Answer attached(std::string_view arguments);
  Answer thread(std::string_view arguments);
  Answer choose_thread(std::string_view arguments);
  Answer this_thread(std::string_view arguments);
  Answer first_threads(std::string_view arguments);
  Answer more_threads(std::string_view arguments);

  gdb::Link link_;
  gdb::Target target_;
  gdb::Breakpoints breakpoints_;
  gdb::Watchpoints watchpoints_;
  std::string met_;  // the watchpoint of the next stop, as the protocol writes it; empty: none
  Monitor monitor_;
  GdbSignal why_ = GdbSignal::trap;
  bool asked_first_ = true;     // GDB asks for the first stop
  bool knows_swbreak_ = false;  // GDB understands that a stop is one of its breakpoints
};

}  // namespace headstack
