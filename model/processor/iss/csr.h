// The control and status registers of machine mode, as in Ibex.
#pragma once

#include <cstdint>

namespace headstack::iss {

// Bits of mie and mip: the machine external interrupt, whose number is its cause.
constexpr unsigned kExternalInterrupt = 11;

// The value of mcause for a trap.
enum class Cause : std::uint32_t {
  fetch_misaligned = 0,
  fetch_outside = 1,
  illegal = 2,
  breakpoint = 3,
  load_misaligned = 4,
  load_outside = 5,
  store_misaligned = 6,
  store_outside = 7,
  call = 11,
  interrupt = 0x80000000U + kExternalInterrupt,
};

// Values of the counters.
struct Counts {
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
};

class Csrs {
 public:
  // `vectors`: value of mtvec after a reset, a multiple of 256.
  explicit Csrs(std::uint32_t vectors) : mtvec_(vectors | kVectored) {}

  // Read or write a register. False: no register has this number, or the register cannot be
  // written.
  bool read(std::uint32_t number, const Counts& counts, std::uint32_t& value) const;
  bool write(std::uint32_t number, const Counts& counts, std::uint32_t value);

  // True: a write of this register affects later instructions, which the processor must fetch
  // again.
  static bool flushes(std::uint32_t number);

  void set_pending(bool level) { pending_ = level; }
  // True: the processor wakes from wfi. Whether it takes interrupts does not matter.
  bool wakes() const { return pending_ && (mie_ >> kExternalInterrupt & 1U) != 0; }
  bool interrupts() const { return enabled_ && wakes(); }

  // Enters a trap from the instruction at `pc`; `value` goes to mtval. Returns the handler's
  // address.
  std::uint32_t enter(Cause cause, std::uint32_t pc, std::uint32_t value);

  // Executes mret. `pc` becomes the address to continue at. False: mret would leave machine mode,
  // which is the only mode.
  bool leave(std::uint32_t& pc);

 private:
  static constexpr std::uint32_t kVectored = 1;

  bool enabled_ = false;         // mstatus.MIE
  bool enabled_before_ = true;   // mstatus.MPIE
  bool machine_before_ = false;  // mstatus.MPP
  bool pending_ = false;
  std::uint32_t mie_ = 0;
  std::uint32_t mtvec_;
  std::uint32_t mscratch_ = 0;
  std::uint32_t mepc_ = 0;
  std::uint32_t mcause_ = 0;
  std::uint32_t mtval_ = 0;
  // offsets that are added to the counters; mcycle is one cycle late
  Counts offset_{~std::uint64_t{0}, 0};
};

}  // namespace headstack::iss
