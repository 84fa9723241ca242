// The two ends of a SCSI connection, as TLM-2.0 interfaces. A module that is an end binds its
// socket to itself. A phase is then one virtual call. The sockets of tlm_utils need three calls.
#pragma once

#include "model/scsi/scsi_protocol.h"

namespace headstack {

// The end of a target. The derived class has nb_transport_fw. All transport is non-blocking, and
// there is no memory to access.
class ScsiTargetEnd : public tlm::tlm_fw_transport_if<ScsiProtocol> {
 public:
  void b_transport(ScsiTransaction& /*transaction*/, sc_core::sc_time& /*delay*/) override {
    SC_REPORT_ERROR("headstack/scsi", "the SCSI protocol has no blocking transport");
  }
  bool get_direct_mem_ptr(ScsiTransaction& /*transaction*/, tlm::tlm_dmi& /*dmi*/) override {
    return false;
  }
  unsigned int transport_dbg(ScsiTransaction& /*transaction*/) override { return 0; }
};

// The end of an initiator. The derived class has nb_transport_bw.
class ScsiInitiatorEnd : public tlm::tlm_bw_transport_if<ScsiProtocol> {
 public:
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*start*/, sc_dt::uint64 /*end*/) override {}
};

}  // namespace headstack
