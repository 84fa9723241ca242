// Where the time of the task goes that the drive is at work on. Instrumentation: the boxes report
// intervals, nobody acts on them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/config/tick_clock.h"
#include "model/watch/request_record.h"

extern "C" {
#include <disk/types.h>
}

namespace headstack {

class Stopwatch {
 public:
  explicit Stopwatch(TickClock clock);

  // The drive has taken a task up, now (ps).
  void begin(std::int64_t now, bool hit, hs_ticks predicted_media);
  // A requested extent: the arm moves, the head waits, the blocks pass.
  void media(hs_ticks seek_start, hs_ticks arrive, hs_ticks first, hs_ticks end);
  // A block is tried again.
  void retry() { ++retries_; }
  // A data phase.
  void data(hs_ticks start, hs_ticks end);
  // The task is over, now: write its times into `record`, whose arrival is set, if there is one.
  // One that nobody has seen being taken up counts as taken up when it came.
  void finish(std::int64_t now, RequestRecord* record);

 private:
  struct Interval {
    hs_ticks start;
    hs_ticks end;
  };
  struct Movement {
    hs_ticks seek_start;
    hs_ticks arrive;
    hs_ticks first;
    hs_ticks end;
  };
  void fill_in(std::int64_t now, RequestRecord& record) const;
  void add_movements(hs_ticks now, RequestRecord& record) const;
  void clear();
  hs_ticks data_outside_media() const;
  std::int64_t duration(hs_ticks ticks) const;

  TickClock clock_;
  std::vector<Movement> media_;
  std::vector<Interval> data_;
  std::optional<std::int64_t> begin_;  // none: of a firmware that does not show it
  hs_ticks first_media_ = 0;
  hs_ticks predicted_media_ = 0;
  std::uint32_t retries_ = 0;
  bool hit_ = false;
};

}  // namespace headstack
