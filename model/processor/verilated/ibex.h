// Ibex itself, Verilated: the oracle of the instruction-set simulator.
#pragma once

#include <memory>

#include "model/processor/core.h"
#include "model/processor/memories.h"

class VerilatedContext;
class Vibex_box;

namespace headstack {

// Ibex in RTL. Operations that the other processors do not have are faults here too: a misaligned
// load, store or jump, and a compressed instruction. If the caller continues after such a fault,
// the RTL's behaviour follows, for example two accesses for a misaligned access.
class Ibex : public Core {
 public:
  // `memories` must outlive the object. Begins at HS_MAP_RESET.
  explicit Ibex(Memories& memories, const WaitStates& waits = {});
  ~Ibex() override;

  Stop run(std::uint64_t most_cycles) override;
  void answer(std::uint32_t value) override;
  void wait(std::uint64_t cycles) override { late_ = static_cast<std::uint32_t>(cycles); }
  void interrupt(bool level) override;
  std::uint64_t cycles() const override { return cycles_; }
  std::uint32_t pc() const override;
  std::uint32_t register_value(unsigned number) const override;

 private:
  // A response under way to the instruction port or to the data port.
  struct Response {
    std::uint32_t wait = 0;  // cycles until the response arrives; 0: no response is under way
    std::uint32_t data = 0;
    bool error = false;
  };

  bool wants_access() const;
  Stop stopped(StopReason reason) const;
  Stop failed(Fault fault, std::uint32_t address, std::uint32_t value) const;
  Stop access() const;
  Fault exception() const;
  bool fetch();
  void request();
  void clock();

  Memories& memories_;
  WaitStates waits_;
  // a context for this object alone, because a thread's context may already be destroyed
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vibex_box> top_;
  std::uint64_t cycles_ = 0;
  Response fetched_;
  Response loaded_;
  std::uint32_t answer_ = 0;
  std::uint32_t late_ = 0;  // cycles for which the access of a register waits
  bool answered_ = false;   // the access on the bus has been reported
  bool told_ = false;       // the exception of the instruction has been reported
};

}  // namespace headstack
