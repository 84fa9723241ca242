// A SCSI bus for disks and their hosts.
#pragma once

#include <memory>

#include <systemc>

#include "headstack/api.h"

namespace headstack::systemc {

class Disk;
struct BusParts;

// Disks join the bus in their constructors. The first disk has SCSI id 0, the next disk 1, and so
// on. Hosts have the other ids. One device at a time holds the bus; ids have priorities as in
// SPI-3.
class HEADSTACK_API Bus : public sc_core::sc_module {
 public:
  explicit Bus(sc_core::sc_module_name name);
  ~Bus() override;

  // Time for which devices have held the bus so far.
  sc_core::sc_time busy_time() const;

 private:
  friend class Disk;
  std::unique_ptr<BusParts> parts_;
};

}  // namespace headstack::systemc
