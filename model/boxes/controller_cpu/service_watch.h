// Check that the firmware serves its commands. The firmware must take the commands from the port,
// and give the port orders.
#pragma once

#include <cstdint>
#include <string>

#include <systemc>

#include "model/base/agenda.h"
#include "model/base/wires.h"
#include "model/boxes/controller_cpu/core_setup.h"
#include "model/processor/core.h"

namespace headstack {

// `cycles`: cycles of the processor so far.
class ServiceWatch {
 public:
  // `commands` must outlive the object.
  ServiceWatch(const CoreSetup& setup, const Wire<Commands>& commands);

  // A handler begins, for these HS_CAUSE_*.
  void woken(std::uint32_t causes, std::uint64_t cycles);
  // The handler loads or stores a register.
  void accessed(const Stop& stop, std::uint64_t cycles);
  // Checks the firmware at the end of a handler. Returns the reason why the firmware does not serve
  // its commands. Empty: the firmware serves.
  std::string rested(std::uint64_t cycles);

  // True: the handler has read HS_INTERRUPT_CAUSE.
  bool causes_read() const { return causes_read_; }
  // True: no command waits and no other event has happened for a while, but the firmware wakes
  // itself repeatedly.
  bool only_wakes_itself() const { return only_wakes_itself_; }

 private:
  // Counts since the last order to the port, or the last command.
  struct Wait {
    sc_core::sc_time begun;
    std::uint64_t begun_cycles = 0;
    std::uint64_t wakes = 0;
    bool command_taken = false;
  };
  void begin(std::uint64_t cycles);
  std::string unserved(std::uint64_t cycles, const sc_core::sc_time& time) const;

  Agenda& agenda_ = Agenda::current();
  const Wire<Commands>& commands_;
  std::uint64_t most_idle_cycles_;
  std::uint64_t most_unserved_cycles_;
  sc_core::sc_time most_unserved_time_;
  Wait wait_;
  bool causes_read_ = false;
  bool only_wakes_itself_ = false;
};

}  // namespace headstack
