// An instruction-set simulator of RV32IM with machine mode (Zicsr). The cycles are those of Ibex in
// its "small" configuration: no write-back stage, no branch target ALU, the fast multiplier
// (RV32MFast), and a divider that is fast only for a divisor of 0.
//
// Differences from Ibex: no compressed instructions, no user mode, and a misaligned access is a
// fault instead of two accesses. A firmware built for rv32im uses none of these. (In `Ibex`, the
// first and the last are faults too.)
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
  // `memories` must outlive the object, and its ROM must not change any more. Runs from `reset` on.
  explicit Iss(Memories& memories, const WaitStates& waits = {},
               std::uint32_t reset = HS_MAP_RESET);

  Stop run(std::uint64_t most_cycles) override;
  void answer(std::uint32_t value) override { answer_ = value; }
  void interrupt(bool level) override { csrs_.set_pending(level); }
  bool stop_at(std::uint32_t pc, bool stop) override;
  bool trace(JumpTrace* trace) override {
    trace_ = trace;
    return true;
  }
  std::uint64_t cycles() const override { return counts_.cycles; }
  std::uint32_t pc() const override { return pc_; }
  std::uint32_t register_value(unsigned number) const override { return x_[number]; }

  // Number of instructions that have ended.
  std::uint64_t instructions() const { return counts_.instructions; }

  // For a debugger, between runs. Writes to x0 have no effect. A new pc cancels the work under way
  // at the old pc: an access, a fault that is not trapped yet, or sleep.
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
  Stop fault_;                          // fault to be trapped, if there is one
  JumpTrace* trace_ = nullptr;
  bool asleep_ = false;
  bool bubble_ = true;  // the pipeline is empty after the last instruction
};

}  // namespace headstack
