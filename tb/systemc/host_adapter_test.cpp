// The host adapter on a loosely timed platform, and with an approximately timed master.
#include <algorithm>
#include <cstddef>

#include "check.h"
#include "platform.h"
#include <headstack/host_adapter.h>
#include <headstack/host_adapter_descriptor.h>
#include <headstack/host_adapter_registers.h>

namespace headstack::systemc::test {

namespace {

using sc_core::sc_time;
using Registers = hs_host_adapter_t;

#define AT(reg) offsetof(Registers, reg)

constexpr std::uint64_t kDescriptor = 0x100;
constexpr std::uint64_t kData = 0x1000;
constexpr std::uint32_t kBoth = 3;  // both interrupts

class Platform : public sc_core::sc_module {
 public:
  Bus bus{"bus"};
  Disk disk{"disk", bus, DRIVES "/hp_c2247.toml", {"sptf"}};
  HostAdapter adapter{"adapter", disk};
  Master master{"master"};
  Memory memory{"memory", 0x10000};
  sc_core::sc_signal<bool> interrupt{"interrupt"};

  explicit Platform(sc_core::sc_module_name name) : sc_module(name) {
    master.socket.bind(adapter.registers);
    adapter.memory.bind(memory.socket);
    adapter.interrupt.bind(interrupt);
    SC_HAS_PROCESS(Platform);
    SC_THREAD(run);
  }

 private:
  void run() {
    identity();
    wrong_accesses();
    debug_transport_changes_nothing();
    write_and_read();
    the_delay_of_a_write_counts();
    many_at_once();
    sense_of_an_error();
    wrong_descriptors();
    bits_of_interrupts_are_apart();
    memory_errors();
    lost_commands();
    approximately_timed();
    sc_core::sc_stop();
  }

  hs_host_descriptor* descriptor(std::uint64_t address) {
    return reinterpret_cast<hs_host_descriptor*>(&memory.bytes[address]);
  }

  // Puts a READ(10) or WRITE(10) of `blocks` blocks into memory.
  void put(std::uint64_t address, bool write, std::uint32_t first, std::uint8_t blocks,
           std::uint64_t data) {
    hs_host_descriptor made{};
    made.block[0] = write ? 0x2a : 0x28;
    for (int i = 0; i < 4; ++i) {
      made.block[2 + i] = static_cast<std::uint8_t>(first >> (24 - 8 * i));
    }
    made.block[8] = blocks;
    made.data_address = data;
    made.data_bytes = blocks * 512u;
    made.flags = write ? HS_DESCRIPTOR_WRITE : 0;
    made.initiator = 7;
    std::memcpy(&memory.bytes[address], &made, sizeof made);
  }

  void submit(std::uint64_t address) {
    master.write(AT(address), static_cast<std::uint32_t>(address >> 32));
    master.write(AT(submit), static_cast<std::uint32_t>(address));
  }

  // Waits for the interrupt, and acknowledges one descriptor. Returns its address.
  std::uint64_t finish(std::uint32_t expected = 1) {
    while (!interrupt.read()) {
      wait(interrupt.posedge_event());
    }
    CHECK(master.read(AT(interrupt)) == expected);
    const std::uint64_t address =
        std::uint64_t{master.read(AT(finished_high))} << 32 | master.read(AT(finished_low));
    master.write(AT(acknowledge), 1);
    master.write(AT(interrupt), kBoth);
    wait(sc_core::SC_ZERO_TIME);
    wait(sc_core::SC_ZERO_TIME);
    wait(sc_core::SC_ZERO_TIME);
    CHECK(!interrupt.read());
    return address;
  }

  void identity() {
    CHECK(master.read(AT(ident)) == 0x48530001);
    CHECK(master.read(AT(status)) == 0 && master.read(AT(finished_low)) == 0);
    master.write(AT(enable), ~0u);
    CHECK(master.read(AT(enable)) == kBoth);
  }

  void wrong_accesses() {
    std::uint64_t value = 0;
    const auto read = [&](std::uint64_t address, unsigned bytes) {
      return master.access(tlm::TLM_READ_COMMAND, address, &value, bytes);
    };
    const auto write = [&](std::uint64_t address) {
      return master.access(tlm::TLM_WRITE_COMMAND, address, &value);
    };
    CHECK(read(sizeof(Registers), 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(read(std::uint64_t{1} << 63, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(read(2, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(read(0, 1) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(read(0, 8) == tlm::TLM_BURST_ERROR_RESPONSE);
    for (const std::uint64_t reg : {AT(ident), AT(status), AT(finished_low), AT(finished_high)}) {
      CHECK(write(reg) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    }
    for (const std::uint64_t reg : {AT(submit), AT(acknowledge)}) {
      CHECK(read(reg, 4) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    }
    tlm::tlm_generic_payload transaction;
    unsigned char enables[4] = {0xff, 0, 0xff, 0};
    Master::fill(transaction, tlm::TLM_READ_COMMAND, 0, &value, 4);
    transaction.set_byte_enable_ptr(enables);
    transaction.set_byte_enable_length(4);
    sc_time delay = sc_core::SC_ZERO_TIME;
    master.socket->b_transport(transaction, delay);
    CHECK(transaction.get_response_status() == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    CHECK(!transaction.is_dmi_allowed());
    tlm::tlm_dmi region;
    Master::fill(transaction, tlm::TLM_READ_COMMAND, 0, &value, 4);
    CHECK(!master.socket->get_direct_mem_ptr(transaction, region));
  }

  void debug_transport_changes_nothing() {
    std::uint32_t words[10] = {};
    tlm::tlm_generic_payload transaction;
    Master::fill(transaction, tlm::TLM_READ_COMMAND, 0, words, sizeof words);
    CHECK(master.socket->transport_dbg(transaction) == sizeof(Registers));
    CHECK(words[0] == 0x48530001 && words[3] == kBoth);
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    CHECK(master.socket->transport_dbg(transaction) == 0);
    CHECK(master.read(AT(status)) == 0);
  }

  void write_and_read() {
    for (std::size_t i = 0; i < 1024; ++i) {
      memory.bytes[kData + i] = static_cast<unsigned char>(i * 5 + i / 256);
    }
    put(kDescriptor, true, 77, 2, kData);
    submit(kDescriptor);
    CHECK(master.read(AT(status)) == 1);
    CHECK(finish() == kDescriptor);
    CHECK(descriptor(kDescriptor)->state == HS_DESCRIPTOR_DONE);
    CHECK(descriptor(kDescriptor)->status == 0 && descriptor(kDescriptor)->moved_bytes == 1024);
    put(kDescriptor, false, 76, 4, kData + 0x800);
    submit(kDescriptor);
    CHECK(finish() == kDescriptor);
    CHECK(std::memcmp(&memory.bytes[kData], &memory.bytes[kData + 0x800 + 512], 1024) == 0);
    CHECK(memory.bytes[kData + 0x800] == 0 && memory.bytes[kData + 0x800 + 1536] == 0);
    CHECK(master.read(AT(status)) == 0);
  }

  // A master that runs ahead of the kernel submits later than it calls.
  void the_delay_of_a_write_counts() {
    const sc_time ahead(2, sc_core::SC_MS);
    put(kDescriptor, false, 77, 1, kData);
    const sc_time before = sc_core::sc_time_stamp();
    const unsigned accesses = memory.accesses;
    master.write(AT(submit), kDescriptor, ahead);
    wait(ahead - sc_time(1, sc_core::SC_NS));
    CHECK(memory.accesses == accesses);
    finish();
    CHECK(sc_core::sc_time_stamp() - before > ahead);
  }

  void many_at_once() {
    constexpr unsigned kCount = 64;
    for (unsigned i = 0; i < kCount; ++i) {
      put(kDescriptor + 64 * i, false, i * 30'011 % 2'000'000, 1, kData + 512 * i);
      submit(kDescriptor + 64 * i);
    }
    std::vector<std::uint64_t> order;
    while (order.size() < kCount) {
      if (master.read(AT(finished_low)) == 0) {
        wait(interrupt.posedge_event());
        continue;
      }
      order.push_back(master.read(AT(finished_low)));
      master.write(AT(acknowledge), 1);
      master.write(AT(interrupt), kBoth);
    }
    std::vector<std::uint64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    CHECK(order != sorted);  // SPTF is not the order of arrival
    for (unsigned i = 0; i < kCount; ++i) {
      CHECK(sorted[i] == kDescriptor + 64 * i);
      const hs_host_descriptor& over = *descriptor(sorted[i]);
      // The drive has room for 64 commands; TASK SET FULL is an answer too.
      CHECK(over.state == HS_DESCRIPTOR_DONE && (over.status == 0 || over.status == 0x28));
    }
    wait(1, sc_core::SC_MS);
    CHECK(master.read(AT(status)) == 0);
  }

  void sense_of_an_error() {
    put(kDescriptor, false, 0xffff'fff0, 1, kData);
    submit(kDescriptor);
    finish();
    const hs_host_descriptor& over = *descriptor(kDescriptor);
    CHECK(over.state == HS_DESCRIPTOR_DONE && over.status == 2 && over.moved_bytes == 0);
    CHECK(over.sense_key == 5 && over.sense_code == 0x21 && over.sense_qualifier == 0);
  }

  void wrong_descriptors() {
    const auto state_of = [this](auto change) {
      put(kDescriptor, false, 0, 1, kData);
      change(*descriptor(kDescriptor));
      submit(kDescriptor);
      CHECK(finish(kBoth) == kDescriptor);
      return descriptor(kDescriptor)->state;
    };
    CHECK(state_of([](auto& d) { d.block[0] = 0x60; }) == HS_DESCRIPTOR_WRONG);
    CHECK(state_of([](auto& d) { d.data_bytes = HS_DESCRIPTOR_MOST_BYTES + 1; }) ==
          HS_DESCRIPTOR_WRONG);
    CHECK(state_of([](auto& d) { d.priority = 16; }) == HS_DESCRIPTOR_WRONG);
    CHECK(state_of([](auto& d) { d.initiator = 0; }) == HS_DESCRIPTOR_WRONG);  // the disk's id
    CHECK(state_of([](auto& d) { d.initiator = 16; }) == HS_DESCRIPTOR_WRONG);
  }

  // A written 1 clears its bit only, and the line stays high while the other bit is set.
  void bits_of_interrupts_are_apart() {
    put(kDescriptor, false, 0, 1, kData);
    descriptor(kDescriptor)->priority = 16;
    submit(kDescriptor);
    wait(interrupt.posedge_event());
    CHECK(master.read(AT(interrupt)) == kBoth);
    master.write(AT(interrupt), 1);
    wait(1, sc_core::SC_NS);
    CHECK(master.read(AT(interrupt)) == 2 && interrupt.read());
    master.write(AT(enable), 1);
    wait(1, sc_core::SC_NS);
    CHECK(!interrupt.read());
    master.write(AT(interrupt), 2);
    master.write(AT(acknowledge), 1);
    master.write(AT(enable), kBoth);
    CHECK(master.read(AT(interrupt)) == 0);
  }

  void memory_errors() {
    put(kDescriptor, false, 0, 1, memory.bytes.size() - 100);
    submit(kDescriptor);
    CHECK(finish(kBoth) == kDescriptor);
    CHECK(descriptor(kDescriptor)->state == HS_DESCRIPTOR_MEMORY);
    put(kDescriptor, true, 0, 1, memory.bytes.size() - 100);
    submit(kDescriptor);
    CHECK(finish(kBoth) == kDescriptor);
    CHECK(descriptor(kDescriptor)->state == HS_DESCRIPTOR_MEMORY);
    submit(std::uint64_t{5} << 32);  // no memory there
    CHECK(finish(kBoth) == std::uint64_t{5} << 32);
    submit(kDescriptor + 4);  // not a multiple of 8
    CHECK(finish(kBoth) == kDescriptor + 4);
  }

  void lost_commands() {
    put(kDescriptor, false, 1'900'000, 1, kData);
    submit(kDescriptor);
    wait(1, sc_core::SC_MS);
    disk.cut_power();
    CHECK(finish() == kDescriptor);
    CHECK(descriptor(kDescriptor)->state == HS_DESCRIPTOR_LOST);
  }

  // The socket answers the four phases of the base protocol too.
  void approximately_timed() {
    std::uint32_t value = 0;
    Pool pool;
    tlm::tlm_generic_payload transaction(&pool);
    transaction.acquire();
    Master::fill(transaction, tlm::TLM_READ_COMMAND, AT(ident), &value, 4);
    sc_core::sc_event response;
    master.on_response = [&] { response.notify(); };
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum answer = master.socket->nb_transport_fw(transaction, phase, delay);
    if (answer != tlm::TLM_COMPLETED) {
      wait(response);
      phase = tlm::END_RESP;
      delay = sc_core::SC_ZERO_TIME;
      master.socket->nb_transport_fw(transaction, phase, delay);
    }
    CHECK(transaction.is_response_ok() && value == 0x48530001);
  }

  struct Pool : tlm::tlm_mm_interface {
    void free(tlm::tlm_generic_payload* /*transaction*/) override {}
  };
};

}  // namespace

}  // namespace headstack::systemc::test

int sc_main(int, char**) {
  using namespace headstack::systemc::test;
  Platform platform("platform");
  sc_core::sc_start();
  CHECK(sc_core::sc_get_status() == sc_core::SC_STOPPED);
  return failures == 0 ? 0 : 1;
}
