// Rules for a host that leaves, and for the next host that gets its SCSI id (SAM-5 6.3.4).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tb/fuzz/session/sent.h"

namespace headstack::fuzz {

// The commands of a host that has left end before its nexus. The first command of the next host
// gets a unit attention. A host that has written nothing gets no deferred error.
class Nexuses {
 public:
  // Checks commands that are over, in the order in which the hosts sent them. `power_lost`: the
  // drive has lost its power between these commands, and with it the unit attentions.
  void take(const std::vector<Sent>& sent, bool power_lost);

 private:
  void leave(const std::vector<Sent>& sent, std::size_t loss);
  void check_deferred(const std::vector<Sent>& sent, std::size_t number) const;
  void check_attention(const HostCommand& command);

  struct Nexus {
    bool wrote = false;   // the host has sent a write
    bool untold = false;  // an earlier host has left, and the present host has not been told
  };
  std::array<Nexus, HS_INITIATORS> nexuses_{};
};

}  // namespace headstack::fuzz
