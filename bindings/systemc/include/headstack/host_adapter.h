// A host adapter: a disk as a memory-mapped device of any TLM-2.0 platform.
#pragma once

#include <cstdint>
#include <memory>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "headstack/api.h"
#include "headstack/disk.h"

namespace headstack::systemc {

// Both sockets speak the base protocol of TLM-2.0. `registers` takes b_transport and nb_transport;
// a write takes effect after the delay of its call. An address outside of the registers ends with
// TLM_ADDRESS_ERROR_RESPONSE, an access of another length than 4 bytes with
// TLM_BURST_ERROR_RESPONSE, an access with byte enables with TLM_BYTE_ENABLE_ERROR_RESPONSE, and a
// write of a register that can only be read, or a read of one that can only be written, with
// TLM_COMMAND_ERROR_RESPONSE. There is no direct memory. The debug transport reads registers, and
// changes nothing.
//
// `memory` reads descriptors and data and writes results, by b_transport. Its target may wait.
// host_adapter.rdl describes the registers, host_adapter_descriptor.h the descriptors.
class HEADSTACK_API HostAdapter : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kBytes = 0x24;  // of the registers

  tlm_utils::simple_target_socket<HostAdapter> registers;
  tlm_utils::simple_initiator_socket<HostAdapter> memory;
  // High while an enabled interrupt is pending. A platform without interrupts leaves it open.
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> interrupt;

  // The disk must outlive the adapter. Several adapters may share a disk.
  HostAdapter(sc_core::sc_module_name name, Disk& disk);
  ~HostAdapter() override;

 private:
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  unsigned look(tlm::tlm_generic_payload& transaction);

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace headstack::systemc
