// The drive's work as a trace in Perfetto's format; docs/use/timeline.md describes each track.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/base/agenda.h"
#include "model/boxes/spindle/spindle.h"
#include "model/config/drive_config.h"
#include "model/watch/drive_watch.h"
#include "model/watch/timeline/bus_tracks.h"
#include "model/watch/timeline/call_track.h"
#include "model/watch/timeline/media_tracks.h"
#include "model/watch/timeline/segment_tracks.h"
#include "model/watch/timeline/slice_lanes.h"

namespace headstack {

class DriveTimeline : public DriveWatch {
 public:
  // `spindle` must outlive the timeline. Throws ConfigError if the file cannot be written.
  DriveTimeline(const std::string& file, TimelineFile::Window window, const DriveConfig& drive,
                const Spindle& spindle);

  // Writes everything and closes the file. Throws RunError if a write failed.
  void finish();
  // False: a write failed. The simulation pauses when this happens.
  bool good() const { return file_.good(); }

  void command(const WatchedCommand& /*command*/) override {}
  void bus(const char* phase, hs_ticks time) override;
  void medium(const MediaExtent& extent) override;
  void medium_stopped(const MediaRest& rest) override;
  void firmware(const FirmwareState& state) override;
  void served(const RequestRecord& record) override;
  void called(const char* name, std::int64_t time) override { calls_.called(name, time); }
  void returned(std::int64_t time) override { calls_.returned(time); }
  void decided(std::int64_t begin, std::int64_t end) override { decision_ = {begin, end}; }

 private:
  struct Interval {
    std::int64_t begin;
    std::int64_t end;
  };

  std::int64_t ps(hs_ticks time) const;
  void settle();
  void decide(const FirmwareState& state);
  void show_request(const RequestRecord& record, TimelineFile::Flow flow);

  Agenda& agenda_ = Agenda::current();
  const Spindle& spindle_;
  TimelineFile file_;
  TimelineFile::Track host_;
  TimelineFile::Track drive_;
  SliceLanes requests_;
  TimelineFile::Track waiting_;
  SliceLanes tasks_;
  TimelineFile::Track decisions_;
  CallTrack calls_;
  BusTracks bus_;
  MediaTracks media_;
  SegmentTracks segments_;
  std::optional<Interval> decision_;  // of the code that takes time
  std::uint64_t decided_ = 0;         // decisions so far
  std::uint64_t examined_ = 0;        // tasks examined so far
  std::uint64_t queue_ = 0;           // waiting tasks
  bool busy_ = false;
  std::int64_t last_now_ = -1;  // time of the last settle()
};

}  // namespace headstack
