// A processor that runs the firmware's image: what is common to the instruction-set simulator and
// to real cores. It knows nothing of simulated time: whoever runs it lets time pass by the cycles
// that it has taken, does the accesses that it asks for, and tells it of the interrupt.
#pragma once

#include <cstdint>

#include "model/processor/jump_trace.h"

namespace headstack {

// Why a processor has stopped.
enum class StopReason : std::uint8_t {
  load,     // wants Stop::bytes bytes from Stop::address: answer(), then run() again
  store,    // has Stop::value for Stop::address, of Stop::bytes bytes: run() again
  waiting,  // sleeps (wfi) and no interrupt is pending: run() again when one is
  limit,    // has taken the cycles that it was given
  point,    // has come to an instruction of stop_at: run() again, and it is done
  fault,    // cannot do the instruction at Stop::pc: see Fault
};

// What an instruction has done wrong.
enum class Fault : std::uint8_t {
  none,
  fetch_outside,     // the pc is not in the ROM
  fetch_misaligned,  // a jump to an address that is no multiple of 4
  illegal,           // an instruction that the processor does not have; Stop::value is the word
  breakpoint,        // ebreak
  call,              // ecall
  load_misaligned,
  load_outside,  // no memory and no register at Stop::address
  store_misaligned,
  store_outside,  // the same, or the memory is read only
};

// Where and why a processor has stopped.
struct Stop {
  StopReason reason = StopReason::limit;
  Fault fault = Fault::none;
  std::uint8_t bytes = 0;     // of an access: 1, 2 or 4
  std::uint32_t address = 0;  // of an access or of a fault
  std::uint32_t value = 0;    // to be stored; of a fault, what was found
  std::uint32_t pc = 0;       // of the instruction; of the next one for waiting, limit and point
};

class Core {
 public:
  Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual ~Core() = default;

  // Runs until something is wanted, at most `most_cycles` cycles and the rest of the instruction
  // then under way. After a fault, what the processor itself does about it: the trap is taken, and
  // the handler at mtvec runs.
  virtual Stop run(std::uint64_t most_cycles) = 0;

  // The value that a load wants: its lowest Stop::bytes bytes count. Precondition: the last stop
  // was a load.
  virtual void answer(std::uint32_t value) = 0;

  // The machine external interrupt, a level: it stays pending until it is taken back. Seen from
  // the end of the instruction under way on.
  virtual void interrupt(bool level) = 0;

  // From now on it stops before the instruction at `pc`, or no more. False: a core that cannot, or
  // an address without an instruction.
  virtual bool stop_at(std::uint32_t pc, bool stop) {
    static_cast<void>(pc);
    return !stop;
  }

  // From now on `trace`, which outlives it, is told of jumps; null: nobody. False: a core that
  // cannot.
  virtual bool trace(JumpTrace* trace) { return trace == nullptr; }

  // Clock cycles since reset, without those asleep. At a load or store, those before the cycle in
  // which the access is on the bus.
  virtual std::uint64_t cycles() const = 0;

  // Address of the next instruction, of the one under way at a load, store or fault.
  virtual std::uint32_t pc() const = 0;

  // Register x0 to x31.
  virtual std::uint32_t register_value(unsigned number) const = 0;
};

// The fault in words, for a message: "an illegal instruction".
const char* fault_text(Fault fault);

}  // namespace headstack
