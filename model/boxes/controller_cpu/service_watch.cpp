#include "model/boxes/controller_cpu/service_watch.h"

#include <fmt/format.h>

extern "C" {
#include <hal/registers.h>
#include <image/layout.h>
}

namespace headstack {

ServiceWatch::ServiceWatch(const CoreSetup& setup, const Wire<Commands>& commands)
    : commands_(commands),
      most_idle_cycles_(setup.most_cycles),
      most_unserved_cycles_(setup.most_unserved_cycles),
      most_unserved_time_(setup.most_unserved_time) {}

void ServiceWatch::begin(std::uint64_t cycles) {
  wait_ = {agenda_.now(), cycles};
  only_wakes_itself_ = false;
}

void ServiceWatch::woken(std::uint32_t causes, std::uint64_t cycles) {
  causes_read_ = false;
  constexpr std::uint32_t kNew = HS_CAUSE_COMMAND | HS_CAUSE_FUNCTION;
  const bool other = (causes & ~std::uint32_t{HS_CAUSE_WAKE}) != 0;
  if ((causes & kNew) != 0 || (other && commands_->waiting() == 0)) {
    begin(cycles);
  }
  wait_.wakes++;
}

void ServiceWatch::accessed(const Stop& stop, std::uint64_t cycles) {
  const std::uint32_t address = stop.address - HS_MAP_REGISTERS;
  if (stop.reason == StopReason::store) {
    if (address == HS_PORT_GO + 4) {
      begin(cycles);
    }
  } else if (address == HS_INTERRUPT_CAUSE) {
    causes_read_ = true;
  } else if (address == HS_PORT_NEXUS) {
    wait_.command_taken = true;
  }
}

// Checks the firmware at the end of a handler. A firmware without a command may wake itself, for
// example by a timer. The run ends if no other event happens.
std::string ServiceWatch::rested(std::uint64_t cycles) {
  const std::uint64_t taken = cycles - wait_.begun_cycles;
  const sc_core::sc_time time = agenda_.now() - wait_.begun;
  if (commands_->waiting() != 0) {
    const bool late = taken > most_unserved_cycles_ || time > most_unserved_time_;
    return late ? unserved(taken, time) : "";
  }
  constexpr std::uint64_t kWakes = 1000;
  const sc_core::sc_time minute(60, sc_core::SC_SEC);
  only_wakes_itself_ = wait_.wakes > kWakes && (taken > most_idle_cycles_ || time > minute);
  return "";
}

std::string ServiceWatch::unserved(std::uint64_t cycles, const sc_core::sc_time& time) const {
  const std::size_t waiting = commands_->waiting();
  return fmt::format(
      "it serves no command: {} {}, and in {} wakes, {} cycles and {:.3f} s of simulated time it "
      "has {}",
      waiting, waiting == 1 ? "waits" : "wait", wait_.wakes, cycles, time.to_seconds(),
      wait_.command_taken ? "given the port no order (HS_PORT_GO)"
                          : "not taken it from the port (HS_PORT_NEXUS)");
}

}  // namespace headstack
