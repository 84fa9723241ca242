#include "model/watch/stopwatch.h"

#include <algorithm>

namespace headstack {

Stopwatch::Stopwatch(TickClock clock) : clock_(clock) {
  constexpr std::size_t kUsual = 64;  // intervals of a task; more only cost an allocation
  media_.reserve(kUsual);
  data_.reserve(kUsual);
}

void Stopwatch::begin(std::int64_t now, const Choice& choice) {
  begin_ = now;
  choice_ = choice;
}

void Stopwatch::media(const Movement& movement) {
  if (media_.empty()) {
    first_media_ = movement.first;
  }
  media_.push_back(movement);
}

void Stopwatch::data(hs_ticks start, hs_ticks end) { data_.push_back({start, end}); }

hs_ticks Stopwatch::data_outside_media() const {
  hs_ticks outside = 0;
  for (const Interval& phase : data_) {
    outside += phase.end - phase.start;
    for (const Movement& busy : media_) {
      const hs_ticks from = std::max(phase.start, busy.seek_start);
      const hs_ticks to = std::min(phase.end, busy.end);
      outside -= to > from ? to - from : 0;
    }
  }
  return outside;
}

// Converts ticks to ps, rounded down. The parts therefore never exceed the total.
std::int64_t Stopwatch::duration(hs_ticks ticks) const {
  return static_cast<std::int64_t>(
      (static_cast<Uint128>(ticks) * static_cast<std::uint64_t>(clock_.revolution().count())) >>
      32);
}

void Stopwatch::finish(std::int64_t now, RequestRecord* record_or_null) {
  if (record_or_null != nullptr) {
    fill_in(now, *record_or_null);
  }
  clear();
}

hs_ticks Stopwatch::wait_end(const Movement& movement) const {
  return movement.first <= wanted_ && wanted_ < movement.end ? wanted_ : movement.first;
}

// Adds the movements up to now. A head that reads whole tracks continues after the end of the task.
void Stopwatch::add_movements(hs_ticks now, RequestRecord& record) const {
  hs_ticks seek = 0;
  hs_ticks rotation = 0;
  hs_ticks not_ready = 0;
  hs_ticks transfer = 0;
  for (const Movement& each : media_) {
    const hs_ticks arrive = std::min(each.arrive, now);
    const hs_ticks first = std::min(wait_end(each), now);
    seek += arrive - std::min(each.seek_start, now);
    rotation += first - arrive;
    not_ready += std::clamp(each.ready, arrive, first) - arrive;
    transfer += std::min(each.end, now) - first;
  }
  if (!media_.empty() && media_.front().seek_start <= now) {
    const Movement& first = media_.front();
    const auto at = [&](hs_ticks tick) { return tick <= now ? clock_.ps(tick).count() : kNoTime; };
    // a tick may begin before the task
    record.seek_at = std::max(at(first.seek_start), record.start);
    record.rotation_at = at(first.arrive);
    record.transfer_at = at(wait_end(first));
  }
  record.seek = duration(seek);
  record.rotation = duration(rotation);
  record.not_ready = duration(not_ready);
  record.transfer = duration(transfer);
}

void Stopwatch::fill_in(std::int64_t now, RequestRecord& record) const {
  const std::int64_t begin = begin_.value_or(record.arrival);
  record.start = begin;
  record.finish = now;
  record.queue = begin - record.arrival;
  add_movements(clock_.ticks(Picoseconds{now}), record);
  record.bus = duration(data_outside_media());
  record.overhead = now - begin - record.seek - record.rotation - record.transfer - record.bus;
  if (record.overhead < 0) {
    // The intervals begin at the start of a tick, up to 3 ps before the task began.
    std::int64_t& part = record.transfer > 0 ? record.transfer : record.bus;
    part += record.overhead;
    record.overhead = 0;
  }
  record.hit = choice_.hit;
  if (choice_.predicted_media != 0) {
    // otherwise the host's value stays, if there is one
    record.predicted_media = choice_.predicted_media;
  }
  if (record.decision == 0) {  // otherwise the host's values stay
    record.decision = static_cast<std::uint32_t>(choice_.number);
    record.picked_from = choice_.held;
    record.inserted = choice_.inserted;
  }
  record.actual_media = first_media_;
  record.retries = retries_;
}

void Stopwatch::clear() {
  media_.clear();
  data_.clear();
  begin_.reset();
  first_media_ = 0;
  wanted_ = 0;
  retries_ = 0;
}

}  // namespace headstack
