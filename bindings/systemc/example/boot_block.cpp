// Writes a boot block to a disk, reads it, and prints the times.
#include <iostream>

#include <headstack/disk.h>

namespace hs = headstack::systemc;

SC_MODULE(Platform) {
  hs::Bus bus{"bus"};
  hs::Disk disk{"disk", bus, DRIVES "/hp_c2247.toml", {"sptf"}};

  SC_CTOR(Platform) { SC_THREAD(boot); }

  void boot() {
    disk.execute({{0, 0, 0, 0, 0, 0}});  // TEST UNIT READY takes the report of the power-on
    std::vector<std::uint8_t> block(disk.bytes_per_block());
    block[510] = 0x55;
    block[511] = 0xaa;
    const hs::Completion written = disk.execute(write_blocks(disk, 0, block));
    const hs::Completion read = disk.execute(read_blocks(disk, 0, 1));
    std::cout << disk.blocks() << " blocks; write " << written.finished - written.submitted
              << ", read " << read.finished - read.submitted << ", equal: " << (read.data == block)
              << std::endl;
    sc_core::sc_stop();
  }
};

int sc_main(int, char**) {
  Platform platform("platform");
  sc_core::sc_start();
  return 0;
}
