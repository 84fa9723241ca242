// PicoRV32 itself, Verilated: a smaller and slower core than Ibex, for the same image.
//
// It has no machine mode. What the image needs of it, control registers and wfi, is done at its
// coprocessor port, with the registers of the instruction-set simulator. There are no traps:
// interrupts wake and are never taken, and after a fault it does not go on.
#pragma once

#include <memory>

#include "model/processor/core.h"
#include "model/processor/iss/csr.h"
#include "model/processor/memories.h"

class VerilatedContext;
class Vpicorv32_box;

namespace headstack {

// A load of a part of a register is one of its word: the core does not say which bytes it wants.
class PicoRv32 : public Core {
 public:
  // `memories` outlives it. Begins at HS_MAP_RESET.
  explicit PicoRv32(Memories& memories, const WaitStates& waits = {});
  ~PicoRv32() override;

  Stop run(std::uint64_t most_cycles) override;
  void answer(std::uint32_t value) override { answer_ = value; }
  void interrupt(bool level) override { csrs_.set_pending(level); }
  std::uint64_t cycles() const override { return cycles_; }
  std::uint32_t pc() const override;
  std::uint32_t register_value(unsigned number) const override;

 private:
  Stop stopped(StopReason reason) const;
  Stop failed(Fault fault, std::uint32_t address) const;
  Stop trapped() const;
  Stop access() const;
  bool respond();
  bool coprocessor();
  void clock();

  Memories& memories_;
  WaitStates waits_;
  std::unique_ptr<VerilatedContext> context_;  // its own: a thread's may be gone
  std::unique_ptr<Vpicorv32_box> top_;
  iss::Csrs csrs_;
  std::uint64_t cycles_ = 0;
  std::uint32_t waited_ = 0;  // cycles of the access under way
  std::uint32_t answer_ = 0;
  bool answered_ = false;  // the access of a register has been told of
};

}  // namespace headstack
