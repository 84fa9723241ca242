// The register side of a box: a TLM-2.0 target of 64-bit registers.
#pragma once

#include <cstdint>
#include <cstring>

#include <systemc>
#include <tlm>

#include "register_map.h"

extern "C" {
#include <hal/registers.h>
}

namespace headstack {

// Registers of 64 bits, by their addresses. An access returns false, a bus error, in two cases: no
// such register exists for this direction, or the state of the box does not allow the access.
class Registers {
 public:
  virtual ~Registers() = default;
  virtual bool read(std::uint32_t address, std::uint64_t& value) = 0;
  virtual bool write(std::uint32_t address, std::uint64_t value) = 0;
};

// rtl/drive_registers.rdl defines the registers, and whether they can be read or written. The bus
// passes no other access to the box. A caller of read and write that does not use the bus relies on
// the box's own switch over its registers. A lookup of the rights before the switch cost the
// firmware 1.5 % of a run. The block supports blocking transport only, adds no delay, and has no
// DMI. The response is TLM_ADDRESS_ERROR_RESPONSE if no such register exists for this direction.
// The response to an access that is not 8 whole bytes is TLM_BURST_ERROR_RESPONSE.
class RegisterBlock : public sc_core::sc_module,
                      public Registers,
                      public tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> registers;

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& /*delay*/) final {
    if (transaction.get_data_length() != sizeof(std::uint64_t) ||
        transaction.get_byte_enable_ptr() != nullptr ||
        transaction.get_streaming_width() < sizeof(std::uint64_t)) {
      transaction.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
      return;
    }
    const auto address = static_cast<std::uint32_t>(transaction.get_address());
    std::uint64_t value = 0;
    bool known = address == transaction.get_address();
    if (transaction.is_read()) {
      known = known && readable(address) && read(address, value);
      std::memcpy(transaction.get_data_ptr(), &value, sizeof value);
    } else if (transaction.is_write()) {
      std::memcpy(&value, transaction.get_data_ptr(), sizeof value);
      known = known && writable(address) && write(address, value);
    }
    transaction.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

 protected:
  RegisterBlock(const sc_core::sc_module_name& name, hs_page page)
      : sc_module(name),
        registers("registers"),
        base_(page << HS_PAGE_BITS),
        readable_(kReadable[page]),
        writable_(kWritable[page]) {
    registers.bind(*this);
  }

  bool readable(std::uint32_t address) const { return has(readable_, address); }
  bool writable(std::uint32_t address) const { return has(writable_, address); }

 private:
  // `rights`: a bit for each register of the page.
  bool has(std::uint32_t rights, std::uint32_t address) const {
    // The register's number, by a rotation: an address that is not a multiple of 8 gives a large
    // number.
    const std::uint32_t offset = address - base_;
    const std::uint32_t number = offset >> 3U | offset << 29U;
    return number < 32 && (rights >> number & 1U) != 0;
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction,
                                     tlm::tlm_phase& /*phase*/, sc_core::sc_time& delay) final {
    b_transport(transaction, delay);
    return tlm::TLM_COMPLETED;
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& /*transaction*/, tlm::tlm_dmi& /*dmi*/) final {
    return false;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& /*transaction*/) final { return 0; }

  std::uint32_t base_;
  std::uint32_t readable_;
  std::uint32_t writable_;
};

}  // namespace headstack
