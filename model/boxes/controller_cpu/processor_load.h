// Work of the controller's processor that delays the decoding of a command: passing sectors and the
// ends of tracks. Only the `measured` timing uses this class. In the `executed` timing, the code
// itself causes these delays.
#pragma once

#include <vector>

#include "model/base/wires.h"

namespace headstack {

// All in ticks; all 0: an undisturbed processor.
struct ProcessorLoad {
  hs_ticks per_sector = 0;  // processor time that every passing sector takes
  // work at the end of a track, if the program continues in the same cylinder
  hs_ticks track_end = 0;
  // work at the end of a track, if the program continues in another cylinder
  hs_ticks cylinder_end = 0;
  hs_ticks program_end = 0;  // work at the program's end
  hs_ticks lead = 0;         // the work at an end starts this long before the end
  hs_ticks track_gap = 0;    // after the end of a track, no sector passes for this time
  hs_ticks start_work = 0;   // work before the first sector of the next track
  hs_ticks start_lead = 0;   // `start_work` starts this long before this first sector

  bool any() const {
    return per_sector != 0 || track_end != 0 || cylinder_end != 0 || program_end != 0;
  }
  // Returns the end of `work` that begins at `start`. A sector passes every `sector_time`. `ends`
  // are in rising order.
  hs_ticks done_at(hs_ticks start, hs_ticks work, hs_ticks sector_time,
                   const std::vector<TrackEnd>& ends) const;
};

}  // namespace headstack
