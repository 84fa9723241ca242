// GDB's remote serial protocol: with `target remote :PORT`, GDB debugs what runs on the
// instruction-set simulator. Whoever runs the processor asks here when to stop, and stays here
// while it is halted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/processor/gdb/breakpoints.h"
#include "model/processor/gdb/link.h"
#include "model/processor/gdb/target.h"

namespace headstack {

// What the debugger wants next.
enum class GdbResume {
  go_on,     // until a breakpoint, a fault or Ctrl-C
  step,      // by an instruction
  detached,  // go on, without it: its breakpoints are removed
  kill       // end the run
};

// Why the processor has stopped, by the numbers that the protocol has for signals.
enum class GdbSignal : std::uint8_t {
  interrupt = 2,  // Ctrl-C
  illegal = 4,
  trap = 5,  // a breakpoint, or the end of a step
  segv = 11
};

class GdbServer {
 public:
  // Answers "monitor WORDS" in text; nothing: it knows no such words.
  using Monitor = std::function<std::string(const std::string&)>;

  // Listens on 127.0.0.1:port, 0 for one that is free. Throws RunError if the port cannot be had.
  // `core`, `memories` and `points` must outlive it.
  GdbServer(std::uint16_t port, Iss& core, Memories& memories, GdbPoints& points, Monitor monitor);

  std::uint16_t port() const { return link_.port(); }

  // Waits until somebody has connected, who is the only one; the processor is halted then. Call it
  // once. Throws RunError if a signal comes meanwhile, as halted() does.
  void wait() { link_.accept(); }

  // The processor has stopped. Tells GDB, which asks itself at the first stop, and serves it until
  // it lets the processor go on. A connection that is closed is one that is detached.
  GdbResume halted(GdbSignal why);

  // GDB wants the processor to stop: halted(GdbSignal::interrupt) is next. Does not wait, but asks
  // the operating system: not for every instruction.
  bool interrupted();

  // Has GDB a breakpoint there?
  bool breakpoint(std::uint32_t pc) const { return breakpoints_.at(pc); }

  // The run is over.
  void exited(std::uint8_t status);

 private:
  // An empty text is an answer, too, unless the processor goes on.
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
  std::string stopped() const;
  void leave();

  // Of the target.
  Answer registers(std::string_view arguments);
  Answer set_registers(std::string_view arguments);
  Answer read_register(std::string_view arguments);
  Answer write_register(std::string_view arguments);
  Answer read_memory(std::string_view arguments);
  Answer write_memory(std::string_view arguments);
  Answer describe(std::string_view arguments);

  // Of the run.
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

  // Of the session.
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
  Monitor monitor_;
  GdbSignal why_ = GdbSignal::trap;
  bool asked_first_ = true;     // GDB asks for the first stop
  bool knows_swbreak_ = false;  // GDB understands that a stop is one of its breakpoints
};

}  // namespace headstack
