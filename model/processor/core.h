// A processor that runs the firmware's image: the interface that the instruction-set simulator and
// the real cores share. A processor has no simulated time. The caller of a processor lets time pass
// for the cycles taken, carries out the accesses, and sets the interrupt.
#pragma once

#include <cstdint>

#include "model/processor/jump_trace.h"

namespace headstack {

// The reason why a processor has stopped.
enum class StopReason : std::uint8_t {
  load,     // requests Stop::bytes bytes from Stop::address: answer(), then run() again
  store,    // stores Stop::value to Stop::address, of Stop::bytes bytes: run() again
  waiting,  // sleeps (wfi) without a pending interrupt: run() again when one is pending
  limit,    // has taken the cycles that the caller allowed
  point,    // has reached an address of stop_at: run() again executes this instruction
  fault,    // cannot execute the instruction at Stop::pc: see Fault
};

// The fault of an instruction.
enum class Fault : std::uint8_t {
  none,
  fetch_outside,     // the pc is not in the ROM
  fetch_misaligned,  // a jump to an address that is not a multiple of 4
  illegal,           // an instruction that the processor does not have; Stop::value is the word
  breakpoint,        // ebreak
  call,              // ecall
  load_misaligned,
  load_outside,  // no memory and no register at Stop::address
  store_misaligned,
  store_outside,  // the same, or the memory is read only
};

// Place of and reason for a stop of a processor.
struct Stop {
  StopReason reason = StopReason::limit;
  Fault fault = Fault::none;
  std::uint8_t bytes = 0;     // of an access: 1, 2 or 4
  std::uint32_t address = 0;  // of an access or of a fault
  std::uint32_t value = 0;    // value to be stored; for a fault, the value found
  std::uint32_t pc = 0;       // of the instruction; of the next one for waiting, limit and point
};

class Core {
 public:
  Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual ~Core() = default;

  // Runs until a stop, for at most `most_cycles` cycles and the rest of the instruction then under
  // way. After a fault, the processor does what its hardware does: it takes the trap, and the
  // handler at mtvec runs.
  virtual Stop run(std::uint64_t most_cycles) = 0;

  // Sets the value of a load: the lowest Stop::bytes bytes count. Precondition: the last stop was a
  // load.
  virtual void answer(std::uint32_t value) = 0;

  // The machine external interrupt, a level: it stays pending until it is cleared. Visible from the
  // end of the instruction under way.
  virtual void interrupt(bool level) = 0;

  // From now on the processor stops before the instruction at `pc`, or no longer stops there.
  // False: the core cannot stop there, or no instruction is at this address.
  virtual bool stop_at(std::uint32_t pc, bool stop) {
    static_cast<void>(pc);
    return !stop;
  }

  // From now on `trace` is told of jumps; `trace` must outlive the processor. Null: no trace.
  // False: the core cannot tell.
  virtual bool trace(JumpTrace* trace) { return trace == nullptr; }

  // Clock cycles since reset, without the cycles asleep. At a load or store: the cycles before the
  // cycle in which the access is on the bus.
  virtual std::uint64_t cycles() const = 0;

  // Address of the next instruction; at a load, store or fault, of the instruction under way.
  virtual std::uint32_t pc() const = 0;

  // Register x0 to x31.
  virtual std::uint32_t register_value(unsigned number) const = 0;
};

// The fault in words, for a message: "an illegal instruction".
const char* fault_text(Fault fault);

}  // namespace headstack
