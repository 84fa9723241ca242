// Parts of a loosely timed platform: a memory, and a master without a processor.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

namespace headstack::systemc::test {

// A memory that takes `access_time` for each access. An access beyond its end is an address error.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  std::vector<unsigned char> bytes;
  sc_core::sc_time access_time{50, sc_core::SC_NS};
  unsigned accesses = 0;

  Memory(sc_core::sc_module_name name, std::size_t size) : sc_module(name), bytes(size) {
    socket.register_b_transport(this, &Memory::access);
  }

 private:
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    const std::uint64_t first = transaction.get_address();
    const std::uint64_t count = transaction.get_data_length();
    ++accesses;
    if (first > bytes.size() || count > bytes.size() - first) {
      transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    if (transaction.is_write()) {
      std::memcpy(&bytes[first], transaction.get_data_ptr(), count);
    } else {
      std::memcpy(transaction.get_data_ptr(), &bytes[first], count);
    }
    delay += access_time;
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

// A master for registers of 32 bits.
class Master : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Master> socket{"socket"};

  std::function<void()> on_response;  // called when a response to nb_transport_fw begins

  explicit Master(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_nb_transport_bw(this, &Master::backward);
  }

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* data,
                                  unsigned bytes = 4,
                                  sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_generic_payload transaction;
    fill(transaction, command, address, data, bytes);
    socket->b_transport(transaction, delay);
    return transaction.get_response_status();
  }

  std::uint32_t read(std::uint64_t address) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, address, &value);
    return value;
  }

  void write(std::uint64_t address, std::uint32_t value,
             sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    access(tlm::TLM_WRITE_COMMAND, address, &value, 4, delay);
  }

  static void fill(tlm::tlm_generic_payload& transaction, tlm::tlm_command command,
                   std::uint64_t address, void* data, unsigned bytes) {
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(static_cast<unsigned char*>(data));
    transaction.set_data_length(bytes);
    transaction.set_streaming_width(bytes);
    transaction.set_byte_enable_ptr(nullptr);
    transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

 private:
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& /*transaction*/, tlm::tlm_phase& phase,
                              sc_core::sc_time& /*delay*/) {
    if (phase == tlm::BEGIN_RESP && on_response) {
      on_response();
    }
    return tlm::TLM_ACCEPTED;
  }
};

}  // namespace headstack::systemc::test
