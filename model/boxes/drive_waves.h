// The drive's signals as waveforms; docs/use/waves.md describes each signal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/base/agenda.h"
#include "model/boxes/comparator/body.h"
#include "model/boxes/spindle/spindle.h"
#include "model/config/drive_config.h"
#include "model/watch/drive_watch.h"
#include "model/watch/waves/waveform.h"

namespace headstack {

class DriveWaves : public DriveWatch, public ComparatorWatch {
 public:
  // `spindle` must outlive the waves. `functions`: names of all functions that the core reports;
  // empty: code takes no time, or the core reports no function. Throws ConfigError if a file cannot
  // be written.
  DriveWaves(const WaveTarget& target, const DriveConfig& drive, const Spindle& spindle,
             const std::vector<std::string>& functions);
  ~DriveWaves() override;
  DriveWaves(const DriveWaves&) = delete;
  DriveWaves& operator=(const DriveWaves&) = delete;

  // Writes everything and closes the file. Throws RunError if a write failed.
  void finish();
  // False: a write failed. The simulation pauses when this happens.
  bool good() const { return file_.good(); }

  void command(const WatchedCommand& command) override;
  void bus(const char* phase, hs_ticks time) override;
  void medium(const MediaExtent& extent) override;
  void medium_stopped(const MediaRest& rest) override;
  void firmware(const FirmwareState& state) override;
  void served(const RequestRecord& /*record*/) override {}
  void called(const char* name, std::int64_t time) override;
  void returned(std::int64_t time) override;
  void decided(std::int64_t /*begin*/, std::int64_t /*end*/) override {}
  void clocks(std::uint64_t count, const ComparatorSignals& signals) override;

 private:
  using Signal = Waveform::Signal;

  struct Segment {
    Signal state, first, end;
  };

  struct Lane {
    Signal valid, key, row;
  };

  std::int64_t ps(hs_ticks time) const;
  void show_lanes(const ComparatorShape& shape);
  void change_lane(const Lane& shown, std::int64_t time, const ComparatorLane& lane);
  void show_processor(const std::vector<std::string>& functions);
  void settle();
  void show_function(std::int64_t time);
  void turn_to(std::int64_t time);

  Agenda& agenda_ = Agenda::current();
  const Spindle& spindle_;
  std::int64_t period_;  // period of the comparator's clock
  Waveform file_;
  Signal phase_, angle_, cylinder_, head_, seeking_, transfer_, write_;
  Signal busy_, request_, lbn_, tag_, queue_;
  Signal sent_request_, sent_lbn_, sent_blocks_, sent_tag_;
  std::vector<WatchedCommand> commands_;  // the last command of each slot
  std::optional<Signal> function_;        // empty: code takes no time, or the core cannot report it
  std::vector<const char*> calls_;        // names of the functions under way
  std::vector<Segment> segments_;
  Signal clock_, scanning_, found_, winner_, key_;
  std::vector<Lane> lanes_;
  hs_ticks turned_ = 0;        // the angle has been written up to this time
  std::int64_t clocked_ = 0;   // end of the clock cycles written so far, ps
  std::int64_t last_now_ = 0;  // time of the last settle()
};

}  // namespace headstack
