#include "model/boxes/controller_cpu/processor_load.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "model/base/uint128.h"

namespace headstack {

namespace {

struct Window {
  hs_ticks from;
  hs_ticks to;
  bool holds(hs_ticks time) const { return from <= time && time < to; }
};

// The windows of a few track ends. A few suffice, because a command is decoded in far less than a
// revolution.
struct Windows {
  static constexpr std::size_t kMost = 16;
  std::array<Window, kMost> all{};
  std::size_t count = 0;

  void add(hs_ticks from, hs_ticks length) {
    if (length != 0 && count < kMost) {
      all.at(count++) = {from, from + length};
    }
  }
  bool hold(hs_ticks time) const {
    return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count),
                       [time](const Window& w) { return w.holds(time); });
  }
  // The first boundary after `time`, or `latest`.
  hs_ticks next_boundary(hs_ticks time, hs_ticks latest) const {
    hs_ticks next = latest;
    for (std::size_t i = 0; i < count; ++i) {
      for (const hs_ticks boundary : {all.at(i).from, all.at(i).to}) {
        if (boundary > time) {
          next = std::min(next, boundary);
        }
      }
    }
    return next;
  }
};

hs_ticks times(hs_ticks a, hs_ticks numerator, hs_ticks denominator) {
  return static_cast<hs_ticks>(static_cast<Uint128>(a) * numerator / denominator);
}

hs_ticks back(hs_ticks time, hs_ticks by) { return time > by ? time - by : 0; }

}  // namespace

hs_ticks ProcessorLoad::done_at(hs_ticks start, hs_ticks work, hs_ticks sector_time,
                                const std::vector<TrackEnd>& ends) const {
  Windows busy;
  Windows undisturbed;
  for (const TrackEnd& end : ends) {
    const hs_ticks from = back(end.end, lead);
    if (end.then == TrackEnd::Then::nothing) {
      busy.add(from, program_end);
      continue;
    }
    busy.add(from, end.then == TrackEnd::Then::track ? track_end : cylinder_end);
    busy.add(back(end.next_start, start_lead), start_work);
    undisturbed.add(end.end, track_gap);
  }
  constexpr hs_ticks kNever = ~hs_ticks{0};
  hs_ticks now = start;
  while (true) {
    const hs_ticks until =
        std::min(busy.next_boundary(now, kNever), undisturbed.next_boundary(now, kNever));
    if (busy.hold(now)) {
      now = until;
      continue;
    }
    // A command has only the part of each sector's time that per_sector leaves.
    const hs_ticks left = undisturbed.hold(now) ? sector_time : sector_time - per_sector;
    const hs_ticks needed = times(work, sector_time, left);
    if (until == kNever || now + needed <= until) {
      return now + needed;
    }
    work -= times(until - now, left, sector_time);
    now = until;
  }
}

}  // namespace headstack
