#include "model/watch/timeline/bus_tracks.h"

#include <algorithm>
#include <string_view>

namespace headstack {

namespace {

constexpr const char* kFree = "free";

bool is(const char* name, std::string_view wanted) { return name == wanted; }

}  // namespace

BusTracks::BusTracks(TimelineFile& file, TimelineFile::Track parent)
    : file_(file),
      bus_(file.track("SCSI bus", parent)),
      port_(file.track("target port", parent)),
      phases_{{kFree, 0}} {}

void BusTracks::phase(const char* name, std::int64_t time) {
  const auto later =
      std::upper_bound(phases_.begin() + 1, phases_.end(), time,
                       [](std::int64_t at, const Phase& phase) { return at < phase.start; });
  phases_.insert(later, {name, time});
}

void BusTracks::settle(std::int64_t now) {
  while (phases_.size() > 1 && phases_[1].start < now) {
    end_phase(phases_[0], phases_[1].start);
    connect(phases_[1]);
    phases_.pop_front();
  }
}

void BusTracks::end_phase(const Phase& phase, std::int64_t end) {
  const bool last = is(phase.name, "status") && flow_ != TimelineFile::Flow::none;
  if (!is(phase.name, kFree) && (end > phase.start || last)) {
    file_.slice(port_, phase.name, phase.start, end, {}, last ? flow_ : TimelineFile::Flow::none,
                last);
  }
  if (last) {
    flow_ = TimelineFile::Flow::none;
  }
}

// Starts a connection with its first phase, and ends it when the bus becomes free.
void BusTracks::connect(const Phase& next) {
  if (!is(next.name, kFree)) {
    connected_ = connected_ < 0 ? next.start : connected_;
  } else if (connected_ >= 0) {
    file_.slice(bus_, "connection", connected_, next.start);
    connected_ = -1;
  }
}

}  // namespace headstack
