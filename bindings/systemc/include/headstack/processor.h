// A RISC-V processor (RV32IM) that runs a user's program, to try drivers without another simulator.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "headstack/api.h"

namespace headstack::systemc {

// The memory map of a program. The processor starts at kReset. Its traps go to kRom.
struct HEADSTACK_API ProcessorMap {
  static constexpr std::uint32_t kRom = 0x1000'0000;
  static constexpr std::uint32_t kReset = 0x1000'0080;
  static constexpr std::uint32_t kRam = 0x3000'0000;
  static constexpr std::uint32_t kDevices = 0x4000'0000;
  static constexpr std::uint32_t kDeviceBytes = 0x1'0000;
};

// Cycles are those of Ibex in its small configuration. A load or store from kDevices on leaves by
// `devices`, with its address less kDevices, and takes the delay that the device annotates. The
// processor sleeps in WFI until `interrupt` is high; interrupts are not taken unless the program
// enables them. `ebreak` ends the program.
//
// A fault of the program is an SC_REPORT_ERROR with the place, and so is an error response.
class HEADSTACK_API Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> devices;
  tlm_utils::simple_target_socket<Processor> memory;  // the RAM, from address 0 on, for DMA
  sc_core::sc_in<bool> interrupt;

  // Loads the program from an ELF file. `clock` is the time of a cycle. Throws
  // std::invalid_argument for a file that is no program for this memory map.
  Processor(sc_core::sc_module_name name, const std::string& program, const sc_core::sc_time& clock,
            std::uint32_t ram_bytes = 1U << 20);
  ~Processor() override;

  // Whether the program has ended, and the value of register a0 at its end.
  bool ended() const;
  std::uint32_t result() const;
  std::uint64_t cycles() const;

 private:
  void run();
  void fail(const std::string& what, std::uint32_t pc, std::uint32_t address);
  void access_memory(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace headstack::systemc
