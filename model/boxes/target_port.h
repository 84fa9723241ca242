// Target port: the drive's end of the SCSI bus. The port carries out the sequences that the
// firmware orders.
#pragma once

#include <cstdint>
#include <vector>

#include "model/base/agenda.h"
#include "model/base/register_block.h"
#include "model/base/timer.h"
#include "model/base/wires.h"
#include "model/scsi/scsi_ends.h"
#include "model/scsi/scsi_protocol.h"
#include "model/watch/drive_watch.h"
#include "model/watch/stopwatch.h"

extern "C" {
#include <disk/drive_params.h>
}

namespace headstack {

// Time of a block of data on the bus, for drive and host together.
struct BusRates {
  hs_ticks read_per_block;
  hs_ticks write_per_block;
  std::uint32_t bytes_per_block;
  hs_ticks underrun = 0;         // added once to a data phase that waits for the media
  hs_ticks underrun_resume = 0;  // from the arrival of a late block until the phase continues
};

class TargetPort final : public RegisterBlock, public Commands, private ScsiTargetEnd {
 public:
  tlm::tlm_target_socket<32, ScsiProtocol> scsi;
  Wire<InterruptLine> interrupt;
  Wire<TimeBase> time;
  Wire<HostSide> buffer;
  Wire<Processor> processor;

  // `params` and `stopwatch` must outlive the port.
  TargetPort(sc_core::sc_module_name name, const hs_drive_params& params, BusRates rates,
             Stopwatch& stopwatch);

  // `watch` must outlive the port.
  void watch(DriveWatch& watch) { watch_ = &watch; }

  std::size_t waiting() const override { return slots_.size() - free_slots_.size(); }

  // Drops the sequences under way, because the power fails.
  void cut_power();
  // Frees the bus after a loss of power, when the firmware has started again. The tasks that the
  // loss of power ended get no status.
  void end_lost();

  [[gnu::always_inline]] bool read(std::uint32_t address, std::uint64_t& value) override {
    switch (static_cast<PortRead>(address)) {
      case PortRead::parameter:
        return take_parameters(value);
      case PortRead::broken_off:
        return take_broken_off(value);
      case PortRead::cdb_low:
        return cdb_word(0, value);
      case PortRead::cdb_high:
        return cdb_word(8, value);
      case PortRead::cdb_third:
        return cdb_word(16, value);
      case PortRead::cdb_fourth:
        return cdb_word(24, value);
      case PortRead::nexus:
        return take_nexus(false, value);
      case PortRead::function:
        return take_nexus(true, value);
    }
    return false;
  }
  [[gnu::always_inline]] bool write(std::uint32_t address, std::uint64_t value) override {
    switch (static_cast<PortWrite>(address)) {
      case PortWrite::response:
        for (unsigned i = 0; i < 8; ++i) {
          response_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
        }
        return true;
      case PortWrite::sense:
        next_.sense = value;
        return true;
      case PortWrite::not_before:
        next_.not_before = value;
        return true;
      case PortWrite::work:
        next_.work_done = processor->done_at(value);
        return true;
      case PortWrite::before:
        next_.before = value;
        return true;
      case PortWrite::after:
        next_.after = value;
        return true;
      case PortWrite::marks:
        next_.marks = value;
        return true;
      case PortWrite::least:
        next_.least = value;
        return true;
      case PortWrite::go:
        return go(value);
      case PortWrite::abort:
        return abort(value);
    }
    return false;
  }

 private:
  using Payload = ScsiTransaction;

  struct Sequence {
    std::uint32_t slot = 0;
    std::uint32_t operations = 0;
    std::uint32_t count = 0;  // blocks, or bytes of a response or a parameter list
    bool broken_off = false;  // the host has data or room for this number only
    std::uint8_t status = 0;
    std::uint64_t sense = 0;  // HS_PORT_SENSE
    hs_ticks not_before = 0;
    hs_ticks work_done = 0;  // another earliest time: the end of the processor's work
    hs_ticks before = 0;
    hs_ticks after = 0;
    std::uint64_t marks = 0;  // HS_PORT_MARKS
    hs_ticks least = 0;       // HS_PORT_LEAST
  };

  static constexpr std::uint32_t kNone = 0xffffffff;

  // SCSI side.
  tlm::tlm_sync_enum nb_transport_fw(Payload& transaction, ScsiPhase& phase,
                                     sc_core::sc_time& delay) override;
  void selected(Payload& transaction);
  void reselected();
  void phase(std::uint32_t slot, ScsiPhase phase, sc_core::sc_time delay);
  void data_phase(std::uint32_t slot, ScsiPhase direction, hs_ticks start);
  // Register side.
  bool has_received(bool function) const;
  bool cdb_word(std::size_t first, std::uint64_t& word) const;
  std::uint64_t nexus_of(std::uint32_t slot) const;
  bool take_nexus(bool function, std::uint64_t& nexus);
  bool take_broken_off(std::uint64_t& value);
  bool take_parameters(std::uint64_t& value);
  bool go(std::uint64_t value);
  bool abort(std::uint64_t value);
  void end_aborted(std::uint32_t slot);
  // Sequences.
  void request_due();
  void request_bus();
  void run();
  [[gnu::cold, gnu::noinline]] void watch_command(std::uint32_t slot);
  [[gnu::cold, gnu::noinline]] void watch_phases(const Sequence& sequence, hs_ticks data_start,
                                                 hs_ticks data_end, hs_ticks end);
  void shorten(Sequence& sequence);
  [[gnu::noinline]] hs_ticks transfer(Sequence& sequence, hs_ticks& start);
  hs_ticks move_data(const Sequence& sequence, hs_ticks start);
  unsigned char* next_data(const Sequence& sequence, std::uint32_t bytes_each);
  hs_ticks send_response(const Sequence& sequence, hs_ticks start);
  hs_ticks fetch_parameters(const Sequence& sequence, hs_ticks start);
  void sequence_ended();
  void deliver_status();

  std::uint32_t take_slot(Payload& transaction);
  void free_slot(std::uint32_t slot);

  Agenda& agenda_ = Agenda::current();
  const hs_drive_params& params_;
  BusRates rates_;
  Stopwatch& stopwatch_;
  DriveWatch* watch_ = nullptr;
  std::uint64_t commands_ = 0;   // that `watch_` was told of
  std::vector<Payload*> slots_;  // null: free
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t connected_ = kNone;   // slot that holds the bus
  std::uint32_t received_ = kNone;    // slot whose command block waits in the registers
  std::uint32_t broken_off_ = kNone;  // slot whose data phase the host has broken off
  Sequence next_;                     // the sequence that the registers assemble
  Sequence running_;                  // of the connected slot
  Sequence reselecting_;              // waits for its time, then for the bus
  bool reselect_pending_ = false;
  bool delivering_ = false;  // a status is being sent to the host
  std::vector<std::uint8_t> response_;
  std::vector<std::uint8_t> parameters_;  // bytes of the last parameter list
  std::size_t parameters_read_ = 0;
  Timer end_timer_;
  Timer request_timer_;
};

}  // namespace headstack
