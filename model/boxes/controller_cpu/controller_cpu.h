// Controller CPU: runs the firmware, compiled for the host, whenever a box raises an interrupt.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include <tlm_utils/simple_initiator_socket.h>

#include "model/base/register_block.h"
#include "model/base/wires.h"
#include "model/boxes/controller_cpu/decision_clock.h"
#include "model/boxes/controller_cpu/processor_load.h"
#include "model/watch/drive_watch.h"
#include "model/watch/stopwatch.h"

extern "C" {
#include <controller/firmware.h>
}

namespace headstack {

// Every register access goes to the box that has the page: by b_transport, or, if `pages` is bound
// to the box itself, by the call that b_transport would come to. One that the box refuses is an
// SC_REPORT_FATAL, since firmware is not supposed to make any.
//
// `measured` timing: the firmware itself takes no time; the delays that it commands are the drive's
// published overheads. `executed` timing: its decisions take time too, by a DecisionClock.
class ControllerCpu : public sc_core::sc_module, public InterruptLine, public Processor {
 public:
  using Socket = tlm_utils::simple_initiator_socket<ControllerCpu>;
  Wire<TimeBase> time;
  Wire<MediaSide> media;             // whose sectors and track ends take processor time
  sc_core::sc_vector<Socket> pages;  // by enum hs_page; page 0 is the CPU's own and stays unbound

  // `config` points to tables that must outlive the CPU, and so must `stopwatch`.
  ControllerCpu(sc_core::sc_module_name name, const hs_firmware_config& config,
                const ProcessorLoad& load, Stopwatch& stopwatch);

  void raise(std::uint32_t causes) override { causes_ |= causes; }
  void service() override;
  hs_ticks done_at(hs_ticks work) override;

  // Decisions take time; the firmware's config says so too.
  void count_decisions(const DecisionClock& clock) { decisions_.emplace(clock); }
  // Null in `measured` timing.
  const DecisionTimes* decision_times() const {
    return decisions_.has_value() ? &decisions_->times() : nullptr;
  }

  // `watch` must outlive the CPU.
  void watch(DriveWatch& watch) { watch_ = &watch; }

  // Power comes back after a loss: the firmware starts anew.
  void power_on(bool unit_attention);

  const hs_firmware& firmware() const { return firmware_; }

 private:
  static std::uint64_t hal_read(void* context, std::uint32_t address);
  static void hal_write(void* context, std::uint32_t address, std::uint64_t value);
  void end_of_elaboration() override;
  RegisterBlock* box_of(std::uint32_t address) const {
    const std::uint32_t page = HS_PAGE(address);
    return page < HS_PAGE_COUNT ? boxes_[page] : nullptr;
  }
  bool access(tlm::tlm_command command, std::uint32_t address, std::uint64_t& value);

  void note_read(std::uint32_t address, std::uint64_t value);
  void note_write(std::uint32_t address, std::uint64_t value);
  void begin_decision(std::uint64_t waiting);
  std::uint64_t end_decision();

  ProcessorLoad load_;
  Stopwatch& stopwatch_;
  DriveWatch* watch_ = nullptr;
  std::unique_ptr<std::uint64_t[]> memory_;  // the firmware's RAM, not cleared
  hs_firmware firmware_{};
  std::array<RegisterBlock*, HS_PAGE_COUNT> boxes_{};  // behind `pages`; null: something else
  tlm::tlm_generic_payload payload_;
  std::uint32_t causes_ = 0;
  bool running_ = false;
  std::optional<DecisionClock> decisions_;
  DecisionWork work_;           // of the decision under way, counted so far
  std::uint64_t examined_ = 0;  // by the scheduler when it began
  std::uint64_t waiting_ = 0;   // when the interrupt was raised
};

}  // namespace headstack
