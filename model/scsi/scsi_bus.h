// The SCSI bus. The class knows the holder of the bus and the devices that wait for it, and passes
// every phase between both ends.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <systemc>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include "model/base/timer.h"
#include "model/scsi/scsi_ends.h"
#include "model/scsi/scsi_protocol.h"

namespace headstack {

// Initiators bind to `initiators`, targets to `targets`, in the order of `target_ids`. If several
// devices wait for the bus, the device with the highest priority wins. Priorities fall from id 7
// down to 0, then from 15 down to 8 (SPI-3, 10.5). Among equal priorities, the device that has
// waited longest wins. An initiator's id is in its transactions.
//
// A transaction to a target that does not exist ends at once with TLM_ADDRESS_ERROR_RESPONSE and
// STATUS. A phase out of sequence is an SC_REPORT_ERROR.
class ScsiBus : public sc_core::sc_module, private ScsiInitiatorEnd {
 public:
  static constexpr std::size_t kIds = 16;

  tlm_utils::multi_passthrough_target_socket<ScsiBus, 32, ScsiProtocol> initiators;
  tlm::tlm_initiator_socket<32, ScsiProtocol, 0> targets;

  // `target_ids` are different SCSI ids from 0 to 15. By default, a target's id is its index.
  explicit ScsiBus(sc_core::sc_module_name name,
                   const std::vector<std::uint8_t>& target_ids = ids_in_order());

  // 0, 1, ... 15.
  static std::vector<std::uint8_t> ids_in_order();

  // Returns the total time for which devices have held the bus. Utilisation is computed from this
  // time.
  sc_core::sc_time busy_time() const { return busy_; }

 private:
  void end_of_elaboration() override;
  using Payload = ScsiTransaction;
  struct Waiting {
    Payload* transaction;
    bool reselection;
  };

  tlm::tlm_sync_enum from_initiator(int port, Payload& transaction, ScsiPhase& phase,
                                    sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_bw(Payload& transaction, ScsiPhase& phase,
                                     sc_core::sc_time& delay) override;
  void request(Waiting waiting);
  void withdraw(const Payload& transaction);
  void release(const sc_core::sc_time& delay);
  bool is_free() const;
  void arbitrate();
  void grant(Waiting winner);
  void wait_until_free();
  tlm::tlm_sync_enum to_initiator(Payload& transaction, ScsiPhase phase, sc_core::sc_time delay);
  void to_target(Payload& transaction, ScsiPhase phase);
  void refuse(int port, Payload& transaction);
  int target_port(const Payload& transaction) const;  // kNobody: no holder
  std::vector<Waiting>::iterator best_waiting();

  static constexpr int kNobody = -1;

  const sc_core::sc_time& now_;  // the simulation's time; read at every phase
  std::array<int, kIds> port_of_id_{};
  std::vector<tlm::tlm_fw_transport_if<ScsiProtocol>*> target_of_port_;
  // the holder of the bus, until it reports the time at which the bus will be free
  Payload* holder_ = nullptr;
  sc_core::sc_time free_at_;  // without a holder: the bus is free from this time on
  sc_core::sc_time held_since_;
  sc_core::sc_time busy_;
  std::vector<Waiting> waiting_;
  Timer free_timer_;
};

}  // namespace headstack
