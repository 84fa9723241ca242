// Reads and writes registers of one box, as a CPU does.
#pragma once

#include <cstdint>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

namespace headstack {

class RegisterMaster : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<RegisterMaster> socket;

  explicit RegisterMaster(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    SC_HAS_PROCESS(RegisterMaster);
    SC_METHOD(run);
    sensitive << wake;
  }

  tlm::tlm_response_status write(std::uint32_t address, std::uint64_t value) {
    return access(tlm::TLM_WRITE_COMMAND, address, value);
  }
  std::uint64_t read(std::uint32_t address) {
    std::uint64_t value = 0;
    last = access(tlm::TLM_READ_COMMAND, address, value);
    return value;
  }

  sc_core::sc_event wake;
  tlm::tlm_response_status last = tlm::TLM_INCOMPLETE_RESPONSE;  // of the last read

 private:
  void run() {}  // gives SystemC an event; sc_start would warn without an event

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint32_t address,
                                  std::uint64_t& value) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(sizeof value);
    payload.set_streaming_width(sizeof value);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
};

}  // namespace headstack
