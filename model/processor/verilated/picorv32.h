// PicoRV32 itself, Verilated: a smaller and slower core than Ibex, for the same image.
//
// PicoRV32 has no machine mode. The coprocessor port provides the control registers and wfi that
// the image needs, with the registers of the instruction-set simulator. There are no traps.
// Interrupts wake the core but are never taken, and after a fault the core does not continue.
#pragma once

#include <memory>

#include "model/processor/core.h"
#include "model/processor/iss/csr.h"
#include "model/processor/memories.h"

class VerilatedContext;
class Vpicorv32_box;

namespace headstack {

// A load of a part of a register counts as a load of its word, because the core does not report the
// bytes that it needs.
class PicoRv32 : public Core {
 public:
  // `memories` must outlive the object. Begins at HS_MAP_RESET.
  explicit PicoRv32(Memories& memories, const WaitStates& waits = {});
  ~PicoRv32() override;

  Stop run(std::uint64_t most_cycles) override;
  void answer(std::uint32_t value) override { answer_ = value; }
  void wait(std::uint64_t cycles) override { late_ = cycles; }
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
  // a context for this object alone, because a thread's context may already be destroyed
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vpicorv32_box> top_;
  iss::Csrs csrs_;
  std::uint64_t cycles_ = 0;
  std::uint32_t waited_ = 0;  // cycles of the access under way
  std::uint32_t answer_ = 0;
  std::uint64_t late_ = 0;  // cycles for which the access of a register waits
  bool answered_ = false;   // the access of a register has been reported
};

}  // namespace headstack
