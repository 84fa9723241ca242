// A RISC-V processor whose driver (riscv/disk_driver.c) uses a disk by its host adapter.
#include <iostream>

#include <headstack/host_adapter.h>
#include <headstack/processor.h>

namespace hs = headstack::systemc;

SC_MODULE(Platform) {
  hs::Bus bus{"bus"};
  hs::Disk disk{"disk", bus, DRIVES "/hp_c2247.toml", {"sptf"}};
  hs::HostAdapter adapter{"adapter", disk};
  hs::Processor processor{"processor", PROGRAM, sc_core::sc_time(10, sc_core::SC_NS)};
  sc_core::sc_signal<bool> interrupt{"interrupt"};

  SC_CTOR(Platform) {
    processor.devices.bind(adapter.registers);
    adapter.memory.bind(processor.memory);
    adapter.interrupt.bind(interrupt);
    processor.interrupt.bind(interrupt);
  }
};

int sc_main(int, char**) {
  Platform platform("platform");
  sc_core::sc_start();
  std::cout << "the program has ended: " << platform.processor.ended() << ", result "
            << platform.processor.result() << ", " << platform.processor.cycles() << " cycles, "
            << sc_core::sc_time_stamp() << std::endl;
  return platform.processor.ended() && platform.processor.result() == 0 ? 0 : 1;
}
