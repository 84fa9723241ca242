// The SCSI bus: who holds it, who waits for it, and the way of every phase between the two ends.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include "model/scsi/scsi_protocol.h"

namespace headstack {

// Initiators bind to `initiators`, targets to `targets`; a target's SCSI id is its place in the
// order of binding. Of several that wait for the bus, targets go before initiators (a reselection
// finishes work, a selection begins some), then the lower number.
//
// Errors: a transaction to a target that is not there ends at once with TLM_ADDRESS_ERROR_RESPONSE
// and STATUS. A phase out of place is an SC_REPORT_ERROR.
class ScsiBus : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<ScsiBus, 32, ScsiProtocol> initiators;
  tlm_utils::multi_passthrough_initiator_socket<ScsiBus, 32, ScsiProtocol> targets;

  explicit ScsiBus(sc_core::sc_module_name name);

  // Time that the bus has been held so far, for utilisation.
  sc_core::sc_time busy_time() const { return busy_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  struct Waiting {
    Payload* transaction;
    bool reselection;
  };

  tlm::tlm_sync_enum from_initiator(int port, Payload& transaction, tlm::tlm_phase& phase,
                                    sc_core::sc_time& delay);
  tlm::tlm_sync_enum from_target(int port, Payload& transaction, tlm::tlm_phase& phase,
                                 sc_core::sc_time& delay);
  void request(Waiting waiting);
  void withdraw(const Payload& transaction);
  void release(const sc_core::sc_time& delay);
  bool is_free() const;
  void arbitrate();
  void grant(Waiting winner);
  void wait_until_free();
  tlm::tlm_sync_enum to_initiator(Payload& transaction, const tlm::tlm_phase& phase,
                                  sc_core::sc_time delay);
  void to_target(Payload& transaction, const tlm::tlm_phase& phase);
  void refuse(int port, Payload& transaction);
  std::vector<Waiting>::iterator best_waiting();

  Payload* holder_ = nullptr;  // has not yet said when the bus will be free
  sc_core::sc_time free_at_;   // when not held: free from this time on
  sc_core::sc_time held_since_;
  sc_core::sc_time busy_;
  std::vector<Waiting> waiting_;
  sc_core::sc_event free_event_;
};

}  // namespace headstack
