#include "model/boxes/controller_cpu/firmware_debugger.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/base/interruption.h"
#include "model/base/run_error.h"

namespace headstack {

namespace {

// Returns the answer to GDB's command "monitor".
std::string told(std::uint64_t ps, std::uint64_t cycles, const std::string& words) {
  if (words == "time") {
    return fmt::format("{:.6f} ms, {} cycles of the processor\n", static_cast<double>(ps) / 1e9,
                       cycles);
  }
  if (words == "help") {
    return "time: simulated time, and the processor's cycles since its reset\n";
  }
  return "";
}

GdbSignal signal_of(Fault fault) {
  switch (fault) {
    case Fault::breakpoint:
      return GdbSignal::trap;
    case Fault::illegal:
    case Fault::call:
      return GdbSignal::illegal;
    default:
      return GdbSignal::segv;
  }
}

}  // namespace

FirmwareDebugger::FirmwareDebugger(std::uint16_t port, Iss& core, Memories& memories, Clock clock)
    : core_(core),
      memories_(memories),
      server_(port, core, memories, *this,
              [&core, clock = std::move(clock)](const std::string& words) {
                return told(clock(), core.cycles(), words);
              }) {}

FirmwareDebugger::~FirmwareDebugger() { server_.exited(failed_ ? 1 : 0); }

void FirmwareDebugger::failed() {
  failed_ = true;
  if (mode_ != Mode::detached && mode_ != Mode::unattached && !(halted_ == here())) {
    halt(GdbSignal::trap);
  }
}

// Sets or removes a stop point of the firmware's core. The core keeps a stop point that GDB still
// needs.
bool FirmwareDebugger::stop_at(std::uint32_t pc, bool stop) {
  stop ? static_cast<void>(own_.insert(pc)) : static_cast<void>(own_.erase(pc));
  return core_.stop_at(pc, stop || server_.breakpoint(pc));
}

bool FirmwareDebugger::set(std::uint32_t pc, bool on) {
  return core_.stop_at(pc, on || own_.count(pc) != 0);
}

void FirmwareDebugger::halt(GdbSignal why) {
  halted_ = here();
  switch (server_.halted(why)) {
    case GdbResume::go_on:
      mode_ = Mode::running;
      return;
    case GdbResume::step:
      mode_ = Mode::stepping;
      return;
    case GdbResume::detached:
      mode_ = Mode::detached;
      return;
    case GdbResume::kill:
      mode_ = Mode::detached;
      throw RunError("the debugger ended the run");
  }
}

// True: a breakpoint halts the processor here. False at the place of the last halt, until the
// processor has run an instruction.
bool FirmwareDebugger::halts_at(std::uint32_t pc) const {
  return server_.breakpoint(pc) && !(halted_ == here());
}

// True: the next instruction makes an access that a watchpoint has. False at the place of the last
// halt, until the processor has run an instruction.
bool FirmwareDebugger::meets_watchpoint() {
  const std::uint32_t pc = core_.pc();
  if (access_ || halted_ == here() || !memories_.rom.holds(pc, 4)) {
    return false;
  }
  const auto found = gdb::load_or_store(memories_.rom.get<std::uint32_t>(pc), pc);
  return found &&
         server_.watched({found->store, core_.register_value(found->base_register) + found->offset,
                          found->bytes});
}

// Halts the processor if GDB asks for a stop. The question costs a system call.
void FirmwareDebugger::ask() {
  calls_ = 0;
  end_if_interrupted();
  if (server_.interrupted()) {
    halt(GdbSignal::interrupt);
  }
}

// Runs up to `most_cycles`, or a step. A step is an instruction, or the rest of an instruction that
// has stopped at an access. With watchpoints, every instruction is a step.
Stop FirmwareDebugger::run_a_while(std::uint64_t most_cycles) {
  const std::uint64_t step = access_ ? 0 : 1;
  const bool steps = mode_ == Mode::stepping || server_.watches();
  const Stop stop = core_.run(steps ? step : most_cycles);
  access_ = stop.reason == StopReason::load || stop.reason == StopReason::store;
  return stop;
}

Stop FirmwareDebugger::run(std::uint64_t most_cycles) {
  constexpr std::uint32_t kCalls = 1000;
  constexpr std::uint64_t kSlice = 1'000'000;  // cycles between two checks for Ctrl-C
  if (mode_ == Mode::unattached) {
    server_.wait();
    halt(GdbSignal::trap);
  } else if (mode_ == Mode::running && ++calls_ == kCalls) {
    ask();
  }
  const std::uint64_t end = core_.cycles() + most_cycles;
  while (true) {
    const std::uint64_t left = core_.cycles() < end ? end - core_.cycles() : 0;
    if (mode_ == Mode::detached) {
      return core_.run(left);
    }
    if (server_.watches() && meets_watchpoint()) {
      halt(GdbSignal::trap);
      continue;
    }
    const Stop stop = run_a_while(std::min(left, kSlice));
    switch (stop.reason) {
      case StopReason::limit:
        if (mode_ == Mode::stepping) {
          halt(GdbSignal::trap);
        } else if (core_.cycles() >= end) {
          halt(GdbSignal::interrupt);
          return stop;
        } else if (!server_.watches() || ++calls_ >= kCalls) {
          ask();
        }
        break;
      case StopReason::point:
        if (halts_at(stop.pc)) {
          halt(GdbSignal::trap);
        }
        if (own_.count(stop.pc) != 0) {
          return stop;
        }
        break;
      case StopReason::fault:
        halt(signal_of(stop.fault));
        return stop;
      default:
        return stop;
    }
  }
}

}  // namespace headstack
