// A processor that runs the firmware's image: the common interface of the instruction-set simulator
// and the real cores. A processor has no simulated time. The caller of a processor waits in
// simulated time for its cycles, carries out its accesses, and sets its interrupt.
#pragma once

#include <cstdint>

#include "model/processor/jump_trace.h"

namespace headstack {

// The reason why a processor has stopped.
enum class StopReason : std::uint8_t {
  load,     // requests Stop::bytes bytes from Stop::address: answer(), then run() again
  store,    // stores Stop::value to Stop::address, of Stop::bytes bytes: run() again
  waiting,  // sleeps (wfi): run() again when an interrupt is pending
  limit,    // has run the cycles that the caller allowed
  point,    // has reached an address of stop_at: run() again executes this instruction
  fault,    // cannot execute the instruction at Stop::pc: see Fault
};

// The fault of an instruction.
enum class Fault : std::uint8_t {
  none,
  fetch_outside,     // the pc is not in the ROM
  fetch_misaligned,  // a jump to an address that is not a multiple of 4
  illegal,           // the processor does not have the instruction; Stop::value is the word
  breakpoint,        // ebreak
  call,              // ecall
  load_misaligned,
  load_outside,  // no memory and no register at Stop::address
  store_misaligned,
  store_outside,  // the same, or the memory is read only
};

// Place and reason of a stop of a processor.
struct Stop {
  StopReason reason = StopReason::limit;
  Fault fault = Fault::none;
  std::uint8_t bytes = 0;     // of an access: 1, 2 or 4
  std::uint32_t address = 0;  // of an access or of a fault
  std::uint32_t value = 0;    // value to be stored; for a fault, the value found
  std::uint32_t pc = 0;       // of the instruction; waiting, limit, point: of the next
};

class Core {
 public:
  Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual ~Core() = default;

  // Runs until a stop, or until the end of the instruction in which `most_cycles` cycles have
  // passed. A run after a fault continues as the hardware does: the processor takes the trap, and
  // the handler at mtvec runs.
  virtual Stop run(std::uint64_t most_cycles) = 0;

  // Sets the value of a load. Only the lowest Stop::bytes bytes count. Precondition: the last stop
  // was a load.
  virtual void answer(std::uint32_t value) = 0;

  // Makes the access under way take `cycles` more cycles. Precondition: the last stop was a load or
  // a store.
  virtual void wait(std::uint64_t cycles) = 0;

  // Sets the level of the machine external interrupt, which is pending until the level is cleared.
  // The processor sees the level at the end of the instruction under way.
  virtual void interrupt(bool level) = 0;

  // Makes the processor stop before the instruction at `pc`, or no longer stop there. False: the
  // core cannot stop there, or no instruction is at this address.
  virtual bool stop_at(std::uint32_t pc, bool stop) {
    static_cast<void>(pc);
    return !stop;
  }

  // Sets the observer of jumps, which must outlive the processor. Null: no observer. False: the
  // core cannot report jumps.
  virtual bool trace(JumpTrace* trace) { return trace == nullptr; }

  // Returns the clock cycles since reset, without the cycles asleep. At a load or store, the cycle
  // in which the access is on the bus does not count yet.
  virtual std::uint64_t cycles() const = 0;

  // Returns the address of the next instruction. At a load, store or fault, returns the address of
  // the instruction under way.
  virtual std::uint32_t pc() const = 0;

  // Register x0 to x31.
  virtual std::uint32_t register_value(unsigned number) const = 0;
};

// The fault in words, for a message: "an illegal instruction".
const char* fault_text(Fault fault);

}  // namespace headstack
