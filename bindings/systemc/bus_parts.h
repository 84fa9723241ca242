// What a bus of the interface holds inside.
#pragma once

#include <cstdint>

#include "model/scsi/scsi_bus.h"

namespace headstack::systemc {

struct BusParts {
  ScsiBus bus{"scsi"};
  std::uint8_t disks = 0;  // on the bus so far
};

}  // namespace headstack::systemc
