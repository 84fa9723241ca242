// The SCSI bus as a TLM-2.0 protocol: its phases, and what a transaction carries beside the
// payload.
//
// One transaction is one command, from arbitration to status. The generic payload's command says
// which way data go, its length how many bytes, its address is the target's SCSI id. The data
// pointer may be null: then timing is simulated and contents are not.
//
//   initiator                      bus                            target
//   fw ARBITRATION ───────────────▶ wins the bus
//                 ◀─ bw SELECTION ─ ── fw SELECTION ─────────────▶ takes the command block
//                 ◀──────────────── ◀─ bw DISCONNECT ───────────── frees the bus
//                                    ◀─ bw RESELECTION_REQUEST ─── wants it back
//                 ◀─ bw RESELECTION  ── fw RESELECTION ──────────▶ has it
//                 ◀──────────────── ◀─ bw DATA_IN or DATA_OUT ──── data phase
//                 ◀──────────────── ◀─ bw STATUS ──────────────── command complete, bus free
//
// Rules. A call's delay argument is honoured: the phase takes place that much later. DISCONNECT,
// DATA_IN and DATA_OUT may be annotated with a delay; all other phases come with none. Every call
// returns TLM_ACCEPTED, STATUS to the initiator may return TLM_COMPLETED. Payloads need a memory
// manager; the initiator sets the extension and holds a reference from ARBITRATION to STATUS.
#pragma once

#include <array>
#include <cstdint>

#include <systemc>
#include <tlm>

namespace headstack {

struct RequestRecord;

struct ScsiProtocol {
  using tlm_payload_type = tlm::tlm_generic_payload;
  using tlm_phase_type = tlm::tlm_phase;
};

DECLARE_EXTENDED_PHASE(SCSI_ARBITRATION);
DECLARE_EXTENDED_PHASE(SCSI_SELECTION);
DECLARE_EXTENDED_PHASE(SCSI_DISCONNECT);
DECLARE_EXTENDED_PHASE(SCSI_RESELECTION_REQUEST);
DECLARE_EXTENDED_PHASE(SCSI_RESELECTION);
DECLARE_EXTENDED_PHASE(SCSI_DATA_IN);
DECLARE_EXTENDED_PHASE(SCSI_DATA_OUT);
DECLARE_EXTENDED_PHASE(SCSI_STATUS);

enum class QueueAttribute : std::uint8_t {
  simple = 0,
  ordered = 1,
  head_of_queue = 2
};

// What a command carries beside the payload. Set by the initiator before ARBITRATION: cdb, tag,
// attribute, lun, initiator. Set by the target by STATUS: status, sense.
struct ScsiExtension : tlm::tlm_extension<ScsiExtension> {
  std::array<std::uint8_t, 16> cdb{};
  std::uint16_t tag = 0;
  QueueAttribute attribute = QueueAttribute::simple;
  std::uint8_t lun = 0;
  std::uint8_t initiator = 0;            // SCSI id
  std::uint8_t status = 0;               // SCSI status byte
  std::uint8_t sense_bytes = 0;          // valid bytes in sense, 0 unless status is CHECK CONDITION
  std::array<std::uint8_t, 18> sense{};  // fixed format
  std::uint32_t response_bytes = 0;  // parameter data moved by a command that is no read or write
  RequestRecord* record = nullptr;   // instrumentation: the drive writes where the time went
  int bus_port = -1;                 // the bus's own note of where the transaction came from

  tlm::tlm_extension_base* clone() const override { return new ScsiExtension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const ScsiExtension&>(other);
  }
};

// The command block of a READ(10) or WRITE(10).
inline std::array<std::uint8_t, 16> read_write_10(bool write, std::uint32_t lbn,
                                                  std::uint16_t blocks) {
  std::array<std::uint8_t, 16> cdb{};
  cdb[0] = write ? 0x2a : 0x28;
  cdb[2] = static_cast<std::uint8_t>(lbn >> 24);
  cdb[3] = static_cast<std::uint8_t>(lbn >> 16);
  cdb[4] = static_cast<std::uint8_t>(lbn >> 8);
  cdb[5] = static_cast<std::uint8_t>(lbn);
  cdb[7] = static_cast<std::uint8_t>(blocks >> 8);
  cdb[8] = static_cast<std::uint8_t>(blocks);
  return cdb;
}

}  // namespace headstack
