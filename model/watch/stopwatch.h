// Division of the time of the drive's present task into parts. The boxes report intervals, for
// observation only, and no box acts on them.
#pragma once

#include <algorithm>
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

  // Facts about a task that are known when the drive begins it.
  struct Choice {
    bool hit = false;
    hs_ticks predicted_media = 0;  // 0: not known
    std::uint64_t number = 0;      // number among the tasks begun, from 1; 0: not shown
    std::uint32_t held = 0;        // tasks in the drive, this task included
    bool inserted = false;         // served out of its class's turn
  };

  // Begins a task, now (ps).
  void begin(std::int64_t now, const Choice& choice);
  // A requested extent: the arm moves, the head waits, the blocks pass.
  struct Movement {
    hs_ticks seek_start;
    hs_ticks arrive;
    hs_ticks ready;  // the transfer may start from then on
    hs_ticks first;
    hs_ticks end;
  };
  void media(const Movement& movement);
  // Notes that the first of the blocks that the task waits for begins to pass at `when`. A
  // zero-latency transfer may have read other blocks before. The earliest time counts.
  void wanted(hs_ticks when) { wanted_ = wanted_ == 0 ? when : std::min(wanted_, when); }
  // A block is tried again.
  void retry() { ++retries_; }
  // A data phase.
  void data(hs_ticks start, hs_ticks end);
  // Ends the task, now. Writes its times into `record`, whose arrival must be set, unless `record`
  // is null. A task whose start was not reported counts as begun at its arrival.
  void finish(std::int64_t now, RequestRecord* record);

 private:
  struct Interval {
    hs_ticks start;
    hs_ticks end;
  };
  hs_ticks wait_end(const Movement& movement) const;
  void fill_in(std::int64_t now, RequestRecord& record) const;
  void add_movements(hs_ticks now, RequestRecord& record) const;
  void clear();
  hs_ticks data_outside_media() const;
  std::int64_t duration(hs_ticks ticks) const;

  TickClock clock_;
  std::vector<Movement> media_;
  std::vector<Interval> data_;
  std::optional<std::int64_t> begin_;  // empty: the start was not reported
  hs_ticks first_media_ = 0;
  hs_ticks wanted_ = 0;  // 0: not reported
  Choice choice_;
  std::uint32_t retries_ = 0;
};

}  // namespace headstack
