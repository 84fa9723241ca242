#include "model/boxes/drive_timeline.h"

#include <limits>

#include <systemc>

namespace headstack {

DriveTimeline::DriveTimeline(const std::string& file, TimelineFile::Window window,
                             const DriveConfig& drive, const Spindle& spindle)
    : spindle_(spindle),
      file_(file, window),
      host_(file_.track("host")),
      drive_(file_.track("drive " + drive.name)),
      requests_(file_, "requests", host_),
      waiting_(file_.counter("waiting tasks", drive_)),
      tasks_(file_, "task", drive_),
      decisions_(file_.track("decision", drive_)),
      calls_(file_, drive_),
      bus_(file_, drive_),
      media_(file_, drive_),
      segments_(file_, drive_, drive.cache.segments) {
  file_.count(waiting_, 0, 0);
}

void DriveTimeline::finish() {
  constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();
  const std::int64_t now = agenda_.now_ps();
  media_.stop(now);
  bus_.settle(kEver);
  media_.settle(kEver, false);
  segments_.finish(now);
  calls_.finish(now);
  file_.finish();
}

// Never in the past.
std::int64_t DriveTimeline::ps(hs_ticks time) const {
  return agenda_.now_ps() + static_cast<std::int64_t>(spindle_.until(time).value());
}

// Writes the slices that ended before the present time, which are final.
void DriveTimeline::settle() {
  const std::int64_t now = agenda_.now_ps();
  if (now > last_now_) {
    last_now_ = now;
    bus_.settle(now);
    media_.settle(now, busy_);
    if (!file_.good() && sc_core::sc_get_status() == sc_core::SC_RUNNING) {
      agenda_.pause();
    }
  }
}

void DriveTimeline::bus(const char* phase, hs_ticks time) {
  settle();
  bus_.phase(phase, ps(time));
}

void DriveTimeline::medium(const MediaExtent& extent) {
  settle();
  media_.extent(extent,
                {ps(extent.seek_start), ps(extent.arrive), ps(extent.first), ps(extent.end)});
}

void DriveTimeline::medium_stopped(const MediaRest& rest) {
  settle();
  media_.stop(ps(rest.free_at));
}

void DriveTimeline::firmware(const FirmwareState& state) {
  settle();
  busy_ = state.busy;
  decide(state);
  if (state.waiting != queue_) {
    queue_ = state.waiting;
    file_.count(waiting_, last_now_, queue_);
  }
  segments_.state(state, last_now_);
}

void DriveTimeline::decide(const FirmwareState& state) {
  if (state.decisions == decided_) {
    return;
  }
  const Interval when = decision_.value_or(Interval{last_now_, last_now_});
  file_.slice(decisions_, "decision", when.begin, when.end,
              {{"number", state.decisions},
               {"tasks examined", state.examined - examined_},
               {"tag of the choice", state.tag},
               {"tasks left", state.waiting}});
  decided_ = state.decisions;
  examined_ = state.examined;
  decision_.reset();
}

void DriveTimeline::served(const RequestRecord& record) {
  settle();
  const auto flow = static_cast<TimelineFile::Flow>(record.id + 1);
  show_request(record, flow);
  media_.served(flow, record.start);
  bus_.status_of(flow);
  file_.slice(tasks_.place(record.start, record.finish), record.hit ? "hit" : "task", record.start,
              record.finish,
              {{"request", record.id}, {"tag", record.tag}, {"retries", record.retries}}, flow);
}

// A request, with its wait and its service inside.
void DriveTimeline::show_request(const RequestRecord& record, TimelineFile::Flow flow) {
  const TimelineFile::Track track = requests_.place(record.arrival, record.finish);
  if (!file_.window().touches(record.arrival, record.finish)) {
    return;
  }
  file_.begin(track, record.write ? "write" : "read", record.arrival,
              {{"request", record.id},
               {"first block", record.lbn},
               {"blocks", record.blocks},
               {"tag", record.tag},
               {"class", record.class_id},
               {"failed", record.failed ? 1U : 0U}},
              flow);
  if (record.start > record.arrival) {
    file_.slice(track, "wait", record.arrival, record.start);
  }
  file_.slice(track, "service", record.start, record.finish);
  file_.end(track, record.finish);
}

}  // namespace headstack
