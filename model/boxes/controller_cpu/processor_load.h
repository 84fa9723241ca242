// What else keeps the controller's processor busy while it decodes a command: the sectors that
// pass, and the ends of tracks. Only the `measured` timing uses it; in the `executed` one this
// comes about by itself.
#pragma once

#include <vector>

#include "model/base/wires.h"

namespace headstack {

// All in ticks; all 0: an undisturbed processor.
struct ProcessorLoad {
  hs_ticks per_sector = 0;    // processor time that every passing sector takes
  hs_ticks track_end = 0;     // work at the end of a track that the program goes on from,
  hs_ticks cylinder_end = 0;  // the same if it goes on in another cylinder,
  hs_ticks program_end = 0;   // and at its end
  hs_ticks lead = 0;          // this work begins so long before the last sector ends
  hs_ticks quiet = 0;         // after a track's end no sector passes for so long
  hs_ticks start_work = 0;    // work before the first sector of the next track,
  hs_ticks start_lead = 0;    // beginning so long before it

  bool any() const {
    return per_sector != 0 || track_end != 0 || cylinder_end != 0 || program_end != 0;
  }
  // When `work` is done that begins at `start`, with a sector passing every `sector_time` and
  // `ends`, which are in rising order.
  hs_ticks done_at(hs_ticks start, hs_ticks work, hs_ticks sector_time,
                   const std::vector<TrackEnd>& ends) const;
};

}  // namespace headstack
