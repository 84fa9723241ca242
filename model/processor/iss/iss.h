// An instruction-set simulator of RV32IM with machine mode (Zicsr). The simulator counts the cycles
// of Ibex in its "small" configuration. This configuration has no write-back stage and no branch
// target ALU. The multiplier is the fast one (RV32MFast), and the divider is fast only for a
// divisor of 0.
//
// The simulator differs from Ibex in three ways. Compressed instructions and user mode do not
// exist, and a misaligned access is a fault, not two accesses. Firmware built for rv32im uses no
// such feature. The class `Ibex` treats compressed instructions and misaligned accesses as faults
// too.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/processor/core.h"
#include "model/processor/iss/csr.h"
#include "model/processor/iss/decode.h"
#include "model/processor/iss/prefetch.h"
#include "model/processor/memories.h"

namespace headstack {

class Iss : public Core {
 public:
  // `memories` must outlive the object, and their ROM must not change any more. The processor
  // starts at `reset`.
  explicit Iss(Memories& memories, const WaitStates& waits = {},
               std::uint32_t reset = HS_MAP_RESET);

  Stop run(std::uint64_t most_cycles) override;
  void answer(std::uint32_t value) override { answer_ = value; }
  void wait(std::uint64_t cycles) override { counts_.cycles += cycles; }
  void interrupt(bool level) override { csrs_.set_pending(level); }
  bool stop_at(std::uint32_t pc, bool stop) override;
  bool trace(JumpTrace* trace) override {
    trace_ = trace;
    return true;
  }
  std::uint64_t cycles() const override { return counts_.cycles; }
  std::uint32_t pc() const override { return pc_; }
  std::uint32_t register_value(unsigned number) const override { return x_[number]; }

  // Returns the number of instructions that have ended.
  std::uint64_t instructions() const { return counts_.instructions; }

  // Sets a register, for a debugger, between runs. Writes to x0 have no effect. A new pc cancels
  // the work under way at the old pc: an access, a fault that is not trapped yet, or sleep.
  void set_register(unsigned number, std::uint32_t value);
  void set_pc(std::uint32_t pc);

 private:
  template <bool kFetchWaits, bool kTraced>
  Stop go(std::uint64_t end);
  Stop go_until(std::uint64_t end);
  Stop stopped(StopReason reason) const;
  Stop failed(Fault fault, std::uint32_t address, std::uint32_t value);
  Stop access(const iss::Decoded& d, std::uint32_t address);
  template <typename T>
  bool load(const iss::Decoded& d, std::uint32_t address, std::uint32_t& cost);
  template <typename T>
  bool store(const iss::Decoded& d, std::uint32_t address, std::uint32_t& cost);
  bool csr(const iss::Decoded& d, std::uint32_t& cost);
  void finish_access();
  void turn();
  void take_trap();
  void take_interrupt();

  Memories& memories_;
  WaitStates waits_;
  // one entry for each word of the ROM, then one for an address outside
  std::vector<iss::Decoded> code_;
  // the instructions that points in `code_` have replaced
  std::unordered_map<std::uint32_t, iss::Decoded> points_;
  std::optional<std::uint32_t> at_point_;  // the last run has ended at this point
  std::array<std::uint32_t, 33> x_{};
  std::uint32_t pc_;
  iss::Counts counts_;
  iss::Csrs csrs_;
  iss::Prefetch prefetch_;  // used if a fetch has wait states
  std::uint32_t answer_ = 0;
  std::optional<iss::Decoded> access_;  // access under way, at pc_
  Stop fault_;                          // fault that the next run traps, if there is one
  JumpTrace* trace_ = nullptr;
  bool asleep_ = false;
  bool bubble_ = true;  // the pipeline is empty after the last instruction
};

}  // namespace headstack
