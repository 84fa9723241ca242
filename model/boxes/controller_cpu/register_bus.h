// The register bus: the processor's accesses to the boxes as TLM-2.0 transactions.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include "model/base/register_block.h"

namespace headstack {

// Passes an access to the target that is bound to its page, by b_transport. The caller does not
// wait, because the boxes add no time.
class RegisterBus : public sc_core::sc_module, public Registers {
 public:
  using Socket = tlm_utils::simple_initiator_socket<RegisterBus>;
  sc_core::sc_vector<Socket> pages;  // by enum hs_page, from page 1 on: page 0 belongs to the CPU

  explicit RegisterBus(const sc_core::sc_module_name& name)
      : sc_module(name), pages("pages", HS_PAGE_COUNT - 1) {
    payload_.set_data_length(sizeof(std::uint64_t));
    payload_.set_streaming_width(sizeof(std::uint64_t));
  }

  bool read(std::uint32_t address, std::uint64_t& value) override {
    return access(tlm::TLM_READ_COMMAND, address, value);
  }
  bool write(std::uint32_t address, std::uint64_t value) override {
    return access(tlm::TLM_WRITE_COMMAND, address, value);
  }

 private:
  bool access(tlm::tlm_command command, std::uint32_t address, std::uint64_t& value) {
    const std::uint32_t page = HS_PAGE(address);
    if (page == HS_PAGE_INTERRUPT || page >= HS_PAGE_COUNT) {
      return false;
    }
    payload_.set_command(command);
    payload_.set_address(address);
    payload_.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    pages[page - 1]->b_transport(payload_, delay);
    return payload_.is_response_ok();
  }

  tlm::tlm_generic_payload payload_;
};

}  // namespace headstack
