// Between the bus and its targets: passes everything on, and checks that the bus has one holder at
// a time and that each transaction's phases are legal.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <systemc>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "model/scsi/scsi_protocol.h"

namespace headstack {

class BusMonitor : public sc_core::sc_module {
 public:
  using In = tlm_utils::passthrough_target_socket_tagged<BusMonitor, 32, ScsiProtocol>;
  using Out = tlm_utils::simple_initiator_socket_tagged<BusMonitor, 32, ScsiProtocol>;
  sc_core::sc_vector<In> in;    // of the bus, by target
  sc_core::sc_vector<Out> out;  // to the targets

  BusMonitor(sc_core::sc_module_name name, std::size_t targets);

  std::uint64_t grants() const { return grants_; }
  std::uint64_t contended() const { return contended_; }  // grants with a reselection left waiting
  sc_core::sc_time busy() const { return busy_; }

 private:
  using Payload = ScsiTransaction;
  tlm::tlm_sync_enum forward(int target, Payload& transaction, ScsiPhase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(int target, Payload& transaction, ScsiPhase& phase,
                              sc_core::sc_time& delay);
  void granted(int target, Payload& transaction, bool reselection);
  void used(int target, Payload& transaction, ScsiPhase phase, const sc_core::sc_time& delay);

  Payload* holder_ = nullptr;
  sc_core::sc_time held_since_;
  sc_core::sc_time free_at_;
  sc_core::sc_time data_until_;  // start of the last data phase
  sc_core::sc_time busy_;
  std::map<int, Payload*> wants_back_;  // by target: waiting reselections
  std::map<Payload*, int> open_;        // disconnected transactions, with their targets
  std::uint64_t grants_ = 0;
  std::uint64_t contended_ = 0;
};

}  // namespace headstack
